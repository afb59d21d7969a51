/** Names of the files that a result can be downloaded as (docs/rules/results-and-files.md#file-names). */
import type { Report } from "~/views/report";

/** The Excel file: date, model, assessment name with spaces as underscores. @param date of the download; its day in UTC counts */
export function workbookName(date: Date, model: Report["model"], assessmentName: string): string {
  return `${stem(date, model, assessmentName)}.xlsx`;
}

/** An image: named as the Excel file, with what it shows. */
export function imageName(date: Date, model: Report["model"], assessmentName: string, title: string): string {
  return `${stem(date, model, `${assessmentName} ${title}`)}.jpg`;
}

/** What file systems refuse becomes a hyphen. */
function stem(date: Date, model: Report["model"], name: string): string {
  const safe = name.replace(/[\p{Cc}\p{Cs}/\\:*?"<>|]/gu, "-").replace(/ /g, "_");
  return `${date.toISOString().slice(0, 10)}_${model}_${safe}`;
}

/** `Content-Disposition` for any file name (RFC 6266): a plain fallback and the full name in UTF-8. */
export function attachment(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[^\x20-\x7e]/g, "")
    .replace(/["\\%]/g, "-");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

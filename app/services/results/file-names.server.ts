/** The names of downloaded files (docs/rules/results-and-files.md#file-names). */
import { withoutInvisible } from "#model/text.ts";
import type { Report } from "~/views/report";

/**
 * The name of the Excel file: date, model, assessment name with spaces as underscores.
 * @param date of the download; its day in UTC counts
 */
export function workbookName(date: Date, model: Report["model"], assessmentName: string): string {
  return `${stem(date, model, assessmentName)}.xlsx`;
}

/** The name of an image: like the Excel file's, with the title of what it shows. */
export function imageName(date: Date, model: Report["model"], assessmentName: string, title: string): string {
  return `${stem(date, model, `${assessmentName} ${title}`)}.jpg`;
}

/** Characters that file systems refuse become hyphens; those that would disguise the name are left out. */
function stem(date: Date, model: Report["model"], name: string): string {
  const safe = withoutInvisible(name)
    .replace(/[\p{Cc}\p{Cs}/\\:*?"<>|]/gu, "-")
    .replace(/ /g, "_");
  return `${date.toISOString().slice(0, 10)}_${model}_${safe}`;
}

/** The value of `Content-Disposition` for any file name (RFC 6266): a plain fallback, and the full name in UTF-8. */
export function attachment(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[^\x20-\x7e]/g, "")
    .replace(/["\\%]/g, "-");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

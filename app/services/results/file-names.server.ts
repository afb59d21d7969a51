/** The names of downloaded files (docs/rules/results-and-files.md#file-names). */
import { withoutInvisible } from "#model/text.ts";
import type { Part } from "~/services/results/picture-content.server";
import type { ImageFormat, ReportFormat } from "~/views/paths";
import type { Exhibit, Report } from "~/views/report";

/** What an assessment is called in the names of its files; a draft says so. */
export const nameInFiles = ({ assessment, draftOf }: Pick<Report, "assessment" | "draftOf">) =>
  draftOf === undefined ? assessment.name : `${assessment.name} draft`;

/**
 * The name of the Excel file: date, model, assessment name with spaces as underscores.
 * @param date of the download; its day in UTC counts
 */
export function workbookName(date: Date, model: Report["model"], assessmentName: string): string {
  return `${stem(date, model, assessmentName)}.xlsx`;
}

/**
 * The name of an image: like the Excel file's, with the title of what it shows.
 * @param title different from the titles of the result's other images, see `distinctTitles`
 */
export function imageName(
  date: Date,
  model: Report["model"],
  assessmentName: string,
  { title, part, format }: { title: string; part?: Part | undefined; format: ImageFormat },
): string {
  const number = part ? ` ${part.number} of ${part.of}` : "";
  // 'Notes: Risk management' would become 'Notes-_Risk_management'.
  return `${stem(date, model, `${assessmentName} ${title.replaceAll(": ", " ")}${number}`)}.${format}`;
}

/** The name of the archive with all images. */
export function archiveName(date: Date, model: Report["model"], assessmentName: string, format: ImageFormat): string {
  return `${stem(date, model, `${assessmentName} images ${format.toUpperCase()}`)}.zip`;
}

/** The name of a report for a client, as a Word file or as slides. */
export function reportName(date: Date, model: Report["model"], assessmentName: string, ending: ReportFormat): string {
  return `${stem(date, model, `${assessmentName} report`)}.${ending}`;
}

/** The title of each exhibit by its id. Where titles are alike but for capital letters, the later ones get a number, so that no file replaces another. */
export function distinctTitles(exhibits: readonly Pick<Exhibit, "id" | "title">[]): Map<string, string> {
  const used = new Set<string>();
  return new Map(
    exhibits.map(({ id, title }) => {
      let distinct = title;
      for (let number = 2; used.has(distinct.toLowerCase()); number += 1) distinct = `${title} (${number})`;
      used.add(distinct.toLowerCase());
      return [id, distinct];
    }),
  );
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

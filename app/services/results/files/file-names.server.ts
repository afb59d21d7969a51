/** The names of downloaded files (docs/rules/results-and-files.md#file-names). */
import { fileName } from "~/services/http/file-names.server";
import type { ImagePart } from "~/services/results/files/picture-content.server";
import type { ImageFormat } from "~/views/paths";
import type { Exhibit, Result } from "~/views/result";

/** The assessment's name in the names of its files. A draft says so. */
export const nameInFiles = ({ assessment, draftOf }: Pick<Result, "assessment" | "draftOf">) =>
  draftOf === undefined ? assessment.name : `${assessment.name} draft`;

/**
 * The name of an image, with the title of what it shows.
 * @param title different from the titles of the result's other images, see `distinctTitles`
 */
export function imageName(
  date: Date,
  model: Result["model"],
  assessmentName: string,
  { title, part, format }: { title: string; part?: ImagePart | undefined; format: ImageFormat },
): string {
  const number = part ? ` ${part.number} of ${part.of}` : "";
  // 'Notes: Risk management' would become 'Notes-_Risk_management'.
  return fileName(date, model, `${assessmentName} ${title.replaceAll(": ", " ")}${number}`, format);
}

/**
 * The title of each exhibit by its id. If titles differ only in capital letters, the later ones get a number, so that no file replaces
 * another.
 */
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

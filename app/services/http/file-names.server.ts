/** What the names of all downloaded files have in common (docs/rules/results-and-files.md#file-names). */
import { withoutInvisible } from "#model/text.ts";

/**
 * The name of a file: date, model, and what it is about with spaces as underscores. Characters that file systems refuse become hyphens; those
 * that would disguise the name are left out.
 * @param date of the download; its day in UTC counts
 * @param model undefined for what is about both
 * @param ending such as 'xlsx'
 */
export function fileName(date: Date, model: "P3M3" | "ITIL" | undefined, about: string, ending: string): string {
  const safe = withoutInvisible(about)
    .replace(/[\p{Cc}\p{Cs}/\\:*?"<>|]/gu, "-")
    .replace(/ /g, "_");
  return `${[date.toISOString().slice(0, 10), model, safe].filter(Boolean).join("_")}.${ending}`;
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

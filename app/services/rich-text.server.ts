/** Texts of the catalogue may be marked up by whoever runs the upstream (specification A5). No screen gets them unsanitised. */
import { createRequire } from "node:module";
import { plainText, type RichText } from "~/rich-text";

type Purifier = Pick<typeof import("isomorphic-dompurify").default, "sanitize">;

/** A tag, a comment, or a character reference; "a < b" and "R&D" are plain text. */
const MARKED_UP = /<[a-z!/]|&(?:#\d+|#x[\da-f]+|[a-z]+);/i;
/** What ends a line. Texts stand within paragraphs, which can hold no other block. */
const BLOCK_END = /<\/(?:p|div|li|tr|h[1-6])\s*>/gi;
const SHOWN = {
  ALLOWED_TAGS: ["a", "b", "br", "code", "em", "i", "strong", "sub", "sup", "u"],
  ALLOWED_ATTR: ["href"],
  ALLOWED_URI_REGEXP: /^https?:\/\//i,
};
const REFERENCES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&nbsp;": "\u00a0" };

let purifier: Purifier | undefined;

/** Loaded with the first text that needs it: it brings a whole DOM, and most catalogues are plain. */
function purify(): Purifier {
  purifier ??= createRequire(import.meta.url)("isomorphic-dompurify") as Purifier;
  return purifier;
}

/** A text as a screen may show it. Tags that are not allowed are taken out, their words stay; scripts go altogether. */
export function richText(source: string): RichText;
export function richText(source: string | undefined): RichText | undefined;
export function richText(source: string | undefined): RichText | undefined {
  if (source === undefined || !MARKED_UP.test(source)) return source;
  const html = purify()
    .sanitize(source.replace(BLOCK_END, "<br>"), SHOWN)
    .replace(/(?:<br>|\s)+$/, "")
    .trim();
  const words = purify().sanitize(html.replace(/<br\s*\/?>/gi, "\n"), { ALLOWED_TAGS: [] });
  return { html, text: words.replace(/&(?:amp|lt|gt|nbsp);/g, (reference) => REFERENCES[reference] ?? reference).trim() };
}

/** The words of a text that may be marked up. */
export const wordsOf = (source: string): string => plainText(richText(source));

/** Makes markup safe. Its DOM takes more than half a second to load, so it runs in workers only. */
import DOMPurify from "isomorphic-dompurify";

/** The ends of blocks become line breaks, because texts are shown inside paragraphs, which cannot hold blocks. */
const BLOCK_END = /<\/(?:p|div|li|tr|h[1-6])\s*>/gi;
const SHOWN = {
  ALLOWED_TAGS: ["a", "b", "br", "code", "em", "i", "strong", "sub", "sup", "u"],
  ALLOWED_ATTR: ["href"],
  ALLOWED_URI_REGEXP: /^https?:\/\//i,
};
const REFERENCES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&nbsp;": "\u00a0" };

/** Sanitises a marked-up text (docs/rules/notes-and-diagnostics.md#rich-text). @returns HTML that is safe to show, and the words alone */
export function purify(source: string): { html: string; text: string } {
  let html = DOMPurify.sanitize(source.replace(BLOCK_END, "<br>"), SHOWN).trim();
  while (html.endsWith("<br>")) html = html.slice(0, -"<br>".length).trimEnd();
  const words = DOMPurify.sanitize(html.replace(/<br\s*\/?>/gi, "\n"), { ALLOWED_TAGS: [] });
  return { html, text: words.replace(/&(?:amp|lt|gt|nbsp);/g, (reference) => REFERENCES[reference] ?? reference).trim() };
}

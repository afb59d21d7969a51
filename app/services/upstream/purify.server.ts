/** Markup made safe. It brings a whole DOM, which takes more than half a second to load: it runs in workers only. */
import DOMPurify from "isomorphic-dompurify";

/** What ends a line. Texts stand within paragraphs, which can hold no other block. */
const BLOCK_END = /<\/(?:p|div|li|tr|h[1-6])\s*>/gi;
const SHOWN = {
  ALLOWED_TAGS: ["a", "b", "br", "code", "em", "i", "strong", "sub", "sup", "u"],
  ALLOWED_ATTR: ["href"],
  ALLOWED_URI_REGEXP: /^https?:\/\//i,
};
const REFERENCES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&nbsp;": "\u00a0" };

/** A marked-up text as a screen may show it, and its words. Tags that are not allowed are taken out, their words stay; scripts go altogether. */
export function purify(source: string): { html: string; text: string } {
  const html = DOMPurify.sanitize(source.replace(BLOCK_END, "<br>"), SHOWN)
    .replace(/(?:<br>|\s)+$/, "")
    .trim();
  const words = DOMPurify.sanitize(html.replace(/<br\s*\/?>/gi, "\n"), { ALLOWED_TAGS: [] });
  return { html, text: words.replace(/&(?:amp|lt|gt|nbsp);/g, (reference) => REFERENCES[reference] ?? reference).trim() };
}

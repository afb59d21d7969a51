/**
 * Texts of the catalogue may hold the upstream operator's HTML. No screen gets them unsanitised
 * (docs/rules/notes-and-diagnostics.md#rich-text).
 */
import { Parser } from "htmlparser2";
import { LRUCache } from "lru-cache";
import { runTask, TaskFailure } from "~/services/workers/pool.server";
import { plainText, type RichText } from "~/views/rich-text";

/** A tag, a comment, or a character reference; "a < b" and "R&D" are plain text. */
const MARKED_UP = /<[a-z!/]|&(?:#\d+|#x[\da-f]+|[a-z]+);/i;
/** The fields of the contract that may be marked up. What users type is always shown as they typed it. */
const FIELDS = new Set(["statement", "hint", "help"]);
/** Longer texts are shown without their formatting. */
const LENGTH_MAX = 20_000;

type PurifiedHtml = Exclude<RichText, string>;

/** The limit is in characters, about ten times a whole catalogue. */
const kept = new LRUCache<string, PurifiedHtml>({
  maxSize: 8_000_000,
  sizeCalculation: ({ html, text }, source) => source.length + html.length + text.length + 1,
});

/**
 * Has a worker sanitise every marked-up text in an answer of the upstream, for `richText` to find. Each text is sanitised once.
 * @returns the same answer
 */
export async function withRichTexts<T>(answer: T): Promise<T> {
  const sources = [...new Set(markedUpIn(answer))].filter((source) => !kept.has(source) && source.length <= LENGTH_MAX);
  if (sources.length === 0) return answer;
  try {
    const purified = await runTask("purifyTexts", sources);
    for (const [index, rich] of purified.entries()) kept.set(sources[index] ?? "", rich);
  } catch (error) {
    // Without the worker the words are shown without their markup.
    if (!(error instanceof TaskFailure)) throw error;
  }
  return answer;
}

function markedUpIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(markedUpIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    if (typeof item !== "string") return markedUpIn(item);
    return FIELDS.has(name) && MARKED_UP.test(item) ? [item] : [];
  });
}

/** A text as a screen may show it. One that `withRichTexts` has not seen, or could not sanitise, loses its markup. */
export function richText(source: string): RichText;
export function richText(source: string | undefined): RichText | undefined;
export function richText(source: string | undefined): RichText | undefined {
  if (source === undefined || !MARKED_UP.test(source)) return source;
  return kept.get(source) ?? bareWords(source);
}

/** The words that a browser would show, in one line. */
function bareWords(source: string): string {
  const words: string[] = [];
  let unread = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (UNREAD.has(name)) unread += 1;
      if (BLOCK.has(name)) words.push(" ");
    },
    ontext(text) {
      if (unread === 0) words.push(text);
    },
    onclosetag(name) {
      if (UNREAD.has(name)) unread -= 1;
      if (BLOCK.has(name)) words.push(" ");
    },
  });
  parser.end(source);
  return words.join("").replace(/\s+/g, " ").trim();
}
const UNREAD = new Set(["script", "style", "template"]);
const BLOCK = new Set(["p", "div", "ul", "ol", "li", "tr", "br", "h1", "h2", "h3", "h4", "h5", "h6"]);

/** The words of a text that may be marked up. */
export const plainTextOf = (source: string): string => plainText(richText(source));

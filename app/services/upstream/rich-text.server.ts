/** Texts of the catalogue may be marked up by whoever runs the upstream (specification A5). No screen gets them unsanitised. */
import { LRUCache } from "lru-cache";
import { runTask, TaskFailed } from "~/services/workers/pool.server";
import { plainText, type RichText } from "~/views/rich-text";

/** A tag, a comment, or a character reference; "a < b" and "R&D" are plain text. */
const MARKED_UP = /<[a-z!/]|&(?:#\d+|#x[\da-f]+|[a-z]+);/i;
/** The fields of the contract that may be marked up. What users type never is: it is shown as they typed it. */
const FIELDS = new Set(["statement", "hint", "help"]);
/** Longer texts are shown without their formatting. */
const LENGTH_MAX = 20_000;

type Purified = Exclude<RichText, string>;

/** In characters: some ten times a whole catalogue. Catalogues are read often and change rarely. */
const kept = new LRUCache<string, Purified>({
  maxSize: 8_000_000,
  sizeCalculation: ({ html, text }, source) => source.length + html.length + text.length + 1,
});

/**
 * Makes every marked-up text of an answer of the upstream ready for `richText`. A worker does that, and each text once.
 * @returns the answer as it was given
 */
export async function withRichTexts<T>(answer: T): Promise<T> {
  const sources = [...new Set(markedUpIn(answer))].filter((source) => !kept.has(source) && source.length <= LENGTH_MAX);
  if (sources.length === 0) return answer;
  try {
    const purified = await runTask("purifyTexts", sources);
    for (const [index, rich] of purified.entries()) kept.set(sources[index] ?? "", rich);
  } catch (error) {
    // The words are there all the same, without what marks them up.
    if (!(error instanceof TaskFailed)) throw error;
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

/** A text as a screen may show it; of one that `withRichTexts` has not seen, or could not get ready, the words. */
export function richText(source: string): RichText;
export function richText(source: string | undefined): RichText | undefined;
export function richText(source: string | undefined): RichText | undefined {
  if (source === undefined || !MARKED_UP.test(source)) return source;
  return kept.get(source) ?? bareWords(source);
}

/** Without its tags. It is shown as text, so what is left over of markup does nothing. */
const bareWords = (source: string) =>
  source
    .replace(BLOCK, " ")
    .replace(/<[^<>]*>/g, "")
    .trim();
const BLOCK = /<\/?(?:p|div|ul|ol|li|tr|br|h[1-6])\b[^<>]*>/gi;

/** The words of a text that may be marked up. */
export const wordsOf = (source: string): string => plainText(richText(source));

/**
 * Pages that are kept as they were shown, so that showing one again makes nothing anew (docs/decisions/0063-kept-results.md). Whoever keeps one decides by
 * its key when it may be shown again.
 */
import { LRUCache } from "lru-cache";

/** What a page was made of, and its document once that was rendered. */
export interface KeptPage<View = unknown> {
  key: string;
  view: View;
  /** In UTF-16 units. */
  length: number;
  document?: { of: string; kept: KeptDocument };
}

interface Marks {
  /** The nonce of the response that it was rendered for. */
  nonce: string;
  /** What stands for the data of the script, in quotation marks. */
  data: string;
}

/** What Remix escapes in the same way: characters that would end a script. */
const ESCAPES: Readonly<Record<string, string>> = {
  "&": "\\u0026",
  "<": "\\u003c",
  ">": "\\u003e",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};
const inScript = (text: string) => JSON.stringify(text).replace(/[&<>\u2028\u2029]/g, (character) => ESCAPES[character] ?? "");

/** A rendered document without what is another for each response: the nonce, and the data of the script, which holds how long the session lasts. */
export class KeptDocument {
  /** The pieces between nonces, before and after the data. */
  readonly #pieces: readonly string[][];
  readonly length: number;

  /** @throws RangeError when the document has no mark for its data */
  constructor(html: string, { nonce, data }: Marks) {
    const around = html.split(`"${data}"`);
    if (around.length !== 2) throw new RangeError("A document has its data once.");
    this.#pieces = around.map((part) => part.split(nonce));
    this.length = html.length;
  }

  /** The document for a response. */
  fill({ nonce, data }: Marks): string {
    return this.#pieces.map((part) => part.join(nonce)).join(inScript(data));
  }
}

/**
 * A store of pages with a limit: those that were not shown for the longest time give way.
 * @param limits.length of all pages together, in UTF-16 units
 * @param limits.ms for which a page is kept
 */
export function keepPages({ length, ms }: { length: number; ms: number }) {
  const kept = new LRUCache<string, KeptPage>({
    maxSize: length,
    ttl: ms,
    sizeCalculation: ({ key, length, document }) => key.length + length + (document ? document.of.length + document.kept.length : 0),
  });
  return {
    find: (key: string) => kept.get(key),
    /** @param view is not changed from now on */
    keep<View>(key: string, view: View): KeptPage<View> {
      const page = { key, view, length: JSON.stringify(view).length };
      kept.set(key, page);
      return page;
    },
    /** Adds the document of a page that is kept. @param of all that it was rendered from, apart from what it is filled with */
    addDocument(page: KeptPage, of: string, document: KeptDocument): void {
      const { key } = page;
      if (kept.peek(key) === page) kept.set(key, { ...page, document: { of, kept: document } });
    },
  };
}

/** The pages of this process: about thirty large results, in 10 to 20 MB. */
export const keptPages = keepPages({ length: 10_000_000, ms: 15 * 60_000 });

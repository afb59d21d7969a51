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

/** A rendered document without the nonce, which is another for each response. */
export class KeptDocument {
  readonly #pieces: readonly string[];
  readonly length: number;

  constructor(html: string, nonce: string) {
    this.#pieces = html.split(nonce);
    this.length = html.length;
  }

  /** The document for a response. */
  fill(nonce: string): string {
    return this.#pieces.join(nonce);
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

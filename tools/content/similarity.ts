/** Measures how alike texts are, to find those that are one text with the nouns swapped. */

/** Two texts that are alike. */
export interface Pair<T> {
  first: T;
  second: T;
  /** 0 (nothing in common) to 1 (the same words in the same order). */
  similarity: number;
}

/** A statement for a project and its twin for a programme are alike: these words count as one. */
const SCOPE_WORDS = /\b(?:programmes?|projects?|portfolios?)\b/g;

/** The words of a text and its pairs of neighbouring words, which carry its frame. */
function featuresOf(text: string): Set<string> {
  const words =
    text
      .toLowerCase()
      .replace(SCOPE_WORDS, "initiative")
      .match(/[\p{L}\p{N}]+(?:'\p{L}+)?/gu) ?? [];
  return new Set([...words, ...words.slice(1).map((word, index) => `${words[index]} ${word}`)]);
}

/**
 * Lists the pairs of texts that are alike, the nearest first.
 *
 * The similarity of two texts is the share of words and pairs of neighbouring words that they have in common, among all that either of
 * them has (Jaccard's measure); "programme", "project" and "portfolio" count as the same word. An inverted index finds what is common:
 * only features which two texts share cost time.
 * @param atLeast the similarity that a pair needs, above 0 and up to 1
 */
export function nearestPairs<T extends { text: string }>(texts: readonly T[], atLeast: number): Pair<T>[] {
  const sizes: number[] = [];
  const holders = new Map<string, number[]>();
  const pairs: Pair<T>[] = [];
  texts.forEach((second, index) => {
    const features = featuresOf(second.text);
    sizes.push(features.size);
    const shared = new Uint16Array(index);
    for (const feature of features) {
      const earlier = holders.get(feature);
      if (!earlier) holders.set(feature, [index]);
      else {
        for (const other of earlier) shared[other] = (shared[other] ?? 0) + 1;
        earlier.push(index);
      }
    }
    for (let other = 0; other < index; other += 1) {
      const common = shared[other] ?? 0;
      const similarity = common / (features.size + (sizes[other] ?? 0) - common);
      if (!(similarity >= atLeast)) continue; // Two texts without a word have none.
      const first = texts[other];
      if (first) pairs.push({ first, second, similarity });
    }
  });
  return pairs.sort((a, b) => b.similarity - a.similarity);
}

/** Searching in texts: case and accents do not count, and every word has to occur (docs/rules/notes-and-diagnostics.md#search). */

/** The fewest and the most characters of a search. */
export const SEARCH_MIN = 2;
export const SEARCH_MAX = 200;

/** A piece of a text, and whether it is one of the words that were searched for. */
export interface Piece {
  text: string;
  found: boolean;
}

/** Most texts. */
const ASCII = /^[\0-\x7f]*$/;

/** Letters that Unicode does not take apart, and how people type them without the key. */
const PLAIN: Readonly<Record<string, string>> = { ς: "σ", ß: "ss", ł: "l", ø: "o", đ: "d", æ: "ae", œ: "oe", ı: "i" };

/** A text without case and accents. */
function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[ςßłøđæœı]/g, (letter) => PLAIN[letter] ?? letter);
}

/** The words of a search, each once, without case and accents. */
export function searchWords(query: string): string[] {
  return [...new Set(fold(query).split(/\s+/).filter(Boolean))];
}

/** What is wrong with a search, in words for whoever typed it; undefined when it can be made. An empty one asks nothing. */
export function searchProblem(query: string): string | undefined {
  if (query.length > SEARCH_MAX) return `Please use at most ${SEARCH_MAX} characters.`;
  const words = searchWords(query);
  return words.some((word) => word.length >= SEARCH_MIN) ? undefined : `Please use a word of at least ${SEARCH_MIN} characters.`;
}

/** Whether all words occur in a text, wherever they stand. @param words of `searchWords` */
export function finds(words: readonly string[], text: string): boolean {
  const folded = fold(text);
  return words.every((word) => folded.includes(word));
}

/**
 * A text in pieces, the words that were searched for marked.
 * @param words of `searchWords`
 * @param longest a longer text is cut to about as many characters around the first word, with … where something was left out
 */
export function markFound(words: readonly string[], text: string, longest = Number.POSITIVE_INFINITY): Piece[] {
  const ranges = rangesOf(words, text);
  const [from, to] = windowOf(text, ranges[0]?.[0] ?? 0, longest);
  const pieces: Piece[] = [];
  const add = (start: number, end: number, found: boolean) => {
    const piece = text.slice(Math.max(start, from), Math.min(end, to));
    if (piece !== "") pieces.push({ text: piece, found });
  };
  if (from > 0) pieces.push({ text: "… ", found: false });
  let done = 0;
  for (const [start, end] of ranges) {
    add(done, start, false);
    add(start, end, true);
    done = end;
  }
  add(done, text.length, false);
  if (to < text.length) pieces.push({ text: " …", found: false });
  return pieces;
}

/** Where words stand in a text, from the front, without overlaps. */
function rangesOf(words: readonly string[], text: string): [number, number][] {
  // Folding changes lengths, so each unit of the folded text knows the character that it came from.
  let folded = "";
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of text) {
    const units = fold(character);
    const end = at + character.length;
    for (let unit = 0; unit < units.length; unit += 1) {
      starts.push(at);
      ends.push(end);
    }
    // A mark without a letter of its own belongs to the letter before it.
    if (units === "" && ends.length > 0) ends[ends.length - 1] = end;
    folded += units;
    at = end;
  }
  const ranges: [number, number][] = [];
  for (const word of words)
    for (let index = folded.indexOf(word); index >= 0 && word !== ""; index = folded.indexOf(word, index + word.length))
      ranges.push([starts[index] ?? 0, ends[index + word.length - 1] ?? 0]);
  const merged: [number, number][] = [];
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** The part of a text to show around a place. It begins and ends between words, or at least between characters. */
function windowOf(text: string, place: number, longest: number): [number, number] {
  if (text.length <= longest) return [0, text.length];
  const before = Math.max(0, place - Math.round(longest / 3));
  const from = before === 0 ? 0 : between(text, before);
  const to = from + longest >= text.length ? text.length : between(text, from + longest);
  return [from, to];
}

const SNAP = 20;

function between(text: string, index: number): number {
  const space = text.slice(index, index + SNAP).search(/\s/);
  if (space >= 0) return index + space;
  return /[\udc00-\udfff]/.test(text.charAt(index)) ? index - 1 : index;
}

/** Searching in texts: case and accents do not count, and every word has to occur (docs/rules/notes-and-diagnostics.md#search). */

/** The fewest and the most characters of a search. */
export const SEARCH_MIN = 2;
export const SEARCH_MAX = 200;

/** A piece of a text, and whether it is one of the words that were searched for. */
export interface Piece {
  text: string;
  isMatch: boolean;
}

/** Most texts. */
const ASCII = /^[\0-\x7f]*$/;

/** Letters that Unicode does not take apart, and how people type them without the key. */
const PLAIN: Readonly<Record<string, string>> = { ς: "σ", ß: "ss", ł: "l", ø: "o", đ: "d", æ: "ae", œ: "oe", ı: "i" };
const NOT_PLAIN = /[ςßłøđæœı]/;

/** Signs for whole words or phrases, which Unicode takes apart into five to eighteen letters. They count as one sign, so no text grows much. */
const PHRASES =
  /[\u321d\u321e\u327c\u3300\u3302\u3304\u3307\u3313\u3315-\u3317\u3319-\u331a\u3320\u3321\u332b\u332d\u332e\u3332\u3334\u3336\u333b\u333d\u3340\u3347\u334a\u334c\u3354\u3356\u33ae\u33af\ufdfa\ufdfb]/g;
const PHRASE = "\ufffc";

/** A text without case and accents. Its cost is bounded for short texts: marks in a row are put in order, which takes long where they are many. */
function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const plain = text.replace(PHRASES, PHRASE).normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  if (!NOT_PLAIN.test(plain)) return plain;
  return Object.entries(PLAIN).reduce((folded, [letter, typed]) => folded.replaceAll(letter, typed), plain);
}

/** How many units are folded at once. */
const STRETCH = 500;

/** A text in stretches, each folded by itself. What a character becomes does not depend on those around it. */
function foldStretches(text: string): { starts: number[]; folded: string[] } {
  if (ASCII.test(text)) return { starts: [0], folded: [text.toLowerCase()] };
  const [starts, folded]: [number[], string[]] = [[], []];
  for (let [from, to] = [0, 0]; from < text.length; from = to) {
    to = wholeAt(text, from + STRETCH);
    starts.push(from);
    folded.push(fold(text.slice(from, to)));
  }
  return { starts, folded };
}

/** The words of a search, each once, without case and accents. */
export function searchWords(query: string): string[] {
  return [...new Set(fold(query).split(/\s+/).filter(Boolean))];
}

/** The problem of a search, in words for the user; undefined when there is none. An empty one asks nothing. */
export function searchProblem(query: string): string | undefined {
  if (query.length > SEARCH_MAX) return `Please use at most ${SEARCH_MAX} characters.`;
  const words = searchWords(query);
  return words.some((word) => word.length >= SEARCH_MIN) ? undefined : `Please use a word of at least ${SEARCH_MIN} characters.`;
}

/** Whether all words occur in a text, at any position. @param words of `searchWords` */
export function finds(words: readonly string[], text: string): boolean {
  const folded = foldStretches(text).folded.join("");
  return words.every((word) => folded.includes(word));
}

/** How much is searched at once, in units of text times words: a few milliseconds, whatever the text. */
const AT_ONCE = 50_000;

/**
 * The texts in which all words occur. Each is searched once, even if it is typed twice.
 * @param words of `searchWords`
 * @param pause called again and again, so that others have their turn in between
 */
export async function findIn(words: readonly string[], texts: Iterable<string>, pause: () => Promise<void>): Promise<ReadonlySet<string>> {
  const [hits, missed] = [new Set<string>(), new Set<string>()];
  let done = 0;
  for (const text of texts) {
    if (hits.has(text) || missed.has(text)) continue;
    done += text.length * words.length;
    if (done > AT_ONCE) {
      await pause();
      done = 0;
    }
    (finds(words, text) ? hits : missed).add(text);
  }
  return hits;
}

/** The most words that are marked in what is shown of a long text, so that no page of them becomes slow. */
const MARKS_MAX = 20;

/**
 * A text in pieces, the words that were searched for marked.
 * @param words of `searchWords`
 * @param longest a longer text is cut to about as many characters around the first word, or to `MARKS_MAX` words, with … where something was
 *   left out
 */
export function markFound(words: readonly string[], text: string, longest = Number.POSITIVE_INFINITY): Piece[] {
  const first = text.length > longest ? firstRange(words, text) : undefined;
  const [from, farthest] = windowOf(text, first?.[0] ?? 0, longest);
  // A word may begin before what is shown, and end behind it.
  const [begin, end] = [wholeAt(text, Math.max(0, from - SEARCH_MAX)), wholeAt(text, farthest + SEARCH_MAX)];
  const near = rangesOf(words, text.slice(begin, end)).map(([start, stop]): Range => [start + begin, stop + begin]);
  const ranges = merged(first ? [first, ...near] : near).filter(([, stop]) => stop > from);
  const to = first ? Math.min(farthest, ranges[MARKS_MAX]?.[0] ?? farthest) : farthest;
  const pieces: Piece[] = [];
  const add = (start: number, end: number, isMatch: boolean) => {
    const piece = text.slice(Math.max(start, from), Math.min(end, to));
    if (piece !== "") pieces.push({ text: piece, isMatch });
  };
  if (from > 0) pieces.push({ text: "… ", isMatch: false });
  let done = 0;
  for (const [start, stop] of ranges) {
    add(done, start, false);
    add(start, stop, true);
    done = stop;
  }
  add(done, text.length, false);
  if (to < text.length) pieces.push({ text: " …", isMatch: false });
  return pieces;
}

type Range = [start: number, end: number];

/** Where the first of the words begins in a long text. Positions are mapped only in the stretches where it begins and ends. */
function firstRange(words: readonly string[], text: string): Range | undefined {
  const { starts, folded } = foldStretches(text);
  const whole = folded.join("");
  let [index, length] = [Number.POSITIVE_INFINITY, 0];
  for (const word of words) {
    const at = whole.indexOf(word);
    if (at >= 0 && (at < index || (at === index && word.length > length))) [index, length] = [at, word.length];
  }
  if (length === 0) return undefined;
  const characterAt = (unit: number): Range => {
    let stretch = 0;
    let before = 0;
    while (before + (folded[stretch]?.length ?? 0) <= unit) before += folded[stretch++]?.length ?? 0;
    const start = starts[stretch] ?? 0;
    const { starts: froms, ends } = positionsIn(text.slice(start, starts[stretch + 1]));
    return [start + (froms[unit - before] ?? 0), start + (ends[unit - before] ?? 0)];
  };
  return [characterAt(index)[0], characterAt(index + length - 1)[1]];
}

/** A short text folded, with where the character of each unit begins and ends. */
function positionsIn(text: string): { folded: string; starts: number[]; ends: number[] } {
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
  return { folded, starts, ends };
}

/** Where the words are in a text. Ranges may overlap. */
function rangesOf(words: readonly string[], text: string): Range[] {
  const { folded, starts, ends } = positionsIn(text);
  const ranges: Range[] = [];
  for (const word of words)
    for (let index = folded.indexOf(word); index >= 0 && word !== ""; index = folded.indexOf(word, index + word.length))
      ranges.push([starts[index] ?? 0, ends[index + word.length - 1] ?? 0]);
  return ranges;
}

/** The same ranges from the front, without overlaps. */
function merged(ranges: readonly Range[]): Range[] {
  const all: Range[] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else all.push([start, end]);
  }
  return all;
}

/** The part of a text to show around a place. It begins and ends between words, or at least between characters. */
function windowOf(text: string, place: number, longest: number): Range {
  if (text.length <= longest) return [0, text.length];
  const before = Math.max(0, place - Math.round(longest / 3));
  const from = before === 0 ? 0 : Math.min(place, between(text, before));
  const to = from + longest >= text.length ? text.length : between(text, from + longest);
  return [from, to];
}

const SNAP = 20;

function between(text: string, index: number): number {
  const space = text.slice(index, index + SNAP).search(/\s/);
  return space >= 0 ? index + space : wholeAt(text, index);
}

/** A place in a text that parts no character: this one, or the one before it. */
function wholeAt(text: string, index: number): number {
  return /[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(Math.max(0, index - 1), index + 1)) ? index - 1 : index;
}

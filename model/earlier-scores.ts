/** Scores of assessments that were made elsewhere, entered by hand (docs/rules/earlier-scores.md). */
import type { Role } from "./contract/common.ts";
import { COMPONENTS, PRACTICES } from "./itil/catalogue.ts";
import { type CatalogueItem, PERSPECTIVES } from "./p3m3/catalogue.ts";
import { type Headings, type PastedRow, type WrongRow, withoutHeadings } from "./pasted.ts";
import { dayProblem, textMessages } from "./text.ts";

/** The most rows of a model that an organization has. */
export const EARLIER_SCORES_MAX = 40;
/** Says that there is no room for more. */
export const tooManyEarlier = (model: Role) => `An organization holds at most ${EARLIER_SCORES_MAX} earlier ${model} scores.`;
/** The most characters that say where the scores come from. */
export const EARLIER_SOURCE_MAX = 200;
/** The highest score and maturity. */
export const SCORE_MAX = 5;
/** The most lines and characters that are pasted at once. */
export const PASTED_LINES_MAX = 100;
export const PASTED_MAX = 10_000;

/** The items that a model scores: perspectives, or practices and maturity components. Their codes differ. */
export const scoredItems = (model: Role): readonly CatalogueItem[] => (model === "P3M3" ? PERSPECTIVES : [...PRACTICES, ...COMPONENTS]);

/** What a field says about a wrong score, maturity or day. */
export const earlierMessages = {
  score: "Please enter a score from 0 to 5, with at most two decimals.",
  maturity: "Please enter a whole number from 0 to 5.",
  future: "Please enter a day that is not in the future.",
  none: "Please enter at least one score.",
} as const;

/** A number as people type it, with a point or a comma; undefined for any other text. */
function numberIn(text: string): number | undefined {
  const typed = text.trim();
  return /^\d{1,3}([.,]\d{1,2})?$/.test(typed) ? Number(typed.replace(",", ".")) : undefined;
}

/** A typed score; undefined where it is none from 0 to 5 with at most two decimals. */
export function scoreIn(text: string): number | undefined {
  const score = numberIn(text);
  return score !== undefined && score <= SCORE_MAX ? score : undefined;
}

/** The problem of a typed maturity; undefined for a whole number from 0 to 5, and for none. */
export const maturityProblem = (typed: string): string | undefined =>
  typed.trim() === "" || /^[0-5]$/.test(typed.trim()) ? undefined : earlierMessages.maturity;

/** The problem of the day of an assessment. @param today as in 2026-11-05 */
export function assessedDayProblem(typed: string, today: string): string | undefined {
  if (typed === "") return textMessages.required;
  return dayProblem(typed) ?? (typed > today ? earlierMessages.future : undefined);
}

/** A name without what people write differently. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll("&", " and ")
    .replaceAll(/organis/g, "organiz")
    .replaceAll(/[^\p{L}\d]+/gu, " ")
    .trim();

const isSeparator = (character: string) => /[\s;,|:=]/.test(character);
const isOfNumber = (character: string) => /[-+\d.,]/.test(character);

/** The longest end of a text, up to `end`, of characters of one kind: where it begins. */
function beginOf(text: string, end: number, isOne: (character: string) => boolean): number {
  let at = end;
  while (at > 0 && isOne(text.charAt(at - 1))) at -= 1;
  return at;
}

/** The name of a line, and the number at its end; undefined where there is none. A comma before the number separates, one within is a decimal one. */
function partsOf(line: string): { name: string; number: string } | undefined {
  const end = beginOf(line, line.length, isSeparator);
  let from = beginOf(line, end, isOfNumber);
  while (from < end && isSeparator(line.charAt(from))) from += 1;
  const number = line.slice(from, end);
  return /\d/.test(number) ? { name: line.slice(0, from), number } : undefined;
}

const NO_SCORE = "Its score is not from 0 to 5 with at most two decimals.";

/** Whether a line begins with the name of an item and a number, whatever follows, such as `3.2 / 5`. */
const hasNumberAfter = (line: string, items: readonly CatalogueItem[]) =>
  items.some(({ code, name }) =>
    [code, name].map(plain).some((each) => line.startsWith(`${each} `) && /^\d/.test(line.slice(each.length + 1))),
  );

/** A score, and the line that gives it. */
export interface ScoredLine {
  code: string;
  name: string;
  score: number;
  line: string;
  /** The place of the row among all. */
  at: number;
}

const HEADINGS = {
  name: ["name", "code", "perspective", "practice", "component", "item", "area", "perspektive", "praktik"],
  score: ["score", "result", "rating", "maturity", "level", "value", "average", "wert"],
} as const satisfies Headings<string>;

/** 3.2, 3,2 and 3.2 / 5, as a number that `scoreIn` reads. */
const withoutScale = (text: string) => text.replace(/(?<=\d)\s*\/\s*5$/, "").trim();
const isNumber = (cell: string) => /^[-+]?\d+([.,]\d+)?$/.test(withoutScale(cell));

/** The name and the number of a row: in cells of their own, in any order, or the number at the end of its only cell. */
function partsOfRow(cells: readonly string[]): { name: string; number: string } | string {
  const filled = cells.filter((cell) => cell !== "");
  const numbers = filled.filter(isNumber);
  if (numbers.length > 1) return "It has more than one number.";
  const names = filled.filter((cell) => !isNumber(cell)).join(" ");
  const [number] = numbers;
  if (number !== undefined) return { name: names, number: withoutScale(number) };
  return partsOf(withoutScale(filled.join(" "))) ?? "It has no score at its end.";
}

/**
 * Reads rows such as `Organizational governance 3.2`, by code or name. `readRows` has read them. A decimal point may be a comma, and a score
 * may be said out of five.
 * @returns the scores, each item once, and the lines that give none, each with the reason; both in their order. With them the rows of headings
 */
export function scoresInRows(
  pasted: readonly PastedRow[],
  model: Role,
): { scores: ScoredLine[]; wrong: WrongRow[]; headings: PastedRow[] } {
  const items = scoredItems(model);
  const scores: ScoredLine[] = [];
  const wrong: WrongRow[] = [];
  const { rows, headings } = withoutHeadings(pasted, HEADINGS);
  const whyNot = ({ row: { cells, line, at }, columns }: (typeof rows)[number]): string | undefined => {
    const wide = cells.map((cell) => cell.normalize("NFKC").trim());
    const headed = columns?.some((column) => column === "score") ? wide.filter((_, index) => columns[index] !== undefined) : wide;
    const parts = partsOfRow(headed);
    if (typeof parts === "string") return parts;
    const wanted = plain(parts.name);
    // Practice and component have the name 'Continual improvement'. It is that of the practice, which stands first.
    const item = items.find(({ code, name }) =>
      [plain(code), plain(name), plain(`${code} ${name}`), plain(`${name} ${code}`)].includes(wanted),
    );
    if (!item && hasNumberAfter(plain(line), items)) return NO_SCORE;
    if (!item) return `There is no ${model === "P3M3" ? "perspective" : "practice or component"} of this name.`;
    const score = scoreIn(parts.number);
    if (score === undefined) return NO_SCORE;
    if (scores.some(({ code }) => code === item.code)) return `${item.name} stands above already.`;
    scores.push({ code: item.code, name: item.name, score, line, at });
    return undefined;
  };
  for (const headed of rows) {
    const why = whyNot(headed);
    if (why !== undefined) wrong.push({ line: headed.row.line, why, at: headed.row.at });
  }
  return { scores, wrong, headings };
}

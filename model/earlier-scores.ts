/** Scores of assessments that were made elsewhere, entered by hand (docs/rules/earlier-scores.md). */
import type { Role } from "./contract/common.ts";
import { COMPONENTS, PRACTICES } from "./itil/catalogue.ts";
import { type CatalogueItem, PERSPECTIVES } from "./p3m3/catalogue.ts";
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

/** A score, and the line that gives it. */
interface ScoredLine {
  score: number;
  line: string;
}

/** A line that gives no score, and why. */
export interface WrongLine {
  line: string;
  why: string;
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

/**
 * Reads pasted lines such as `Organizational governance 3.2`, by code or name. Tabs, spaces, commas and semicolons separate. A decimal point
 * may be a comma. Lines without anything are left out.
 * @returns the scores by code with the line of each, and the lines that give none, in their order
 */
export function scoresInLines(text: string, model: Role): { scores: ReadonlyMap<string, ScoredLine>; wrong: WrongLine[] } {
  const items = scoredItems(model);
  const scores = new Map<string, ScoredLine>();
  const wrong: WrongLine[] = [];
  const add = (line: string): string | undefined => {
    const parts = partsOf(line);
    if (!parts) return "It has no score at its end.";
    const wanted = plain(parts.name);
    // Practice and component have the name 'Continual improvement'. It is that of the practice, which stands first.
    const found = items.find(({ code, name }) =>
      [plain(code), plain(name), plain(`${code} ${name}`), plain(`${name} ${code}`)].includes(wanted),
    );
    if (!found && hasNumberAfter(plain(line), items)) return NO_SCORE;
    if (!found) return `There is no ${model === "P3M3" ? "perspective" : "practice or component"} of this name.`;
    const score = scoreIn(parts.number);
    if (score === undefined) return NO_SCORE;
    if (scores.has(found.code)) return `${found.name} stands above already.`;
    scores.set(found.code, { score, line });
    return undefined;
  };
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.trim() === "") continue;
    const why = add(line);
    if (why !== undefined) wrong.push({ line, why });
  }
  return { scores, wrong };
}

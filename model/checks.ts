/** Checks: what of an assessment contradicts itself or is missing. None blocks anything (docs/rules/checks.md). */
import { isPast } from "./days.ts";
import { isSomebodysAnswer, type Lacking, lacks } from "./lacks.ts";
import { subjectOf } from "./peer-review.ts";
import { coverFieldOf } from "./report-cover.ts";
import { differenceOf, type Opinion } from "./voices.ts";
import { counted, cutTo } from "./words.ts";

/** A thread, practice or component in scope. What nobody could tell is undefined. */
export interface CheckedPlace extends Lacking {
  /** Such as `thread/2/7`. */
  place: string;
  /** Nothing about it counts. */
  descoped: boolean;
  flagged?: boolean | undefined;
  noted?: boolean | undefined;
  /** How many entries it has. */
  evidence?: number | undefined;
  /** Its statements, each with its level and whether it is answered Fully; of a component, the level of each option up to the chosen one. */
  statements?: readonly { level: number; fully: boolean }[] | undefined;
}

/** An entry of evidence. */
export interface CheckedEntry {
  goodUntil: string | null;
  places: readonly { place: string; against: readonly number[] }[];
}

/** What voices say about a place. */
export interface CheckedViews {
  place: string;
  /** How many disagree in a check of facts with what is the verdict now. */
  objections: number;
  /** `order`: the keys of the answers, the lowest first. */
  statements: readonly { order: readonly string[]; said: readonly Opinion[]; verdict: string | undefined }[];
}

/** What second ratings say of a place, by levels. */
export interface CheckedRatings {
  place: string;
  /** Of the verdict; undefined while it has none. */
  verdict: number | undefined;
  levels: readonly number[];
  /** Somebody wrote why the verdict departs. */
  explained: boolean;
}

/** What the report for the client has. */
export interface CheckedReport {
  /** The titles of the texts that state other facts than there are now. */
  misfits: readonly string[];
  steps: readonly { owner: string; effort: string; due: string }[];
  authors: string;
  /** Threads or practices that score lowest where the maturity is held, and have no note: nobody says why. */
  unexplained?: number | undefined;
}

/** An assessment as far as the upstream tells of it. Each check that needs what is absent is silent. */
export interface CheckedAssessment {
  places: readonly CheckedPlace[];
  evidence?: readonly CheckedEntry[] | undefined;
  /** The day on which evidence has to be good, such as 2026-11-05. */
  day: string;
  /** Open review points, by what they are about. */
  points?: readonly { about: string; open: number }[] | undefined;
  views?: readonly CheckedViews[] | undefined;
  report?: CheckedReport | undefined;
  ratings?: readonly CheckedRatings[] | undefined;
}

/**
 * Whether checks ask about the report: once everything is answered, or somebody has begun to write it, beyond its cover, which a team may fill beforehand. Before that, all of it would be missing.
 * @param written the texts of the report by part
 */
export const isReportDue = (
  places: readonly { descoped: boolean; answered: boolean }[],
  written: Readonly<Record<string, string>>,
): boolean =>
  places.every(({ descoped, answered }) => descoped || answered) ||
  Object.entries(written).some(([part, text]) => coverFieldOf(part) === undefined && text.trim() !== "");

/** Whether a number is one of all places, of those that are answered, of all steps, or stands alone; or it is always one, so that nobody wonders what was counted. */
type Counted = "places" | "answered" | "steps" | "alone" | "one";

/** All checks in their order, and what each is called. */
const CHECKS = {
  flagged: { label: "Flagged", counted: "places" },
  unnoted: { label: "Without note", counted: "answered" },
  unevidenced: { label: "Without evidence", counted: "answered" },
  points: { label: "Open review points", counted: "alone" },
  objections: { label: "Objections from a check of facts", counted: "alone" },
  against: { label: "Fully, although evidence speaks against it", counted: "places" },
  past: { label: "Evidence past its date", counted: "alone" },
  // Begins like the filter of the summary to which it leads.
  apart: { label: "Differs from the voices, at least three of them", counted: "places" },
  unexplained: { label: "Weakest of what holds the maturity, without a note that says why", counted: "alone" },
  misfits: { label: "Texts that no longer fit", counted: "alone" },
  steps: { label: "Steps without", counted: "steps" },
  author: { label: "The cover of the report names no author", counted: "one" },
  ratings: { label: "Second ratings of another level than the verdict, without a reason", counted: "places" },
} as const satisfies Record<string, { label: string; counted: Counted }>;
export type CheckName = keyof typeof CHECKS;

/** Something that somebody may still want to look at. */
export interface Check {
  name: CheckName;
  /** At least 1. */
  count: number;
  /** Of how many. */
  of?: number;
  /** What steps lack, and how many of them. */
  missing?: readonly { what: string; count: number }[];
  /** Where it is, if it is one place alone. */
  place?: string;
  /** What it has found, by name. */
  named?: readonly string[];
}

/** As many voices have to say something else than the verdict. */
const VOICES = 3;

/** Whether an answer is Fully at a level against which an entry of evidence speaks. Fully: every statement of the level is. */
export function contradicts({ statements = [] }: Pick<CheckedPlace, "statements">, against: readonly number[]): boolean {
  return against.some((level) => {
    const those = statements.filter((statement) => statement.level === level);
    return those.length > 0 && those.every(({ fully }) => fully);
  });
}

/**
 * What of an assessment contradicts itself or is missing. Descoped places never count.
 * @returns only checks that have found something, in the order of the table
 */
export function checksOf({ places, evidence = [], day, points = [], views = [], report, ratings = [] }: CheckedAssessment): Check[] {
  const counting = places.filter(({ descoped }) => !descoped);
  const byPlace = new Map(counting.map((each) => [each.place, each]));
  const inScope = ({ place }: { place: string }) => byPlace.has(place);
  const isApartAt = ({ statements }: CheckedViews) =>
    statements.some(({ order, said, verdict }) => {
      const { apart } = differenceOf(order, said, verdict);
      return (apart?.voices ?? 0) >= VOICES;
    });
  const spokenAgainst = (entry: CheckedEntry) =>
    entry.places.filter(({ place, against }) => contradicts(byPlace.get(place) ?? {}, against)).map(({ place }) => place);
  const aboutScope = ({ about }: { about: string }) => {
    const { place } = subjectOf(about);
    return place === undefined || !places.some((each) => each.place === place && each.descoped);
  };
  const contradicted = new Set(evidence.flatMap(spokenAgainst));
  const missing = missingIn(report?.steps ?? []);
  const further: Partial<Record<CheckName, Partial<Check>>> = {
    steps: { missing },
    against: contradicted.size === 1 ? { place: [...contradicted][0] ?? "" } : {},
    misfits: { named: report?.misfits ?? [] },
  };
  const counts: Record<CheckName, number> = {
    flagged: counting.filter(({ flagged }) => flagged === true).length,
    unnoted: counting.filter((each) => lacks(each, each.noted)).length,
    unevidenced: counting.filter((each) => lacks(each, each.evidence)).length,
    points: sum(points.filter(aboutScope).map(({ open }) => open)),
    objections: sum(views.filter(inScope).map(({ objections }) => objections)),
    against: contradicted.size,
    past: evidence.filter((entry) => isPast(entry.goodUntil, day) && entry.places.some(inScope)).length,
    apart: views.filter((each) => inScope(each) && isApartAt(each)).length,
    unexplained: report?.unexplained ?? 0,
    misfits: report?.misfits.length ?? 0,
    steps: report?.steps.filter(({ owner, effort, due }) => owner === "" || effort === "" || due === "").length ?? 0,
    author: report?.authors === "" ? 1 : 0,
    ratings: ratings.filter((each) => inScope(each) && !each.explained && isLevelsAway(each)).length,
  };
  const totals: Record<Counted, number | undefined> = {
    places: counting.length,
    answered: counting.filter(isSomebodysAnswer).length,
    steps: report?.steps.length,
    alone: undefined,
    one: undefined,
  };
  return (Object.keys(CHECKS) as CheckName[]).flatMap((name) => {
    const [count, of] = [counts[name], totals[CHECKS[name].counted]];
    return count === 0 ? [] : [{ name, count, ...(of === undefined ? {} : { of }), ...further[name] }];
  });
}

/** Whether a rating lies a level or more from the verdict. */
export const isLevelsAway = ({ verdict, levels }: Pick<CheckedRatings, "verdict" | "levels">): boolean =>
  verdict !== undefined && levels.some((level) => Math.abs(level - verdict) >= 1);

const eitherOf = (parts: readonly string[]) => [parts.slice(0, -1).join(", "), ...parts.slice(-1)].filter(Boolean).join(" or ");

function missingIn(steps: CheckedReport["steps"]): { what: string; count: number }[] {
  const without = (what: string, of: keyof CheckedReport["steps"][number]) => ({
    what,
    count: steps.filter((step) => step[of] === "").length,
  });
  return [without("owner", "owner"), without("effort", "effort"), without("date", "due")].filter(({ count }) => count > 0);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/**
 * A check in words, such as 'Flagged: 3 of 13 threads' or 'Without note: 3 of 10 answered threads'. A check of steps names what they lack, and counts each if the counts differ: 'Steps without
 * owner (2) or date (1): 2 of 5'.
 * @param unit what places are, such as 'threads'
 */
export function checkInWords({ name, count, of, missing = [], named = [] }: Check, unit: string): string {
  const { label: begun, counted: what } = CHECKS[name];
  if (what === "one") return begun;
  const isAlike = missing.every((each) => each.count === count);
  const parts = missing.map((each) => (isAlike ? each.what : `${each.what} (${each.count})`));
  const label = parts.length === 0 ? begun : `${begun} ${eitherOf(parts)}`;
  const units = { places: ` ${unit}`, answered: ` answered ${unit}`, steps: "", alone: "" }[what];
  return `${label}: ${count}${of === undefined ? "" : ` of ${of}${units}`}${inBrackets(named)}`;
}

/** How many things a check names, and characters of each. */
const NAMED = { most: 6, characters: 80 } as const;

function inBrackets(names: readonly string[]): string {
  if (names.length === 0) return "";
  const shown = names.slice(0, NAMED.most).map((name) => cutTo(name, NAMED.characters));
  const more = names.length - shown.length;
  return ` (${shown.join("; ")}${more > 0 ? `; ${more} more` : ""})`;
}

/** The texts that no longer fit, by name: the same words wherever somebody is told of them. @param titles at least one */
export const misfitsInWords = (titles: readonly string[]): string =>
  checkInWords({ name: "misfits", count: titles.length, named: titles }, "");

/** What places are called, by their kinds. */
export function unitOf(places: readonly Pick<CheckedPlace, "place">[]): string {
  const has = (kind: string) => places.some(({ place }) => place.startsWith(`${kind}/`));
  if (has("thread")) return "threads";
  return has("maturity") ? "practices and components" : "practices";
}

/** How many checks have found something: '3 things to look at'. */
export const checksInWords = (checks: readonly unknown[]): string => counted(checks.length, "thing to look at", "things to look at");

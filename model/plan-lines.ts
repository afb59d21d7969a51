/** Rows of a plan as pasted lines, as a spreadsheet or a mail has them (docs/rules/engagements.md#pasted-lines). */
import {
  isPlanOpen,
  PLAN_KINDS,
  PLAN_STATE_NAMES,
  PLAN_STATES,
  PLAN_TOPICS,
  PLAN_WHAT_MAX,
  type PlanKind,
  type PlanState,
  statesOf,
  WITH_WHOM_COUNT_MAX,
  WITH_WHOM_MAX,
  withWhomIn,
} from "./engagements.ts";
import { dayFrom, LINE_TWICE } from "./evidence-lines.ts";
import { type Headings, type PastedRow, type WrongRow, withoutHeadings } from "./pasted.ts";
import { textMessages } from "./text.ts";

/** The most characters that are pasted at once. */
export const PLAN_TEXT_MAX = 60_000;

type Column = "kind" | "what" | "withWhom" | "topics" | "who" | "day" | "time" | "state";

const HEADINGS: Headings<Column> = {
  kind: ["kind", "type", "type of activity", "activity type"],
  what: ["what", "what it is", "activity", "task", "item", "title", "subject", "step", "document", "description"],
  withWhom: [
    "with whom",
    "with",
    "participants",
    "participant",
    "interviewee",
    "interviewees",
    "attendees",
    "people",
    "contact",
    "from whom",
  ],
  topics: ["perspective", "perspectives", "topic", "topics", "group", "groups", "practices", "about", "area", "areas"],
  who: ["who", "who of us", "assessor", "assessors", "consultant", "consultants", "interviewer", "responsible", "owner", "by whom"],
  day: ["day", "date", "when", "due", "on"],
  time: ["time", "time of day", "hour"],
  state: ["state", "status"],
};

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const WEEKDAY_NAMES = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
};
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
/** A time of day, or from when to when. */
const TIME = String.raw`\d{1,2}[:.]\d{2}(?: ?(?:am|pm))?(?: ?[-–] ?\d{1,2}[:.]\d{2}(?: ?(?:am|pm))?)?`;
const BEHIND_DAY = new RegExp(`,? (?:at )?${TIME}$`, "i");
const ONLY_TIME = new RegExp(`^(?:at )?${TIME}$`, "i");
const NO_TIME = "The time of day is not kept.";
/** The most characters that a day has. */
const DAY_MAX = 60;

/** A day as it was read, and what the reader should look at. */
export interface ReadDay {
  day: string;
  doubts: string[];
}

/**
 * A day as people write it: 2026-11-05, 5/11/2026, 5.11.26, 5 Nov 2026, 5th November, Mon 7 Dec, with or without a time behind it.
 * @param today a day without a year is the one that is nearest to it, and has the weekday that is named
 * @returns undefined for any other text
 */
export function planDayFrom(text: string, today: string): ReadDay | undefined {
  if (text.length > DAY_MAX) return undefined;
  const doubts: string[] = [];
  const withTime = text
    .trim()
    .split(/\s/)
    .filter((word) => word !== "")
    .join(" ");
  const dated = withTime.replace(BEHIND_DAY, "");
  if (dated !== withTime) doubts.push(NO_TIME);
  const weekdayName = /^([a-z]{3})[a-z]*[.,]* (?=\d)/i.exec(dated);
  const weekday = weekdayName ? WEEKDAYS.indexOf((weekdayName[1] ?? "").toLowerCase()) : -1;
  if (weekdayName && weekday < 0) return undefined;
  const rest = dated
    .slice(weekdayName?.[0].length ?? 0)
    .replace(/^(\d{1,2})(?:st|nd|rd|th)\b/i, "$1")
    .replace(/^(\d{1,2})[. ]+([a-z]+)\b[.,]?/i, "$1 $2")
    .replace(/^(\d{1,2})([/.])(\d{1,2})[/.](\d{2})$/, "$1$2$3$220$4");
  const isWhole = (given: string | null): given is string => given !== null && isDay(given);
  const whole = dayFrom(rest);
  if (isWhole(whole)) {
    if (weekday >= 0 && weekdayOf(whole) !== weekday) doubts.push(`This day is a ${WEEKDAY_NAMES[weekdayOf(whole)]}.`);
    return { day: whole, doubts };
  }
  const separator = /^\d{1,2}([/.])\d{1,2}\.?$/.exec(rest)?.[1];
  if (separator === undefined && !/^\d{1,2} [a-z]{3,}$/i.test(rest)) return undefined;
  const year = Number(today.slice(0, 4));
  const candidates = [year - 1, year, year + 1]
    .map((each) => dayFrom(separator ? `${rest.replace(/\.$/, "")}${separator}${each}` : `${rest} ${each}`))
    .filter(isWhole);
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(today));
  const nearest = (days: readonly string[]) => [...days].sort((one, other) => distance(one) - distance(other))[0];
  const fitting = weekday < 0 ? candidates : candidates.filter((each) => weekdayOf(each) === weekday);
  const day = nearest(fitting) ?? nearest(candidates);
  if (day === undefined) return undefined;
  if (fitting.length === 0) doubts.push(`This day is a ${WEEKDAY_NAMES[weekdayOf(day)]}.`);
  return { day, doubts };
}

/** Somebody of the team, as lines name them. */
export interface PlanColleague {
  id: number | string;
  email: string;
  firstName: string | null;
}

/** A row of a plan as it was understood. */
export interface PlanEntry {
  kind: PlanKind;
  what: string;
  withWhom: string[];
  topics: string[];
  who: (number | string)[];
  day: string | null;
  state: PlanState;
}

export interface PlanLine {
  entry: PlanEntry;
  line: string;
  /** The place of the row among all. */
  at: number;
  /** What the reader should look at, in sentences. */
  doubts: string[];
}

const KIND_WORDS: Readonly<Record<PlanKind, readonly string[]>> = {
  interview: ["interview", "interviews"],
  workshop: ["workshop", "workshops"],
  document: ["document", "documents", "document review", "doc", "file"],
  review: ["review", "peer review", "quality review"],
  delivery: ["delivery", "presentation", "report", "hand over", "handover"],
  other: ["other"],
};

/** The kind that a text names as a whole, or begins with; the text without it. */
function kindIn(text: string): { kind: PlanKind; rest: string } | undefined {
  const words = plain(text);
  const whole = PLAN_KINDS.find((kind) => KIND_WORDS[kind].includes(words));
  if (whole) return { kind: whole, rest: "" };
  const [first = ""] = words.split(" ");
  const begun = PLAN_KINDS.find((kind) => kind !== "other" && KIND_WORDS[kind].includes(first));
  return begun && { kind: begun, rest: text };
}

const STATE_WORDS: Readonly<Record<string, PlanState>> = {
  ...Object.fromEntries(PLAN_STATES.flatMap((state) => [state, plain(PLAN_STATE_NAMES[state])].map((word) => [word, state]))),
  ...{ planned: "open", todo: "open", "to do": "open", "not started": "open", scheduled: "open" },
  ...{ complete: "done", completed: "done", finished: "done", held: "done", cancelled: "dropped", canceled: "dropped" },
  ...Object.fromEntries(["asked", "pending"].map((word) => [word, "requested" as const])),
};
const stateIn = (text: string): PlanState | undefined => (Object.hasOwn(STATE_WORDS, plain(text)) ? STATE_WORDS[plain(text)] : undefined);

/** The state of a kind that comes nearest to another one. */
function stateFor(kind: PlanKind, state: PlanState): PlanState {
  const own = statesOf(kind);
  if (own.includes(state)) return state;
  return (isPlanOpen(state) ? own[0] : kind === "document" ? "read" : "done") ?? state;
}

/** The topics that a text names, and the words that name none. */
function topicsIn(text: string, among: readonly string[]): { topics: string[]; unknown: string[] } {
  if (/^all\b|^every\b/i.test(text.trim())) return { topics: [...among], unknown: [] };
  const topics = new Set<string>();
  const unknown: string[] = [];
  for (const part of text.split(/[,;\n/+&]|\band\b/i)) {
    const word = plain(part);
    if (word === "") continue;
    const all = PLAN_TOPICS.filter(
      ({ topic, name }) => plain(topic) === word || plain(name) === word || plain(name) === `${word} management`,
    );
    if (all.length === 0) unknown.push(part.trim());
    for (const { topic } of all) topics.add(topic);
  }
  return { topics: PLAN_TOPICS.flatMap(({ topic }) => (topics.has(topic) ? [topic] : [])), unknown };
}

/** The colleagues that a text names, and the words that name nobody, or several. */
function colleaguesIn(text: string, colleagues: readonly PlanColleague[]): { who: PlanColleague["id"][]; unknown: string[] } {
  const who = new Set<PlanColleague["id"]>();
  const unknown: string[] = [];
  for (const part of text.split(/[,;\n/+&]|\band\b/i)) {
    const word = part.trim().toLowerCase();
    if (word === "") continue;
    const named = colleagues.filter(({ email, firstName }) => {
      const name = firstName?.toLowerCase() ?? "";
      return email.toLowerCase() === word || name === word || name.split(" ")[0] === word || email.toLowerCase().split("@")[0] === word;
    });
    const [only] = named;
    if (only && named.length === 1) who.add(only.id);
    else unknown.push(part.trim());
  }
  return { who: [...who], unknown };
}

export interface PlanContext {
  today: string;
  /** The topics in the scope of the engagement, for a row that is about all. */
  topics: readonly string[];
  colleagues: readonly PlanColleague[];
}

/** The column of each cell, told by what it holds. */
function columnsByContent(cells: readonly string[], { today, topics, colleagues }: PlanContext): (Column | undefined)[] {
  const taken = new Set<Column>();
  const take = (column: Column): Column | undefined => {
    if (taken.has(column)) return undefined;
    taken.add(column);
    return column;
  };
  const columns = cells.map((cell, index): Column | undefined => {
    if (cell === "") return undefined;
    if (planDayFrom(cell, today)) return take("day");
    if (ONLY_TIME.test(cell)) return take("time");
    if (index > 0 && stateIn(cell)) return take("state");
    if (kindIn(cell)?.rest === "") return take("kind");
    const about = topicsIn(cell, topics);
    if (index > 0 && about.topics.length > 0 && about.unknown.length === 0) return take("topics");
    const ours = colleaguesIn(cell, colleagues);
    if (index > 0 && ours.who.length > 0 && ours.unknown.length === 0) return take("who");
    return undefined;
  });
  const kindAt = columns.indexOf("kind");
  const { kind } = (kindAt < 0 ? undefined : kindIn(cells[kindAt] ?? "")) ?? {};
  const isWithFirst = kind === "interview" || kind === "workshop";
  const texts: Column[] = isWithFirst ? ["withWhom", "what"] : ["what", "withWhom"];
  return columns.map((column, index) => column ?? (cells[index] === "" ? undefined : texts.shift()));
}

export const NO_DAY = "The day cannot be read. Write it as 5 Nov 2026.";
export const TOO_MANY_PLAN_PARTS = "It has more parts than a row of the plan.";
const SAY_WHAT = "It does not say what it is.";

/**
 * Reads rows of a plan. `readRows` has read the rows. A row of headings says what cells are, or else what they hold.
 * @returns the rows, and the lines that are none, each with the reason; both in their order. With them the rows of headings
 */
export function planInRows(
  pasted: readonly PastedRow[],
  context: PlanContext,
): { plan: PlanLine[]; wrong: WrongRow[]; headings: PastedRow[] } {
  const { rows, headings } = withoutHeadings(pasted, HEADINGS, 2);
  const plan: PlanLine[] = [];
  const wrong: WrongRow[] = [];
  const lines = new Set<string>();
  for (const { row, columns } of rows) {
    const { cells, line, at } = row;
    const under = columns ?? columnsByContent(cells, context);
    const read = lines.has(line) ? LINE_TWICE : readCells(cells, under, columns !== undefined, context);
    if (typeof read === "string") wrong.push({ line, why: read, at });
    else plan.push({ ...read, line, at });
    lines.add(line);
  }
  return { plan, wrong, headings };
}

/** A cell without its line breaks. */
const inOneLine = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");

const quoted = (texts: readonly string[]) => texts.map((text) => `‘${text}’`).join(", ");

/** The row that the cells say, or why they say none. */
function readCells(
  cells: readonly string[],
  under: readonly (Column | undefined)[],
  isHeaded: boolean,
  context: PlanContext,
): Pick<PlanLine, "entry" | "doubts"> | string {
  const text = (column: Column) => cells.find((_, index) => under[index] === column) ?? "";
  const notTaken = cells.filter((cell, index) => cell !== "" && under[index] === undefined);
  if (notTaken.length > 0 && !isHeaded) return TOO_MANY_PLAN_PARTS;
  const doubts = notTaken.length > 0 ? [`Not taken: ${quoted(notTaken)}.`] : [];
  const day = text("day") === "" ? undefined : planDayFrom(text("day"), context.today);
  if (text("day") !== "" && day === undefined) return NO_DAY;
  doubts.push(...(day?.doubts ?? []));
  if (text("time") !== "" && !doubts.includes(NO_TIME)) doubts.push(NO_TIME);
  const named = kindIn(text("kind") || text("what"));
  const kind = named?.kind ?? "other";
  if (text("kind") !== "" && (named === undefined || named.rest !== ""))
    doubts.push(`The kind ‘${text("kind")}’ is not known, so it is ‘${kind}’.`);
  const what = text("kind") === "" && named?.rest === "" ? "" : inOneLine(text("what"));
  const withWhom = withWhomIn(text("withWhom"));
  if (kind === "other" && what === "") return SAY_WHAT;
  if (what.length > PLAN_WHAT_MAX) return `${textMessages.tooLong(PLAN_WHAT_MAX)}`;
  if (withWhom.length > WITH_WHOM_COUNT_MAX || withWhom.some((name) => name.length > WITH_WHOM_MAX))
    return `It is with more than ${WITH_WHOM_COUNT_MAX} people, or with somebody whose name has more than ${WITH_WHOM_MAX} characters.`;
  const about = topicsIn(text("topics"), context.topics);
  if (about.unknown.length > 0) doubts.push(`No perspective or group of practices: ${quoted(about.unknown)}.`);
  const ours = colleaguesIn(text("who"), context.colleagues);
  if (ours.unknown.length > 0) doubts.push(`Nobody of the team, or several people: ${quoted(ours.unknown)}.`);
  const state = text("state") === "" ? undefined : stateIn(text("state"));
  if (text("state") !== "" && state === undefined) doubts.push(`The state ‘${text("state")}’ is not known.`);
  return {
    entry: {
      ...{ kind, what, withWhom, topics: about.topics, who: ours.who, day: day?.day ?? null },
      state: stateFor(kind, state ?? "open"),
    },
    doubts,
  };
}

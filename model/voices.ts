/** Rules for voices: what the client's own people say, next to the assessor's verdict (docs/rules/voices.md). */
import type { Role } from "./contract/common.ts";
import { daysAfter, isPast } from "./days.ts";
import { groupBy } from "./group-by.ts";
import { PRACTICE_SELECTIONS } from "./itil/gate.ts";
import { THREAD_SELECTIONS } from "./p3m3/gate.ts";
import { cutTo } from "./words.ts";

/** The most voices of an assessment, those that were taken back included. */
export const VOICES_MAX = 200;
/** The most characters of the message to a voice. */
export const VOICE_MESSAGE_MAX = 1000;
export const VOICE_ROLE_MAX = 60;
export const VOICE_ROLES_MAX = 20;
/** For the comment on a statement, and for why a verdict is wrong. */
export const VOICE_COMMENT_MAX = 1000;
/** For where it can be seen. */
export const VOICE_SEEN_MAX = 300;
/** For all texts of a sheet together. */
export const VOICE_TEXTS_MAX = 40_000;
/** The most days from today until the last day of a sheet. */
export const VOICE_DAYS_MAX = 365;
/** Fewer voices than these are never shown by themselves in a result. */
export const VOICES_SHOWN_FROM = 3;
/** Of fewer voices than these, no result shows that all gave one answer. */
export const ONE_ANSWER_FROM = 5;
/** How long a statement takes. docs/decisions/0078-time-of-a-sheet.md says where the number comes from. */
export const SECONDS_PER_STATEMENT = 20;
/** A sheet that takes longer than this is marked for whoever asks. */
export const LONG_SHEET_MINUTES = 30;
/** Names are kept for so many days after submission, and after the last day of the sheet. */
export const NAMES_KEPT_DAYS = { afterSubmission: 90, afterLastDay: 365 } as const;

/** How long statements take: whole minutes, from five on in steps of five, never less than it is (docs/rules/voices.md#how-long-it-takes). */
export function minutesFor(statements: number): number {
  const minutes = Math.ceil((statements * SECONDS_PER_STATEMENT) / 60);
  return minutes <= 5 ? minutes : Math.ceil(minutes / 5) * 5;
}

/** Such as 'about 25 minutes'. */
export const timeInWords = (statements: number): string => {
  const minutes = minutesFor(statements);
  return `about ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
};

/** Such as '65 statements, about 25 minutes'. */
export const lengthInWords = (statements: number): string =>
  `${statements} ${statements === 1 ? "statement" : "statements"}, ${timeInWords(statements)}`;

/** The levels that a sheet asks about; null for all of them. */
export interface SheetLevels {
  from: number;
  to: number;
}

/** Whether a sheet asks a statement (docs/rules/voices.md#the-choice-of-levels). @param level null for components, which every sheet asks */
export const asksLevel = (levels: SheetLevels | null, level: number | null): boolean =>
  levels === null || level === null || (levels.from <= level && level <= levels.to);

/** Such as 'Up to level 3', 'Level 2' or 'Levels 2 to 4'. @param lowest of those that can be asked about */
export function sheetLevelsInWords({ from, to }: SheetLevels, lowest = 1): string {
  if (from <= lowest && to > from) return `Up to level ${to}`;
  return from === to ? `Level ${from}` : `Levels ${from} to ${to}`;
}

/**
 * The choices of levels, without that of all (docs/rules/voices.md#the-choice-of-levels).
 * @param offered the levels of the statements that can be asked
 * @param selected the level that the assessment has selected; null for none
 */
export function levelChoices(offered: readonly number[], selected: number | null): (SheetLevels & { isAround: boolean })[] {
  const levels = [...new Set(offered)].sort((one, other) => one - other);
  const [lowest = 1, highest = 1] = [levels[0], levels.at(-1)];
  const tops = levels.filter((level) => level < highest).map((to) => ({ from: lowest, to, isAround: false }));
  if (selected === null) return tops;
  const around = { from: Math.max(lowest, selected - 1), to: Math.min(highest, selected + 1), isAround: true };
  return around.from === lowest && around.to === highest
    ? tops
    : [...tops.filter(({ from, to }) => from !== around.from || to !== around.to), around];
}

/** The roles that an assessment begins with (docs/rules/voices.md#asking). */
export const FIRST_ROLES: Readonly<Record<Role, readonly string[]>> = {
  P3M3: ["Executive", "Sponsor", "Manager", "Project office", "Specialist", "Support", "User"],
  ITIL: ["Executive", "Service owner", "Manager", "Specialist", "Service desk", "Support", "User"],
};

/** Why somebody was not asked. */
export const VOICE_REFUSALS = ["name", "role", "address", "twice", "full", "quota"] as const;
export type VoiceRefusal = (typeof VOICE_REFUSALS)[number];

/** The most characters of a word that a message repeats. */
const WORD_SHOWN_MAX = 60;

/** What screens say about it, and about other wrong input. */
export const voiceMessages = {
  name: "Please begin with a name of at most 100 characters without web or mail addresses.",
  role: "Please name one of the roles of this assessment.",
  address: "This is no e-mail address.",
  twice: "This address has a sheet already, or is in the list twice.",
  full: `An assessment has at most ${VOICES_MAX} voices.`,
  quota: "One person causes at most five mails to one address within 24 hours, and a limited number in all. Try again later.",
  perhapsHeading: (word: string) =>
    `Is ‘${cutTo(word, WORD_SHOWN_MAX)}’ a person? Put an address or a role behind it, each after a semicolon.`,
  columns: "Please write one person in a line: name, address, a semicolon and the role.",
  roleUsed: "Somebody who was asked has this role.",
  roleTwice: "This role is in the list twice.",
  past: "Please enter today, or a later day.",
  far: "Please enter a day within a year.",
  reason: "Please say why.",
  firstRoundOver: "Your answers can no longer be changed.",
  levels: "Nothing of what is asked about has such a level.",
  texts: `A sheet holds at most ${(40_000).toLocaleString("en-GB")} characters in all.`,
} as const;

/** The answer of a voice who does not know. It counts in no difference. */
export const CANNOT_TELL = "cannotTell";
export const CANNOT_TELL_WORDS = "I cannot tell";
/** What leaves a statement of a sheet open. */
export const NO_ANSWER = "No answer";

/** What statements can be answered with, the lowest first, as the model's own answers are stored. */
export const VOICE_ANSWERS = {
  thread: THREAD_SELECTIONS.toReversed(),
  capability: PRACTICE_SELECTIONS.toReversed(),
} as const;

/** One of the answers that a statement offers. */
export interface Choice {
  key: string;
  name: string;
  /** What an option of a component says. */
  statement?: string | undefined;
}

/** The answer of a component's option: its level. */
export const optionKey = ({ level }: { level: number }): string => String(level);

/** A role of a list, whatever the case; undefined where the list has no such role. */
export const findRole = (roles: readonly string[], text: string): string | undefined =>
  roles.find((role) => role.toLowerCase() === text.trim().toLowerCase());

export const VOICE_STATES = ["open", "closed", "takenBack"] as const;
export type VoiceState = (typeof VOICE_STATES)[number];

/** What decides whether a sheet can be filled in. */
export interface SheetDates {
  /** The last day. */
  until: string;
  closedAt: string | null;
  takenBackAt: string | null;
}

/**
 * Whether a sheet is open (docs/rules/voices.md#open-and-closed).
 * @param readOnly whether the assessment is completed or archived
 */
export function voiceState(
  { until, closedAt, takenBackAt }: SheetDates,
  { today, readOnly }: { today: string; readOnly: boolean },
): VoiceState {
  if (takenBackAt !== null) return "takenBack";
  return readOnly || closedAt !== null || isPast(until, today) ? "closed" : "open";
}

/** Says why a day cannot be the last one of a sheet. */
export function untilProblem(until: string, today: string): string | undefined {
  if (isPast(until, today)) return voiceMessages.past;
  return until > daysAfter(today, VOICE_DAYS_MAX) ? voiceMessages.far : undefined;
}

/** The first day on which a voice's name and address are no longer kept (docs/rules/voices.md#how-long-names-are-kept). @param submitted the day; null before */
export function forgottenOn({ until, submitted }: { until: string; submitted: string | null }): string {
  const last = daysAfter(until, NAMES_KEPT_DAYS.afterLastDay);
  const after = submitted === null ? last : daysAfter(submitted, NAMES_KEPT_DAYS.afterSubmission);
  return after < last ? after : last;
}

/** What voices say about a statement. */
export interface Opinion {
  role: string;
  /** A key of the statement's choices, or CANNOT_TELL. */
  choice: string;
  /** How many say so; one if it is absent. */
  voices?: number;
}

const total = (said: readonly Opinion[]): number => said.reduce((sum, { voices = 1 }) => sum + voices, 0);
const sum = (sent: readonly SentSheets[]): number => sent.reduce((all, { voices }) => all + voices, 0);

/** How far answers are apart. */
export interface Spread {
  /** The lowest and highest answer; absent where nobody could tell. */
  lowest?: string;
  highest?: string;
  /** Steps between the two: 0 where all agree. */
  span: number;
  /** How many could tell, and how many could not. */
  given: number;
  cannotTell: number;
}

/** How far answers are apart. @param order the keys of what can be answered, the lowest first */
export function spreadOf(order: readonly string[], said: readonly Opinion[]): Spread {
  const given = said.filter(({ choice }) => order.includes(choice));
  const cannotTell = total(said.filter(({ choice }) => choice === CANNOT_TELL));
  if (given.length === 0) return { span: 0, given: 0, cannotTell };
  const ranks = given.map(({ choice }) => order.indexOf(choice));
  const [low, high] = [Math.min(...ranks), Math.max(...ranks)];
  return { lowest: order[low] ?? "", highest: order[high] ?? "", span: high - low, given: total(given), cannotTell };
}

/** How many gave each answer. Answers that nobody gave are absent. */
export function countsOf(said: readonly Opinion[]): Record<string, number> {
  return Object.fromEntries([...groupBy(said, ({ choice }) => choice)].map(([choice, same]) => [choice, total(same)]));
}

/** The answers to a statement, 'I cannot tell' included, the highest first. @param choices the lowest first */
export const choicesDown = (choices: readonly Choice[]): Choice[] => [
  ...choices.toReversed(),
  { key: CANNOT_TELL, name: CANNOT_TELL_WORDS },
];

/** How many gave each answer: '3 Fully, 1 I cannot tell'. @param choices the lowest first */
export const countsInWords = (choices: readonly Choice[], counts: Readonly<Record<string, number>>): string =>
  choicesDown(choices)
    .flatMap(({ key, name }) => (counts[key] ? [`${counts[key]} ${name}`] : []))
    .join(", ");

/** Where voices differ, as the agenda of the next interview has it (docs/rules/voices.md#differences). */
export interface Difference extends Spread {
  byRole: (Spread & { role: string })[];
  /** How many could tell and say something else than the verdict, and how many steps the farthest is away; absent without a verdict. */
  fromVerdict?: { voices: number; steps: number };
  /** On which side of the verdict most of those are who can tell, and how many; absent where most agree with it, or are on both sides. */
  apart?: { side: "lower" | "higher"; voices: number };
  /** The answer that most give, if at least two do and no other is as frequent. */
  consensus?: string;
}

/**
 * Compares what voices say about a statement with each other and with the verdict.
 * @param order the keys of what can be answered, the lowest first
 * @param verdict the assessor's answer; undefined where there is none
 */
export function differenceOf(order: readonly string[], said: readonly Opinion[], verdict: string | undefined): Difference {
  const byRole = [...groupBy(said, ({ role }) => role)].map(([role, same]) => ({ role, ...spreadOf(order, same) }));
  const consensus = agreedOn(order, said);
  const at = verdict === undefined ? -1 : order.indexOf(verdict);
  const apart = said.filter(({ choice }) => order.includes(choice) && choice !== verdict);
  const steps = apart.map(({ choice }) => Math.abs(order.indexOf(choice) - at));
  return {
    ...spreadOf(order, said),
    byRole,
    ...(at < 0 ? {} : { fromVerdict: { voices: total(apart), steps: Math.max(0, ...steps) }, ...sideOf(order, said, at) }),
    ...(consensus === undefined ? {} : { consensus }),
  };
}

/** The side of the verdict on which most of those are who can tell. @param at where the verdict is in the order */
function sideOf(order: readonly string[], said: readonly Opinion[], at: number): Pick<Difference, "apart"> {
  const given = said.filter(({ choice }) => order.includes(choice));
  const on = (sign: number) => total(given.filter(({ choice }) => Math.sign(order.indexOf(choice) - at) === sign));
  const [lower, higher] = [on(-1), on(1)];
  if (Math.max(lower, higher) * 2 <= total(given)) return {};
  return { apart: lower > higher ? { side: "lower", voices: lower } : { side: "higher", voices: higher } };
}

/** Whether most of those who can tell rate lower than the verdict, or most rate higher. */
export const isApart = ({ apart }: Pick<Difference, "apart">): boolean => apart !== undefined;

/**
 * The answer that the assessor can take over: the one that most give, if at least two do and no other is as frequent
 * (docs/rules/voices.md#taking-over).
 */
export function agreedOn(order: readonly string[], said: readonly Opinion[]): string | undefined {
  const counts = countsOf(said.filter(({ choice }) => order.includes(choice)));
  const [first, second] = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  return first && first[1] >= 2 && first[1] > (second?.[1] ?? 0) ? first[0] : undefined;
}

/** Why results show no views yet; undefined where they do (docs/rules/voices.md#what-results-show). @param isShown whether somebody ticked them */
export const viewsWithheld = ({ isShown, isSubmitted }: { isShown: boolean; isSubmitted: boolean }): "notShown" | "draft" | undefined =>
  isShown ? (isSubmitted ? undefined : "draft") : "notShown";

/** How many people of a role sent a sheet: they answered a statement at least. */
export interface SentSheets {
  role: string;
  voices: number;
}

/** The roles that results may show by themselves, and how many sheets came from everybody else. */
export interface ShownRoles {
  roles: readonly SentSheets[];
  others: number;
}

/**
 * The roles that results may show by themselves, decided once for all statements of an assessment
 * (docs/rules/voices.md#what-results-show). Answers do not matter here, so the choice of roles tells nothing about them.
 * @param sent each role once
 */
export function rolesShown(sent: readonly SentSheets[]): ShownRoles {
  const large = sent.filter(({ voices }) => voices >= VOICES_SHOWN_FROM);
  const others = sum(sent) - sum(large);
  if (others === 0 || others >= VOICES_SHOWN_FROM) return { roles: large, others };
  // Nobody must find one or two people by subtracting the shown roles from all. One role more among the others makes them three at least.
  const [smallest, ...roles] = large.toSorted((a, b) => a.voices - b.voices || (a.role < b.role ? -1 : 1));
  return { roles: large.filter((each) => roles.includes(each)), others: others + (smallest?.voices ?? 0) };
}

/** What is shown of a statement in results: counts of all, and of roles. */
export interface View {
  voices: number;
  counts: Record<string, number>;
  byRole: { role: string; voices: number; counts: Record<string, number> }[];
}

const areOfOneAnswer = (said: readonly Opinion[]): boolean => new Set(said.map(({ choice }) => choice)).size <= 1;

/**
 * The counts that a result may show of a statement; undefined where it may show none (docs/rules/voices.md#what-results-show).
 * @param said of closed sheets
 * @param shown of the whole assessment
 */
export function viewOf(said: readonly Opinion[], { roles, others }: ShownRoles): View | undefined {
  const all = total(said);
  const isOneAnswer = areOfOneAnswer(said);
  if (all < (isOneAnswer ? ONE_ANSWER_FROM : VOICES_SHOWN_FROM)) return undefined;
  const counts = countsOf(said);
  const ofRoles = roles.map(({ role }) => ({ role, same: said.filter((each) => each.role === role) }));
  const rest = said.filter(({ role }) => !roles.some((each) => each.role === role));
  const parts = [...ofRoles.map(({ same }) => same), ...(others > 0 ? [rest] : [])];
  const areLarge = parts.every((part) => total(part) >= VOICES_SHOWN_FROM);
  const hasOneAnswer = parts.some(areOfOneAnswer);
  if (areLarge && hasOneAnswer && !isOneAnswer && mayBeOfOneAnswer(parts, counts) === 1) return undefined;
  // One part that cannot be shown would follow from all the others, and from the answers of all.
  const shown = areLarge && !hasOneAnswer ? ofRoles : [];
  return { voices: all, counts, byRole: shown.map(({ role, same }) => ({ role, voices: total(same), counts: countsOf(same) })) };
}

/**
 * How many parts could all have given one answer, as far as the answers of everybody tell: a part counts once for each answer that is frequent
 * enough. That no role is shown says that there is such a part. Where it can only be one, its answers would follow.
 */
const mayBeOfOneAnswer = (parts: readonly (readonly Opinion[])[], counts: Readonly<Record<string, number>>): number =>
  parts.flatMap((part) => Object.values(counts).filter((count) => count >= total(part))).length;

/** The pages that a sheet has now, in the order of the model. Descoped places leave it, and may return. */
export const sheetPlaces = <P extends { place: string; descoped: boolean }>(inScope: readonly P[], places: readonly string[]): P[] =>
  inScope.filter(({ place, descoped }) => !descoped && places.includes(place));

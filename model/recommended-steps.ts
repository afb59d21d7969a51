/**
 * Recommended steps of a report: those that lift the result by one level, and how their texts are kept as texts of the report
 * (docs/rules/client-report.md#recommended-steps).
 */

import { type Fact, Stated } from "./basis.ts";
import { groupBy } from "./group-by.ts";
import type { ItilLift, P3m3Lift, RisingThread } from "./judgement.ts";
import { formatScore } from "./rounding.ts";
import { countedInWords, countInWords, listed, lowerFirst, upperFirst } from "./words.ts";

/** The most steps of a report, and of a board's. */
export const STEPS = { full: 10, board: 8 } as const;

/** The fields of a step that an assessor may fill in. Later actions have effort, owner and due date too. */
export const STEP_FIELDS = {
  step: { label: "Step", max: 600 },
  why: { label: "Why", max: 600 },
  effort: { label: "Effort", max: 60 },
  owner: { label: "Owner", max: 100 },
  due: { label: "Due", max: 60 },
} as const;
export type StepField = keyof typeof STEP_FIELDS;
export type StepTexts = Record<StepField, string>;
export const STEP_FIELD_NAMES = Object.keys(STEP_FIELDS) as StepField[];

/** The texts of a step, made field by field. */
export const eachField = (textOf: (name: StepField) => string): StepTexts =>
  Object.fromEntries(STEP_FIELD_NAMES.map((name) => [name, textOf(name)])) as StepTexts;

export const NO_TEXTS: StepTexts = eachField(() => "");

/** A step by rule. */
export interface SuggestedStep {
  /** Names what it lifts; the same whatever the other steps are. */
  key: string;
  about: string;
  /** The practice or component, or the threads as `BM-7`: the code of the perspective, and the thread's number. */
  covers: readonly string[];
  step: string;
  why: string;
  /** What it gives once all is done that it takes. */
  effect: string;
  /** What the report calls it, apart from its words: 'Risk management to level 3'; absent for a step about one thread. */
  goal?: string;
  /** What it takes, in brief: 'Five of 12 threads', 'Two criteria'; absent for a step about one thread. */
  takes?: string;
  /** All threads that have to rise, from which score to which level; of a step about a perspective. */
  threads?: string;
  /** What to begin with: the content's hints, at most three. Each is about a part of what it takes. */
  begin?: readonly string[];
  /** The perspective, practice or component, with its score or level once the step is done, and '2.50 → 3.00' as it is shown. */
  lifts: { name: string; to: number; rise: string };
  /** What it states: the basis of the words that somebody writes in its place. */
  facts: readonly Fact[];
  /** The same by thread. A report has these where somebody wrote one of them. */
  byThread?: readonly SuggestedStep[];
}

export interface SuggestedSteps {
  /** The level that all of them together give; undefined in a scope without one. */
  to: number | undefined;
  steps: SuggestedStep[];
  /** How many more it takes beyond those. */
  further: number;
  /** The overall score now and with all of them, if perspectives are what steps lift. */
  overall?: { now: string; after: string };
  /** How many perspectives there are, if that is what steps lift. */
  perspectives?: number;
}

const riseOf = (from: number, to: number) => `${formatScore(from)} → ${formatScore(to)}`;
const effectOf = (what: string, from: number, to: number) => `${what} ${riseOf(from, to)}`;

/** 'A and B to level 3; C to level 2': what has to rise, as a table of figures has it. */
export const threadsByLevel = (threads: readonly RisingThread[]): string =>
  [...groupBy(threads, ({ to }) => to)].map(([to, some]) => `${listed(some.map(({ name }) => name))} to level ${to}`).join("; ");

/** 'A and B 1.50 → 3.00; C 2.00 → 3.00': every thread that has to rise. */
export const threadsInWords = (threads: readonly RisingThread[]): string =>
  [...groupBy(threads, ({ from, to }) => riseOf(from, to))]
    .map(([rise, some]) => `${listed(some.map(({ name }) => name))} ${rise}`)
    .join("; ");

/** How many hints a step quotes. */
const QUOTED = 3;

/** The first hints that a field has room for. */
function quoted(hints: readonly string[], room: number): string[] {
  const shown: string[] = [];
  for (const hint of new Set(hints.filter((each) => each !== "")))
    if (shown.length < QUOTED && [...shown, hint].join(" ").length <= room) shown.push(hint);
  return shown;
}

/** The first hints of the threads that have to rise, the lowest thread first. */
const hintsOf = ({ name, threads }: P3m3Lift["perspectives"][number]): string[] =>
  quoted(
    threads.map(({ hint }) => hint),
    STEP_FIELDS.step.max - name.length - 2,
  );

/** 'Five of 12 threads', 'Both threads' or 'The one thread'. */
function threadsOf(some: number, all: number): string {
  if (some < all) return `${upperFirst(countInWords(some))} of ${countInWords(all)} threads`;
  return all === 1 ? "The one thread" : all === 2 ? "Both threads" : `All ${countInWords(all)} threads`;
}

/** A step for each perspective that holds the maturity; by thread where somebody wrote a step about a thread, before steps were about perspectives. */
export function p3m3Steps({ to, perspectives }: P3m3Lift): SuggestedSteps {
  const some = perspectives.filter(({ threads }) => threads.length > 0);
  const steps = some.map((perspective): SuggestedStep => {
    const { key, name, from, threads, overall, count } = perspective;
    const begin = hintsOf(perspective);
    const whole = some.length === 1 ? `maturity ${to - 1} → ${to}` : effectOf("overall score", overall.from, overall.after);
    const say = new Stated();
    const score = say.text("score", formatScore(from));
    const held = say.text("maturity that it holds", to - 1);
    const effect = say.text("effect", `${effectOf("Perspective", from, perspective.after)}; ${whole}`);
    say.note("threads that have to rise", threadsByLevel(threads));
    return {
      key: `step-${key}`,
      about: name,
      covers: threads.map((thread) => `${key}-${thread.key}`),
      // Without any hint it names the threads.
      step: `${name}: ${begin.length > 0 ? begin.join(" ") : `raise ${threadsByLevel(threads)}.`}`,
      goal: `${name} to level ${to}`,
      takes: threadsOf(threads.length, count),
      begin,
      why: `It scores ${score}, and holds the maturity at ${held}.`,
      effect,
      threads: threadsInWords(threads),
      lifts: { name, to: perspective.after, rise: riseOf(from, perspective.after) },
      facts: say.facts,
      byThread: threadSteps(perspective, to),
    };
  });
  const [first] = some;
  const gain = some.reduce((sum, { overall }) => sum + overall.after - overall.from, 0);
  return {
    to,
    steps,
    further: 0,
    ...(first ? { overall: { now: formatScore(first.overall.from), after: formatScore(first.overall.from + gain) } } : {}),
  };
}

const threadSteps = ({ key, name, from, threads, count }: P3m3Lift["perspectives"][number], to: number): SuggestedStep[] =>
  threads.map((thread) => {
    const say = new Stated();
    const score = say.text("score of the thread", formatScore(thread.from));
    const average = say.text("level to reach", to);
    const goal = say.text("level that it has to reach", thread.to);
    const after = from + (thread.to - thread.from) / count;
    const effect = say.text("effect", `${effectOf("Thread", thread.from, thread.to)}; ${effectOf("perspective", from, after)}`);
    const levels = thread.statements === 1 ? "" : ` Then go on to level ${goal}.`;
    const step = `${name}, ${thread.name}: ${thread.hint || `meet level ${Math.floor(thread.from) + 1}.`}${levels}`;
    return {
      key: `step-${key}-${thread.key}`,
      about: `${name}: ${thread.name}`,
      covers: [`${key}-${thread.key}`],
      step,
      why: `The thread scores ${score}; the perspective has to average ${average}.`,
      effect,
      lifts: { name, to: after, rise: riseOf(from, after) },
      facts: say.facts,
    };
  });

export function itilSteps({ to, steps }: ItilLift): SuggestedSteps {
  const all = steps.map(({ kind, key, name, from, to: level, criteria, hints, option }): SuggestedStep => {
    // A step says a hint once that several criteria have.
    const shown = quoted(hints, STEP_FIELDS.step.max - name.length - 60);
    const wordsOf = (some: readonly string[]) => {
      const more = criteria === undefined ? 0 : criteria - hints.filter((hint) => some.includes(hint)).length;
      const rest = more > 0 ? ` ${upperFirst(countInWords(more))} more ${more === 1 ? "criterion is" : "criteria are"} to be met.` : "";
      return some.length === 0 ? `Bring ${name} to level ${level}.` : `${name}: ${some.join(" ")}${rest}`;
    };
    const unmet =
      criteria === undefined
        ? ""
        : ` ${upperFirst(countInWords(criteria))} ${criteria === 1 ? "criterion" : "criteria"} of level ${level} ${criteria === 1 ? "is" : "are"} not met.`;
    const say = new Stated();
    say.note("level", from);
    say.note("level to reach", level);
    say.note("criteria to meet", criteria ?? "");
    if (to !== undefined) say.note("maturity that it holds", to - 1);
    const single = to !== undefined && steps.length === 1 ? `; maturity ${to - 1} → ${to}` : "";
    const effect = say.text("effect", `${kind === "practice" ? "Practice" : "Component"} ${from} → ${level}${single}`);
    return {
      key: `step-${key}`,
      about: name,
      covers: [key],
      step: wordsOf(shown),
      goal: `${name} to level ${level}`,
      takes: criteria !== undefined ? upperFirst(countedInWords(criteria, "criterion", "criteria")) : `Level ${level}, judged as a whole`,
      begin: option
        ? [`Compare what is done with level ${level}: ${lowerFirst(option)}`]
        : shown.length > 0
          ? shown
          : [`Bring ${name} to level ${level}.`],
      why: to === undefined ? unmet.trim() || `It is at level ${from}.` : `It holds the maturity at ${to - 1}.${unmet}`,
      effect,
      lifts: { name, to: level, rise: `${from} → ${level}` },
      facts: say.facts,
    };
  });
  const shown = all.slice(0, STEPS.full);
  return { to, steps: shown, further: to === undefined ? 0 : all.length - shown.length };
}

// --- how they are kept ---------------------------------------------------------------------------------------------------

/** Whether a text of a report is that of a step. */
export const isStepKey = (part: string): boolean => /^step-[\w-]{1,34}$/.test(part);
/** The key of a step that somebody adds. */
export const ownStepKey = (number: number) => `step-own-${number}`;

/** The text of a step that is left out of the report. */
const LEFT_OUT = "Left out";

/** A step as a text that people can read in the history; empty for nothing. @param texts of one line each */
export function stepAsText(texts: StepTexts | "left out"): string {
  if (texts === "left out") return LEFT_OUT;
  return STEP_FIELD_NAMES.flatMap((field) => (texts[field] ? [`${STEP_FIELDS[field].label}: ${texts[field]}`] : [])).join("\n");
}

/** @returns undefined for an empty text */
export function stepFromText(text: string): StepTexts | "left out" | undefined {
  if (text.trim() === "") return undefined;
  if (text.trim() === LEFT_OUT) return "left out";
  const lines = text.split("\n");
  return eachField((field) => {
    const start = `${STEP_FIELDS[field].label}: `;
    const line = lines.find((each) => each.startsWith(start)) ?? "";
    return line.slice(start.length).trim();
  });
}

/** An action that was agreed about a step, in words. */
export interface StepAction {
  title: string;
  why: string;
  owner: string;
  effort: string;
  due: string;
  /** What it is about, as `SuggestedStep.covers`. */
  covers: readonly string[];
  /** Whether it was agreed after an earlier assessment, and is still to be done. */
  isEarlier?: boolean;
  /** Its day as in 2026-11-05; null without one. */
  day?: string | null;
  isOverdue?: boolean;
}

/** An action as a step has it. It says nothing of what the step gives, unless it is about all that the step takes. */
export interface AgreedForStep extends Omit<StepAction, "why" | "covers"> {
  /** About how many of what the step covers; undefined for all of it. */
  part: number | undefined;
  /** Whether it has the goal or all words of the step: its owner has agreed to these, and to no others. */
  isOfStep: boolean;
}

/** A step as the report has it. */
export interface ReportStep extends StepTexts {
  key: string;
  /** What it is about, for a step by rule. */
  about?: string;
  /** Empty for a step that somebody added. */
  effect: string;
  /** As of `SuggestedStep`; absent for a step that somebody added. `begin` is absent where somebody wrote the step. */
  whyByRule?: string;
  goal?: string | undefined;
  takes?: string | undefined;
  threads?: string | undefined;
  begin?: readonly string[] | undefined;
  lifts?: SuggestedStep["lifts"];
  /** As of `SuggestedStep`. */
  covers?: readonly string[];
  /** What was agreed about what it takes. */
  agreed?: readonly AgreedForStep[];
  /** Accepted: an action of the step is about all that it takes. */
  state: "suggested" | "written" | "left out" | "accepted";
}

/** A text without what people change when they copy it. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** What an action is called that is about all of a step: 'Raise Risk management to level 3'. @param goal as of `SuggestedStep` */
export const actionForGoal = (goal: string) => `Raise ${goal}`;

/**
 * Whether an action is about a step as a whole: it has its goal, or says all its words. One of several hints is less than the step.
 * @param words what the step says
 */
function isOfStep({ title, why }: StepAction, words: string, { about, goal }: SuggestedStep): boolean {
  if (goal && plain(title) === plain(actionForGoal(goal))) return true;
  const [said, all] = [plain(`${title} ${why}`), plain(words)];
  return all !== "" && [said, plain(`${about} ${said}`)].some((each) => `${each} `.startsWith(`${all} `));
}

/** The actions about what a step covers, those about all of it first. @param words what the step says */
function agreedFor(step: SuggestedStep, words: string, actions: readonly StepAction[]): AgreedForStep[] {
  const { covers } = step;
  const agreed = actions.flatMap((action): AgreedForStep[] => {
    const { why: _why, covers: places, ...facts } = action;
    const part = covers.filter((each) => places.includes(each)).length;
    const said = { ...facts, isOfStep: isOfStep(action, words, step) };
    return part === 0 ? [] : [{ ...said, part: part < covers.length ? part : undefined }];
  });
  return agreed.toSorted((a, b) => Number(a.part !== undefined) - Number(b.part !== undefined));
}

/** The steps by rule as a report has them: by thread in a perspective in which somebody wrote one about a thread. */
export const stepsFor = ({ steps }: Pick<SuggestedSteps, "steps">, written: Readonly<Record<string, string>>): SuggestedStep[] =>
  steps.flatMap((step) => (step.byThread?.some(({ key }) => written[key]?.trim()) ? step.byThread : [step]));

/**
 * The steps of a report in their order: those by rule with what was written of them, then those that were added, or written while they
 * were still suggested.
 * @param written the texts of the report by part
 * @param actions what was agreed about steps; a step that is left out stays so
 */
export function stepsOfReport(
  suggested: Pick<SuggestedSteps, "steps">,
  written: Readonly<Record<string, string>>,
  actions: readonly StepAction[] = [],
): ReportStep[] {
  const steps = stepsFor(suggested, written);
  const known = steps.map((each): ReportStep => {
    const { key, about, step, why, effect, goal, takes, threads, begin, lifts, covers } = each;
    const own = stepFromText(written[key] ?? "");
    const words = own && own !== "left out" ? own.step : step;
    const agreed = agreedFor(each, words, actions);
    const known = { key, about, effect, whyByRule: why, goal, takes, threads, lifts, covers, agreed };
    const texts = { ...NO_TEXTS, step, why };
    if (own === "left out") return { ...known, ...texts, state: "left out" };
    const isAccepted = agreed.some(({ part, isOfStep }) => part === undefined && isOfStep);
    return { ...known, ...(own ?? { ...texts, begin }), state: isAccepted ? "accepted" : own ? "written" : "suggested" };
  });
  const added = Object.entries(written).flatMap(([key, text]): ReportStep[] => {
    const own = isStepKey(key) && !steps.some((each) => each.key === key) ? stepFromText(text) : undefined;
    return own === undefined || own === "left out" ? [] : [{ key, effect: "", ...own, state: "written" }];
  });
  return [...known, ...added];
}

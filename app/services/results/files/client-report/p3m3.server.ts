/** What a report for a client says about a P3M3 result (docs/rules/client-report.md). */

import { Stated } from "#model/basis.ts";
import { p3m3CoverageText } from "#model/coverage-texts.ts";
import { p3m3Judgement, p3m3Meaning, p3m3Points } from "#model/judgement.ts";
import { PERSPECTIVES as ALL_PERSPECTIVES, LEVEL_MEANINGS, LEVEL_NAMES, LEVELS } from "#model/p3m3/catalogue.ts";
import { wholeScore } from "#model/p3m3/progress.ts";
import {
  benchmarkMessage,
  besideThreads,
  extremes,
  holdMessage,
  namesOrCount,
  perspectiveOpening,
  rangeMessage,
  type ScoredName,
  type Standout,
  type TowardsNext,
} from "#model/report-texts.ts";
import { overallNames } from "#model/score-names.ts";
import { countedInWords, countInWords, listed, lowerFirst, upperFirst } from "#model/words.ts";
import {
  blocksOf,
  changeOf,
  changesIn,
  coverageInSummary,
  inWords,
  isPart,
  liftBlocks,
  lowestWithout,
  type ModelContent,
  type NotedFact,
  riseOf,
  type SubjectContent,
  sectionOf,
  statementsInKey,
  suggested,
  viewsIn,
  withHint,
} from "~/services/results/files/client-report/content.server";
import { draftSummary, toAnswerIn } from "~/services/results/files/client-report/draft.server";
import { descopedVerb } from "~/services/results/sections/p3m3/descoped.server";
import type { Bars } from "~/views/charts/bars";
import type { P3m3Figures, Result, ScoredPerspective } from "~/views/result";

const PERSPECTIVES = "perspectives";
/** The table of scores that clients read. */
const SCORE_TABLE = "scores";
/** Below it are the final scores if submitted now. */
const NO_SCORES_YET = "There are no scores so far; if submitted now, they would be these";

/** How the maturity is found, in plain words. */
const ruleOf = (extent: string | undefined, { all }: P3m3Figures) =>
  all === 1
    ? `Its mean, rounded down, is the ${lowerFirst(overallNames(extent).maturity)}.`
    : `Each perspective's mean is rounded down; the ${all === 2 ? "lower of both" : `lowest of the ${countInWords(all)}`} is the ${lowerFirst(overallNames(extent).maturity)}.`;

/** Readers may know other schemes, which find another level. */
function otherRule({ perspectives, maturity }: P3m3Figures): ModelContent["otherRule"] {
  const levels = perspectives.flatMap(({ threads }) => threads.map(({ value }) => wholeScore(value)));
  const lowest = Math.min(...levels);
  const would = `the result would be ${lowest === maturity ? "the same" : `level ${lowest}`}.`;
  const some = "Some schemes take a perspective's lowest thread as its level.";
  const own =
    "This report takes the mean of its threads, rounded down, so that one weak thread does not hide what the others have reached.";
  if (levels.length === 0) return { whole: [`${some} ${own}`], brief: [] };
  return { whole: [`${some} ${own} By the rule of the lowest thread ${would}`], brief: [`${some} By that rule ${would}`] };
}

/** How scores are found, for readers who do not know the model (docs/rules/scores.md). */
const methodOf = ({ assessment: { extent }, draftOf }: Result, figures: P3m3Figures) => [
  `${draftOf === undefined ? "Each thread of each perspective was" : "Each thread that is answered so far was"} rated Fully, Partially or Rarely/Never at five levels. A level was rated only where every level below it was rated Fully.`,
  `Fully counts 1, Partially 0.5 and Rarely/Never 0, so that a thread scores from 0 to 5. The score of a perspective is the mean of its threads, and the ${lowerFirst(overallNames(extent).score)} the mean of the perspectives.`,
  ruleOf(extent, figures),
];

const methodInBrief = ({ assessment: { extent }, draftOf }: Result, figures: P3m3Figures) => [
  `Each ${draftOf === undefined ? "" : "answered "}thread was rated level by level: Fully 1, Partially 0.5, Rarely/Never 0. A perspective's score is the mean of its threads. ${ruleOf(extent, figures)}`,
];

/** What readers have to know who do not know P3M3. @param further what only slides have */
const keyOf = (result: Result, { covered: { offered } }: P3m3Figures, further: ModelContent["key"] = []) => [
  ["P3M3", "The Portfolio, Programme and Project Management Maturity Model says how well an organization manages these."] as const,
  ["Perspective", `One of its ${countInWords(ALL_PERSPECTIVES.length)} fields, such as Risk management.`] as const,
  ["Thread", `One of ${offered.length} topics that are rated in each perspective, such as Planning.`] as const,
  [
    "Levels",
    `${LEVELS.map((level) => `${level} ${LEVEL_NAMES[level]}`).join(", ")}. A score from 0 to 5 says how far they are met.`,
  ] as const,
  ...further,
  ...statementsInKey(result),
];

/** How many threads were rated, and what the level says that the steps lead to. */
function deckKeyOf({ covered: { perspectives, threads, descoped }, lift }: P3m3Figures): ModelContent["key"] {
  const [rows, columns, left] = [perspectives.length, threads.length, descoped.length];
  const less = left === 0 ? "" : `, less ${countedInWords(left, "thread")} that ${descopedVerb(descoped)}`;
  const goal = LEVELS.find((level) => level === lift?.to);
  return [
    ...(rows > 1 || left > 0 ? [["Threads in all", `${rows * columns - left}: ${rows} × ${columns}${less}.`] as const] : []),
    ...(goal ? [[`Level ${goal}`, `${LEVEL_NAMES[goal]}: ${lowerFirst(LEVEL_MEANINGS[goal])}`] as const] : []),
  ];
}

/** What does not apply, for a table that says so in its cells; undefined where there is none, or too much. */
function notApplying({ descoped }: P3m3Figures["covered"]): string | undefined {
  const named = descoped.map(({ thread, perspective }) => `${thread} in ${perspective}`);
  if (named.length === 0 || named.length > NAMED) return undefined;
  const [reason = ""] = descoped.length === 1 ? descoped.map((each) => each.reason?.trim().replace(/\.$/, "") ?? "") : [];
  return `${listed(named)} ${descopedVerb(descoped)}${reason ? `: ${reason}` : ""}.`;
}
/** More threads than these are not named. */
const NAMED = 3;

/** The notes, those of perspectives that hold the maturity first, and of the lowest threads. */
function notedIn(result: Result, { perspectives, holding, maturity }: P3m3Figures): NotedFact[] {
  const all = perspectives.flatMap(({ name, threads, notes }) =>
    (notes?.rows ?? []).flatMap((row) => {
      const thread = threads.find((each) => each.name === row[0]?.text);
      const cell = row.find(({ noteAt }) => noteAt !== undefined);
      if (!cell?.noteAt) return [];
      const about = [name, row[0]?.text].filter(Boolean).join(", ");
      const rise = thread ? riseOf(result, thread.name, name) : 0;
      // A thread works if it has reached the next level.
      const isStrong = thread !== undefined && rise >= 0 && thread.value > maturity + 1;
      const fact: NotedFact = {
        ...{ place: cell.noteAt, group: name, about: `${about}${thread ? `: ${thread.shown}` : ""}`, text: cell.text },
        hasFallen: rise < 0,
        ...(isStrong ? { strength: thread.value + rise / 10 } : {}),
      };
      return [{ fact, rank: (holding.includes(name) ? 0 : 10) + (thread?.value ?? 5) }];
    }),
  );
  return all.toSorted((a, b) => a.rank - b.rank).map(({ fact }) => fact);
}

const unexplainedIn = ({ perspectives, holding }: P3m3Figures): number =>
  perspectives
    .filter(({ name }) => holding.includes(name))
    .reduce((sum, { threads, notes }) => sum + lowestWithout(threads, notes?.rows.map(([first]) => first?.text) ?? []), 0);

/** What the summary of a draft is about: the threads, where there is one perspective. */
function soFarIn({ assessment: { scope } }: Result, { perspectives }: P3m3Figures) {
  const [only, ...others] = perspectives;
  return { field: `${scope.toLowerCase()} management`, parts: only && others.length === 0 ? only.threads : perspectives };
}

/** @param result of a P3M3 result */
export function p3m3Content(result: Result, figures: P3m3Figures): ModelContent {
  const { maturity, all, holding, perspectives } = figures;
  // The first is the chart that can be read better, or the final scores while there is nothing to draw.
  const ofScores = sectionOf(result, "scores")?.exhibits ?? [];
  const [scores] = ofScores;
  const [why, threads, compared] = ["maturity", "threads", "benchmark"].map((id) => sectionOf(result, id));
  const range = rangeMessage(perspectives, PERSPECTIVES);
  const benchmark = benchmarkMessage(
    perspectives.flatMap(({ difference }) => difference ?? []),
    PERSPECTIVES,
  );
  const { organization, assessment } = result;
  const isDraft = result.draftOf !== undefined;
  const soFar = isDraft ? " so far" : "";
  const slide = { section: "results", board: true } as const;
  const isWhole = !isDraft || figures.lift !== undefined;
  const about = { organization: organization.name, unit: organization.unit, scope: assessment.scope, isPart: isPart(result) };
  const summary = suggested(result, (say, soFar) => [
    ...(soFar
      ? draftSummary(result, soFarIn(result, figures), say)
      : p3m3Judgement({ ...figures, ...about, changes: changesIn(result, say) }, say)),
    ...(benchmark && !soFar ? [`${benchmark}.`] : []),
    ...viewsIn(result, say),
    ...coverageInSummary(result, p3m3CoverageText({ ...figures.covered, soFar }, say, true)),
  ]);
  // A few threads that do not apply have a sentence each.
  const hasSentences = sectionOf(result, "descoped")?.forClients?.chapter === "scope";
  const covers = (isBrief: boolean) => p3m3CoverageText({ ...figures.covered, soFar: isDraft }, new Stated(), isBrief || hasSentences);
  return {
    subjects: "Perspectives",
    all: ALL_PERSPECTIVES.length,
    summary: summary.words,
    summaryFacts: summary.facts,
    summaryPoints: isWhole && !isDraft ? p3m3Points({ ...figures, ...about }) : [],
    meaning: isWhole && !isDraft ? p3m3Meaning({ ...figures, ...about }) : undefined,
    change: isWhole && !isDraft ? changeOf(result, maturity) : undefined,
    key: keyOf(result, figures),
    deckKey: keyOf(result, figures, deckKeyOf(figures)),
    noted: notedIn(result, figures),
    unexplained: figures.lift ? unexplainedIn(figures) : 0,
    coverage: {
      whole: covers(false),
      further: covers(false)
        .slice(isPart(result) ? covers(true).length : 0)
        .trim(),
    },
    method: methodOf(result, figures),
    methodInBrief: methodInBrief(result, figures),
    otherRule: isDraft ? { whole: [], brief: [] } : otherRule(figures),
    chapters: perspectives.map((each) =>
      chapterOf(each, {
        isDraft,
        figuresIn: threads?.title ?? "",
        standout: standoutOf(each, figures, isDraft),
        next: isDraft ? undefined : towardsNext(each, figures),
        ...openingOf(each, result, figures),
      }),
    ),
    slides: [
      {
        ...slide,
        title:
          perspectives.length === 0 ? NO_SCORES_YET : `${range ?? `${perspectives[0]?.name} scores ${perspectives[0]?.shown}`}${soFar}`,
        blocks: blocksOf([scores]),
        // A radar has no figures; bars tell a board of last time.
        forBoard: blocksOf(ofScores.filter(({ id, kind }) => kind === "table" && id === SCORE_TABLE).slice(0, 1)),
        notes: [inWords(scores), "The score of a perspective is the mean of its threads, from 0 to 5."],
      },
      why && {
        ...slide,
        lifts: true as const,
        title: holdMessage(holding, all, maturity, PERSPECTIVES),
        blocks: liftBlocks(why),
        notes: why.text,
      },
      compared && benchmark !== undefined
        ? {
            ...slide,
            section: "benchmark" as const,
            title: benchmark,
            blocks: blocksOf(compared.exhibits.filter(({ kind }) => kind !== "table")),
            notes: compared.text,
          }
        : undefined,
      threads && {
        ...slide,
        board: false,
        group: "appendix" as const,
        title: `${threadMessage(perspectives.flatMap((each) => each.threads))}${soFar}`,
        blocks: blocksOf(threads.exhibits.map((exhibit) => withHint(exhibit, notApplying(figures.covered)))),
        notes: threads.exhibits.flatMap((exhibit) => (exhibit.kind === "table" ? (exhibit.hint ?? "") : [])),
      },
    ].filter((each) => each !== undefined),
  };
}

/** From which score to which the threads range. */
function threadMessage(threads: readonly ScoredName[]): string {
  const scores = threads.toSorted((a, b) => a.value - b.value);
  const [low, high] = [scores[0]?.shown, scores.at(-1)?.shown];
  return low === undefined ? "No thread has a score" : low === high ? `Every thread scores ${low}` : `Threads score from ${low} to ${high}`;
}

/** How a perspective stands among the others. Nobody knows before everything is answered. */
function standoutOf({ name, value }: ScoredPerspective, { perspectives, holding }: P3m3Figures, isDraft: boolean): Standout {
  const ends = extremes(perspectives);
  if (isDraft || !ends) return undefined;
  if (ends.highest.length === 1 && ends.highest[0]?.name === name) return "highest";
  if (holding.length === 1 && holding[0] === name) return "lowest";
  return holding.includes(name) && holding.length < perspectives.length && value > 0 ? "holds" : undefined;
}

/** How the chapter of a perspective opens, and the facts of that. */
function openingOf(perspective: ScoredPerspective, result: Result, figures: P3m3Figures): Pick<SubjectContent, "suggestion" | "facts"> {
  const { name, shown, value, threads, open } = perspective;
  const tell = (say: Stated, soFar: boolean) => {
    const reached = wholeScore(value);
    const level = soFar ? undefined : (perspective.level ?? { value: reached, name: figures.standing.levelNames[reached] ?? "" });
    const standout = standoutOf(perspective, figures, soFar);
    const opening = perspectiveOpening(
      {
        soFar,
        name,
        shown,
        level,
        threads,
        standout,
        next: soFar ? undefined : towardsNext(perspective, figures),
      },
      say,
    );
    return [opening, ...toAnswerIn(open, "thread", say)].join(" ");
  };
  const { words, facts } = suggested(result, tell);
  return { suggestion: words, facts };
}

/** What the next maturity asks of a perspective; undefined while no step is known. */
const towardsNext = ({ code, threads }: ScoredPerspective, { lift }: P3m3Figures): TowardsNext | undefined =>
  lift && threads.length > 0 ? { to: lift.to, rising: lift.perspectives.find(({ key }) => key === code)?.threads ?? [] } : undefined;

function chapterOf(
  perspective: ScoredPerspective,
  {
    isDraft,
    figuresIn,
    standout,
    next,
    ...opening
  }: { isDraft: boolean; figuresIn: string; standout: Standout; next: TowardsNext | undefined } & Pick<
    SubjectContent,
    "suggestion" | "facts"
  >,
): SubjectContent {
  const { code, name, shown, level, threads, open, findings, notes, whatToDo } = perspective;
  const bars = threads.length === 0 ? undefined : barsOf(perspective, figuresIn);
  return {
    code,
    name,
    ...opening,
    chart: blocksOf([bars]),
    notes: blocksOf([notes]),
    findings: blocksOf([findings]),
    toDo: blocksOf([whatToDo]),
    ...(bars && threads.length > 1
      ? {
          slide: {
            title: `${name} (${shown}): ${lowestMessage(threads)}${isDraft ? " so far" : ""}`,
            chart: bars,
            next: besideThreads({ level: undefined, standout, threads, next, toDo: firstHints(whatToDo).slice(0, 1) }),
            text: [
              ...toAnswerIn(open, "thread", new Stated()),
              ...besideThreads({ level, standout, threads, next, toDo: firstHints(whatToDo) }),
            ],
          },
        }
      : {}),
  };
}

/** Which threads of a perspective score lowest: the message of each of its slides, so that nobody reads now of the best and now of the weakest. */
function lowestMessage(threads: readonly ScoredName[]): string {
  const { lowest } = extremes(threads) ?? { lowest: [] };
  const [first] = lowest;
  if (!first) return upperFirst(rangeMessage(threads, "threads") ?? "");
  const who = namesOrCount(
    lowest.map(({ name }) => name),
    "threads",
  );
  return `${upperFirst(who)} (${first.shown}) ${lowest.length === 1 ? "scores" : "score"} lowest`;
}

/** What there is to do in the threads with the lowest scores. */
const firstHints = (table: ScoredPerspective["whatToDo"]): string[] =>
  (table?.rows ?? []).slice(0, 2).flatMap((row) => row.at(-1)?.text ?? []);

/** The threads of a perspective as bars, the highest first. */
function barsOf({ code, name, threads }: ScoredPerspective, figuresIn: string): Bars {
  const title = `Thread scores: ${name}`;
  const ordered = threads.toSorted((a, b) => b.value - a.value);
  return {
    kind: "bars",
    id: `threads-${code.toLowerCase()}`,
    title,
    titleAlone: title,
    figuresIn,
    spokes: ordered.map((thread) => ({ code: "", name: thread.name })),
    series: [{ name: "This assessment", role: "own", points: ordered.map(({ shown, value }) => ({ text: shown, value })) }],
  };
}

/** The report of a completed P3M3 assessment (specification C2, C9): every number of it is made here, once. */
import type { P3M3Assessment } from "#model/contract/assessments.ts";
import type { P3M3Results } from "#model/contract/p3m3.ts";
import { LEVEL_NAMES, LEVELS, THREADS } from "#model/p3m3/catalogue.ts";
import { wholeScore } from "#model/p3m3/progress.ts";
import { formatDifference, formatScore, roundHalfAway } from "#model/rounding.ts";
import {
  counted,
  holdAt,
  listed,
  NONE,
  numberColumn,
  numberIn,
  score,
  textColumn,
  type Value,
  whole,
  words,
} from "~/services/results/cells.server";
import type { Comparison } from "~/services/results/p3m3/benchmark.server";
import { type PortfolioFigures, portfolioSection, portfolioSheet } from "~/services/results/p3m3/portfolio.server";
import { reportHead } from "~/services/results/report-head.server";
import { shortDate } from "~/views/dates";
import type { Cell, Column, Exhibit, Report, Section, Sheet, Table } from "~/views/report";

const RESULTS = "results";
const PERSPECTIVE = textColumn("Perspective", { names: true });

function levelName(score: number): string {
  const level = LEVELS.find((each) => each === score);
  return level === undefined ? "No level reached" : LEVEL_NAMES[level];
}

/** One perspective with everything that is told of it. */
interface Judged {
  id: number;
  code: string;
  name: string;
  rank: number;
  /** Not rounded. */
  decimal: number;
  final: number;
  threads: { id: number; name: string; score: number }[];
  benchmark?: { mean: Cell; difference: Cell; lower?: Cell; upper?: Cell; organizations?: number };
  portfolio?: PortfolioFigures;
}

function judge(found: P3M3Assessment, results: P3M3Results, comparison: Comparison): Judged[] {
  return results.perspectives.map(({ id, code, name, rank, score: given, decimal = given }) => {
    const compared = comparison.answer?.perspectivesAndScores.find(({ perspectiveId }) => perspectiveId === id);
    const portfolio = comparison.answer?.portfolio?.perspectivesAndScores.find(({ perspectiveId }) => perspectiveId === id);
    return {
      id,
      code: code ?? found.perspectives?.find((item) => item.id === id)?.code ?? String(id),
      name,
      rank,
      decimal,
      final: wholeScore(decimal),
      threads: results.threads.filter(({ perspectiveId }) => perspectiveId === id),
      ...(compared && {
        benchmark: {
          mean: score(compared.score),
          difference: differenceFrom(decimal, compared.score),
          ...(compared.lowerQuartile === undefined ? {} : { lower: score(compared.lowerQuartile) }),
          ...(compared.upperQuartile === undefined ? {} : { upper: score(compared.upperQuartile) }),
          ...(compared.sampleSize === undefined ? {} : { organizations: compared.sampleSize }),
        },
      }),
      ...(portfolio && {
        portfolio: {
          mean: score(portfolio.score),
          difference: differenceFrom(decimal, portfolio.score),
          organizations: portfolio.sampleSize,
        },
      }),
    };
  });
}

function differenceFrom(own: number, mean: number): Cell {
  const difference = roundHalfAway(own - mean, 1);
  return { text: formatDifference(own, mean), value: difference === 0 ? 0 : difference };
}

export function p3m3Report(found: P3M3Assessment, results: P3M3Results, comparison: Comparison): Report {
  const perspectives = judge(found, results, comparison);
  const compared = perspectives.some(({ benchmark }) => benchmark);
  const { decimal, maturity } = results.overall;
  const comparedWith = compared ? comparedWords(perspectives, comparison.cohortWords) : undefined;
  return {
    model: "P3M3",
    ...reportHead(found, found.certified === true ? "Certified" : undefined),
    figures: [
      { label: "Overall maturity", value: String(maturity), meaning: levelName(maturity) },
      { label: "Overall score", value: formatScore(decimal), meaning: "Mean of the perspectives, out of 5" },
    ],
    ...(comparedWith === undefined ? {} : { comparedWith }),
    tabs: [{ id: RESULTS, title: "Results" }],
    sections: [
      scoreSection(perspectives, results, compared, comparedWith),
      maturitySection(perspectives, maturity),
      section(
        "heat-map",
        "Heat map",
        ["How far each perspective meets each level: fully when every thread does, rarely or never when no thread does even partially."],
        [heatMap(results)],
      ),
      section("threads", "Thread scores", [], [threadScores(perspectives, results)]),
      ...(compared ? [spreadSection(perspectives, comparedWith ?? "", comparison.answer?.asOf)] : []),
      ...portfolioSection(perspectives, RESULTS),
      ...diagnosticsSection(perspectives, results),
      ...notesSection(perspectives, results),
    ],
    sheets: [scoreSheet(perspectives, results, compared), ...portfolioSheet(perspectives), diagnosticSheet(results)],
  };
}

function section(id: string, title: string, paragraphs: string[], exhibits: Exhibit[], folded?: Section["folded"]): Section {
  return { id, title, text: paragraphs, exhibits, tab: RESULTS, ...(folded ? { folded } : {}) };
}

/** Whom the benchmark compares with, e.g. '7 to 9 other organizations: United Kingdom · Education'. */
function comparedWords(perspectives: readonly Judged[], cohort: string): string {
  const counts = perspectives.flatMap(({ benchmark }) => benchmark?.organizations ?? []);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const number = counts.length === 0 ? "" : fewest === most ? `${most} ` : `${fewest} to ${most} `;
  return `${number}other organizations: ${cohort}`;
}

function scoreSection(perspectives: readonly Judged[], results: P3M3Results, compared: boolean, comparedWith: string | undefined): Section {
  const byRank = perspectives.toSorted((a, b) => a.rank - b.rank);
  const final: Table = {
    kind: "table",
    id: "final-scores",
    title: "Final scores",
    columns: [PERSPECTIVE, numberColumn("Score"), textColumn("Level")],
    rows: perspectives.map(({ name, final }) => [words(name), whole(final), words(levelName(final))]),
    total: [words("Overall maturity"), whole(results.overall.maturity), words(levelName(results.overall.maturity))],
  };
  const decimal: Table = {
    kind: "table",
    id: "decimal-scores",
    title: "Decimal scores",
    columns: [numberColumn("Rank"), PERSPECTIVE, numberColumn("Score"), ...(compared ? [numberColumn("Benchmark")] : [])],
    rows: byRank.map(({ rank, name, decimal, benchmark }) => [
      whole(rank),
      words(name),
      score(decimal),
      ...(compared ? [benchmark ? { ...benchmark.mean, aside: benchmark.difference.text } : NONE] : []),
    ]),
    total: [words(""), words("Overall score"), score(results.overall.decimal), ...(compared ? [words("")] : [])],
    ...(compared ? { hint: "Beside each benchmark: how far the own score lies above (+) or below (-) it." } : {}),
  };
  return section("scores", "Overall scores", comparedWith === undefined ? [] : [`The benchmark is the mean of ${comparedWith}.`], [
    {
      kind: "radar",
      id: "overall-scores",
      title: "Overall scores",
      description: `A radar chart from 0 to 5. ${perspectives
        .map(({ name, decimal, benchmark }) => `${name} ${formatScore(decimal)}${benchmark ? `, benchmark ${benchmark.mean.text}` : ""}`)
        .join("; ")}.`,
      figuresIn: decimal.title,
      spokes: perspectives.map(({ code, name }) => ({ code, name })),
      series: [
        { name: "This assessment", role: "own", points: perspectives.map(({ decimal }) => score(decimal)) },
        ...(compared
          ? [{ name: "Benchmark", role: "benchmark" as const, points: perspectives.map(({ benchmark }) => benchmark?.mean ?? null) }]
          : []),
      ],
    },
    final,
    decimal,
  ]);
}

/** Why the maturity is what it is, and what would lift it. */
function maturitySection(perspectives: readonly Judged[], maturity: number): Section {
  const holding = perspectives.filter(({ final }) => final === maturity);
  const names = listed(holding.map(({ name, decimal }) => `${name} (${formatScore(decimal)})`));
  const why = `The overall maturity is the lowest whole score of any perspective. ${names} ${holdAt(holding.length, perspectives.length)} ${maturity}.`;
  if (maturity >= 5) return section("maturity", "Why the maturity is what it is", [`${why} There is no higher level.`], []);
  const target = maturity + 1;
  const lift: Table = {
    kind: "table",
    id: "what-would-lift-it",
    title: `What would lift the maturity to ${target}`,
    columns: [PERSPECTIVE, numberColumn("Score"), numberColumn("Points missing"), textColumn("Lowest threads", { wide: true })],
    rows: holding.map(({ name, decimal, threads }) => {
      const missing = target * threads.length - threads.reduce((sum, thread) => sum + thread.score, 0);
      return [words(name), score(decimal), threads.length === 0 ? NONE : score(missing), words(lowestThreads(threads))];
    }),
    hint: `Points missing: what the perspective's threads need together, in steps of half a point, for a mean of ${target}.`,
  };
  const rest = perspectives.filter(({ final }) => final > maturity);
  const others =
    rest.length === 0
      ? ""
      : ` ${rest.length === 1 ? `${rest[0]?.name} has` : `The other ${rest.length} perspectives have`} reached ${target} or more already.`;
  const needed = `It becomes ${target} (${levelName(target)}) when ${holding.length === 1 ? "this perspective scores" : `${holding.length === 2 ? "both" : "all of these"} score`} at least ${formatScore(target)}.${others}`;
  return section("maturity", "Why the maturity is what it is", [why, needed], [lift]);
}

function lowestThreads(threads: Judged["threads"]): string {
  const LISTED = 3;
  const ascending = threads.toSorted((a, b) => a.score - b.score || a.id - b.id);
  const limit = ascending[LISTED - 1]?.score ?? 5;
  const lowest = ascending.filter((thread) => thread.score <= limit);
  const shown = lowest.slice(0, LISTED + 1).map((thread) => `${thread.name} ${formatScore(thread.score)}`);
  return lowest.length > shown.length ? `${shown.join(", ")}, and ${lowest.length - shown.length} more` : shown.join(", ");
}

const MARK_WORDS = { fully: "Fully", partially: "Partially", rarely: "Rarely/Never" } as const;
const markOf = (value: number): keyof typeof MARK_WORDS => (value === 1 ? "fully" : value === 0.5 ? "partially" : "rarely");

function heatMap(results: P3M3Results): Table {
  return {
    kind: "table",
    id: "heat-map",
    title: "Heat map",
    columns: [PERSPECTIVE, ...LEVELS.map((level): Column => ({ title: `Level ${level}`, kind: "mark" }))],
    rows: results.heatmapScores.map(({ name, scores }) => [
      words(name),
      ...LEVELS.map((level) => {
        const value = scores.find((cell) => cell.level === level)?.score;
        return value === undefined ? NONE : { text: MARK_WORDS[markOf(value)], value, mark: markOf(value) };
      }),
    ]),
  };
}

/** A row per thread, a column per perspective. */
function threadScores(perspectives: readonly Judged[], results: P3M3Results): Table {
  const known = new Map(results.threads.map(({ id, name }) => [id, name]));
  const order = [...known.keys()].sort((a, b) => a - b);
  const rows = order.map((id) => [
    words(known.get(id) ?? ""),
    ...perspectives.map(({ threads }) => {
      const found = threads.find((thread) => thread.id === id);
      return found ? score(found.score) : NONE;
    }),
  ]);
  return {
    kind: "table",
    id: "thread-scores",
    title: "Thread scores",
    columns: [textColumn("Thread", { names: true }), ...perspectives.map(({ name }) => numberColumn(name))],
    rows,
    total: [words("Perspective score"), ...perspectives.map(({ decimal }) => score(decimal))],
    ...(rows.some((row) => row.includes(NONE)) ? { hint: "– stands for a thread that was descoped." } : {}),
  };
}

function spreadSection(perspectives: readonly Judged[], comparedWith: string, asOf: string | undefined): Section {
  const shown = perspectives.filter(({ benchmark }) => benchmark);
  const spread = shown.some(({ benchmark }) => benchmark?.lower && benchmark.upper);
  const counted = shown.some(({ benchmark }) => benchmark?.organizations !== undefined);
  const table: Table = {
    kind: "table",
    id: "benchmark-figures",
    title: "Benchmark figures",
    columns: [
      PERSPECTIVE,
      numberColumn("Own score"),
      numberColumn("Mean"),
      numberColumn("Difference"),
      ...(spread ? [numberColumn("Lower quartile"), numberColumn("Upper quartile")] : []),
      ...(counted ? [numberColumn("Organizations")] : []),
    ],
    rows: shown.map(({ name, decimal, benchmark }) => [
      words(name),
      score(decimal),
      benchmark?.mean ?? NONE,
      benchmark?.difference ?? NONE,
      ...(spread ? [benchmark?.lower ?? NONE, benchmark?.upper ?? NONE] : []),
      ...(counted ? [benchmark?.organizations === undefined ? NONE : whole(benchmark.organizations)] : []),
    ]),
    ...(spread
      ? { hint: "About half of the assessments compared lie between the quartiles, which are rounded outwards to half points." }
      : {}),
  };
  return section(
    "benchmark",
    "Benchmark",
    [
      `Compared with ${comparedWith}.`,
      ...(asOf === undefined
        ? []
        : [
            `As of ${shortDate(asOf)}. The benchmark changes on the first of a month only, and is shown for at least five other teams together.`,
          ]),
    ],
    [
      {
        kind: "spread",
        id: "benchmark-spread",
        title: "Where the own scores lie",
        description: `A row per perspective from 0 to 5. ${shown
          .map(
            ({ name, decimal, benchmark }) =>
              `${name}: own ${formatScore(decimal)}, mean ${benchmark?.mean.text}${
                benchmark?.lower && benchmark.upper ? `, middle half ${benchmark.lower.text} to ${benchmark.upper.text}` : ""
              }`,
          )
          .join("; ")}.`,
        figuresIn: table.title,
        own: "This assessment",
        cohort: "Benchmark",
        rows: shown.flatMap(({ name, decimal, benchmark }) =>
          benchmark
            ? [
                {
                  name,
                  own: score(decimal),
                  mean: benchmark.mean,
                  ...(benchmark.lower && benchmark.upper ? { lower: benchmark.lower, upper: benchmark.upper } : {}),
                },
              ]
            : [],
        ),
      },
      table,
    ],
  );
}

const KINDS = { positive: "Positive", improvement: "Improvement" } as const;
const BOTH = ["positive", "improvement"] as const;
type Kind = keyof typeof KINDS;

/** The attributes marked in one perspective, in the order of threads and levels. */
function attributesOf(results: P3M3Results, perspectiveId: number) {
  const order = (id: number) => THREADS.findIndex((thread) => thread.id === id);
  return BOTH.flatMap((kind: Kind) =>
    results.diagnostics[kind]
      .filter(({ id }) => id === perspectiveId)
      .flatMap(({ threads }) =>
        threads.flatMap(({ id, name, items }) => items.map((item) => ({ kind, threadId: id, thread: name, ...item }))),
      ),
  ).sort((a, b) => order(a.threadId) - order(b.threadId) || (a.level ?? 0) - (b.level ?? 0));
}

function diagnosticsSection(perspectives: readonly Judged[], results: P3M3Results): Section[] {
  const shown = perspectives.map((perspective) => ({ ...perspective, attributes: attributesOf(results, perspective.id) }));
  const marked = shown.filter(({ attributes }) => attributes.length > 0);
  if (marked.length === 0)
    return [section("diagnostics", "Diagnostic attributes", ["No diagnostic attribute was marked in this assessment."], [])];
  const exhibits = marked.map(({ code, name, attributes }): Table => {
    const levels = attributes.some(({ level }) => level !== undefined);
    return {
      kind: "table",
      id: `diagnostics-${code.toLowerCase()}`,
      title: `Diagnostic attributes: ${name}`,
      columns: [
        textColumn("Thread", { names: true }),
        ...(levels ? [numberColumn("Level")] : []),
        textColumn("Kind"),
        textColumn("Attribute", { wide: true }),
      ],
      rows: attributes.map(({ thread, level, kind, statement }) => [
        words(thread),
        ...(levels ? [level === undefined ? NONE : whole(level)] : []),
        { text: KINDS[kind], mark: kind },
        words(statement),
      ]),
    };
  });
  const folded = marked.map(({ name, attributes }) => {
    const positive = attributes.filter(({ kind }) => kind === "positive").length;
    return { title: name, holds: `${positive} positive, ${attributes.length - positive} for improvement` };
  });
  return [
    section(
      "diagnostics",
      "Diagnostic attributes",
      ["What the assessors marked as a strength (positive) or as something to improve."],
      exhibits,
      folded,
    ),
  ];
}

function notesSection(perspectives: readonly Judged[], results: P3M3Results): Section[] {
  const noted = perspectives.flatMap(({ id, code, name }) => {
    const notes = results.notes.filter((note) => note.perspective.id === id && note.body.trim() !== "");
    return notes.length === 0 ? [] : [{ code, name, notes }];
  });
  if (noted.length === 0) return [];
  const exhibits = noted.map(
    ({ code, name, notes }): Table => ({
      kind: "table",
      id: `notes-${code.toLowerCase()}`,
      title: `Notes: ${name}`,
      columns: [textColumn("Thread", { names: true }), textColumn("Note", { wide: true })],
      rows: notes.map(({ thread, body }) => [words(thread.name), words(body.trim())]),
    }),
  );
  const folded = noted.map(({ name, notes }) => ({ title: name, holds: counted(notes.length, "note") }));
  return [section("notes", "Notes", [], exhibits, folded)];
}

// --- the Excel file -------------------------------------------------------------------------------------------------

function scoreSheet(perspectives: readonly Judged[], results: P3M3Results, compared: boolean): Sheet {
  const heat = new Map(results.heatmapScores.map(({ id, scores }) => [id, new Map(scores.map((cell) => [cell.level, cell.score]))]));
  const blanks = (count: number): null[] => Array.from({ length: count }, () => null);
  const comparedColumns: Sheet["columns"] = [
    { title: "Benchmark", width: 12, kind: "decimal" },
    { title: "Difference", width: 12, kind: "difference" },
    { title: "Lower quartile", width: 12, kind: "decimal" },
    { title: "Upper quartile", width: 12, kind: "decimal" },
    { title: "Organizations", width: 14, kind: "whole" },
  ];
  const extra = compared ? comparedColumns.length : 0;
  const overall: Value[] = ["Overall", "", "", results.overall.maturity, score(results.overall.decimal).value ?? null, null];
  return {
    name: "Scores",
    columns: [
      { title: "Kind", width: 13, kind: "text" },
      { title: "Perspective", width: 28, kind: "text" },
      { title: "Thread", width: 38, kind: "text" },
      { title: "Final score", width: 12, kind: "whole" },
      { title: "Score", width: 10, kind: "decimal" },
      { title: "Rank", width: 8, kind: "whole" },
      ...(compared ? comparedColumns : []),
      ...LEVELS.map((level) => ({ title: `Level ${level}`, width: 13, kind: "text" as const })),
    ],
    rows: [
      [...overall, ...blanks(extra + LEVELS.length)],
      ...perspectives.flatMap(({ id, name, final, decimal, rank, benchmark, threads }): Value[][] => [
        [
          "Perspective",
          name,
          "",
          final,
          score(decimal).value ?? null,
          rank,
          ...(compared
            ? [
                numberIn(benchmark?.mean),
                numberIn(benchmark?.difference),
                numberIn(benchmark?.lower),
                numberIn(benchmark?.upper),
                benchmark?.organizations ?? null,
              ]
            : []),
          ...LEVELS.map((level) => {
            const value = heat.get(id)?.get(level);
            return value === undefined ? null : MARK_WORDS[markOf(value)];
          }),
        ],
        ...threads.map((thread): Value[] => [
          "Thread",
          name,
          thread.name,
          null,
          score(thread.score).value ?? null,
          null,
          ...blanks(extra + LEVELS.length),
        ]),
      ]),
    ],
  };
}

function diagnosticSheet(results: P3M3Results): Sheet {
  return {
    name: "Diagnostics",
    columns: [
      { title: "Perspective", width: 28, kind: "text" },
      { title: "Thread", width: 38, kind: "text" },
      { title: "Level", width: 8, kind: "whole" },
      { title: "Kind", width: 14, kind: "text" },
      { title: "Statement", width: 90, kind: "text" },
    ],
    rows: results.perspectives.flatMap(({ id, name }): Value[][] => [
      ...attributesOf(results, id).map(({ thread, level, kind, statement }): Value[] => [
        name,
        thread,
        level ?? null,
        KINDS[kind],
        statement,
      ]),
      ...results.notes
        .filter((note) => note.perspective.id === id && note.body.trim() !== "")
        .map((note): Value[] => [name, note.thread.name, null, "Note", note.body.trim()]),
    ]),
  };
}

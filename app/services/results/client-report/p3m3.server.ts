/** What a report for a client says about a P3M3 result (docs/rules/client-report.md). */
import { benchmarkMessage, holdMessage, levelsMessage, maturitySentence, perspectiveOpening, rangeMessage } from "#model/report-texts.ts";
import {
  barsOf,
  cellBelow,
  findScores,
  findTable,
  ownScores,
  partOf,
  rowNamed,
  scoredNames,
} from "~/services/results/client-report/cells-of.server";
import {
  exhibit,
  liftBlocks,
  liftSentences,
  type ModelContent,
  type SubjectContent,
} from "~/services/results/client-report/content.server";
import { draftSummary, toAnswerIn } from "~/services/results/client-report/draft.server";
import { chartInWords } from "~/views/charts/kinds";
import type { Block } from "~/views/client-report";
import { exhibitsOf, type Result, type ResultTable } from "~/views/result";

const PERSPECTIVES = "perspectives";
/** Below it are the final scores if submitted now. */
const NO_SCORES_YET = "There are no scores so far; if submitted now, they would be these";

/** How scores are found, for readers who do not know the model (docs/rules/scores.md). */
const METHOD = [
  "Each thread of each perspective was rated Fully, Partially or Rarely/Never at five levels. A level was rated only where every level below it was rated Fully.",
  "Fully counts 1, Partially 0.5 and Rarely/Never 0, so that a thread scores from 0 to 5. The score of a perspective is the mean of its threads, and the overall score the mean of the perspectives.",
  "The overall maturity is the lowest whole score of any perspective. A thread that was descoped counts in no score.",
];

/** @param result of a P3M3 result */
export function p3m3Content(result: Result): ModelContent {
  const chart = findScores(result, "overall-bars") ?? findScores(result, "overall-scores");
  const finals = findTable(result, "final-scores");
  const perspectives = ownScores(chart);
  const [maturity] = result.figures;
  const level = finals?.total && cellBelow(finals, finals.total, "Score")?.value;
  const holding = (finals?.rows ?? []).filter((row) => cellBelow(finals, row, "Score")?.value === level);
  const names = holding.map((row) => cellBelow(finals, row, "Perspective")?.text ?? "");
  const why = result.sections.find(({ id }) => id === "maturity");
  const range = rangeMessage(perspectives, PERSPECTIVES);
  const compared = findTable(result, "benchmark-figures");
  const benchmark = benchmarkMessage(
    (compared?.rows ?? []).flatMap((row) => cellBelow(compared, row, "Difference")?.value ?? []),
    PERSPECTIVES,
  );
  const first = maturitySentence({ organization: result.organization.name, scope: result.assessment.scope, maturity });
  const heatMap = findTable(result, "heat-map");
  const threads = findTable(result, "thread-scores");
  const soFar = result.draftOf === undefined ? "" : " so far";
  return {
    subjects: "Perspectives",
    results: [
      { section: "scores", board: true },
      { section: "maturity", board: true },
      { section: "heat-map", board: true },
      { section: "threads", board: false },
    ],
    inChapters: ["diagnostics", "what-to-do", "notes"],
    summary: soFar
      ? draftSummary(result)
      : [
          [first, ...(range ? [`${range}.`] : [])].join(" "),
          ...(why?.text.slice(0, -1) ?? []),
          // The last text of why says what is needed. The finding goes on from there.
          [...(why?.text.slice(-1) ?? []), ...liftSentences(result).slice(1)].join(" "),
          ...(benchmark ? [`${benchmark}.`] : []),
        ],
    method: METHOD,
    chapters: (chart?.spokes ?? []).map((spoke) => chapterOf(result, spoke)),
    slides: [
      {
        section: "results",
        board: true,
        title:
          perspectives.length === 0 ? NO_SCORES_YET : `${range ?? `${perspectives[0]?.name} scores ${perspectives[0]?.shown}`}${soFar}`,
        blocks: exhibit(chart ?? finals),
        notes: [chart ? chartInWords(chart) : "", "The score of a perspective is the mean of its threads, from 0 to 5."],
      },
      ...(why
        ? [
            {
              section: "results",
              board: true,
              title: level === undefined ? why.title : holdMessage(names, finals?.rows.length ?? 0, level, PERSPECTIVES),
              blocks: liftBlocks(result, why),
              notes: why.text,
            },
          ]
        : []),
      ...(heatMap
        ? [
            {
              section: "results",
              board: true,
              title: `${levelsMessage(heatMap.rows.map((row) => row.slice(1).map(({ mark }) => mark === "fully")))}${soFar}`,
              blocks: exhibit(heatMap),
              notes: result.sections.find(({ id }) => id === "heat-map")?.text ?? [],
            },
          ]
        : []),
      ...benchmarkSlide(result, benchmark),
      ...(threads
        ? [
            {
              section: "results",
              board: false,
              title: `${threadMessage(threads)}${soFar}`,
              blocks: exhibit(threads),
              notes: [threads.hint ?? ""],
            },
          ]
        : []),
    ],
  };
}

function benchmarkSlide(result: Result, message: string | undefined): ModelContent["slides"] {
  const section = result.sections.find(({ id }) => id === "benchmark");
  const chart = exhibitsOf(result).find(({ kind }) => kind === "spread");
  if (!section || !chart || message === undefined) return [];
  return [{ section: "benchmark", board: true, title: message, blocks: exhibit(chart), notes: section.text }];
}

/** From which score to which the threads range. */
function threadMessage({ rows }: ResultTable): string {
  const scores = rows.flatMap((row) => row.filter(({ value }) => value !== undefined)).sort((a, b) => (a.value ?? 0) - (b.value ?? 0));
  const [low, high] = [scores[0]?.text, scores.at(-1)?.text];
  return low === undefined ? "No thread has a score" : low === high ? `Every thread scores ${low}` : `Threads score from ${low} to ${high}`;
}

function chapterOf(result: Result, { code, name }: { code: string; name: string }): SubjectContent {
  const [finals, decimals, threadScores] = [
    findTable(result, "final-scores"),
    findTable(result, "decimal-scores"),
    findTable(result, "thread-scores"),
  ];
  const soFar = result.draftOf !== undefined;
  const shown = cellBelow(decimals, rowNamed(decimals, name), soFar ? "Score so far" : "Score")?.text ?? "–";
  const final = rowNamed(finals, name);
  // The final scores of a draft are those if submitted now.
  const level = soFar ? undefined : cellBelow(finals, final, "Score")?.value;
  const threads = scoredNames(
    (threadScores?.rows ?? []).map((row) => ({
      name: cellBelow(threadScores, row, "Thread")?.text ?? "",
      cell: cellBelow(threadScores, row, name),
    })),
  );
  const lower = code.toLowerCase();
  const marked = findTable(result, `diagnostics-${lower}`);
  const sorted = (["positive", "improvement"] as const).flatMap((mark) => {
    const title = mark === "positive" ? `Strengths: ${name}` : `To improve: ${name}`;
    const table =
      marked && partOf(marked, { id: `${mark}-${lower}`, title, rows: (row) => row.some((cell) => cell.mark === mark), without: ["Kind"] });
    return table && table.rows.length > 0 ? [{ mark, table }] : [];
  });
  const countOf = (mark: string) => sorted.find((each) => each.mark === mark)?.table.rows.length ?? 0;
  const bars: Block[] =
    threads.length === 0
      ? []
      : exhibit(barsOf({ id: `threads-${lower}`, title: `Thread scores: ${name}`, figuresIn: threadScores?.title ?? "", items: threads }));
  const notes = findTable(result, `notes-${lower}`);
  const toDo = exhibit(findTable(result, `what-to-do-${lower}`));
  const range = rangeMessage(threads, "threads");
  const tables: Block[] = sorted.map(({ table }) => ({ kind: "exhibit", exhibit: table }));
  return {
    code,
    name,
    suggestion: [
      perspectiveOpening({
        soFar,
        name,
        shown,
        level: level === undefined ? undefined : { value: level, name: cellBelow(finals, final, "Level")?.text ?? "" },
        threads,
        strengths: countOf("positive"),
        improvements: countOf("improvement"),
      }),
      ...toAnswerIn(result, code, "thread"),
    ].join(" "),
    blocks: [...bars, ...tables, ...toDo],
    notes: exhibit(notes),
    message: `${name} (${shown}): ${range ? `${range.charAt(0).toUpperCase()}${range.slice(1)}` : "its threads in detail"}${soFar ? " so far" : ""}`,
    shown: [...bars, ...tables, ...toDo],
  };
}

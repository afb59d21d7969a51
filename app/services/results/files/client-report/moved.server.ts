/** What moved since an earlier assessment, in a report for a client (docs/rules/client-report.md#what-moved). */
import { type Fact, Stated } from "#model/basis.ts";
import { changesMessage, changesSentences } from "#model/changes-texts.ts";
import { groupBy } from "#model/group-by.ts";
import { formatScore } from "#model/rounding.ts";
import { countedInWords, lowerFirst, upperFirst } from "#model/words.ts";
import { blocksOf, inWords, paragraphs, readable, textFor } from "~/services/results/files/client-report/content.server";
import { TARGET } from "~/views/charts/scores";
import { type Chapter, MOVED_PART, type Slide, type WrittenTexts } from "~/views/client-report";
import type { Cell, ChangesContent, Exhibit, Result, ResultTable, TrendContent } from "~/views/result";

/** What the section is called where it is chosen and written. */
export const MOVED_TITLE = "What moved and why";
/** Its heading until the assessors have written why. */
const MOVED_ONLY = "What moved";

/** What the section says unless the assessors write something. */
export const suggestedMoves = ({ facts }: ChangesContent): string => changesSentences(facts).join("\n\n");

/** The same behind a summary, which has said how score and maturity moved. */
function behindSummary({ facts }: ChangesContent, hasSummary: boolean, isBrief = false): string {
  // What was printed then needs more words than the summary has.
  const isSaid = hasSummary && facts.wholes.every(({ printed }) => !printed);
  const rest = isSaid ? changesSentences({ ...facts, wholes: [] }, isBrief) : [];
  return (rest.length > 0 ? rest : changesSentences(facts, isBrief)).join("\n\n");
}

/** What that states. */
export function factsOfMoves({ facts }: ChangesContent): Fact[] {
  const say = new Stated();
  changesSentences(facts, false, say);
  return say.facts;
}

/** Words from before each comparison had its own, if they are shown with this one; "" for none. */
export const formerWords = ({ part, isOther }: ChangesContent, written: WrittenTexts): string =>
  isOther || written[part] !== undefined ? "" : (written[MOVED_PART] ?? "");

/** What the assessors have written about this comparison (docs/rules/client-report.md#words-about-one-comparison); "" for nothing. */
export const wordsAbout = (moved: ChangesContent, written: WrittenTexts): string => written[moved.part] ?? formerWords(moved, written);

/** The words of the report about it. @param suggestion unless they have written anything */
const bodyOf = (moved: ChangesContent, written: WrittenTexts, suggestion: string) =>
  textFor({ [MOVED_PART]: wordsAbout(moved, written) }, MOVED_PART, suggestion);
const chartsOf = ({ exhibits }: ChangesContent) => exhibits.filter(({ kind }) => kind !== "table");

/** Whether one chart has the scores of both times. */
export const drawsScores = (moved: ChangesContent): boolean => chartsOf(moved).some((chart) => chart.kind === "bars" && chart.laterFirst);

/** The chart of both times with the targets, so that no other chart has to show these. */
function withTargets(exhibit: Exhibit, aims: Result["aims"] = []): Exhibit {
  if (exhibit.kind !== "bars" || !exhibit.laterFirst) return exhibit;
  const points = exhibit.spokes.map(({ name }) => {
    const score = aims.find((aim) => aim.name === name)?.score;
    return score === undefined ? null : { text: formatScore(score), value: score };
  });
  return points.some(Boolean) ? { ...exhibit, series: [...exhibit.series, { name: TARGET, role: "target", points }] } : exhibit;
}

/** Its chapter of the document: charts, and of the third year on the trend, which a board does not get. */
export function changesChapter(
  moved: ChangesContent,
  written: WrittenTexts,
  { board, aims, hasSummary }: { board: boolean; aims: Result["aims"]; hasSummary: boolean },
): Chapter {
  const { about, trend } = moved;
  return {
    id: MOVED_PART,
    title: wordsAbout(moved, written).trim() ? MOVED_TITLE : MOVED_ONLY,
    blocks: [
      ...about.flatMap(paragraphs),
      ...paragraphs(bodyOf(moved, written, behindSummary(moved, hasSummary))),
      ...blocksOf(
        chartsOf(moved)
          .map((chart) => withTargets(chart, aims))
          .flatMap(readable),
      ),
    ],
    ...(trend && !board ? { parts: [trendChapter(trend)] } : {}),
  };
}

/** The tables that say more than the charts, behind everything else; nothing without any. */
export function changesAnnex(moved: ChangesContent): Chapter | false {
  const drawn = chartsOf(moved).flatMap((chart) => (chart.kind === "bars" && chart.laterFirst ? chart.spokes.map(({ name }) => name) : []));
  const isDrawn = ({ columns, rows }: ResultTable) => {
    const named = columns.findIndex(({ names }) => names);
    return rows.every((row) => drawn.includes(row[named]?.text ?? ""));
  };
  const tables = moved.exhibits.filter((exhibit) => exhibit.kind === "table").filter((table) => !isDrawn(table));
  const [only] = tables;
  if (!only) return false;
  return {
    id: "annex-moved",
    title: tables.length === 1 ? `Annex: ${lowerFirst(named(only).title)}` : "Annex: then and now",
    blocks: blocksOf(tables.map(named).map(grouped)),
  };
}

/** 'Threads that moved', of a table without what is unchanged. */
function named(table: ResultTable): ResultTable {
  const at = table.columns.findIndex(({ title }) => title === "Outcome");
  const isWhole = at < 0 || table.rows.some((row) => row[at]?.text === "Unchanged");
  return isWhole ? table : { ...table, title: table.title.replace(/ then and now$/, " that moved") };
}

/** A table of what moved with one row for each group and outcome, instead of one for each thread. */
function grouped(table: ResultTable): ResultTable {
  const at = (title: string) => table.columns.findIndex((column) => column.title === title);
  const named = table.columns.findIndex(({ names }) => names);
  const [then, now, outcome] = [at("Then"), at("Now"), at("Outcome")];
  // Without a group before the name, and without both figures, it stays as it is.
  if (named !== 1 || then < 0 || now < 0 || outcome < 0) return table;
  const textAt = (row: readonly Cell[], index: number) => row[index]?.text ?? "";
  const groups = groupBy(table.rows, (row) => JSON.stringify([textAt(row, 0), textAt(row, outcome)]));
  let last = "";
  const rows = [...groups.values()].map((some) => {
    const [first = []] = some;
    const group = textAt(first, 0);
    const isSame = group === last;
    last = group;
    const moves = some.map((row) => `${textAt(row, named)} ${textAt(row, then)} → ${textAt(row, now)}`);
    return [{ text: isSame ? "" : group }, { text: textAt(first, outcome) }, { text: moves.join("; ") }];
  });
  return {
    ...table,
    columns: [
      { title: table.columns[0]?.title ?? "", kind: "text", names: true },
      { title: "Outcome", kind: "text" },
      { title: `${table.columns[named]?.title ?? ""}, from → to`, kind: "text", wide: true },
    ],
    rows,
  };
}

const trendChapter = ({ text, charts, tables }: TrendContent): Chapter => ({
  id: "trend",
  title: "Trend",
  blocks: [...text.flatMap(paragraphs), ...blocksOf([...charts, ...tables].flatMap(readable))],
});

/** Its slides: what moved, and the trend, which a board does not get. */
export function changesSlides(
  moved: ChangesContent,
  written: WrittenTexts,
  { board, hasSummary }: { board: boolean; hasSummary: boolean },
): Slide[] {
  const { about, facts, leftOut, trend } = moved;
  const body = bodyOf(moved, written, suggestedMoves(moved));
  // A slide's charts have no titles, so two of them would not say which one is then.
  const charts = facts.isApart ? [] : blocksOf(chartsOf(moved).flatMap(readable));
  const brief = bodyOf(moved, written, behindSummary(moved, hasSummary, true));
  const shown = [...about, ...(leftOut ? [leftOut] : []), brief];
  return [
    { title: changesMessage(facts), blocks: [...shown.flatMap(paragraphs), ...charts], notes: [...about, body] },
    ...(trend && !board
      ? trend.charts.flatMap(readable).map(
          (chart): Slide => ({
            title: `${trendMessage(trend)}${chart.title.slice(trend.charts[0]?.title.length)}`,
            blocks: blocksOf([chart]),
            notes: [...trend.text, inWords(chart)],
          }),
        )
      : []),
  ];
}

/** 'The overall score over three assessments: 1.91, 2.39, 2.77'. */
function trendMessage({ overall, charts }: TrendContent): string {
  const [chart] = charts;
  if (!overall || overall.values.length < 2) return chart?.title ?? "Trend";
  return `${upperFirst(overall.name)} over ${countedInWords(overall.values.length, "assessment")}: ${overall.values.join(", ")}`;
}

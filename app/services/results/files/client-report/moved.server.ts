/** What moved since an earlier assessment, in a report for a client (docs/rules/client-report.md#what-moved). */
import { type Fact, Stated } from "#model/basis.ts";
import { changesMessage, changesSentences } from "#model/changes-texts.ts";
import { countedInWords, upperFirst } from "#model/words.ts";
import { blocksOf, inWords, paragraphs, readable, textFor } from "~/services/results/files/client-report/content.server";
import { type Block, type Chapter, MOVED_PART, type Slide, type WrittenTexts } from "~/views/client-report";
import type { ChangesContent, TrendContent } from "~/views/result";

/** What the section is called where it is chosen and written. */
export const MOVED_TITLE = "What moved and why";
/** Its heading until the assessors have written why. */
const MOVED_ONLY = "What moved";

/** What the section says unless the assessors write something. */
export const suggestedMoves = ({ facts }: ChangesContent): string => changesSentences(facts).join("\n\n");

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

/** Its chapter of the document. A board's has charts instead of tables, and no trend. */
export function changesChapter(moved: ChangesContent, written: WrittenTexts, board: boolean): Chapter {
  const { about, exhibits, trend } = moved;
  const shown = board ? chartsOf(moved) : exhibits;
  return {
    id: MOVED_PART,
    title: wordsAbout(moved, written).trim() ? MOVED_TITLE : MOVED_ONLY,
    blocks: [
      ...about.flatMap(paragraphs),
      ...paragraphs(bodyOf(moved, written, suggestedMoves(moved))),
      ...blocksOf(shown.flatMap(readable)),
    ],
    ...(trend && !board ? { parts: [trendChapter(trend)] } : {}),
  };
}

const trendChapter = ({ text, charts, tables }: TrendContent): Chapter => ({
  id: "trend",
  title: "Trend",
  blocks: [...text.flatMap(paragraphs), ...blocksOf([...charts, ...tables].flatMap(readable))],
});

/** Its slides: what moved, and the trend, which a board does not get. */
export function changesSlides(moved: ChangesContent, written: WrittenTexts, board: boolean): Slide[] {
  const { about, facts, leftOut, trend } = moved;
  const body = bodyOf(moved, written, suggestedMoves(moved));
  // A slide's charts have no titles, so two of them would not say which one is then.
  const charts = facts.isApart ? [] : blocksOf(chartsOf(moved).flatMap(readable));
  const brief = bodyOf(moved, written, changesSentences(facts, true).join("\n\n"));
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

/** Its tables, for the appendix of the slides. */
export const changesTables = ({ about, exhibits, trend }: ChangesContent): Slide[] =>
  [
    ...exhibits.map((exhibit) => ({ exhibit, notes: about })),
    ...(trend?.tables.map((exhibit) => ({ exhibit, notes: trend.text })) ?? []),
  ].flatMap(({ exhibit, notes }): Slide[] =>
    exhibit.kind === "table" && exhibit.rows.length > 0
      ? [
          {
            title: exhibit.title,
            blocks: [{ kind: "exhibit", exhibit }] satisfies Block[],
            notes: [...notes, exhibit.hint ?? ""].filter(Boolean),
            group: "appendix",
          },
        ]
      : [],
  );

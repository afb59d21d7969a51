/** What a client's report has of a comparison (docs/rules/client-report.md#what-moved). */
import type { Comparison } from "#model/contract/comparison.ts";
import { countInWords } from "#model/words.ts";
import { type ComparedSections, comparedInWords } from "~/services/results/sections/comparison/comparison-sections.server";
import type { Bars } from "~/views/charts/bars";
import { changesPart } from "~/views/client-report";
import { shortDate } from "~/views/dates";
import type { ChangesContent, Exhibit, ResultTable, TrendContent } from "~/views/result";

/** More bars than these are not read on a page: the report has those that differ. */
const BARS = 12;
/** A longer table leaves out what is unchanged. */
const ROWS = 12;

export function changesContent(
  { before: { id, date }, choices }: Pick<Comparison, "before" | "choices">,
  { about, facts, sections }: ComparedSections,
  { trend, isDraft, isOther }: { trend: TrendContent | undefined; isDraft: boolean; isOther: boolean },
): ChangesContent {
  const given = sections.flatMap(({ exhibits }) => exhibits);
  const shown = given.map(shortened);
  const leftOut = shown.find((each) => each.leftOut !== undefined)?.leftOut;
  return {
    ...{ day: date ?? undefined, about },
    facts: { ...facts, since: date ? shortDate(date) : undefined, soFar: isDraft },
    exhibits: shown.flatMap(({ exhibits }) => exhibits),
    ...(leftOut === undefined ? {} : { leftOut }),
    trend,
    part: changesPart(id),
    isOther,
    choices: choices.map((each) => ({ id: String(each.id), name: comparedInWords(each) })),
  };
}

/** An exhibit as a report has it, if it has it at all. */
interface ReportExhibits {
  exhibits: Exhibit[];
  /** What a chart leaves out, in a sentence. */
  leftOut?: string;
}

function shortened(exhibit: Exhibit): ReportExhibits {
  if (exhibit.kind === "bars") return shortenedBars(exhibit);
  return { exhibits: exhibit.kind === "table" ? shortenedTable(exhibit) : [exhibit] };
}

function shortenedBars(bars: Bars): ReportExhibits {
  if (bars.spokes.length <= BARS) return { exhibits: [bars] };
  const [now, before] = bars.series;
  const distance = (index: number) => Math.abs((now?.points[index]?.value ?? 0) - (before?.points[index]?.value ?? 0));
  const differing = [...bars.spokes.keys()].filter((index) => distance(index) > 0);
  if (differing.length === 0) return { exhibits: [], leftOut: "There is no chart, because nothing differs." };
  const shown = differing
    .toSorted((a, b) => distance(b) - distance(a))
    .slice(0, BARS)
    .toSorted((a, b) => a - b);
  const pick = <Item>(all: readonly Item[]) => all.filter((_, index) => shown.includes(index));
  const some = `${countInWords(BARS)} of the ${differing.length} that differ`;
  const [which, shows] = differing.length > BARS ? [some, some] : ["those that differ", "only what differs"];
  const title = `${bars.title}: ${which}`;
  const series = bars.series.map((each) => ({ ...each, points: pick(each.points) }));
  return { exhibits: [{ ...bars, title, titleAlone: title, spokes: pick(bars.spokes), series }], leftOut: `The chart shows ${shows}.` };
}

function shortenedTable(table: ResultTable): ResultTable[] {
  const outcome = table.columns.findIndex(({ title }) => title === "Outcome");
  if (table.rows.length <= ROWS) return [table];
  const rows = table.rows.filter((row) => row[outcome]?.text !== "Unchanged");
  if (rows.length === table.rows.length) return [table];
  if (rows.length === 0 && table.total === undefined) return [];
  const hint = [table.hint, "What is unchanged is left out."].filter(Boolean).join(" ");
  return [{ ...table, rows, hint }];
}

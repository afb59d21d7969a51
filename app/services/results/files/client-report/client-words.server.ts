/** The words of a client's report where results have others (docs/rules/client-report.md#words-for-clients). */
import { UNANSWERED } from "#model/answer-words.ts";
import { withColumns } from "~/services/results/files/client-report/content.server";
import type { Cell, Exhibit, Result, ResultSection, ResultTable } from "~/views/result";

/** A result as a client reads it: levels of ITIL are whole, capabilities are practices, and a thread is not 'descoped'. */
export function inClientWords(result: Result): Result {
  const { moved, scored, draftOf, aims = [] } = result;
  const shown = scored.model === "P3M3" ? ofDescoped(scored) : draftOf === undefined ? wholeLevel : (text: string) => text;
  const lost = aims.filter(({ state }) => state === "no longer reached").map(({ name }) => name);
  const words = <Any extends Exhibit>(exhibit: Any): Any =>
    inWords(exhibit.kind === "table" ? (withoutCodes(withLost(exhibit, lost)) as Any) : exhibit, shown);
  const section = ({ forClients, ...each }: ResultSection): ResultSection => ({
    ...each,
    title: titleOf(each.title),
    exhibits: each.exhibits.map(words),
    ...(forClients
      ? {
          forClients: {
            ...forClients,
            ...(forClients.instead ? { instead: { ...forClients.instead, exhibits: forClients.instead.exhibits.map(words) } } : {}),
          },
        }
      : {}),
  });
  return {
    ...result,
    sections: result.sections.map(section),
    ...(moved
      ? {
          moved: {
            ...moved,
            exhibits: moved.exhibits.map(words),
            trend: moved.trend && { ...moved.trend, charts: moved.trend.charts.map(words), tables: moved.trend.tables.map(words) },
          },
        }
      : {}),
  };
}

/** A table of targets, in which one that was reached is 'no longer reached'. */
function withLost(table: ResultTable, lost: readonly string[]): ResultTable {
  const named = table.columns.findIndex(({ names }) => names);
  const said = (cell: Cell) => (cell.isBelowTarget && cell.text === "Not yet reached" ? { ...cell, text: "No longer reached" } : cell);
  return { ...table, rows: table.rows.map((row) => (lost.includes(row[named]?.text ?? "") ? row.map(said) : row)) };
}

/** A table or chart with levels of ITIL, which are whole. */
export const withWholeLevels = <Any extends Exhibit>(exhibit: Any): Any => inWords(exhibit, wholeLevel);

/** A table without the codes of practices and components: nothing else in a report refers to them. */
const withoutCodes = (table: ResultTable) => withColumns(table, ({ title, kind }) => kind !== "code" || title !== "Code");

/** A level is whole by rule. */
const wholeLevel = (text: string) => text.replace(/^([+−]?\d)\.00$/, "$1");

/** A thread that was descoped does not apply, if each has a reason. */
function ofDescoped({ covered }: Extract<Result["scored"], { model: "P3M3" }>): (text: string) => string {
  const isReasoned = covered.descoped.every(({ reason }) => reason);
  return (text) => (text === UNANSWERED.descoped ? (isReasoned ? "Does not apply" : "Left out") : text);
}

const titleOf = (title: string): string =>
  title
    .replace(/^Capabilities$/, "Levels of the practices")
    .replace(/^Capability level/, "Practice level")
    .replace(/^(Primary|Supporting) capabilities/, "$1 practices");

function inWords<Any extends Exhibit>(exhibit: Any, shown: (text: string) => string): Any {
  const point = <P extends { text: string } | null | undefined>(each: P): P => (each ? { ...each, text: shown(each.text) } : each);
  const alone = "titleAlone" in exhibit && typeof exhibit.titleAlone === "string" ? { titleAlone: titleOf(exhibit.titleAlone) } : {};
  const titled = { ...exhibit, title: titleOf(exhibit.title), ...alone };
  if (titled.kind === "table") {
    const { rows, total } = titled as ResultTable;
    return { ...titled, rows: rows.map((row) => row.map(point)), ...(total ? { total: total.map(point) } : {}) };
  }
  if ("series" in titled) return { ...titled, series: titled.series.map((each) => ({ ...each, points: each.points.map(point) })) };
  if ("lines" in titled) return { ...titled, lines: titled.lines.map((each) => ({ ...each, points: each.points.map(point) })) };
  return titled;
}

/** Reads cells of a result, so that the report for a client has no figures of its own (docs/rules/client-report.md#one-set-of-figures). */
import type { ScoredName } from "#model/report-texts.ts";
import type { Bars } from "~/views/charts/bars";
import { type AnyChart, type Cell, exhibitsOf, type Result, type ResultTable } from "~/views/result";

/** A table of the report by its id. */
export function findTable(result: Result, id: string): ResultTable | undefined {
  return exhibitsOf(result).find((exhibit): exhibit is ResultTable => exhibit.kind === "table" && exhibit.id === id);
}

/** A radar, or the bars in its place, by its id. */
export function findScores(result: Result, id: string): Exclude<AnyChart, { kind: "spread" }> | undefined {
  const found = exhibitsOf(result).find((exhibit) => exhibit.id === id);
  return found?.kind === "radar" || found?.kind === "bars" ? found : undefined;
}

/** The cell of a row below a heading. */
export function cellBelow(table: ResultTable | undefined, row: readonly Cell[] | undefined, title: string): Cell | undefined {
  const index = table?.columns.findIndex((column) => column.title === title) ?? -1;
  return index === -1 ? undefined : row?.[index];
}

/** The row of a table that is named so. */
export function rowNamed(table: ResultTable | undefined, name: string): Cell[] | undefined {
  const index = table?.columns.findIndex(({ names }) => names) ?? -1;
  return index === -1 ? undefined : table?.rows.find((row) => row[index]?.text === name);
}

/** Some rows and columns of a table, with a title of their own. @param columns titles of those to leave out */
export function partOf(
  table: ResultTable,
  { id, title, rows, without = [] }: { id: string; title: string; rows: (row: Cell[]) => boolean; without?: readonly string[] },
): ResultTable {
  const kept = table.columns.map((column) => !without.includes(column.title));
  return {
    kind: "table",
    id,
    title,
    columns: table.columns.filter((_, index) => kept[index]),
    rows: table.rows.filter(rows).map((row) => row.filter((_, index) => kept[index])),
  };
}

/** The first rows of a table; the hint says how many are left out. */
export function firstRows(table: ResultTable, most: number): ResultTable {
  const left = table.rows.length - most;
  if (left <= 0) return table;
  const more = `${left === 1 ? "One more row is" : `${left} more rows are`} in the full report.`;
  return { ...table, rows: table.rows.slice(0, most), hint: [table.hint, more].filter(Boolean).join(" ") };
}

/** Names with their scores; those without a score are left out. */
export function scoredNames(items: readonly { name: string; cell: Cell | null | undefined }[]): ScoredName[] {
  return items.flatMap(({ name, cell }) => (cell?.value === undefined ? [] : [{ name, shown: cell.text, value: cell.value }]));
}

/** The spokes of a chart with their own scores. */
export function ownScores(chart: Exclude<AnyChart, { kind: "spread" }> | undefined): ScoredName[] {
  const points = chart?.series.find(({ role }) => role === "own")?.points ?? [];
  return scoredNames((chart?.spokes ?? []).map(({ name }, index) => ({ name, cell: points[index] })));
}

/** Bars of cells that the report has, the highest first. */
export function barsOf({ id, title, figuresIn, items }: Pick<Bars, "id" | "title" | "figuresIn"> & { items: readonly ScoredName[] }): Bars {
  const ordered = items.toSorted((a, b) => b.value - a.value);
  return {
    kind: "bars",
    id,
    title,
    titleAlone: title,
    figuresIn,
    spokes: ordered.map(({ name }) => ({ code: "", name })),
    series: [{ name: "This assessment", role: "own", points: ordered.map(({ shown, value }) => ({ text: shown, value })) }],
  };
}

/** Building blocks for the reports of both models. */
import { NONE } from "~/services/results/cells.server";
import type { Cell, Exhibit, Radar, ReportSection } from "~/views/report";

/** The tab that every result has. */
export const RESULTS = { id: "results", title: "Results" } as const;

/**
 * A section of a report, on the tab `Results` unless another is given.
 * @param id names it in the address of the screen
 * @param text paragraphs before the exhibits
 */
export function section(
  id: string,
  title: string,
  text: string[],
  exhibits: Exhibit[],
  more: Partial<Pick<ReportSection, "tab" | "folded">> = {},
): ReportSection {
  return { id, title, text, exhibits, tab: RESULTS.id, ...more };
}

interface RadarParts extends Pick<Radar, "id" | "title" | "figuresIn"> {
  /** One for each spoke; `NONE` or undefined stands for no score. */
  items: readonly { code: string; name: string; own: Cell; benchmark?: Cell | undefined }[];
}

/** A radar from 0 to 5 with its description in words. The benchmark is a second series if any spoke has one. */
export function radarOf({ id, title, figuresIn, items }: RadarParts): Radar {
  const described = items.map(({ name, own, benchmark }) => `${name} ${own.text}${benchmark ? `, benchmark ${benchmark.text}` : ""}`);
  const points = items.map(({ own }) => (own === NONE ? null : own));
  const benchmarks = items.map(({ benchmark }) => benchmark ?? null);
  return {
    kind: "radar",
    id,
    title,
    description: `A radar chart from 0 to 5. ${described.join("; ")}.`,
    figuresIn,
    spokes: items.map(({ code, name }) => ({ code, name })),
    series: [
      { name: "This assessment", role: "own", points },
      ...(benchmarks.some(Boolean) ? [{ name: "Benchmark", role: "benchmark" as const, points: benchmarks }] : []),
    ],
  };
}

/** Notes that are not empty, trimmed (docs/rules/notes-and-diagnostics.md#notes). */
export function writtenNotes<Note extends { body: string }>(notes: readonly Note[]): Note[] {
  return notes.map((note) => ({ ...note, body: note.body.trim() })).filter(({ body }) => body !== "");
}

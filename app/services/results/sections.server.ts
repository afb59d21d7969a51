/** Building blocks for the reports of both models. */
import { NONE } from "~/services/results/cells.server";
import type { Bars, Cell, Exhibit, Radar, ResultSection } from "~/views/result";

/** The tab that every result has. */
export const RESULTS = { id: "results", title: "Results" } as const;

/**
 * A section of a result, on the tab `Results` unless another is given.
 * @param id names it in the address of the screen
 * @param text paragraphs before the exhibits
 */
export function section(
  id: string,
  title: string,
  text: string[],
  exhibits: Exhibit[],
  more: Partial<Pick<ResultSection, "tab" | "folded" | "onScreenOnly">> = {},
): ResultSection {
  return { id, title, text, exhibits, tab: RESULTS.id, ...more };
}

/** With fewer axes a radar has no shape, with more its spokes are too close to be told apart. */
const AXES = { fewest: 3, most: 12 };

interface RadarParts extends Pick<Radar, "id" | "title" | "figuresIn"> {
  /** One for each spoke; `NONE` or undefined means no score. */
  items: readonly { code: string; name: string; own: Cell; benchmark?: Cell | undefined }[];
}

/**
 * The radar of some scores and, where it has too few or too many axes to be read well, the same scores as bars before it
 * (docs/rules/results-and-files.md#charts).
 */
export function radarAndBars(parts: RadarParts & { barsId: string }): (Bars | Radar)[] {
  const radar = radarOf(parts);
  const { length } = parts.items;
  if (length === 0 || (length >= AXES.fewest && length <= AXES.most)) return [radar];
  const { barsId: id, title } = parts;
  const description = radar.description.replace("A radar chart", "A bar chart");
  return [
    { ...radar, kind: "bars", id, description },
    { ...radar, title: asRadar(title) },
  ];
}

/** The title of a radar near another exhibit of the same scores, so that no two titles or files have the same name. */
export const asRadar = (title: string) => `${title} as a radar`;

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

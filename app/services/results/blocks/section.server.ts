/** Building blocks for the results of both models. */
import type { Bars } from "~/views/charts/bars";
import type { Radar } from "~/views/charts/radar";
import { type Scores, TARGET } from "~/views/charts/scores";
import type { Cell, Exhibit, ResultSection } from "~/views/result";

/** The tab that every result has. */
export const RESULTS = { id: "results", title: "Results" } as const;

/**
 * A section of a result. `Results` is its tab unless `more` names another.
 * @param id names it in the address of the screen
 * @param text paragraphs before the exhibits
 * @param more `forClients` puts it into reports for clients
 */
export function section(
  id: string,
  title: string,
  text: string[],
  exhibits: Exhibit[],
  more: Partial<Pick<ResultSection, "tab" | "folded" | "onScreenOnly" | "forClients">> = {},
): ResultSection {
  return { id, title, text, exhibits, tab: RESULTS.id, ...more };
}

/** For sections that a client's report has with its results, a board's report too. */
export const WITH_RESULTS = { forClients: { chapter: "results", board: "whole" } } as const;
/** For sections whose tables it has with the perspectives or practices that they are about. */
export const WITH_SUBJECTS = { forClients: { chapter: "subjects" } } as const;

/** With fewer axes a radar has no shape, with more its spokes are too close to be told apart. */
const AXES = { fewest: 3, most: 12 };

interface RadarParts extends Pick<Radar, "id" | "title" | "figuresIn"> {
  /** One for each spoke; a cell without a value means no score. */
  items: readonly { code: string; name: string; own: Cell; benchmark?: Cell | undefined; target?: Cell | undefined }[];
}

/**
 * The radar of some scores and, where it has too few or too many axes to be read well, the same scores as bars before it
 * (docs/rules/results-and-files.md#charts).
 */
export function radarAndBars({ barsId, ...parts }: RadarParts & { barsId: string }): (Bars | Radar)[] {
  const { length } = parts.items;
  const single = length === 0 || (length >= AXES.fewest && length <= AXES.most);
  const bars: Bars = { ...scoresOf({ ...parts, id: barsId }), kind: "bars" };
  return single ? [{ ...scoresOf(parts), kind: "radar" }] : [bars, radarBeside(parts)];
}

/** A radar near another exhibit of the same scores. Its title differs, so that no two titles or files have the same name. */
export const radarBeside = (parts: RadarParts): Radar => ({ ...scoresOf(parts), kind: "radar", title: `${parts.title} as a radar` });

/** Scores from 0 to 5. Benchmark and targets are further series if any spoke has one. */
function scoresOf({ id, title, figuresIn, items }: RadarParts): Scores {
  const pointsOf = (cells: readonly (Cell | undefined)[]) => cells.map((cell) => (cell?.value === undefined ? null : cell));
  const benchmarks = pointsOf(items.map(({ benchmark }) => benchmark));
  const isCompared = benchmarks.some(Boolean);
  const targets = pointsOf(items.map(({ target }) => target));
  return {
    id,
    title,
    titleAlone: title,
    figuresIn,
    ...(isCompared ? { comparesWithOthers: true } : {}),
    spokes: items.map(({ code, name }) => ({ code, name })),
    series: [
      { name: "This assessment", role: "own", points: pointsOf(items.map(({ own }) => own)) },
      ...(isCompared ? [{ name: "Benchmark", role: "benchmark" as const, points: benchmarks }] : []),
      ...(targets.some(Boolean) ? [{ name: TARGET, role: "target" as const, points: targets }] : []),
    ],
  };
}

/** Notes that are not empty, trimmed (docs/rules/notes-and-diagnostics.md#notes). */
export function writtenNotes<Note extends { body: string }>(notes: readonly Note[]): Note[] {
  return notes.map((note) => ({ ...note, body: note.body.trim() })).filter(({ body }) => body !== "");
}

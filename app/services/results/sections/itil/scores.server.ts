/** The scores of an ITIL result: maturity components, practices, and the sheet with both. */

import type { ItilResults } from "#model/contract/itil.ts";
import { isComputed } from "#model/itil/explain.ts";
import { PRIMARY } from "#model/itil/scope.ts";
import { countedInWords, listed, upperFirst } from "#model/words.ts";
import { NONE, textCell, whole } from "~/services/results/blocks/cells.server";
import {
  type SharedColumn,
  scoreColumn,
  sheetOf,
  type TableColumn,
  tableOf,
  textColumn,
  wholeColumn,
} from "~/services/results/blocks/columns.server";
import { radarAndBars, radarBeside, section, WITH_RESULTS } from "~/services/results/blocks/section.server";
import type { ResultTargets } from "~/services/results/sections/targets.server";
import type { ResultSection, Sheet } from "~/views/result";

/** The rank of a practice; empty when it is not known. */
export const rankOf = (mode: number | undefined) => (mode === undefined ? "" : mode === PRIMARY ? "Primary" : "Supporting");

/** A component or a practice. */
interface ScoredPart {
  code: string;
  name: string;
  /** From 1 to 5; null when it is not known. */
  score: number | null;
}

/** A row of the sheet: the SVS maturity, a component or a practice. */
interface ScoreRow {
  kind: string;
  code: string;
  name: string;
  final?: number | null;
  score?: number | null;
}

const KIND = textColumn("Kind", 22, ({ kind }: ScoreRow) => kind);
const CODE: SharedColumn<{ code: string }> = { title: "Code", kind: "code", width: 9, cell: ({ code }) => textCell(code) };
const NAME = textColumn("Name", 44, ({ name }: { name: string }) => name, { names: true });
const FINAL = wholeColumn("Final score", 12, ({ final }: ScoreRow) => final);
const SCORE = scoreColumn("Score", 10, ({ score }: { score?: number | null }) => score);
const ORIGIN: TableColumn<{ code: string }> = {
  title: "Comes from",
  kind: "text",
  cell: (component) => textCell(isComputed(component) ? "Calculated from practices" : "Judged by the assessors"),
};

interface ScoreContext {
  results: ItilResults;
  targets: ResultTargets;
  /** The name of the maturity. */
  svs: string;
}

/** Radar and table of the maturity components; none in the scope Capability (docs/rules/itil.md#maturity-components). */
export function componentSections({ results: { maturities, maturityScore }, targets, svs }: ScoreContext): ResultSection[] {
  if (maturities.length === 0) return [];
  const ofTargets = targets.columns<ScoredPart>();
  const table = tableOf({
    id: "maturity-components",
    title: "Maturity components",
    columns: [CODE, { ...NAME, title: "Component" }, ORIGIN, SCORE, ...ofTargets],
    rows: maturities,
    total: [
      ...[textCell(""), textCell(svs), textCell(""), maturityScore === null ? NONE : whole(maturityScore)],
      ...ofTargets.map(() => textCell("")),
    ],
  });
  const radar = radarBeside({ id: "maturity-radar", title: table.title, figuresIn: table.title, items: itemsOf(maturities, targets) });
  return [
    section("maturity", "Maturity", [], [radar, table], {
      forClients: { ...WITH_RESULTS.forClients, board: "tables", summary: true },
    }),
  ];
}

/** Charts of all practices, and a table for each rank that occurs (docs/rules/itil.md#capability-level). */
export function capabilitySections({ results: { capabilities }, targets }: Omit<ScoreContext, "svs">): ResultSection[] {
  const tables = ([true, false] as const).flatMap((primary) => {
    const practices = capabilities.filter(({ mode }) => (mode === PRIMARY) === primary);
    if (practices.length === 0) return [];
    const [id, title] = primary ? ["primary-capabilities", "Primary capabilities"] : ["supporting-capabilities", "Supporting capabilities"];
    const columns = [CODE, { ...NAME, title: "Practice" }, SCORE, ...targets.columns<ScoredPart>()];
    return [tableOf<ScoredPart>({ id, title, columns, rows: practices })];
  });
  const figuresIn = tables.map(({ title }) => title);
  const charts = radarAndBars({
    id: "capability-radar",
    barsId: "capability-bars",
    title: "Capability levels",
    figuresIn,
    items: itemsOf(capabilities, targets),
  });
  return [section("capabilities", "Capabilities", rangeInWords(capabilities), [...charts, ...tables], WITH_RESULTS)];
}

const itemsOf = (scored: readonly ScoredPart[], targets: ResultTargets) =>
  scored.map((item) => ({ code: item.code, name: item.name, own: SCORE.cell(item), target: targets.cell(item.code) }));

/** From which level to which the practices range, and whether some have none yet, in a sentence; none when no level is known. */
function rangeInWords(practices: readonly ScoredPart[]): string[] {
  const scores = practices.flatMap(({ score }) => score ?? []);
  if (scores.length === 0) return [];
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const whoIsAt = (level: number) => {
    const names = practices.filter(({ score }) => score === level).map(({ name }) => name);
    return names.length <= 3 ? listed(names) : countedInWords(names.length, "practice");
  };
  const unknown = practices.filter(({ score }) => score === undefined || score === null);
  const others = unknown.length > 1 ? "the others have no level yet" : `${unknown[0]?.name} has no level yet`;
  if (low === high && unknown.length > 0)
    return [`${upperFirst(whoIsAt(low))} ${scores.length === 1 ? "is" : "are"} at level ${low}; ${others}.`];
  if (low === high) return [`${practices.length === 1 ? `${practices[0]?.name} is` : "All practices are"} at level ${low}.`];
  return [`The levels range from ${low} (${whoIsAt(low)}) to ${high} (${whoIsAt(high)})${unknown.length > 0 ? `; ${others}` : ""}.`];
}

/** The sheet `Scores` (docs/rules/results-and-files.md#excel). */
export function scoreSheets({ results: { maturityScore, maturities, capabilities }, targets, svs }: ScoreContext): Sheet[] {
  const rows: ScoreRow[] = [
    ...(maturities.length > 0 ? [{ kind: svs, code: "", name: "", final: maturityScore }] : []),
    ...maturities.map(({ code, name, score }) => ({ kind: "Maturity component", code, name, score })),
    ...capabilities.map(({ code, name, mode, score }) => ({ kind: `${rankOf(mode)} capability`, code, name, score })),
  ];
  const columns = [KIND, CODE, NAME, FINAL, SCORE, ...targets.sheetColumns<ScoreRow>()];
  return [sheetOf("Scores", columns, rows, { emphasis: { whole: [svs], part: ["Maturity component"] } })];
}

/** What a corrected edition says of itself in a client's report (docs/rules/client-report.md#corrected-editions). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { Comparison, FigureChange } from "#model/contract/comparison.ts";
import { editionNumber } from "#model/editions.ts";
import { formatScore } from "#model/rounding.ts";
import { overallNames } from "#model/score-names.ts";
import { countedInWords, countInWords, lowerFirst, upperFirst } from "#model/words.ts";
import { loadFor } from "~/services/faults.server";
import { scoreOrNone } from "~/services/results/blocks/cells.server";
import { type TableColumn, tableOf, textColumn } from "~/services/results/blocks/columns.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { Correction, ResultTable } from "~/views/result";

/** An edition next to the one that it replaces. */
export interface CorrectionRead {
  number: number;
  reason: string;
  replaced: string | undefined;
  /** Undefined where the upstream does not compare editions. */
  comparison: Comparison | undefined;
}

/** @returns undefined for the first edition, and for an assessment that was never corrected @throws LoadFailure */
export async function readCorrection(api: UserApi, assessment: Assessment): Promise<CorrectionRead | undefined> {
  const { id, edition } = assessment;
  const ofId = edition?.ofId;
  if (ofId === undefined || ofId === null) return undefined;
  const [before, comparison] = await Promise.all([
    loadFor("result", api.assessments.get({ id: ofId })),
    // An upstream that has not heard of comparing editions refuses it.
    (await hasExtension("again")) ? api.comparison.get({ id, with: String(ofId) }).catch(ignoreFault) : undefined,
  ]);
  const isTheirs = comparison && String(comparison.before.id) === String(ofId);
  return {
    number: editionNumber(assessment),
    reason: edition?.reason ?? "",
    replaced: before.dateCompleted ?? undefined,
    comparison: isTheirs ? comparison : undefined,
  };
}

/** @param extent of the assessment, as of `overallNames` */
export function correctionContent({ comparison, ...edition }: CorrectionRead, extent: string | undefined): Correction {
  if (!comparison) return { ...edition, text: [], table: undefined };
  const model: CorrectionOf<Comparison> = MODELS[comparison.assessmentType];
  return { ...edition, text: model.whole(comparison, overallNames(extent)), table: changesTable(model.rows(comparison)) };
}

const differs = ({ before, now }: FigureChange) => formatScore(before) !== formatScore(now);

/** 'The overall score changes from 2.10 to 2.15.', or 'The overall maturity stays at 1.' */
function figureSaid(name: string, { before, now }: { before: number | null; now: number | null }, isLevel: boolean): string[] {
  const figure = (value: number) => (isLevel ? String(value) : formatScore(value));
  if (before === null || now === null) return [];
  const what = `The ${lowerFirst(name)}`;
  return [before === now ? `${what} stays at ${figure(now)}.` : `${what} changes from ${figure(before)} to ${figure(now)}.`];
}

interface Row extends FigureChange {
  place: string;
  effect: string;
}

const COLUMNS: readonly TableColumn<Row>[] = [
  textColumn("What changed", 40, ({ place }) => place, { names: true }),
  { title: "Before", kind: "decimal", cell: ({ before }) => scoreOrNone(before) },
  { title: "After", kind: "decimal", cell: ({ now }) => scoreOrNone(now) },
  textColumn("Effect on scores", 40, ({ effect }) => effect, { wide: true }),
];

/** Rows of the table: a correction that changes more is another assessment. */
const MOST = 100;

/** @returns undefined where no score has changed */
function changesTable(rows: readonly Row[]): ResultTable | undefined {
  if (rows.length === 0) return undefined;
  const left = rows.length - MOST;
  const hints = [
    ...(rows.some(({ before, now }) => before === null || now === null) ? ["A dash means that there is no score in that edition."] : []),
    ...(left > 0 ? [`${upperFirst(countedInWords(left, "more row is", "more rows are"))} left out.`] : []),
  ];
  return tableOf({
    id: "corrections",
    title: "What changed",
    columns: [...COLUMNS],
    rows: rows.slice(0, MOST),
    ...(hints.length > 0 ? { hint: hints.join(" ") } : {}),
  });
}

const arrow = (what: string, { before, now }: { before: number | null; now: number | null }) =>
  formatScore(before) === formatScore(now)
    ? `${what} stays at ${formatScore(now)}`
    : `${what} ${formatScore(before)} → ${formatScore(now)}`;

/** Rows that have one effect together must not read as if each had it. */
const togetherInWords = (rows: number) =>
  rows < 2 ? "" : rows === 2 ? " (both rows together)" : ` (all ${countInWords(rows)} rows together)`;

interface CorrectionOf<Own extends Comparison> {
  /** The figures of the whole, in sentences. */
  whole(comparison: Own, names: ReturnType<typeof overallNames>): string[];
  /** The threads, or practices and components, whose scores are others. */
  rows(comparison: Own): Row[];
}

const MODELS: { [Model in Comparison["assessmentType"]]: CorrectionOf<Extract<Comparison, { assessmentType: Model }>> } = {
  P3M3: {
    whole: ({ overall, maturity }, names) => [
      ...figureSaid(names.score, overall.printed, false),
      ...figureSaid(names.maturity, maturity.printed, true),
    ],
    rows: ({ perspectives }) =>
      perspectives.flatMap(({ name, printed, threads }) => {
        const changed = threads.filter(differs);
        const effect = `${arrow(name, printed)}${togetherInWords(changed.length)}`;
        return changed.map((thread) => ({ ...thread, place: `${name} / ${thread.name}`, effect }));
      }),
  },
  ITIL: {
    whole: ({ maturity }, names) => figureSaid(names.svs, maturity, true),
    rows: ({ capabilities, maturities, maturity }) => {
      const effect = maturity.before === null && maturity.now === null ? "Its own level" : arrow("SVS maturity", maturity);
      return [...capabilities, ...maturities].filter(differs).map((each) => ({ ...each, place: each.name, effect }));
    },
  },
};

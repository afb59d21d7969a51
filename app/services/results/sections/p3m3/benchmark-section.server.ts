/** The benchmark in a P3M3 result (docs/rules/benchmark.md). */
import { ABOUT_DIFFERENCES, score } from "~/services/results/blocks/cells.server";
import { tableOf } from "~/services/results/blocks/columns.server";
import { section } from "~/services/results/blocks/section.server";
import {
  type OthersScore,
  othersColumns,
  PERSPECTIVE,
  type Perspective,
  YOUR_SCORE,
} from "~/services/results/sections/p3m3/perspectives.server";
import type { ResultTargets } from "~/services/results/sections/targets.server";
import type { Spread } from "~/views/charts/spread";
import { shortDate } from "~/views/dates";
import type { ResultSection } from "~/views/result";

type ComparedPerspective = Perspective & { benchmark: OthersScore };
const isCompared = (perspective: Perspective): perspective is ComparedPerspective => perspective.benchmark !== undefined;

/** Whom the benchmark compares with, such as '7 to 9 other organizations (United Kingdom; Education)'; undefined without a benchmark. */
export function comparedWords(perspectives: readonly Perspective[], cohort: string): string | undefined {
  const compared = perspectives.filter(isCompared);
  if (compared.length === 0) return undefined;
  const counts = compared.flatMap(({ benchmark }) => benchmark.sampleSize ?? []);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const number = counts.length === 0 ? "" : fewest === most ? `${most} ` : `${fewest} to ${most} `;
  return `${number}other organizations (${cohort})`;
}

interface BenchmarkContext {
  perspectives: readonly Perspective[];
  targets: ResultTargets;
  /** Whom it compares with, in words; undefined without a benchmark. */
  comparedWith: string | undefined;
  /** The day of its snapshot, in ISO 8601, if the upstream tells it (docs/rules/benchmark.md#the-monthly-snapshot). */
  benchmarkAsOf: string | undefined;
}

/**
 * Chart and table of the benchmark; the chart has the targets, too. There are columns for quartiles and numbers of organizations only if the
 * upstream sends them.
 */
export function benchmarkSections({ perspectives, targets, comparedWith, benchmarkAsOf: asOf }: BenchmarkContext): ResultSection[] {
  if (comparedWith === undefined) return [];
  const compared = perspectives.filter(isCompared);
  const spread = compared.some(({ benchmark }) => middleHalf(benchmark));
  const counted = compared.some(({ benchmark }) => benchmark.sampleSize !== undefined);
  const { mean, difference, lower, upper, organizations } = othersColumns("benchmark");
  const figures = tableOf({
    id: "benchmark-figures",
    title: "Benchmark figures",
    columns: [PERSPECTIVE, YOUR_SCORE, mean, difference, ...(spread ? [lower, upper] : []), ...(counted ? [organizations] : [])],
    rows: compared,
    comparesWithOthers: true,
    hint: [
      ABOUT_DIFFERENCES,
      ...(spread ? ["About half of the assessments compared lie between the quartiles, which are rounded outwards to half points."] : []),
    ].join(" "),
  });
  const text = [
    `Compared with ${comparedWith}.`,
    ...(asOf === undefined
      ? []
      : [`As of ${shortDate(asOf)}. The benchmark changes only on the first of a month, and always covers at least five other teams.`]),
  ];
  return [
    section("benchmark", "Benchmark", text, [spreadOf(compared, targets, figures.title), figures], {
      forClients: { chapter: "benchmark", board: "charts" },
    }),
  ];
}

function spreadOf(compared: readonly ComparedPerspective[], targets: ResultTargets, figuresIn: string): Spread {
  return {
    kind: "spread",
    id: "benchmark-spread",
    title: "Your scores and theirs",
    figuresIn,
    comparesWithOthers: true,
    own: "This assessment",
    cohort: "Benchmark",
    rows: compared.map(({ code, name, decimal, benchmark }) => ({
      name,
      own: score(decimal),
      mean: score(benchmark.score),
      target: targets.cell(code),
      half: middleHalf(benchmark),
    })),
  };
}

/** Both quartiles, or neither. */
function middleHalf({ lowerQuartile, upperQuartile }: OthersScore) {
  if (lowerQuartile === undefined || upperQuartile === undefined) return undefined;
  return { lower: score(lowerQuartile), upper: score(upperQuartile) };
}

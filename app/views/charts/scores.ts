/** What radars and bars have in common: both show scores from 0 to 5. */
import { lowerFirst } from "#model/words.ts";
import type { Chart, LegendEntry, Point, SeriesRole, Shape, SlideChart, TitledValue } from "~/views/charts/chart";

/** What the legend calls targets. */
export const TARGET = "Target";

export interface Series {
  name: string;
  role: SeriesRole;
  /** A point for each spoke; null when there is no score. */
  points: (Point | null)[];
}

/** A score from 0 to 5 for each spoke of a radar, or for each row of bars. */
export interface Scores extends Chart {
  /** Its title where no other exhibit shows the same scores. */
  titleAlone: string;
  spokes: { code: string; name: string }[];
  series: Series[];
}

/** The points of the assessment's own scores. */
export const ownPoints = ({ series }: Scores): (Point | null)[] => series.find(({ role }) => role === "own")?.points ?? [];

/** @param what the kind of chart, such as 'radar chart' */
export function scoresInWords(what: string, { spokes, series }: Scores): string {
  const said = ({ name, role, points }: Series, index: number) => {
    const point = points[index];
    if (role === "own") return ` ${point?.text ?? "–"}`;
    return point ? `, ${lowerFirst(name)} ${point.text}` : "";
  };
  return `A ${what} from 0 to 5. ${spokes.map(({ name }, index) => name + series.map((each) => said(each, index)).join("")).join("; ")}.`;
}

/** The title of each point of a series. */
export const titlesOf = ({ spokes }: Scores, { name, points }: Series): (string | null)[] =>
  points.map((point, index) => point && `${spokes[index]?.name}, ${name}: ${point.text}`);

export const pointsOf = (chart: Scores): TitledValue[] =>
  chart.series.flatMap((series) => {
    const titles = titlesOf(chart, series);
    return series.points.flatMap((point, index) =>
      point?.value === undefined ? [] : [{ title: titles[index] ?? "", value: point.value }],
    );
  });

/** Whether all scores are levels, which are whole. */
export const areLevels = ({ series }: Scores): boolean =>
  series.every(({ points }) => points.every((point) => point === null || /^\d?$/.test(point.text ?? "")));

export const slideOf = ({ spokes, series }: Scores): Omit<SlideChart, "type" | "options"> => ({
  labels: spokes.map(({ name }) => name),
  series: series.map(({ name, role, points }) => ({
    name,
    color: role,
    ...(role === "target" ? { mark: "triangle" as const } : {}),
    values: points.map((point) => point?.value ?? null),
  })),
});

/** @param sign of a series */
export const legendOf = ({ series }: Scores, sign: (role: SeriesRole) => Shape[]): LegendEntry[] =>
  series.length < 2 ? [] : series.map(({ name, role }) => ({ name, sign: sign(role) }));

export const sampleOf = (names: readonly { code: string; name: string }[]): Scores => {
  const points = names.map((_, index) => ({ text: `${(index % 5) + 0.25}`, value: (index % 5) + 0.25 }));
  const spokes = names.map(({ code, name }) => ({ code, name }));
  const series = (["own", "benchmark", "target"] as const).map((role) => ({ name: role, role, points }));
  return { id: "sample", title: "Sample", titleAlone: "Sample", figuresIn: "Figures", spokes, series };
};

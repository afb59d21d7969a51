import { describe, expect, it } from "vitest";
import type { Trend } from "#model/contract/comparison.ts";
import { trendContent } from "~/services/results/sections/comparison/trend-sections.server";
import { Targets } from "~/services/upstream/targets.server";

type Point = Trend["points"][number];

/** An assessment of a year, with scores by code. */
const point = (
  year: number,
  items: Record<string, number | null>,
  more: Partial<Point> & { scope?: string; date?: string } = {},
): Point => {
  const { scope = "Project", date = `${year}-11-04T10:00:00.000Z`, ...rest } = more;
  return {
    source: "assessment",
    of: { id: year, name: `${year} review`, scope, date },
    ...{ overall: null, maturity: null },
    items: Object.entries(items).map(([code, score]) => ({ code, name: `Name of ${code}`, score })),
    ...rest,
  };
};

const P3M3 = [
  point(2023, { RK: 2 }, { overall: 2, maturity: 2 }),
  point(2024, { BM: 1, RK: 2.5 }, { overall: 1.75, maturity: 1 }),
  point(2025, { BM: 1.5, RK: 2.5 }, { overall: 2, maturity: 1 }),
];

const DAY = "2026-11-27";
const NO_TARGETS = new Targets([], DAY);

function contentOf(
  points: Point[],
  model: "P3M3" | "ITIL" = "P3M3",
  scope = "Project",
  extent?: string,
  targets: Targets | undefined = NO_TARGETS,
) {
  const content = trendContent({ points }, model, { scope, extent, targets });
  if (!content) throw new Error("no trend");
  return content;
}
const cells = ({ tables }: ReturnType<typeof contentOf>) =>
  tables.map(({ title, columns, rows, total }) => [
    [title, ...columns.map((column) => column.title)],
    ...[...rows, ...(total ? [total] : [])].map((row) => row.map(({ text }) => text)),
  ]);
const drawn = ({ charts }: ReturnType<typeof contentOf>) =>
  charts.map(({ title, at, lines }) => [title, at, lines.map(({ name, points }) => [name, ...points.map((each) => each?.value ?? null)])]);

describe("a trend", () => {
  it("is there from the third assessment on", () => {
    expect(trendContent({ points: P3M3.slice(1) }, "P3M3", { scope: "Project", extent: undefined, targets: NO_TARGETS })).toBeUndefined();
    expect(contentOf(P3M3).text).toEqual([
      "The scores of three assessments, each as its own result has them. They may cover different perspectives and threads, so no differences are stated.",
      "The assessments: 2023 review (Project), completed 4 Nov 2023; 2024 review (Project), completed 4 Nov 2024; 2025 review (Project), completed 4 Nov 2025.",
    ]);
  });

  it("has each perspective in the order of the catalogue, and a gap where it was not assessed", () => {
    expect(cells(contentOf(P3M3))).toEqual([
      [
        ["Perspective scores over time", "Perspective", "Nov 2023", "Nov 2024", "Nov 2025"],
        ["Name of BM", "–", "1.00", "1.50"],
        ["Name of RK", "2.00", "2.50", "2.50"],
        ["Overall score", "2.00", "1.75", "2.00"],
        ["Overall maturity", "2", "1", "1"],
      ],
    ]);
    expect(drawn(contentOf(P3M3))).toEqual([
      [
        "Scores over time",
        ["Nov 2023", "Nov 2024", "Nov 2025"],
        [
          ["Name of BM", null, 1, 1.5],
          ["Name of RK", 2, 2.5, 2.5],
          ["Overall score", 2, 1.75, 2],
        ],
      ],
    ]);
  });

  it("marks the target of what the latest assessment has a score for, next to that score", () => {
    const targets = new Targets(
      [
        { code: "BM", score: 3, date: "2027-06-30", reason: "R" },
        { code: "RK", score: 2.5, date: "2027-06-30", reason: "R" },
        { code: "OG", score: 4, date: "2027-06-30", reason: "R" },
      ],
      DAY,
    );
    const latest = point(2026, { BM: 2, OG: null }, { overall: 2, maturity: 2 });
    const marked = contentOf([...P3M3, latest], "P3M3", "Project", undefined, targets).charts.flatMap(({ lines }) => lines);
    expect(marked.map(({ name, target }) => [name, target?.text])).toEqual([
      ["Name of BM", "3.00"],
      ["Name of RK", undefined],
      ["Overall score", undefined],
    ]);
  });

  it("says so where the targets cannot be read", () => {
    const said = "The targets could not be read, so the chart has none.";
    expect(contentOf(P3M3).text).not.toContain(said);
    expect(trendContent({ points: P3M3 }, "P3M3", { scope: "Project", extent: undefined, targets: undefined })?.text).toContain(said);
  });

  it("draws no line through an assessment of another scope of P3M3, and says so", () => {
    const points = [...P3M3.slice(0, 1), point(2024, { FM: 3 }, { scope: "Portfolio", overall: 3, maturity: 3 }), ...P3M3.slice(2)];
    const content = contentOf(points);
    expect(cells(content)[0]?.[0]).toEqual([
      "Perspective scores over time",
      "Perspective",
      "Nov 2023, Project",
      "Nov 2024, Portfolio",
      "Nov 2025, Project",
    ]);
    expect(drawn(content)).toEqual([
      [
        "Scores over time",
        ["Nov 2023", "Nov 2025"],
        [
          ["Name of BM", null, 1.5],
          ["Name of RK", 2, 2.5],
          ["Overall score", 2, 2],
        ],
      ],
    ]);
    expect(content.text).toContain("The chart has those of the scope Project alone, because other scopes have other statements.");
    const ofAnother = contentOf(points, "P3M3", "Programme");
    expect(drawn(ofAnother)).toEqual([]);
    expect(ofAnother.text.join(" ")).not.toMatch(/chart/i);
  });

  it("has practices and components of ITIL, whatever the scope", () => {
    const content = contentOf(
      [
        point(2023, { INM: 2 }, { scope: "Capability" }),
        point(2024, { "M-GP": 2, INM: 3 }, { scope: "Maturity", maturity: 2 }),
        point(2025, { "M-GP": 3, INM: 3 }, { scope: "Maturity", maturity: 3 }),
      ],
      "ITIL",
    );
    expect(cells(content).map(([head, ...rows]) => [head?.slice(0, 2), ...rows])).toEqual([
      [
        ["Components over time", "Component"],
        ["Name of M-GP", "–", "2.00", "3.00"],
        ["SVS Maturity Score", "–", "2.00", "3.00"],
      ],
      [
        ["Practices over time", "Practice"],
        ["Name of INM", "2.00", "3.00", "3.00"],
      ],
    ]);
    expect(drawn(content).map(([title]) => title)).toEqual(["Maturity over time"]);
  });

  it("draws the practices that have moved where there is no maturity", () => {
    const years = [2, 3, 3].map((level, index) => point(2023 + index, { INM: level, PRM: 2 }));
    expect(drawn(contentOf(years, "ITIL")).map(([title, , lines]) => [title, lines])).toEqual([
      ["Practices whose level has changed", [["Name of INM", 2, 3, 3]]],
    ]);
  });

  it("tells two of one month apart, and marks what was entered by hand", () => {
    const points = [
      point(2023, { BM: 1 }, { source: "entered by hand" }),
      ...P3M3.slice(1, 2),
      point(2024, { BM: 2 }, { date: "2024-11-04T12:00:00.000Z" }),
    ];
    expect(cells(contentOf(points))[0]?.[0]?.slice(2)).toEqual(["4 Nov 2023, entered by hand", "4 Nov 2024", "4 Nov 2024 (2)"]);
    expect(drawn(contentOf(points))[0]?.[1]).toEqual(["4 Nov 2023, by hand", "4 Nov 2024", "4 Nov 2024 (2)"]);
  });

  it("says that nobody entered the overall score that was entered by hand", () => {
    const texts = (overall: number | null) =>
      contentOf([point(2022, { BM: 1 }, { source: "entered by hand", overall }), ...P3M3.slice(1)]).text;
    expect(texts(1)[1]).toBe("The overall score of those entered by hand is the mean of the scores that were entered.");
    expect(texts(null)).toHaveLength(2);
  });

  it("shows the latest six, and has all in the Excel file", () => {
    const content = contentOf(
      [2018, 2019, 2020, 2021, 2022, 2023, 2024].map((year) => point(year, { BM: 1 }, { overall: 1, maturity: 1 })),
    );
    expect(cells(content)[0]?.[0]?.slice(2)).toEqual(["Nov 2019", "Nov 2020", "Nov 2021", "Nov 2022", "Nov 2023", "Nov 2024"]);
    expect(content.text).toContain("Table and chart have the latest six.");
    const years = [2018, 2019, 2020, 2021, 2022, 2023, 2024].map((year) => point(year, { BM: 1 }, { scope: "Portfolio" }));
    expect(contentOf(years).text).toContain("The table has the latest six.");
    expect(content.sheet.rows[0]).toEqual(["Perspective", "Name of BM", 1, 1, 1, 1, 1, 1, 1]);
  });
});

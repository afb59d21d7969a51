/** 'Your portfolio' in a P3M3 report: how the team's other organizations score. It stands beside the benchmark and is no part of it. */

import { NONE, numberColumn, numberIn, score, textColumn, type Value, whole, words } from "~/services/results/cells.server";
import type { Cell, Section, Sheet } from "~/views/report";

/** For one perspective. */
export interface PortfolioFigures {
  mean: Cell;
  difference: Cell;
  organizations: number;
}

interface Row {
  name: string;
  /** Not rounded. */
  decimal: number;
  portfolio?: PortfolioFigures;
}

const TITLE = "Your portfolio";

/** Nothing without another organization. */
export function portfolioSection(rows: readonly Row[], tab: string): Section[] {
  const counts = rows.flatMap(({ portfolio }) => portfolio?.organizations ?? []);
  const organizations = Math.max(0, ...counts);
  if (organizations === 0) return [];
  // The text says how many there are; a column does where not all of them assessed every perspective.
  const counted = new Set(counts).size > 1;
  const whom = organizations === 1 ? "the one other organization" : `the ${organizations} other organizations`;
  return [
    {
      id: "portfolio",
      title: TITLE,
      text: [
        `Compared with ${whom} of your own team, by the latest completed assessment in the same scope. Only your team sees this, and it is no part of the benchmark.`,
      ],
      exhibits: [
        {
          kind: "table",
          id: "portfolio",
          title: TITLE,
          columns: [
            textColumn("Perspective", { names: true }),
            numberColumn("Own score"),
            numberColumn("Portfolio mean"),
            numberColumn("Difference"),
            ...(counted ? [numberColumn("Organizations")] : []),
          ],
          rows: rows.map(({ name, decimal, portfolio }) => [
            words(name),
            score(decimal),
            portfolio?.mean ?? NONE,
            portfolio?.difference ?? NONE,
            ...(counted ? [portfolio ? whole(portfolio.organizations) : NONE] : []),
          ]),
        },
      ],
      tab,
    },
  ];
}

/** The same as a sheet of the Excel file. */
export function portfolioSheet(rows: readonly Row[]): Sheet[] {
  if (!rows.some(({ portfolio }) => portfolio)) return [];
  return [
    {
      name: TITLE,
      columns: [
        { title: "Perspective", width: 28, kind: "text" },
        { title: "Own score", width: 12, kind: "decimal" },
        { title: "Portfolio mean", width: 16, kind: "decimal" },
        { title: "Difference", width: 12, kind: "difference" },
        { title: "Organizations", width: 14, kind: "whole" },
      ],
      rows: rows.map(({ name, decimal, portfolio }): Value[] => [
        name,
        numberIn(score(decimal)),
        numberIn(portfolio?.mean),
        numberIn(portfolio?.difference),
        portfolio?.organizations ?? null,
      ]),
    },
  ];
}

/** What a report for a client says about an ITIL result (docs/rules/client-report.md). */
import { holdMessage, maturitySentence, practiceOpening, rangeMessage } from "#model/report-texts.ts";
import { cellBelow, findScores, findTable, ownScores, partOf } from "~/services/results/client-report/cells-of.server";
import {
  exhibit,
  liftBlocks,
  liftSentences,
  type ModelContent,
  type SubjectContent,
} from "~/services/results/client-report/content.server";
import { draftSummary } from "~/services/results/client-report/draft.server";
import { chartInWords } from "~/views/charts/kinds";
import { exhibitsOf, type Result } from "~/views/result";

const PRACTICES = "practices";

const CAPABILITY = [
  "Each practice was rated against criteria from level 2 to level 5: Fully or Rarely/Never. Its level is the highest whose criteria, and those of all levels below, are fully met; every practice is at level 1 at least.",
];
/** How the maturity is found (docs/rules/itil.md#svs-maturity). */
const MATURITY =
  "The SVS maturity is the lowest of five components. Three were chosen by the assessors; Continual improvement and Practices are calculated from the levels of the practices.";

/** @param result of an ITIL result */
export function itilContent(result: Result): ModelContent {
  const chart = findScores(result, "capability-bars") ?? findScores(result, "capability-radar");
  const practices = ownScores(chart);
  const range = rangeMessage(practices, PRACTICES);
  const components = findScores(result, "maturity-radar");
  const table = findTable(result, "maturity-components");
  const maturity = table && result.figures[0];
  const level = table?.total && cellBelow(table, table.total, "Score")?.value;
  const scored = ownScores(components);
  const why = result.sections.find(({ id }) => id === "why");
  const first = maturitySentence({ organization: result.organization.name, scope: result.assessment.scope, maturity });
  const soFar = result.draftOf === undefined ? "" : " so far";
  const inSentences = result.sections.find(({ id }) => id === "capabilities")?.text ?? [];
  return {
    subjects: "Practices",
    results: [
      { section: "maturity", board: true },
      { section: "why", board: true },
      { section: "capabilities", board: true },
      { section: "notes", board: false, notes: true },
    ],
    inChapters: ["areas"],
    summary: soFar
      ? [...draftSummary(result), ...inSentences]
      : [first, ...(why?.text ?? []), ...inSentences, liftSentences(result).join(" ")],
    method: table ? [...CAPABILITY, MATURITY] : CAPABILITY,
    chapters: (chart?.spokes ?? []).map((spoke) => chapterOf(result, spoke)),
    slides: [
      ...(components
        ? [
            {
              section: "results",
              board: true,
              title: `${rangeMessage(scored, "components") ?? "Maturity components"}${soFar}`,
              blocks: exhibit(components),
              notes: [chartInWords(components), MATURITY],
            },
          ]
        : []),
      ...(why
        ? [
            {
              section: "results",
              board: true,
              title:
                level === undefined
                  ? why.title
                  : holdMessage(
                      scored.filter(({ value }) => value === level).map(({ name }) => name),
                      scored.length,
                      level,
                      "components",
                    ),
              blocks: liftBlocks(result, why),
              notes: why.text,
            },
          ]
        : []),
      {
        section: "results",
        board: true,
        // The sentence of a draft says itself what has no level yet.
        title: range ? `${range}${soFar}` : (inSentences[0]?.replace(/\.$/, "") ?? "Levels of the practices"),
        blocks: exhibit(chart),
        notes: [...inSentences, chart ? chartInWords(chart) : "", ...CAPABILITY],
      },
    ],
  };
}

function chapterOf(result: Result, { code, name }: { code: string; name: string }): SubjectContent {
  const level = scoreOf(result, code)?.value;
  const found = exhibitsOf(result).find(({ id }) => id === `improvement-${code.toLowerCase()}`);
  const area = found?.kind === "table" ? found : undefined;
  const levels = (area?.rows ?? []).flatMap((row) => cellBelow(area, row, "Level")?.value ?? []);
  const toMeet = [...new Set(levels)]
    .sort((a, b) => a - b)
    .map((each) => ({ level: each, criteria: levels.filter((one) => one === each).length }));
  const [next] = toMeet;
  const nextOnly =
    area && next
      ? partOf(area, {
          id: `${area.id}-next`,
          title: `To reach level ${next.level}: ${name}`,
          rows: (row) => cellBelow(area, row, "Level")?.value === next.level,
          without: ["Level", "Dimension", "PSF"],
        })
      : undefined;
  const opening = practiceOpening({ name, level, toMeet });
  return {
    code,
    name,
    suggestion: opening,
    blocks: area ? exhibit(partOf(area, { id: area.id, title: area.title, rows: () => true, without: ["PSF"] })) : [],
    notes: area?.note ? [{ kind: "text", text: area.note }] : [],
    message: opening.split(/(?<=\.) /)[0]?.replace(/\.$/, "") ?? name,
    shown: exhibit(nextOnly),
  };
}

function scoreOf(result: Result, code: string) {
  for (const id of ["primary-capabilities", "supporting-capabilities"]) {
    const table = findTable(result, id);
    const row = table?.rows.find((each) => cellBelow(table, each, "Code")?.text === code);
    if (row) return cellBelow(table, row, "Score");
  }
  return undefined;
}

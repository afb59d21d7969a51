/** What a report for a client says about an ITIL result (docs/rules/client-report.md). */
import { holdMessage, maturitySentence, practiceOpening, practiceState, rangeMessage } from "#model/report-texts.ts";
import {
  blocksOf,
  inWords,
  liftBlocks,
  liftSentences,
  type ModelContent,
  type SubjectContent,
  sectionOf,
} from "~/services/results/client-report/content.server";
import { draftSummary } from "~/services/results/client-report/draft.server";
import type { ItilFigures, Result, ScoredPractice } from "~/views/result";

const CAPABILITY = [
  "Each practice was rated against criteria from level 2 to level 5: Fully or Rarely/Never. Its level is the highest whose criteria, and those of all levels below, are fully met; every practice is at level 1 at least.",
];
/** How the maturity is found (docs/rules/itil.md#svs-maturity). */
const MATURITY =
  "The SVS maturity is the lowest of five components. Three were chosen by the assessors; Continual improvement and Practices are calculated from the levels of the practices.";

/** @param result of an ITIL result */
export function itilContent(result: Result, { hasMaturity, maturity, components, practices }: ItilFigures): ModelContent {
  // Of both charts of the practices the first can be read better.
  const [chart] = sectionOf(result, "capabilities")?.exhibits ?? [];
  const [parts] = sectionOf(result, "maturity")?.exhibits ?? [];
  const range = rangeMessage(
    practices.flatMap(({ scored }) => scored ?? []),
    "practices",
  );
  const why = sectionOf(result, "why");
  const headline = hasMaturity ? result.figures[0] : undefined;
  const first = maturitySentence({ organization: result.organization.name, scope: result.assessment.scope, maturity: headline });
  const isDraft = result.draftOf !== undefined;
  const soFar = isDraft ? " so far" : "";
  const inSentences = sectionOf(result, "capabilities")?.text ?? [];
  const holding = components.filter(({ value }) => value === maturity).map(({ name }) => name);
  const slide = { section: "results", board: true } as const;
  return {
    subjects: "Practices",
    summary: isDraft
      ? [...draftSummary(result), ...inSentences]
      : [first, ...(why?.text ?? []), ...inSentences, liftSentences(result).join(" ")],
    method: hasMaturity ? [...CAPABILITY, MATURITY] : CAPABILITY,
    chapters: practices.map(chapterOf),
    slides: [
      parts && {
        ...slide,
        title: `${rangeMessage(components, "components") ?? "Maturity components"}${soFar}`,
        blocks: blocksOf([parts]),
        notes: [inWords(parts), MATURITY],
      },
      why && {
        ...slide,
        title: maturity === null ? why.title : holdMessage(holding, components.length, maturity, "components"),
        blocks: liftBlocks(why),
        notes: why.text,
      },
      {
        ...slide,
        // The sentence of a draft says itself what has no level yet.
        title: range ? `${range}${soFar}` : (inSentences[0]?.replace(/\.$/, "") ?? "Levels of the practices"),
        blocks: blocksOf([chart]),
        notes: [...inSentences, inWords(chart), ...CAPABILITY],
      },
    ].filter((each) => each !== undefined),
  };
}

function chapterOf({ code, name, scored, toMeet, criteria, next, note }: ScoredPractice): SubjectContent {
  const state = practiceState(scored?.value, toMeet);
  return {
    code,
    name,
    suggestion: practiceOpening({ name, level: scored?.value, toMeet }),
    blocks: blocksOf([criteria]),
    notes: note === undefined ? [] : [{ kind: "text", text: note }],
    message: `${name} ${state.one}`,
    state,
    shown: next ? [{ exhibit: next, message: next.title }] : [],
  };
}

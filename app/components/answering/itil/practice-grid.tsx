import { UNANSWERED } from "#model/answer-words.ts";
import { CRITERIA_OPTIONS } from "#model/gates/criteria.ts";
import { CRITERION_LEVELS } from "#model/itil/catalogue.ts";
import type { GridModel } from "~/components/answering/grid/model";
import { clearedInWords, compareAnswers } from "~/components/answering/itil/describe-changes";
import { practiceGate } from "~/views/answering/itil";

/** The grid of a group of practices: a row for each, and a column for each level, which has several criteria. */
export const PRACTICE_GRID: GridModel<"criteria"> = {
  ...{ label: "Groups of practices", what: "practice", heading: "Practice", item: "criterion", finished: "Complete", hasSeveral: true },
  columns: CRITERION_LEVELS.map((level) => ({ level })),
  options: CRITERIA_OPTIONS,
  gateOf: practiceGate,
  news: ["Required", UNANSWERED.locked],
  count: ({ answered, total }) => (
    <span>
      {answered} of {total} practices complete
    </span>
  ),
  nameOf: (_, practice) => practice,
  reach: (level) => `To reach level ${level}`,
  score: () => undefined,
  cleared: clearedInWords,
  compare: compareAnswers,
  useExtras: () => ({ parts: [], below: () => null }),
};

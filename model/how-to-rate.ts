/** How an assessor chooses an answer: the same words on questions screens and in rating sheets. */

/** With the first sentences an assessor can rate in an interview. Screens fold the others. */
export const ENOUGH_FOR_AN_INTERVIEW = 3;

const FULLY = "Fully: shown in more than 85 % of the cases it should hold for, in every part";
const CASES = "Each case that you looked at counts, and no other: a benefit or a service, or each tranche if several are under way.";
const COUNTS = "If several counts fit, the lowest decides; if nobody counted, cases without a known exception are Fully, with one";
const LEVEL_3 = "only those cases count for which an agreed way asks, and without such a way it is Rarely/Never.";
const EXAMPLES = "At levels 4 and 5 the figure, decision, change and proof are examples: others count too, if they deal with the same";
const FIGURE = "At level 4 the figure must say how well something goes, not how large it is;";
const LIMIT = "A limit that was kept counts as a decision, and after several breaches one decision is enough if it deals with them all.";
const PROOF = "At level 5 the change lasts, and a comparison with past data is enough, before or after it; without any it is Rarely/Never.";
const EVIDENCE =
  "Evidence counts wherever it was found, for IT also in programmes, and one trial serves several questions if its change belongs to each.";
const PEOPLE =
  "A role is whoever does this work, and the customer is whoever accepts the result; where there has been no case at all, nothing was found.";

/**
 * The scale of each model and of what is chosen from options, and what assessors settle in doubt (docs/rules/gate.md#how-to-rate). The
 * models differ only where one of them has a level or an answer that the other lacks.
 */
const RULES = {
  P3M3: [
    `${FULLY} of the statement.`,
    "Partially: anything between Fully and Rarely/Never, and at levels 2 and 3 also a part of the statement or something close to it.",
    "Rarely/Never: in 15 % or fewer, or nothing was found.",
    CASES,
    `${COUNTS} Partially.`,
    `At level 1 one trace is enough; at level 3 ${LEVEL_3}`,
    `${EXAMPLES} perspective and thread.`,
    `${FIGURE} a decision without a stated limit is Partially, a mere report Rarely/Never.`,
    LIMIT,
    PROOF,
  ],
  ITIL: [
    `${FULLY} of the criterion.`,
    "Rarely/Never: everything else, and when nothing was found.",
    CASES,
    `${COUNTS} Rarely/Never.`,
    `At level 3 ${LEVEL_3}`,
    `${EXAMPLES} practice and matter.`,
    `${FIGURE} a decision without a stated limit and a mere report are Rarely/Never.`,
    LIMIT,
    PROOF,
  ],
  component: [
    "The option that describes the organization best is the highest that is Fully: shown in more than 85 % of the cases it should hold for, in every part.",
    CASES,
    `${COUNTS} not.`,
  ],
} as const;

/** Where the bounds of the scale come from. */
export const SCALE_SOURCE = "The bounds are those of the rating scale of ISO/IEC 33020.";

/** How to rate the statements of a model, or a maturity component of ITIL: at most twelve sentences, the first ones enough for an interview. */
export function howToRate(what: keyof typeof RULES): string[] {
  return [...RULES[what], EVIDENCE, PEOPLE];
}

/** How an assessor chooses an answer: the same words on questions screens and in rating sheets. */

const NOTHING = "nothing was found";
const NO_PROOF = "A change that no trial or comparison supported is Rarely/Never.";

/** The scale of each model, and of what is chosen from options (docs/rules/gate.md#how-to-rate). */
const SCALE = {
  P3M3: [
    "Fully: shown in more than 85 % of the cases it should hold for, in every part of the statement.",
    `Rarely/Never: in 15 % or fewer, or ${NOTHING}.`,
    "Partially: anything in between.",
    "At level 1 one trace is enough: for the portfolio or programme, or for each project looked at.",
    "At levels 2 and 3 a part of the statement, or something close to it in the same perspective and thread, is Partially.",
    "At level 3 the cases are those for which the organization's way asks for it. Where no agreed way is known for it or for anything close to it, it is Rarely/Never.",
    "At levels 4 and 5 the figures, decisions and changes that a statement names are examples. Others count too, but only of the same perspective and thread.",
    "At level 4 a comparison with a limit that was kept counts as a decision. Where the limit was broken, count how often a decision followed.",
    "A decision on a figure without a stated limit is Partially. A figure only reported or discussed is Rarely/Never.",
    NO_PROOF,
  ],
  ITIL: [
    "Fully: shown in more than 85 % of the cases it should hold for, in every part of the criterion.",
    `Rarely/Never: everything else, and when ${NOTHING}.`,
    "A decision on a figure without a stated limit is Rarely/Never.",
    NO_PROOF,
  ],
  component: [
    "The option that describes the organization best is the highest that is Fully: shown in more than 85 % of the cases it should hold for, in every part.",
  ],
} as const;

const ROLE = "A role stands for whoever does this in the organization, such as another board or the finance department.";
const CASE = "Where a statement speaks of a risk, a benefit or the like, each one that was looked at is a case.";
const FIGURE =
  "A figure says how well something goes. A fixed threshold of value or size, such as reviews above a certain cost, is no such figure.";
const OTHERS = [
  "A comparison with the organization's own past data is a comparison.",
  "The customer is whoever receives and accepts the result, also where all receivers belong to the organization.",
  "Where a sample has several kinds of cases, only those count that the statement names.",
];
const NO_CASE = `Where there has been no case at all, ${NOTHING}.`;

/** Doubts about P3M3 that two assessors would otherwise settle each in their own way. Its scale has a middle, so it must say what is in the middle. */
const P3M3_CONVENTIONS = [
  CASE,
  "Where several counts fit, the lowest decides. Without a count, an exception, or one example out of several, means Partially.",
  ROLE,
  "Evidence of the very thing that a statement names counts wherever it was found, and so does stronger evidence.",
  FIGURE,
  ...OTHERS,
  "At every level but 3, what only some initiatives, teams or contracts do, where others could too, is Partially.",
  NO_CASE,
];

/** The same for ITIL. */
const ITIL_CONVENTIONS = [
  CASE,
  ROLE,
  "Evidence counts wherever it was found, even if that was for another practice.",
  "Stronger evidence of the same counts too: a current register shows a name as well as an answer does.",
  "A figure that a statement names is an example. Another figure on the same matter counts as well.",
  "Comparing a figure with its limit counts as a decision, even if nothing was changed afterwards.",
  FIGURE,
  ...OTHERS,
  "What only some kinds of initiatives or teams do, where others could do it too, is not Fully.",
  NO_CASE,
];

/** Where the bounds of the scale come from. */
export const SCALE_SOURCE = "The bounds are those of the rating scale of ISO/IEC 33020.";

/** How to rate the statements of a model, or a maturity component of ITIL: a line for each answer and each convention. */
export function howToRate(what: keyof typeof SCALE): string[] {
  return [...SCALE[what], ...(what === "P3M3" ? P3M3_CONVENTIONS : ITIL_CONVENTIONS)];
}

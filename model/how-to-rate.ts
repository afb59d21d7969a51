/** How an assessor chooses an answer: the same words on questions screens, in rating sheets and in docs/content.md. */

const NOTHING = "nothing was found";

/** The scale of each model, and of what is chosen from options (docs/rules/gate.md#how-to-rate). */
const SCALE = {
  P3M3: [
    "Fully: shown in more than 85 % of the cases it should hold for, in every part of the statement.",
    `Rarely/Never: in 15 % or fewer, or ${NOTHING}.`,
    "Partially: anything in between.",
    "At level 1 one trace is enough for each initiative that is assessed.",
    "A decision on a figure without a stated limit is Partially at most.",
    "A change that only some follow, or that a trial of something related supported, is Partially.",
  ],
  ITIL: [
    "Fully: shown in more than 85 % of the cases it should hold for, in every part of the criterion.",
    `Rarely/Never: everything else, and when ${NOTHING}.`,
    "A decision on a figure without a stated limit is Rarely/Never.",
  ],
  component: [
    "The option that describes the organization best is the highest that is Fully: shown in more than 85 % of the cases it should hold for, in every part.",
  ],
} as const;

/** What two assessors would otherwise settle each for themselves. */
const CONVENTIONS = [
  "Where a statement speaks of a risk, a benefit or the like, each one that was looked at is a case.",
  "A role stands for whoever does this in the organization, such as another board or the finance department.",
  "Evidence counts wherever it was found, even if that was for another perspective, thread or practice.",
  "Stronger evidence of the same counts too: a current register shows a name as well as an answer does.",
  "A figure that a statement names is an example. Another figure on the same matter counts as well.",
  "Comparing a figure with its limit counts as a decision, even if nothing was changed afterwards.",
  "A figure says how well something goes. A fixed threshold of value or size, such as reviews above a certain cost, is no such figure.",
  "A change that no trial or comparison supported is Rarely/Never.",
  "A comparison with the organization's own past data is a comparison.",
  "The customer is whoever receives and accepts the result, also where all receivers belong to the organization.",
  "Where a sample has several kinds of cases, only those count that the statement names.",
  "What only some kinds of initiatives or teams do, where others could do it too, is not Fully.",
  `Where there has been no case at all, ${NOTHING}.`,
];

/** Where the bounds of the scale come from. */
export const SCALE_SOURCE = "The bounds are those of the rating scale of ISO/IEC 33020.";

/** How to rate the statements of a model, or a maturity component of ITIL: a line for each answer and each convention. */
export function howToRate(what: keyof typeof SCALE): string[] {
  return [...SCALE[what], ...CONVENTIONS];
}

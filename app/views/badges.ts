/**
 * What the badge of an assessment that is to be certified or endorsed says, and what has been requested for it. The home screen shows both;
 * results, paper and files say what was requested alone (docs/rules/results-and-files.md#badges-on-results).
 */
export const BADGES = {
  P3M3: { word: "Certified", requested: "Certification requested" },
  ITIL: { word: "Endorsed", requested: "Independent validation requested" },
} as const;

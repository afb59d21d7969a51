/**
 * The badge of an assessment that is to be certified or endorsed, and the words for what has been requested. The rows of the
 * home screen show both; everything else says what was requested alone (docs/rules/results-and-files.md#badges-on-results).
 */
export const BADGES = {
  P3M3: { word: "Certified", requested: "Certification requested" },
  ITIL: { word: "Endorsed", requested: "Independent validation requested" },
} as const;

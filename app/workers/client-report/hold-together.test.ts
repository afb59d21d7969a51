import { expect, test } from "vitest";
import { heldTogether } from "~/workers/client-report/hold-together";

/** A middle dot stands for each space at which no line ends. */
test.each([
  "Seven perspectives are at level·2, and levels·2 and 3 follow",
  "by 24·Nov·2026, or 5·October to 20·November·2026",
  "Behaviours (2.50·→·3.00)",
  "More than 85·% of the cases",
  "as decision·4 says (see Table·5, section·9)",
  "Three of 90 threads may rise; 2 Managers, 12 months, Programme 2026",
])("a line ends within no value of '%s'", (text) => {
  expect(heldTogether(text.replaceAll("·", " "))).toBe(text.replaceAll("·", "\u00a0"));
});

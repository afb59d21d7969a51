/** What a result scores, for tests that are about other parts of it. */
import type { Result } from "~/views/result";

export const NOTHING_SCORED: Result["scored"] = {
  model: "P3M3",
  standing: { model: "P3M3", groups: [], levelNames: [] },
  meanings: [],
  justReached: [],
  maturity: 2,
  levelName: "",
  meaning: "",
  all: 1,
  holding: [],
  covered: { perspectives: [], threads: [], offered: [], descoped: [] },
  perspectives: [],
};

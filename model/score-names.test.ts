import { expect, test } from "vitest";
import { overallNames, scoreNames } from "./score-names.ts";

test("a part never has the name of the whole", () => {
  const [whole, part] = [overallNames(undefined), overallNames("1 of 7 perspectives, 4 of 13 threads")];
  for (const name of ["maturity", "svs", "score"] as const) expect(part[name]).toMatch(/of what was assessed$/);
  expect(whole).toEqual({ maturity: "Overall maturity", svs: "SVS Maturity Score", score: "Overall score" });
});

test("a score of a draft says whose it is, unless its row does", () => {
  expect(scoreNames("Overall")).toEqual({
    score: overallNames(undefined).score,
    soFar: "Overall score so far",
    ifSubmitted: "Overall score if submitted now",
    ifRestIsNothing: "Overall score if the rest counts 0",
  });
  expect(scoreNames("Perspective").soFar).toBe("Perspective score so far");
  expect(scoreNames().ifSubmitted).toBe("Score if submitted now");
});

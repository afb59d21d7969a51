/** The names of scores and maturities (docs/rules/texts.md#one-name-for-one-thing). Every screen and file asks here. */

/** The name of the ITIL maturity. */
export const SVS_MATURITY = "SVS Maturity Score";

/** The name of the maturity and, for P3M3, of the score. A part of a model never looks like the whole. @param extent undefined for all of it */
export const overallNames = (extent: string | undefined) =>
  extent === undefined
    ? { maturity: "Overall maturity", svs: SVS_MATURITY, score: "Overall score" }
    : { maturity: "Maturity of what was assessed", svs: "Maturity of what was assessed", score: "Score of what was assessed" };

/** The name of the levels of practices, which are all that the ITIL scope Capability has. @param practices how many have one */
export const levelsName = (practices: number) => (practices === 1 ? "Capability level" : "Capability levels");

const SO_FAR = "so far";
const IF_SUBMITTED = "if submitted now";

/** The names of the P3M3 maturity and of the final scores of a draft. */
export const MATURITY_IF_SUBMITTED = `Maturity ${IF_SUBMITTED}`;
export const finalIfSubmitted = (name: "Final score" | "Final scores") => `${name} ${IF_SUBMITTED}`;

/**
 * The names of the scores while something is to do (docs/rules/scores.md#score-so-far).
 * @param whose absent in the heading of a column, whose rows say it
 */
export function scoreNames(whose?: "Overall" | "Perspective") {
  const score = whose === undefined ? "Score" : `${whose} score`;
  return { score, soFar: `${score} ${SO_FAR}`, ifSubmitted: `${score} ${IF_SUBMITTED}`, ifRestIsNothing: `${score} if the rest counts 0` };
}

/** Targets in words. It is apart from `targets.ts`, because the catalogues of the form would more than double what summaries load. */
import { formatScore } from "#model/rounding.ts";
import type { Target, TargetState } from "#model/targets.ts";
import { shortDate } from "~/views/dates";

/** A target, and how the latest score compares with it. */
export interface TargetView extends Pick<Target, "score" | "date" | "reason"> {
  state: TargetState;
}

/** '3.5 until 30 Jun 2027'. */
export const targetInWords = ({ score, date }: Pick<Target, "score" | "date">): string => `${formatScore(score)} by ${shortDate(date)}`;

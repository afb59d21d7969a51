/** The texts and steps of a report that a review point can be about (docs/rules/peer-review.md#review-points). */
import { textsOf } from "~/services/results/files/client-report/compose.server";
import { stepRows } from "~/services/results/files/client-report/save-steps.server";
import type { WholeReport } from "~/services/results/files/client-report/whole-report.server";
import { comparedIn, SUMMARY_PART } from "~/views/client-report";

/** Characters of a title in a list. */
const TITLE_MAX = 90;

/** Each part with its title, as the screen of the report has them. */
export function reportParts({ result, texts }: WholeReport): { part: string; title: string }[] {
  return [
    ...textsOf(result).map(({ part, title }) => ({ part, title: isOpening(part) ? `Opening of ${title}` : title })),
    ...stepRows(result, texts).flatMap(({ key, about, texts: { step } }, index) => {
      const title = about || step;
      return title === "" ? [] : [{ part: key, title: cut(`Step ${index + 1}: ${title}`) }];
    }),
  ];
}

const isOpening = (part: string) => part !== SUMMARY_PART && comparedIn(part) === undefined;
const cut = (text: string) => (text.length > TITLE_MAX ? `${text.slice(0, TITLE_MAX - 1)}…` : text);

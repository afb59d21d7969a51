/** The texts and steps of a report that a review point can be about (docs/rules/peer-review.md#review-points). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { UserContext } from "~/services/context.server";
import { LoadFailure } from "~/services/faults.server";
import { textsOf } from "~/services/results/files/client-report/compose.server";
import { stepRows } from "~/services/results/files/client-report/save-steps.server";
import { readBasedTexts } from "~/services/results/files/client-report/wording.server";
import { openResult } from "~/services/results/results.server";
import { draftOf, resultOf } from "~/services/upstream/assessments.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import { comparedIn, SUMMARY_PART } from "~/views/client-report";
import { resultPaths } from "~/views/paths";

/** Characters of a title in a list. */
const TITLE_MAX = 90;

/** Each part with its title, as the screen of the report has them; none where there is no report, or it cannot be read now. @throws SessionOver */
export async function listReportParts(reader: UserContext, assessment: Assessment): Promise<{ part: string; title: string }[]> {
  const { id } = assessment;
  const isDraft = resultOf(assessment) === undefined;
  if (!(await hasExtension("wording")) || (isDraft && !(await draftOf(assessment)))) return [];
  const request = { assessmentId: id, isDraft, query: new URLSearchParams({ benchmark: "off" }), path: resultPaths(isDraft).report(id) };
  const read = Promise.all([openResult(reader, request, { concerns: ["actions", "comparison"] }), readBasedTexts(reader.api, id)]);
  const known = await read.catch((error: unknown) => (error instanceof LoadFailure ? undefined : ignoreFault(error)));
  if (!known) return [];
  const [{ result }, texts] = known;
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

/** The report with all that its texts rest on, for screens beside it. */
import type { Assessment } from "#model/contract/assessments.ts";
import type { UserContext } from "~/services/context.server";
import { LoadFailure } from "~/services/faults.server";
import { misfitsOf } from "~/services/results/files/client-report/still-right.server";
import { type BasedTexts, readBasedTexts } from "~/services/results/files/client-report/wording.server";
import { openResult } from "~/services/results/results.server";
import { draftOf, resultOf } from "~/services/upstream/assessments.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import { resultPaths } from "~/views/paths";
import type { Result } from "~/views/result";

/** A report as the checks read it, whatever the address of a screen chooses. */
export interface WholeReport {
  result: Result;
  texts: BasedTexts;
}

/** @param texts if they are known @returns undefined where there is no report, the upstream keeps no texts, or it cannot be read now @throws SessionOver */
export async function findReport(reader: UserContext, assessment: Assessment, texts?: BasedTexts): Promise<WholeReport | undefined> {
  const { id: assessmentId } = assessment;
  const isDraft = resultOf(assessment) === undefined;
  if (!(await hasExtension("wording")) || (isDraft && !(await draftOf(assessment)))) return undefined;
  const request = {
    assessmentId,
    isDraft,
    query: new URLSearchParams({ benchmark: "off" }),
    path: resultPaths(isDraft).report(assessmentId),
  };
  try {
    const [{ result }, based] = await Promise.all([
      openResult(reader, request, { concerns: ["actions", "comparison"] }),
      texts ?? readBasedTexts(reader.api, assessmentId),
    ]);
    return { result, texts: based };
  } catch (error) {
    return error instanceof LoadFailure ? undefined : ignoreFault(error);
  }
}

/** The titles of the texts that state other facts than there are now (docs/rules/client-report.md#texts-that-no-longer-fit). */
export const namedMisfits = ({ result, texts }: WholeReport): string[] =>
  misfitsOf(result, texts).flatMap(({ title, changed }) => (changed.length > 0 ? [title] : []));

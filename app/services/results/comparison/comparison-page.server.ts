/** The screen 'Comparison': what moved since an earlier assessment (docs/rules/comparison.md). */
import type { Id } from "#model/contract/common.ts";
import type { UserContext } from "~/services/context.server";
import { NotFound } from "~/services/faults.server";
import { COMPARISON_TAB, comparedInWords } from "~/services/results/comparison/comparison-sections.server";
import { pageResult } from "~/services/results/page-result.server";
import { openResult } from "~/services/results/results.server";
import { getAssessment } from "~/services/upstream/assessments.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { screensFrom } from "~/services/upstream/screens.server";
import type { ComparisonPage } from "~/views/comparison";
import { subtitleOf } from "~/views/facts";
import { COMPARE_WITH, paths, resultPaths } from "~/views/paths";

/**
 * Loads the screen for a completed assessment, or for one in progress.
 * @param query names the assessment to compare with; by default the one before, else the newest earlier one
 * @throws as `openResult`; NotFound when there is nothing to compare with
 */
export async function loadComparisonPage(reader: UserContext, assessmentId: Id, query: URLSearchParams): Promise<ComparisonPage> {
  await requireExtension("again");
  const { status, hasEarlier } = await getAssessment(reader.api, assessmentId, "result");
  if (!hasEarlier) throw new NotFound();
  const isDraft = status !== "Completed";
  const asked = askedFor(query.get(COMPARE_WITH));
  const opened = await openResult(reader, { assessmentId, isDraft, query: asked, withoutEvidence: true, compared: true });
  const { assessment, at, comparison } = opened;
  if (!comparison) throw new NotFound();
  const whole = pageResult(opened.result);
  const result = { ...whole, sections: whole.sections.filter(({ tab }) => tab === COMPARISON_TAB) };
  const other = String(comparison.before.id);
  const kept = askedFor(other).toString();
  return {
    result,
    tab: COMPARISON_TAB,
    query: kept,
    subtitle: subtitleOf(result),
    chosen: other,
    choices: comparison.choices.map((each) => ({ value: String(each.id), label: comparedInWords(each) })),
    links: {
      here: paths.comparison(assessment.id),
      workbook: resultPaths(isDraft).workbook(assessment.id, kept),
    },
    screens: await screensFrom(assessment, "Comparison", at),
  };
}

/** A comparison needs no benchmark. */
const askedFor = (other: string | null) => new URLSearchParams([["benchmark", "off"], ...(other ? [[COMPARE_WITH, other]] : [])]);

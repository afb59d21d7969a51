/** The screen 'Comparison': what moved since an earlier assessment (docs/rules/comparison.md). */
import type { Id } from "#model/contract/common.ts";
import type { UserContext } from "~/services/context.server";
import { NotFound } from "~/services/faults.server";
import { openAssessment } from "~/services/results/results.server";
import { comparedParts, readComparison } from "~/services/results/sections/comparison/comparison-read.server";
import { COMPARISON_TAB, comparedInWords } from "~/services/results/sections/comparison/comparison-sections.server";
import { TREND_SECTION } from "~/services/results/sections/comparison/trend-sections.server";
import { resultHead } from "~/services/results/sections/result-head.server";
import { getAssessment } from "~/services/upstream/assessments.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { modelOf } from "~/services/upstream/models.server";
import { mayChange } from "~/services/upstream/permissions.server";
import { screensFrom } from "~/services/upstream/screens.server";
import { readTargets } from "~/services/upstream/targets.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { ComparisonPage } from "~/views/comparison";
import { subtitleOf } from "~/views/facts";
import { morePaths } from "~/views/more-paths";
import { COMPARE_WITH, paths, resultPaths } from "~/views/paths";
import { withAddresses } from "~/views/screens";

/**
 * Loads the screen for a completed assessment, or for one in progress.
 * @param query names the assessment to compare with; by default the one before, else the newest earlier one
 * @throws as `openAssessment`; NotFound when there is nothing to compare with
 */
export async function loadComparisonPage(reader: UserContext, assessmentId: Id, query: URLSearchParams): Promise<ComparisonPage> {
  await requireExtension("again");
  const { status, hasEarlier, organization } = await getAssessment(reader.api, assessmentId, "result");
  if (!hasEarlier) throw new NotFound();
  const isDraft = status !== "Completed";
  const { assessment, at } = await openAssessment(reader, { assessmentId, isDraft });
  const read = await readComparison(reader.api, assessment, { query, path: paths.comparison(assessment.id) });
  if (!read) throw new NotFound();
  const { comparison } = read;
  const targets = read.trend ? await readTargets(reader.api, assessment).catch(ignoreFault) : undefined;
  const { sections, trend } = comparedParts(read, modelOf(assessment).extentOf(assessment), targets);
  const head = { model: assessment.assessmentType, ...resultHead(assessment, undefined, undefined) };
  const other = String(comparison.before.id);
  // A comparison needs no benchmark.
  const kept = new URLSearchParams([
    ["benchmark", "off"],
    [COMPARE_WITH, other],
  ]).toString();
  return {
    exhibits: { assessment: head.assessment, sections, isDraft },
    tab: COMPARISON_TAB,
    query: kept,
    subtitle: subtitleOf(head),
    chosen: other,
    choices: comparison.choices.map((each) => ({ value: String(each.id), label: comparedInWords(each) })),
    links: {
      here: paths.comparison(assessment.id),
      workbook: resultPaths(isDraft).workbook(assessment.id, kept),
      ...(trend ? { trend: `#${TREND_SECTION}` } : {}),
      ...(organization ? { earlierScores: { to: morePaths.earlierScores(organization.id), mayEnter: mayChange(assessment) } } : {}),
    },
    screens: withAddresses(await screensFrom(assessment, "Comparison", at), {
      // The report compares with the same one.
      Report: resultPaths(isDraft).report(
        assessment.id,
        query.has(COMPARE_WITH) ? new URLSearchParams([[COMPARE_WITH, other]]).toString() : "",
      ),
    }),
  };
}

/** Reads what moved since an earlier assessment (docs/rules/comparison.md). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { Comparison, Trend } from "#model/contract/comparison.ts";
import { countInWords, upperFirst } from "#model/words.ts";
import { loadFor, NotFound, Redirect } from "~/services/faults.server";
import { comparisonSections } from "~/services/results/sections/comparison/comparison-sections.server";
import { TREND_FROM, trendContent, trendSection } from "~/services/results/sections/comparison/trend-sections.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import type { Targets } from "~/services/upstream/targets.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { COMPARE_WITH } from "~/views/paths";
import type { Flash } from "~/views/shell";

/** How an assessment compares with an earlier one and, from the third completed one on, with all earlier ones. */
export interface ComparisonRead {
  comparison: Comparison;
  trend: Trend | undefined;
  /** Of the assessment. */
  scope: string | null;
  /** Whether the reader has chosen another than the one by default. */
  isOther: boolean;
}

const NOT_EARLIER: Flash = {
  kind: "info",
  title: "The assessment that the link names is not among the earlier ones.",
  text: "The one that is compared by default stands in its place.",
};

/** The last part of the address of a file has an ending. */
const isFile = (path: string) => path.slice(path.lastIndexOf("/")).includes(".");

/**
 * Reads both; undefined where there is no earlier assessment, or the upstream does not tell.
 * @param request.query names the other, or nothing
 * @param request.path of what is read
 * @throws LoadFailure. When the other is none of the earlier ones: NotFound for a file; for a screen, Redirect to it without the other
 */
export async function readComparison(
  api: UserApi,
  assessment: Assessment,
  { query, path }: { query: URLSearchParams; path: string },
): Promise<ComparisonRead | undefined> {
  if (!assessment.hasEarlier || !(await hasExtension("again"))) return undefined;
  const other = query.get(COMPARE_WITH);
  const reading = api.comparison.get({ id: assessment.id, ...(other ? { with: other } : {}) }).catch((error: unknown) => {
    throw other && isUpstreamFault(error) && error.status === 422 ? notEarlier(query, path) : error;
  });
  const comparison = await loadFor("result", reading);
  const { before, byDefault, choices } = comparison;
  // An edition that this one corrects is compared for the report's table of corrections alone.
  if (other && !choices.some(({ id }) => String(id) === String(before.id))) throw notEarlier(query, path);
  const isOther = byDefault === undefined ? other !== null : String(byDefault) !== String(before.id);
  return { comparison, trend: await readTrend(api, assessment, comparison), scope: assessment.selectedScope, isOther };
}

/** What is thrown where the other is none of the earlier ones. */
function notEarlier(query: URLSearchParams, path: string): NotFound | Redirect {
  if (isFile(path)) return new NotFound();
  const others = new URLSearchParams(query);
  others.delete(COMPARE_WITH);
  return new Redirect(others.size === 0 ? path : `${path}?${others}`, NOT_EARLIER);
}

async function readTrend(api: UserApi, assessment: Assessment, { choices }: Comparison): Promise<Trend | undefined> {
  const { id, assessmentType: model, organization } = assessment;
  const completed = choices.length + (assessment.status === "Completed" ? 1 : 0);
  if (organization === undefined || completed < TREND_FROM) return undefined;
  return loadFor("result", api.comparison.trend({ id: organization.id, model, until: id }));
}

const isOf = (scope: string | null) => (point: Trend["points"][number]) => !point.of.scope || point.of.scope === scope;
const hasOtherScopes = ({ points }: Trend, scope: string | null) => !points.every(isOf(scope));

/** A client's report compares one thing over the years: what is of another scope, such as another team's, is left out of its trend. */
function ofScope(trend: Trend, scope: string | null, shape: (some: Trend) => ReturnType<typeof trendContent>) {
  const points = trend.points.filter(isOf(scope));
  const left = trend.points.length - points.length;
  const shaped = shape({ ...trend, points });
  const said = `${left === 1 ? "One assessment of another scope is" : `${upperFirst(countInWords(left))} assessments of another scope are`} left out.`;
  return shaped && { ...shaped, text: [...shaped.text, said] };
}

/**
 * Shapes both as sections of a page, on a tab of their own which no result shows, and as sheets of the Excel file.
 * @param extent of the assessment, as of `overallNames`
 * @param targets of its scope; undefined where they cannot be read
 */
export function comparedParts(
  { comparison, trend: read, scope }: ComparisonRead,
  extent: string | undefined,
  targets: Targets | undefined,
) {
  const compared = comparisonSections(comparison, extent);
  const shape = (some: Trend) => trendContent(some, comparison.assessmentType, { scope, extent, targets });
  const trend = read && shape(read);
  return {
    compared,
    trend,
    trendForClients: read && (hasOtherScopes(read, scope) ? ofScope(read, scope, shape) : trend),
    sections: [...compared.sections, ...(trend ? [trendSection(trend)] : [])],
    sheets: [compared.sheet, ...(trend ? [trend.sheet] : [])],
  };
}

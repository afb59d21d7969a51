/** Reads what moved since an earlier assessment, and puts it into a result (docs/rules/comparison.md). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { Comparison } from "#model/contract/comparison.ts";
import { loadFor, Redirect } from "~/services/faults.server";
import { comparisonSections } from "~/services/results/comparison/comparison-sections.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { COMPARE_WITH, paths } from "~/views/paths";
import type { Result } from "~/views/result";

/**
 * How an assessment compares with an earlier one; undefined where there is none, or the upstream does not tell.
 * @param query names the other, or nothing
 * @throws LoadFailure; Redirect to the comparison by default when the other is none of the earlier ones
 */
export async function readComparison(api: UserApi, found: Assessment, query: URLSearchParams): Promise<Comparison | undefined> {
  if (!found.hasEarlier || !(await hasExtension("again"))) return undefined;
  const other = query.get(COMPARE_WITH);
  const reading = api.comparison.get({ id: found.id, ...(other ? { with: other } : {}) }).catch((error: unknown) => {
    if (other && isUpstreamFault(error) && error.status === 422) throw new Redirect(paths.comparison(found.id));
    throw error;
  });
  return loadFor("result", reading);
}

/** A result with the comparison: its sections on a tab of their own, which no result shows, and a sheet. */
export function withComparison(result: Result, found: Comparison | undefined): Result {
  if (!found) return result;
  const { sections, sheet } = comparisonSections(found);
  const about = result.sheets.findIndex(({ name }) => name === "About");
  return {
    ...result,
    sections: [...result.sections, ...sections],
    sheets: result.sheets.toSpliced(about < 0 ? result.sheets.length : about, 0, sheet),
  };
}

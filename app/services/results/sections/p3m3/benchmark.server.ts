/** Compares a P3M3 result with other organizations (docs/rules/benchmark.md): what the address asks for, and what the upstream answers. */

import type { P3m3Assessment } from "#model/contract/assessments.ts";
import type { Ref } from "#model/contract/common.ts";
import type { Benchmark } from "#model/contract/p3m3.ts";
import { listCountries, listIndustries, listSizes } from "~/services/upstream/reference-lists.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { withTimeout } from "~/services/upstream/with-timeout.server";
import type { BenchmarkPanelView } from "~/views/result-page";

/** What the organizations of a cohort can have in common. */
const PARTS = {
  country: { id: "countryId", label: "Location", all: "All locations", list: listCountries },
  industry: { id: "industryId", label: "Industry", all: "All industries", list: listIndustries },
  size: { id: "sizeId", label: "Number of employees", all: "All sizes", list: listSizes },
} as const;
type CohortPart = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as CohortPart[];

/** What they have in common; an absent part may be anything. */
type CohortIds = NonNullable<Benchmark["suggestion"]>;

/** The benchmark of the address, and the answer. */
export interface Comparison {
  /** The upstream's scores, message and suggestion; absent when the benchmark is off or the call failed. */
  answer?: Omit<Benchmark, "otherOrganizations">;
  /** The cohort in words, such as 'United Kingdom; Manufacturing; 250–999 employees'. */
  cohortWords: string;
  panel: BenchmarkPanelView;
}

/** The team's other organizations: whether somebody has asked for them, and what the upstream tells. No file holds this. */
export interface OthersComparison {
  on: boolean;
  failed: boolean;
  answer?: Benchmark["otherOrganizations"] | undefined;
}

/**
 * Picks the fields of an address that shape a result. Unknown ids are left out: each would cost a call to the upstream, and there is no end
 * of them. An empty field means all.
 */
export async function pickShapingQuery(api: UserApi, { organization }: P3m3Assessment, query: URLSearchParams): Promise<URLSearchParams> {
  const kept = new URLSearchParams();
  if (query.get("benchmark") === "off") kept.set("benchmark", "off");
  for (const part of NAMES) {
    const value = query.get(part);
    if (value === null) continue;
    const known = withOwn(await PARTS[part].list(api).catch(() => []), organization?.[part]);
    if (value === "" || known.some(({ id }) => String(id) === value)) kept.set(part, value);
  }
  return kept;
}

/**
 * Reads the switch and the cohort from an address (docs/rules/benchmark.md#the-switch). An absent part means the organization's own; an
 * empty one means all.
 */
function readCohort(query: URLSearchParams, organization: P3m3Assessment["organization"]): { on: boolean; cohort: CohortIds } {
  const cohort: CohortIds = {};
  for (const part of NAMES) {
    const value = query.get(part);
    const id = value === null ? organization?.[part]?.id : Number(value);
    if (id !== undefined && Number.isSafeInteger(id) && id > 0) cohort[PARTS[part].id] = id;
  }
  return { on: query.get("benchmark") !== "off", cohort };
}

const chosenIn = (cohort: CohortIds, part: CohortPart) => String(cohort[PARTS[part].id] ?? "");

/** For how long a result waits for its benchmark, milliseconds: it is complete without one. */
const LIMIT_MS = 2_000;

/**
 * Asks for the benchmark of an assessment. A failure, or an answer that does not come in time, is part of the comparison, so that the rest
 * of the result is shown (docs/rules/benchmark.md#when-the-benchmark-fails).
 * @param query of the page: `benchmark=off`, and ids in `country`, `industry`, `size`
 * @param others whether the address asks for the team's other organizations (docs/rules/benchmark.md#your-other-organizations)
 */
export async function compare(
  api: UserApi,
  assessment: P3m3Assessment,
  query: URLSearchParams,
  { others = false } = {},
): Promise<Comparison & { others: OthersComparison }> {
  const { on, cohort } = readCohort(query, assessment.organization);
  const kept = NAMES.flatMap((part): [string, string][] => (query.has(part) ? [[part, query.get(part) ?? ""]] : []));
  const perspectiveIds = (assessment.perspectives ?? []).map(({ id }) => id);
  if (!on) {
    const query = { perspectiveIds, assessmentId: assessment.id };
    const comparison = others ? await askFor(api, query) : {};
    return { cohortWords: "", panel: { on, kept, filters: [], failed: false, others }, others: othersOf(others, query, comparison) };
  }
  const cohortQuery = { perspectiveIds, ...cohort, assessmentId: assessment.id };
  const [{ answer, otherOrganizations }, ...lists] = await Promise.all([
    askFor(api, cohortQuery),
    ...NAMES.map((part) => withTimeout(PARTS[part].list(api).catch(ignoreFault), LIMIT_MS)),
  ]);
  const names = Object.fromEntries(
    NAMES.map((part, index) => [part, withOwn(lists[index] ?? [], assessment.organization?.[part])]),
  ) as Names;
  const wider = answer?.suggestion;
  const hasNone = (part: CohortPart, id: number) => answer?.withGroups !== undefined && !answer.withGroups[PARTS[part].id].includes(id);
  return {
    cohortWords: wordsFor(cohort, names),
    answer,
    others: othersOf(others, cohortQuery, { answer, otherOrganizations }),
    panel: {
      on,
      kept,
      // Nobody is offered what the upstream does not tell.
      ...(others || !answer || otherOrganizations ? { others } : {}),
      filters: NAMES.map((part) => ({
        name: part,
        label: PARTS[part].label,
        chosen: chosenIn(cohort, part),
        options: [
          { value: "", label: PARTS[part].all },
          // Those that have none lead nowhere. The organization's own is there all the same, and so is what is chosen.
          ...names[part]
            .filter(({ id }) => !hasNone(part, id) || id === assessment.organization?.[part]?.id || id === cohort[PARTS[part].id])
            .map(({ id, name }) => ({ value: String(id), label: hasNone(part, id) ? `${name} (no benchmark)` : name })),
        ],
      })),
      ...(answer?.message ? { message: hasAny(answer) ? answer.message : NO_BENCHMARK } : {}),
      wider: wider && {
        query: new URLSearchParams(NAMES.map((part) => [part, chosenIn(wider, part)])).toString(),
        words: wordsFor(wider, names),
      },
      failed: answer === undefined && perspectiveIds.length > 0,
    },
  };
}

const NO_BENCHMARK = "There is no benchmark here yet: it takes assessments of at least five other teams.";

/** Whether there is a benchmark with any choice, as far as the upstream tells (docs/rules/benchmark.md#the-switch). */
const hasAny = ({ perspectivesAndScores, suggestion, withGroups }: NonNullable<Comparison["answer"]>): boolean =>
  perspectivesAndScores.length > 0 || suggestion !== undefined || Object.values(withGroups ?? [[0]]).some(({ length }) => length > 0);

type BenchmarkQuery = Parameters<UserApi["p3m3"]["benchmark"]>[0];

/** The upstream's answer in two: what a result may hold, and the team's other organizations. Nothing when the call fails or takes too long. */
async function askFor(
  api: UserApi,
  query: BenchmarkQuery,
): Promise<Partial<Pick<Comparison, "answer"> & Pick<Benchmark, "otherOrganizations">>> {
  const comparison =
    query.perspectiveIds.length === 0 ? undefined : await withTimeout(api.p3m3.benchmark(query).catch(ignoreFault), LIMIT_MS);
  if (!comparison) return {};
  const { otherOrganizations, ...answer } = comparison;
  return { answer, otherOrganizations };
}

function othersOf(
  on: boolean,
  { perspectiveIds }: BenchmarkQuery,
  { answer, otherOrganizations }: Awaited<ReturnType<typeof askFor>>,
): OthersComparison {
  if (!on) return { on, failed: false };
  return { on, failed: answer === undefined && perspectiveIds.length > 0, answer: otherOrganizations };
}

/** Adds the organization's own entry to a list that lacks it, for example because the list could not be loaded. */
function withOwn(list: readonly Ref[], own: Ref | null | undefined): readonly Ref[] {
  return own && !list.some(({ id }) => id === own.id) ? [own, ...list] : list;
}

type Names = Record<CohortPart, readonly Ref[]>;

function wordsFor(cohort: CohortIds, names: Names): string {
  const named = (part: CohortPart) => names[part].find(({ id }) => id === cohort[PARTS[part].id])?.name;
  const size = named("size");
  const words = [named("country"), named("industry"), size && `${size} employees`].filter(Boolean);
  return words.length === 0 ? "all countries, industries and sizes" : words.join("; ");
}

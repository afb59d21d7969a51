/** Compares a P3M3 result with other organizations (docs/rules/benchmark.md): what the address asks for, and what the upstream answers. */

import type { P3m3Assessment } from "#model/contract/assessments.ts";
import type { Ref } from "#model/contract/common.ts";
import type { Benchmark } from "#model/contract/p3m3.ts";
import { listCountries, listIndustries, listSizes } from "~/services/upstream/reference-lists.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { withTimeout } from "~/services/upstream/with-timeout.server";
import type { BenchmarkPanelView } from "~/views/result-page";

/** What the organizations of a cohort have in common; an absent part may be anything. */
export interface CohortIds {
  countryId?: number;
  industryId?: number;
  sizeId?: number;
}

const PARTS = ["country", "industry", "size"] as const;
type CohortPart = (typeof PARTS)[number];
const ID_OF = { country: "countryId", industry: "industryId", size: "sizeId" } as const;
const EVERYTHING: Record<CohortPart, string> = { country: "All countries", industry: "All industries", size: "All sizes" };
const LABELS: Record<CohortPart, string> = { country: "Country", industry: "Industry", size: "Organization size" };

/** The benchmark of the address, and the answer. */
export interface Comparison {
  on: boolean;
  /** The upstream's scores, message and suggestion; absent when the benchmark is off or the call failed. */
  answer?: Omit<Benchmark, "otherOrganizations">;
  cohort: CohortIds;
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

type Query = URLSearchParams;

/**
 * Reads the switch and the cohort from an address (docs/rules/benchmark.md#the-switch). An absent part means the organization's own; an
 * empty one means all.
 */
export function readCohort(query: Query, organization: P3m3Assessment["organization"]): { on: boolean; cohort: CohortIds } {
  const cohort: CohortIds = {};
  for (const part of PARTS) {
    const asked = query.get(part);
    const id = asked === null ? organization?.[part]?.id : Number(asked);
    if (id !== undefined && Number.isSafeInteger(id) && id > 0) cohort[ID_OF[part]] = id;
  }
  return { on: query.get("benchmark") !== "off", cohort };
}

const partsOf = (cohort: CohortIds) => PARTS.map((part): [CohortPart, string] => [part, String(cohort[ID_OF[part]] ?? "")]);

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
  found: P3m3Assessment,
  query: Query,
  { others = false } = {},
): Promise<Comparison & { others: OthersComparison }> {
  const { on, cohort } = readCohort(query, found.organization);
  const kept = PARTS.flatMap((part): [string, string][] => (query.has(part) ? [[part, query.get(part) ?? ""]] : []));
  const perspectiveIds = (found.perspectives ?? []).map(({ id }) => id);
  if (!on) {
    const asked = { perspectiveIds, assessmentId: found.id };
    const told = others ? await askFor(api, asked) : {};
    const panel = { on, kept, filters: [], failed: false, others };
    return { on, cohort, cohortWords: "", panel, others: othersOf(others, asked, told) };
  }
  const asked = { perspectiveIds, ...cohort, assessmentId: found.id };
  const [{ answer, otherOrganizations }, ...lists] = await Promise.all([
    askFor(api, asked),
    ...[listCountries, listIndustries, listSizes].map((list) => withTimeout(list(api).catch(ignoreFault), LIMIT_MS)),
  ]);
  const names: Record<CohortPart, readonly Ref[]> = { country: lists[0] ?? [], industry: lists[1] ?? [], size: lists[2] ?? [] };
  for (const part of PARTS) names[part] = withOwn(names[part], found.organization?.[part]);
  const inWords = (ids: CohortIds) => wordsFor(ids, names);
  const wider = answer?.suggestion;
  const hasNone = (part: CohortPart, id: number) => answer?.withGroups !== undefined && !answer.withGroups[ID_OF[part]].includes(id);
  return {
    on,
    cohort,
    cohortWords: inWords(cohort),
    ...(answer ? { answer } : {}),
    others: othersOf(others, asked, { answer, otherOrganizations }),
    panel: {
      on,
      kept,
      // Nobody is offered what the upstream does not tell.
      ...(others || !answer || otherOrganizations ? { others } : {}),
      filters: PARTS.map((part) => ({
        name: part,
        label: LABELS[part],
        chosen: String(cohort[ID_OF[part]] ?? ""),
        options: [
          { value: "", label: EVERYTHING[part] },
          ...names[part].map(({ id, name }) => ({ value: String(id), label: hasNone(part, id) ? `${name} (no benchmark)` : name })),
        ],
      })),
      ...(answer?.message ? { message: answer.message } : {}),
      ...(wider
        ? { wider: { query: new URLSearchParams(partsOf(definedOnly(wider))).toString(), words: inWords(definedOnly(wider)) } }
        : {}),
      failed: answer === undefined && perspectiveIds.length > 0,
    },
  };
}

type BenchmarkQuery = Parameters<UserApi["p3m3"]["benchmark"]>[0];

/** The upstream's answer in two: what a result may hold, and the team's other organizations. Nothing when the call fails or takes too long. */
async function askFor(
  api: UserApi,
  asked: BenchmarkQuery,
): Promise<Partial<Pick<Comparison, "answer"> & Pick<Benchmark, "otherOrganizations">>> {
  const told = asked.perspectiveIds.length === 0 ? undefined : await withTimeout(api.p3m3.benchmark(asked).catch(ignoreFault), LIMIT_MS);
  if (!told) return {};
  const { otherOrganizations, ...answer } = told;
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

function definedOnly({ countryId, industryId, sizeId }: NonNullable<Benchmark["suggestion"]>): CohortIds {
  return {
    ...(countryId === undefined ? {} : { countryId }),
    ...(industryId === undefined ? {} : { industryId }),
    ...(sizeId === undefined ? {} : { sizeId }),
  };
}

function wordsFor(cohort: CohortIds, names: Record<CohortPart, readonly Ref[]>): string {
  const named = (part: CohortPart) => names[part].find(({ id }) => id === cohort[ID_OF[part]])?.name;
  const size = named("size");
  const words = [named("country"), named("industry"), size === undefined ? undefined : `${size} employees`].filter(
    (word) => word !== undefined,
  );
  return words.length === 0 ? "all countries, industries and sizes" : words.join("; ");
}

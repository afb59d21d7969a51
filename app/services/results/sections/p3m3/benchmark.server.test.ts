import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { P3m3Assessment } from "#model/contract/assessments.ts";
import { compare } from "~/services/results/sections/p3m3/benchmark.server";
import type { UserApi } from "~/services/upstream/user-api.server";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a benchmark that never answers holds a result up for two seconds, and counts as failed", async () => {
  const never = () => new Promise<never>(() => {});
  const reference = { countries: async () => [], industries: async () => [{ id: 5, name: "Education" }], sizes: async () => [] };
  const api = { p3m3: { benchmark: never }, reference } as unknown as UserApi;
  const assessment = { id: 1, perspectives: [{ id: 1 }] } as unknown as P3m3Assessment;
  let compared: Awaited<ReturnType<typeof compare>> | undefined;
  const comparing = compare(api, assessment, new URLSearchParams()).then((comparison) => {
    compared = comparison;
  });
  await vi.advanceTimersByTimeAsync(1_999);
  expect(compared).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await comparing;
  expect(compared?.answer).toBeUndefined();
  expect(compared?.panel.failed).toBe(true);
});

test("'Compare with' offers what has a benchmark, and marks the organization's own that has none, unless the upstream does not tell", async () => {
  const answer = { perspectivesAndScores: [], message: null };
  const assessment = {
    id: 1,
    perspectives: [{ id: 1 }],
    organization: { country: { id: 40, name: "Austria" }, industry: { id: 3, name: "Manufacturing" }, size: { id: 4, name: "250–999" } },
  } as unknown as P3m3Assessment;
  const labelsFor = async (benchmark: object) => {
    const reference = { countries: async () => [], industries: async () => [], sizes: async () => [] };
    const api = { p3m3: { benchmark: async () => ({ ...answer, ...benchmark }) }, reference } as unknown as UserApi;
    const { panel } = await compare(api, assessment, new URLSearchParams());
    return panel.filters.map(({ options }) => options.map(({ label }) => label));
  };
  expect(await labelsFor({ withGroups: { countryId: [], industryId: [3], sizeId: [] } })).toEqual([
    ["All locations", "Austria (no benchmark)"],
    ["All industries", "Manufacturing"],
    ["All sizes", "250–999 (no benchmark)"],
  ]);
  const all = (await labelsFor({})).flat().join();
  expect([all.includes("Education"), all.includes("no benchmark")]).toEqual([true, false]);
});

test("where no choice has a benchmark, the switch says so in one sentence; otherwise it says what the upstream says", async () => {
  const reference = { countries: async () => [], industries: async () => [], sizes: async () => [] };
  const messageOf = async (benchmark: object) => {
    const answer = { perspectivesAndScores: [], message: "5 teams are needed; there is 1.", ...benchmark };
    const api = { p3m3: { benchmark: async () => answer }, reference } as unknown as UserApi;
    const { panel } = await compare(api, { id: 1, perspectives: [{ id: 1 }] } as unknown as P3m3Assessment, new URLSearchParams());
    return [panel.on, panel.message];
  };
  const none = { countryId: [], industryId: [], sizeId: [] };
  expect(await messageOf({ withGroups: none })).toEqual([
    true,
    "There is no benchmark here yet: it takes assessments of at least five other teams.",
  ]);
  for (const benchmark of [{}, { withGroups: { ...none, industryId: [3] } }, { withGroups: none, suggestion: {} }])
    expect(await messageOf(benchmark)).toEqual([true, "5 teams are needed; there is 1."]);
});

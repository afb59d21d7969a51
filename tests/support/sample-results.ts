/** Reports of small and full assessments of both models, for what is made from them and for what is compared with them. */
import { type ActionForm, actionsNextTime } from "#model/contract/actions.ts";
import { type Assessment, assessment, itilAssessment, p3m3Assessment } from "#model/contract/assessments.ts";
import { comparison, trend } from "#model/contract/comparison.ts";
import { itilResults } from "#model/contract/itil.ts";
import { itilOverview, p3m3Overview } from "#model/contract/overview.ts";
import { benchmark, p3m3Results } from "#model/contract/p3m3.ts";
import { targetSets } from "#model/contract/targets.ts";
import { PRACTICES } from "#model/itil/catalogue.ts";
import { PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import { placeNames } from "~/services/results/sections/actions.server";
import { itilResult } from "~/services/results/sections/itil/result.server";
import { p3m3Result } from "~/services/results/sections/p3m3/result.server";
import type { ConcernReads } from "~/services/results/sections/shared.server";
import { Targets } from "~/services/upstream/targets.server";
import type { Result } from "~/views/result";
import {
  answerComponent,
  answerPractice,
  answerThread,
  completeP3M3,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
} from "../contract/scenario.ts";
import { type Client, freshSqlite, openTestApi, type TestApi } from "./api.ts";
import { apiClient, completedEarlier } from "./seed.ts";
import type { App } from "./server.ts";

const EVERY = ["FRNNN", "FPNNN", "FFRNN", "FFPNN", "FFFRN", "FFFPN", "FFFFR", "FFPNN", "FFFRN"];
/** A name and a note that would do harm if they were more than text. */
export const HOSTILE = { name: 'Łódź & Sons <b>"=1+1"</b>', note: '=HYPERLINK("http://x")\n<w:p/>\u202e & ]]> {{x}}' };
const NOTE =
  "Interviews with the programme office and two project managers. Registers are kept for every project; reviews are dated, and most findings have an owner.\nThe portfolio board sees a summary each month.";

/** Some practices and a component. */
const ITIL_AIMS = { INM: 3, PRM: 5, CHE: 4, "M-G": 3 };

export interface SampleResults {
  p3m3Small: Result;
  p3m3Full: Result;
  itilSmall: Result;
  itilFull: Result;
  p3m3Again: Result;
  itilAgain: Result;
  p3m3Corrected: Result;
}

/** Makes them through an API of their own. */
export async function sampleResults(): Promise<SampleResults> {
  const api = await openTestApi(freshSqlite());
  try {
    await participants(api, EVERY.slice(0, 8));
    const client = await api.signIn({ email: "kim@team.example" });
    return {
      p3m3Small: await smallP3M3(client),
      p3m3Full: await fullP3M3(client),
      itilSmall: await smallItil(client),
      itilFull: await fullItil(client),
      p3m3Again: await p3m3Again(client, api),
      itilAgain: await itilAgain(client, api),
      p3m3Corrected: await p3m3Corrected(client, api),
    };
  } finally {
    await api.close();
  }
}

/** Organizations of a team each, which completed their assessments in the month before. */
async function participants(api: TestApi, all: readonly string[]): Promise<void> {
  const { now } = api;
  api.now = new Date("2026-10-20T09:00:00.000Z");
  await takePart((email) => api.signIn({ email }), all);
  api.now = now;
}

async function takePart(signIn: (email: string) => Promise<Client>, all: readonly string[]): Promise<void> {
  const form = { benchmarkConsent: true, country: { id: 40, name: "Austria" } };
  for (const [index, letters] of all.entries()) {
    const other = await signIn(`other.${index}@report.example`);
    await completeP3M3(other, await createOrganization(other, form), letters, { threadIds: [10] });
  }
}

/** The targets of an assessment's scope. */
export async function targetsOf(client: Client, { organization, assessmentType, selectedScope }: Assessment): Promise<Targets> {
  const scope = assessmentType === "P3M3" ? `&scope=${selectedScope}` : "";
  const { sets } = expectStatus(await client.get(`/organizations/${organization?.id}/targets?model=${assessmentType}${scope}`), 200).body;
  return new Targets(
    targetSets.parse({ sets }).sets.flatMap(({ targets }) => targets),
    "2026-11-27",
  );
}

/** Sets targets that do not change their state as the years pass. */
export async function aim(client: Client, id: number, scores: Readonly<Record<string, number>>): Promise<void> {
  const { organization, assessmentType: model, selectedScope } = (await client.get(`/assessments/${id}`)).body;
  const targets = Object.entries(scores).map(([code, score], index) => ({
    ...{ code, score, date: index % 2 === 0 ? "2099-06-30" : "2020-06-30" },
    reason: "The board asks for it. & <b>",
  }));
  const form = { model, scope: model === "P3M3" ? selectedScope : null, targets };
  expectStatus(await client.put(`/organizations/${organization.id}/targets`, form), 200);
}

/**
 * The result of a P3M3 assessment, with the benchmark of a country.
 * @param withAnswers whether the statements are known, as with the extension `overview`
 * @param reads what was agreed, and what moved
 */
async function p3m3(client: Client, id: number, withAnswers = false, reads: ConcernReads = {}): Promise<Result> {
  const assessment = p3m3Assessment.parse(expectStatus(await client.get(`/assessments/${id}`), 200).body);
  const results = p3m3Results.parse(expectStatus(await client.get(`/P3M3/assessments/${id}/results`), 200).body);
  const ids = results.perspectives.map((perspective) => perspective.id).join(",");
  const answer = benchmark.parse(
    expectStatus(await client.get(`/P3M3/benchmarks?perspectiveIds=${ids}&assessmentId=${id}&countryId=40`), 200).body,
  );
  const panel = { on: true, kept: [], filters: [], failed: false };
  const benchmarked = { cohortWords: "Austria", answer, panel };
  const targets = await targetsOf(client, assessment);
  if (!withAnswers) return p3m3Result(assessment, results, benchmarked, { targets, ...reads });
  const overview = p3m3Overview.parse(expectStatus(await client.get(`/assessments/${id}/overview`), 200).body);
  return p3m3Result(assessment, results, benchmarked, { overview, targets });
}

/** Two perspectives, one thread, a hostile name and note; nobody to compare with. */
async function smallP3M3(client: Client): Promise<Result> {
  const organizationId = await createOrganization(client, { name: HOSTILE.name, businessUnit: null });
  const id = await createP3M3(client, organizationId, { perspectiveIds: [1, 6], threadIds: [10], selectedScope: "Project" });
  for (const perspective of [1, 6]) expectStatus(await answerThread(client, id, perspective, 10, "FFPNN"), 200);
  await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 6, threadId: 10, body: HOSTILE.note });
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return p3m3(client, id);
}

/** Every perspective and thread, with descoped ones, attributes and notes, and a cohort of eight. */
async function fullP3M3(client: Client): Promise<Result> {
  const another = await createOrganization(client, { name: "Canal Trust" });
  await completeP3M3(client, another, "FFPNN", { perspectiveIds: [1, 2, 4], threadIds: [10] });
  const id = await createP3M3(client, await createOrganization(client));
  for (const perspective of PERSPECTIVES)
    for (const thread of THREADS) {
      const letters = EVERY[(perspective.id * 3 + thread.id * 2) % EVERY.length] ?? "";
      expectStatus(await answerThread(client, id, perspective.id, thread.id, letters), 200);
    }
  for (const [perspective, thread] of [
    [2, 5],
    [7, 1],
  ])
    expectStatus(await client.post(`/assessments/${id}/${perspective}/${thread}/descope`, { reason: "Bought in by the group." }), 200);
  for (const { id: perspective } of PERSPECTIVES)
    for (const thread of [3, 6, 9]) {
      const questions = expectStatus(await client.get(`/P3M3/assessments/${id}/questions?p=${perspective}&t=${thread}`), 200).body;
      for (const level of [0, 1, 2]) {
        const diagnosticId = questions[level].diagnostics[level]?.id ?? questions[level].diagnostics[0].id;
        const mark = { diagnosticId, isPositive: (perspective + level) % 2 === 0 };
        await client.put(`/p3m3/assessments/${id}/diagnostics/${questions[level].id}`, mark);
      }
      await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: perspective, threadId: thread, body: NOTE });
    }
  await aim(client, id, { BM: 2, OG: 4.25, RK: 1.5, SM: 5 });
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return p3m3(client, id);
}

async function itil(client: Client, id: number, withAnswers = false, reads: ConcernReads = {}): Promise<Result> {
  const assessment = itilAssessment.parse(expectStatus(await client.get(`/assessments/${id}`), 200).body);
  const results = itilResults.parse(expectStatus(await client.get(`/ITIL/assessments/${id}/results`), 200).body);
  const targets = await targetsOf(client, assessment);
  if (!withAnswers) return itilResult(assessment, results, { targets, ...reads });
  return itilResult(assessment, results, {
    targets,
    overview: itilOverview.parse(expectStatus(await client.get(`/assessments/${id}/overview`), 200).body),
  });
}

/** Answers a practice in a way that makes it reach a level. */
async function reach(client: Client, id: number, practiceId: number, level: number): Promise<void> {
  const url = `/itil/assessments/${id}/questions/capability?capabilityId=${practiceId}`;
  const questions: { level: number }[] = expectStatus(await client.get(url), 200).body;
  const letters = questions.map((question) => (question.level <= level ? "F" : question.level === level + 1 ? "R" : "N"));
  expectStatus(await answerPractice(client, id, practiceId, letters.join("")), 200);
}

/** One practice, no maturity. */
async function smallItil(client: Client): Promise<Result> {
  const id = await createItil(client, await createOrganization(client, { name: HOSTILE.name }));
  await reach(client, id, 19, 3);
  await client.post("/ITIL/notes/capability", { assessmentId: id, capabilityId: 19, body: HOSTILE.note });
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return itil(client, id);
}

/** All 34 practices and the five components, answered and not completed. */
async function answeredFullItil(client: Client): Promise<number> {
  const practices = PRACTICES.map((practice) => ({ id: practice.id, selectionMode: practice.id % 3 === 0 ? (2 as const) : (1 as const) }));
  const id = await createItil(client, await createOrganization(client), { selectedScope: "Comprehensive", practices });
  for (const practice of PRACTICES) await reach(client, id, practice.id, 2 + ((practice.id * 7) % 4));
  for (const [code, level] of [
    ["M-GP", 3],
    ["M-G", 2],
    ["M-SVC", 4],
  ] as const)
    expectStatus(await answerComponent(client, id, code, level), 200);
  return id;
}

/** All 34 practices and the five components, with notes. */
async function fullItil(client: Client): Promise<Result> {
  const id = await answeredFullItil(client);
  for (const { id: practice } of PRACTICES.filter(({ id: each }) => each % 4 === 0))
    await client.post("/ITIL/notes/capability", { assessmentId: id, capabilityId: practice, body: NOTE });
  await client.post("/ITIL/notes/maturity", { assessmentId: id, maturityId: 2, body: "Board papers seen." });
  await aim(client, id, ITIL_AIMS);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return itil(client, id);
}

/** What is known about the years before. */
async function compared(client: Client, id: number): Promise<ConcernReads> {
  const read = comparison.parse(expectStatus(await client.get(`/assessments/${id}/comparison`), 200).body);
  const assessment = (await client.get(`/assessments/${id}`)).body;
  const { organization, selectedScope } = assessment;
  const query = `model=${read.assessmentType}&until=${id}`;
  const points = trend.parse(expectStatus(await client.get(`/organizations/${organization.id}/trend?${query}`), 200).body);
  const known = points.points.length < 3 ? undefined : points;
  return { comparison: { comparison: read, trend: known, scope: selectedScope, isOther: false } };
}

type Agreement = Partial<Pick<ActionForm, "places" | "owner" | "due" | "state">>;

/** Actions after an assessment of the year before, by their titles. */
async function agree(client: Client, id: number, actions: Readonly<Record<string, Agreement>>): Promise<void> {
  const { organization } = (await client.get(`/assessments/${id}`)).body;
  const form = { why: "", assessmentId: id, places: [], owner: "", due: null, effort: null, effect: null, state: "open" };
  for (const [title, said] of Object.entries(actions))
    expectStatus(await client.post(`/organizations/${organization.id}/actions`, { ...form, title, ...said }), 201);
}

/** What was agreed, as it is on a day. */
async function agreed(client: Client, id: number, today: string): Promise<ConcernReads> {
  const storedAssessment = assessment.parse(expectStatus(await client.get(`/assessments/${id}`), 200).body);
  const { actions } = actionsNextTime.parse(expectStatus(await client.get(`/assessments/${id}/actions`), 200).body);
  return { actions: { actions, nameOf: placeNames(storedAssessment), today, timeZone: "UTC" } };
}

/** In the year before. */
async function inYear<T>(api: TestApi, year: number, make: () => Promise<T>): Promise<T> {
  const { now } = api;
  api.now = new Date(`${year}-11-04T09:00:00.000Z`);
  const made = await make();
  api.now = now;
  return made;
}

/** The third of three years, with few changes, something covered newly and something no longer. */
async function p3m3Again(client: Client, api: TestApi): Promise<Result> {
  const organization = await createOrganization(client, { name: "Wrenfield Water" });
  const years = [
    [2023, [1, 4, 6], "FPNNN"],
    [2024, [1, 4, 6], "FFPNN"],
  ] as const;
  for (const [year, perspectiveIds, letters] of years)
    await inYear(api, year, async () => {
      const id = await completeP3M3(client, organization, letters, { perspectiveIds: [...perspectiveIds], threadIds: [9, 10] });
      if (year === 2024)
        await agree(client, id, {
          "Keep one register of benefits": { places: ["thread/1/9", "thread/4/9"], owner: "Head of PMO", due: "2025-06-30", state: "done" },
          "Review every business case once a year": { places: ["thread/1/10"], owner: "Finance", due: "2025-09-30", state: "underWay" },
          "Train new sponsors": { places: ["thread/6/9"], state: "dropped" },
        });
    });
  const id = await createP3M3(client, organization, { perspectiveIds: [1, 4, 7], threadIds: [9, 10] });
  for (const [perspective, thread, letters] of [
    [1, 9, "FFFRN"],
    [1, 10, "FFPNN"],
    [4, 9, "FPNNN"],
    [4, 10, "FFPNN"],
    [7, 9, "FRNNN"],
    [7, 10, "FFRNN"],
  ] as const)
    expectStatus(await answerThread(client, id, perspective, thread, letters), 200);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  await agree(client, id, { "Name an owner for each risk": { places: ["thread/7/9"], owner: "Board", due: "2027-03-31" } });
  return p3m3(client, id, false, { ...(await agreed(client, id, "2026-11-05")), ...(await compared(client, id)) });
}

/** The second edition of a small assessment: one thread was rated too low. */
async function p3m3Corrected(client: Client, api: TestApi): Promise<Result> {
  const organization = await createOrganization(client, { name: "Wrenfield Water" });
  const first = await inYear(api, 2025, () => completeP3M3(client, organization, "FPNNN", { perspectiveIds: [1, 4], threadIds: [9, 10] }));
  const reason = "the interview of the finance director was read for the wrong year.";
  const { id } = expectStatus(await client.post(`/assessments/${first}/editions`, { reason }), 201).body;
  expectStatus(await client.post(`/assessments/${id}/lock`), 200);
  expectStatus(await answerThread(client, id, 4, 10, "FFFPN"), 200);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  const read = comparison.parse(expectStatus(await client.get(`/assessments/${id}/comparison?with=${first}`), 200).body);
  const correction = { number: 2, reason, replaced: read.before.date ?? undefined, comparison: read };
  return p3m3(client, id, false, { correction });
}

/** All 34 practices and the five components. Most have moved since the year before. */
async function itilAgain(client: Client, api: TestApi): Promise<Result> {
  const organization = await createOrganization(client, { name: "Wrenfield Water" });
  const complete = async (levelOf: (practice: number) => number, levels: readonly [number, number, number]) => {
    const practices = PRACTICES.map((practice) => ({ id: practice.id, selectionMode: 1 as const }));
    const id = await createItil(client, organization, { selectedScope: "Comprehensive", practices });
    for (const practice of PRACTICES) await reach(client, id, practice.id, levelOf(practice.id));
    for (const [index, code] of (["M-GP", "M-G", "M-SVC"] as const).entries())
      expectStatus(await answerComponent(client, id, code, levels[index] ?? 1), 200);
    expectStatus(await client.post(`/assessments/${id}/complete`), 200);
    return id;
  };
  await inYear(api, 2024, async () => {
    const actions = Array.from({ length: 10 }, (_, index): [string, Agreement] => [
      `Agreed number ${index + 1}`,
      { places: [`capability/${index + 1}`], ...(index % 3 === 0 ? { state: "done" } : {}), owner: "Service desk" },
    ]);
    await agree(client, await complete((practice) => 2 + (practice % 3), [2, 2, 4]), Object.fromEntries(actions));
  });
  const id = await complete((practice) => 2 + ((practice * 7) % 4), [3, 2, 3]);
  return itil(client, id, false, { ...(await agreed(client, id, "2026-11-05")), ...(await compared(client, id)) });
}

// --- the results that people have read (tests/golden) ---------------------------------------------------------------------

const EVERY_SCORE = ["RNNNN", "PNNNN", "FRNNN", "FPNNN", "FFRNN", "FFPNN", "FFFRN", "FFFPN", "FFFFR", "FFFFP", "FFFFF"];

const COHORT = EVERY_SCORE.slice(1, 9);
/** Whose they are. */
export const READER = "golden@team.example";

export type GoldenResults = Record<"p3m3-small" | "p3m3-full" | "itil-small" | "itil-full", Result>;

/** Makes them through an API of their own, with every statement and its answer. */
export async function goldenResults(): Promise<GoldenResults> {
  const api = await openTestApi(freshSqlite());
  try {
    await participants(api, COHORT);
    return await makeGolden(await api.signIn({ email: READER }));
  } finally {
    await api.close();
  }
}

/** The same in a running application, which shows them too: the benchmark that they have is that of Austria. */
export async function goldenResultsIn({ databaseUrl }: Pick<App, "databaseUrl">): Promise<GoldenResults> {
  await takePart((email) => apiClient(databaseUrl, email, { team: email }), COHORT);
  await completedEarlier(databaseUrl);
  return makeGolden(await apiClient(databaseUrl, READER, { team: READER }));
}

const makeGolden = async (client: Client): Promise<GoldenResults> => ({
  "p3m3-small": await goldenSmallP3M3(client),
  "p3m3-full": await goldenFullP3M3(client),
  "itil-small": await goldenSmallItil(client),
  "itil-full": await goldenFullItil(client),
});

/** Two perspectives, one thread; nobody to compare with. */
async function goldenSmallP3M3(client: Client): Promise<Result> {
  const organizationId = await createOrganization(client, { name: "Łódź & Sons <b>", businessUnit: null });
  const id = await completeP3M3(client, organizationId, "FFPNN", { perspectiveIds: [1, 6], threadIds: [10], selectedScope: "Project" });
  return p3m3(client, id, true);
}

/** Every perspective and thread, with descoped ones, attributes and notes, a cohort of eight, and another organization of the team, which no report holds. */
async function goldenFullP3M3(client: Client): Promise<Result> {
  const another = await createOrganization(client, { name: "Canal Trust" });
  await completeP3M3(client, another, "FFPNN", { perspectiveIds: [1, 2, 4], threadIds: [10] });
  const id = await createP3M3(client, await createOrganization(client, { name: "Harbour Authority" }));
  for (const perspective of PERSPECTIVES)
    for (const thread of THREADS) {
      const letters = EVERY_SCORE[(perspective.id * 3 + thread.id * 2) % EVERY_SCORE.length] ?? "";
      expectStatus(await answerThread(client, id, perspective.id, thread.id, letters), 200);
    }
  for (const [perspective, thread] of [
    [2, 5],
    [7, 1],
  ])
    expectStatus(await client.post(`/assessments/${id}/${perspective}/${thread}/descope`), 200);
  for (const thread of [3, 9]) {
    const questions = expectStatus(await client.get(`/P3M3/assessments/${id}/questions?p=4&t=${thread}`), 200).body;
    for (const [level, isPositive] of [true, false].entries()) {
      const diagnosticId = questions[level].diagnostics[level].id;
      expectStatus(await client.put(`/p3m3/assessments/${id}/diagnostics/${questions[level].id}`, { diagnosticId, isPositive }), 200);
    }
  }
  await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 4, threadId: 9, body: "=SUM(A1)\nΕλλάδα, Київ" });
  await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 7, threadId: 1, body: "Left to the parent company." });
  expectStatus(await client.put(`/assessments/${id}/7/1/reason`, { reason: "Done by the parent company" }), 200);
  await aim(client, id, { BM: 2, OG: 4.25, RK: 1.5, SM: 5 });
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return p3m3(client, id, true);
}

/** One practice, no maturity. */
async function goldenSmallItil(client: Client): Promise<Result> {
  const id = await createItil(client, await createOrganization(client));
  await reach(client, id, 19, 3);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return itil(client, id, true);
}

/** All 34 practices and the five components, with notes. */
async function goldenFullItil(client: Client): Promise<Result> {
  const id = await answeredFullItil(client);
  await client.post("/ITIL/notes/capability", { assessmentId: id, capabilityId: 22, body: "One engineer\nonly." });
  await client.post("/ITIL/notes/capability", { assessmentId: id, capabilityId: 5, body: "At level 5: a model for others." });
  await client.post("/ITIL/notes/maturity", { assessmentId: id, maturityId: 2, body: "Board papers seen." });
  await aim(client, id, ITIL_AIMS);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return itil(client, id, true);
}

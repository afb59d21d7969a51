/** Reports of assessments in progress of both models: one barely begun, one half answered, one without any answer. */
import { itilAssessment, p3m3Assessment } from "#model/contract/assessments.ts";
import { itilDraft } from "#model/contract/itil.ts";
import { itilOverview, p3m3Overview } from "#model/contract/overview.ts";
import { p3m3Draft } from "#model/contract/p3m3.ts";
import { itilResult } from "~/services/results/sections/itil/result.server";
import { p3m3Result } from "~/services/results/sections/p3m3/result.server";
import { paths } from "~/views/paths";
import type { Result } from "~/views/result";
import {
  answerComponent,
  answerPractice,
  answerThread,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
} from "../contract/scenario.ts";
import { type Client, freshSqlite, openTestApi } from "./api.ts";
import { aim, targetsOf } from "./sample-results.ts";

export interface DraftResults {
  p3m3Draft: Result;
  itilDraft: Result;
  p3m3Untouched: Result;
  itilUntouched: Result;
}

/** Makes them through an API of their own. */
export async function draftResults(): Promise<DraftResults> {
  const api = await openTestApi(freshSqlite());
  try {
    const client = await api.signIn({ email: "kim@team.example" });
    const organization = await createOrganization(client);
    const untouched = await createP3M3(client, organization, { perspectiveIds: [1, 2], threadIds: [1, 10] });
    const begun = await createP3M3(client, organization);
    for (const [perspective, thread, letters] of [
      [1, 1, "FFPNN"],
      [1, 2, "FFFPN"],
      [1, 3, "FNNNN"],
      [2, 1, "FPNNN"],
    ] as const)
      expectStatus(await answerThread(client, begun, perspective, thread, letters), 200);
    await client.post("/P3M3/notes", { assessmentId: begun, perspectiveId: 1, threadId: 1, body: "Two registers were seen." });
    const practices = [19, 28, 4].map((id) => ({ id, selectionMode: 1 as const }));
    const itil = await createItil(client, organization, { selectedScope: "Maturity", practices });
    const questions = expectStatus(await client.get(`/itil/assessments/${itil}/questions/capability?capabilityId=19`), 200).body;
    expectStatus(
      await answerPractice(
        client,
        itil,
        19,
        questions.map(({ level }: { level: number }) => (level === 2 ? "F" : level === 3 ? "R" : "N")).join(""),
      ),
      200,
    );
    expectStatus(await answerComponent(client, itil, "M-G", 4), 200);
    const untouchedItil = await createItil(client, organization, { practices });
    return {
      p3m3Draft: await p3m3(client, begun),
      itilDraft: await itilOf(client, itil),
      p3m3Untouched: await p3m3(client, untouched),
      itilUntouched: await itilOf(client, untouchedItil),
    };
  } finally {
    await api.close();
  }
}

/** One small draft of each model, with every statement and its answer, for people to read (tests/golden). */
export async function goldenDrafts(): Promise<Record<"p3m3-draft" | "itil-draft", Result>> {
  const api = await openTestApi(freshSqlite());
  try {
    const client = await api.signIn({ email: "kim@team.example" });
    const organization = await createOrganization(client, { name: "Harbour Authority" });
    const begun = await createP3M3(client, organization, { perspectiveIds: [1, 3, 6], threadIds: [9, 10] });
    expectStatus(await answerThread(client, begun, 1, 9, "FFFPN"), 200);
    expectStatus(await answerThread(client, begun, 1, 10, "FFPNN"), 200);
    expectStatus(await answerThread(client, begun, 3, 9, "FPNNN"), 200);
    await client.post("/P3M3/notes", { assessmentId: begun, perspectiveId: 6, threadId: 10, body: "To be seen in May." });
    const practices = [19, 28, 4].map((id) => ({ id, selectionMode: 1 as const }));
    const itil = await createItil(client, organization, { selectedScope: "Maturity", practices });
    for (const [practice, level] of [
      [19, 2],
      [4, 3],
    ] as const) {
      const path = `/itil/assessments/${itil}/questions/capability?capabilityId=${practice}`;
      const questions: { level: number }[] = expectStatus(await client.get(path), 200).body;
      const letters = questions.map((question) => (question.level <= level ? "F" : question.level === level + 1 ? "R" : "N"));
      expectStatus(await answerPractice(client, itil, practice, letters.join("")), 200);
    }
    expectStatus(await answerComponent(client, itil, "M-G", 4), 200);
    await aim(client, begun, { BM: 3, RK: 2 });
    await aim(client, itil, { INM: 3 });
    return {
      "p3m3-draft": await p3m3(client, begun, p3m3Overview),
      "itil-draft": await itilOf(client, itil, itilOverview),
    };
  } finally {
    await api.close();
  }
}

async function p3m3(client: Client, id: number, answered?: typeof p3m3Overview): Promise<Result> {
  const assessment = p3m3Assessment.parse(expectStatus(await client.get(`/assessments/${id}`), 200).body);
  const { results, progress } = p3m3Draft.parse(expectStatus(await client.get(`/P3M3/assessments/${id}/draft`), 200).body);
  const panel = { on: false, kept: [], filters: [], failed: false };
  const overview = answered?.parse(expectStatus(await client.get(`/assessments/${id}/overview`), 200).body);
  return p3m3Result(
    assessment,
    results,
    { cohortWords: "", panel },
    { draft: { progress, at: paths }, overview, targets: await targetsOf(client, assessment) },
  );
}

async function itilOf(client: Client, id: number, answered?: typeof itilOverview): Promise<Result> {
  const assessment = itilAssessment.parse(expectStatus(await client.get(`/assessments/${id}`), 200).body);
  const { results, progress } = itilDraft.parse(expectStatus(await client.get(`/ITIL/assessments/${id}/draft`), 200).body);
  const overview = answered?.parse(expectStatus(await client.get(`/assessments/${id}/overview`), 200).body);
  return itilResult(assessment, results, { targets: await targetsOf(client, assessment), draft: { progress, at: paths }, overview });
}

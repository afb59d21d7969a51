/**
 * What any upstream has to do (docs/upstream-contract.md), as a list of checks that need nothing but its address and one
 * person who may create organizations. They run in this order, later ones on what earlier ones have made.
 */
import { deepStrictEqual as alike, ok } from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { CONTRACT_CALLS } from "#model/contract/calls.ts";
import type { P3M3Answer } from "#model/contract/p3m3.ts";
import { PERSPECTIVES } from "#model/p3m3/catalogue.ts";
import type { Answer, Client } from "./api.ts";

export interface Held {
  /** Signed in. */
  client: Client;
  /** Without a token. */
  anonymous: Client;
}

// biome-ignore lint/suspicious/noExplicitAny: what an upstream answers is checked by the contract's schemas as it arrives
type Body = any;

interface Made {
  organization: number | string;
  p3m3: number | string;
  itil: number | string;
}

export interface Check {
  name: string;
  run(held: Held, made: Made): Promise<void>;
}

/** The call of the contract that a request is. */
function callFor(method: string, path: string) {
  const bare = path.replace(/\?.*/, "").toLowerCase();
  // The most specific one first: /assessments/{id}/lock/delete is no {perspectiveId}.
  return CONTRACT_CALLS.filter((call) => call.method === method).find((call) =>
    new RegExp(`^${call.path.toLowerCase().replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(bare),
  );
}

/** Makes a call and holds its answer against the contract: the status of success, and the schema of its body. */
async function call(client: Client, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Body> {
  const expected = callFor(method, path);
  if (!expected) throw new Error(`${method} ${path} is no call of the contract.`);
  const answer = await client.call(method, path, body ?? (method === "GET" || method === "DELETE" ? undefined : {}), headers);
  const said = `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 300) ?? ""}`;
  if (expected.answer) {
    ok(answer.status === expected.status, `${said} instead of ${expected.status}`);
    const parsed = expected.answer.safeParse(answer.body);
    ok(
      parsed.success,
      `${method} ${path}: ${parsed.error?.issues.map((issue) => `${issue.path.join(".") || "the body"}: ${issue.message}`).join("; ")}`,
    );
    return parsed.data;
  }
  ok(answer.status >= 200 && answer.status < 300, `${said} instead of 2xx`);
  return answer.body;
}

async function refusal(client: Client, method: string, path: string, statuses: number[], body?: unknown): Promise<Answer> {
  const answer = await client.call(method, path, body);
  ok(statuses.includes(answer.status), `${method} ${path}: ${answer.status} instead of ${statuses.join(" or ")}`);
  return answer;
}

const form = (name: string, lists: { country: Body; industry: Body; size: Body }) => ({
  name,
  businessUnit: null,
  benchmarkConsent: false,
  ...lists,
});

async function anyOfEachList({ client }: Held) {
  const first = async (path: string) => {
    const [item] = await call(client, "GET", path);
    ok(item, `${path} is empty`);
    return item;
  };
  return { country: await first("/countries"), industry: await first("/industries"), size: await first("/sizes") };
}

const SELECTIONS: P3M3Answer["selection"][] = ["Fully", "Partially", "N/A", "N/A", "N/A"];
const SCORES = { Fully: 1, Partially: 0.5, "Rarely/Never": 0, "N/A": 0 } as const;

async function questionsOf({ client }: Held, made: Made, p: number, t: number): Promise<Body[]> {
  return call(client, "GET", `/P3M3/assessments/${made.p3m3}/questions?p=${p}&t=${t}`);
}

/** The smallest P3M3 scope: two perspectives and two threads. */
const [FIRST, SECOND] = PERSPECTIVES.map(({ id, code, name }) => ({ id, code, name }));
const THREADS = [
  { id: 6, code: "IK", name: "Information and knowledge management" },
  { id: 9, code: "OR", name: "Organization" },
];

async function answer(held: Held, made: Made, p: number, t: number): Promise<Body> {
  const questions = await questionsOf(held, made, p, t);
  const answers = questions.map(({ id, level }) => {
    const selection = SELECTIONS[level - 1] ?? "N/A";
    return { questionId: id, selection, score: SCORES[selection] };
  });
  return call(held.client, "POST", `/P3M3/assessments/${made.p3m3}/answer`, answers);
}

export const CHECKS: readonly Check[] = [
  {
    name: "refuses calls without a token, or with a wrong one, by 401",
    async run({ anonymous }) {
      await refusal(anonymous, "GET", "/organizations", [401]);
      const forged = await anonymous.call("GET", "/organizations", undefined, { Authorization: "Bearer no.such.token" });
      ok(forged.status === 401, `a forged token: ${forged.status} instead of 401`);
      await refusal(anonymous, "POST", "/auth", [401], { token: `unknown-${randomUUID()}` });
    },
  },
  {
    name: "gives the reference lists and both catalogues",
    async run(held) {
      await anyOfEachList(held);
      for (const path of ["/P3M3/perspectives", "/P3M3/threads", "/ITIL/capabilities", "/ITIL/maturities"])
        ok((await call(held.client, "GET", path)).length > 0, `${path} is empty`);
    },
  },
  {
    name: "creates an organization, gives it back and changes it",
    async run(held, made) {
      const { client } = held;
      const lists = await anyOfEachList(held);
      const name = `Contract <b>"Łódź"</b> ${randomUUID()}`;
      made.organization = (await call(client, "POST", "/organizations", form(name, lists))).id;
      const read = (await call(client, "GET", `/organizations/${made.organization}`)).organization;
      alike([read.name, read.country.id, read.benchmarkConsent], [name, lists.country.id, false]);
      const changed = { ...form(`${name} 2`, lists), businessUnit: "Unit", benchmarkConsent: true };
      const answered = (await call(client, "PUT", `/organizations/${made.organization}`, changed)).organization;
      alike([answered.name, answered.businessUnit, answered.benchmarkConsent], [`${name} 2`, "Unit", true]);
      const mine = (await call(client, "GET", "/organizations")).myOrgnizations;
      const entry = mine.find(({ organization }: Body) => organization.id === made.organization);
      ok(entry, "the new organization is not in the list");
      alike([entry.totalAssessments, entry.organization.name], [0, `${name} 2`]);
    },
  },
  {
    name: "refuses a form without a name by 422, and knows no organization or assessment of another id",
    async run(held) {
      await refusal(held.client, "POST", "/organizations", [422, 400], { ...form("", await anyOfEachList(held)) });
      await refusal(held.client, "GET", "/organizations/2147483000", [404]);
      await refusal(held.client, "GET", "/assessments/2147483000", [404]);
    },
  },
  {
    name: "does a write with one Idempotency-Key once, however often it is sent",
    async run(held) {
      const { client } = held;
      const name = `Once ${randomUUID()}`;
      const body = form(name, await anyOfEachList(held));
      const headers = { "Idempotency-Key": randomUUID() };
      const ids = [
        await call(client, "POST", "/organizations", body, headers),
        await call(client, "POST", "/organizations", body, headers),
      ];
      alike(ids[0], ids[1]);
      const mine = (await call(client, "GET", "/organizations")).myOrgnizations;
      alike(mine.filter(({ organization }: Body) => organization.name === name).length, 1);
    },
  },
  {
    name: "creates a P3M3 assessment, lends its lock, and stores its scope",
    async run({ client }, made) {
      const profile = {
        name: "Contract P3M3",
        assessmentType: "P3M3",
        isTestAssessment: true,
        selectedScope: "Programme",
        certified: false,
      };
      made.p3m3 = (await call(client, "POST", `/organizations/${made.organization}/assessments`, profile)).id;
      const at = `/assessments/${made.p3m3}`;
      alike((await call(client, "GET", at)).status, "Created");
      await refusal(client, "GET", `${at}/lock`, [404]);
      await call(client, "POST", `${at}/lock`);
      await call(client, "GET", `${at}/lock`);
      await call(client, "PUT", at, {
        assessmentType: "P3M3",
        name: "Contract P3M3",
        selectedLevel: 2,
        perspectives: [FIRST, SECOND],
        threads: THREADS,
      });
      const stored = await call(client, "GET", at);
      alike([stored.status, stored.selectedLevel, stored.name], ["Drafted", 2, "Contract P3M3"]);
      alike(
        stored.perspectives.map(({ id }: Body) => id),
        [FIRST?.id, SECOND?.id],
      );
      const groups = (await call(client, "GET", `/organizations/${made.organization}/assessments`)).P3M3;
      alike(
        groups?.drafted.map(({ id }: Body) => id),
        [made.p3m3],
      );
    },
  },
  {
    name: "keeps what a PUT leaves out as it is",
    async run({ client }, made) {
      await call(client, "PUT", `/assessments/${made.p3m3}`, { assessmentType: "P3M3", name: "Renamed" });
      const stored = await call(client, "GET", `/assessments/${made.p3m3}`);
      alike([stored.name, stored.selectedLevel, stored.threads.length, stored.isTestAssessment], ["Renamed", 2, 2, true]);
    },
  },
  {
    name: "gives five statements for a thread, stores their answers, and becomes Active",
    async run(held, made) {
      const [p = 0, t = 0] = [FIRST?.id, THREADS[0]?.id];
      const questions = await questionsOf(held, made, p, t);
      alike(questions.map(({ level }) => level).sort(), [1, 2, 3, 4, 5]);
      const { progress } = await answer(held, made, p, t);
      const perspective = progress.perspectivesProgress.find(({ id }: Body) => id === p);
      alike([perspective.answeredThreads, perspective.totalThreads], [1, 2]);
      const again = await questionsOf(held, made, p, t);
      alike(
        again.map(({ answer }) => answer?.selection),
        SELECTIONS,
      );
      alike((await call(held.client, "GET", `/assessments/${made.p3m3}`)).status, "Active");
    },
  },
  {
    name: "matches paths without regard to case",
    async run({ client }, made) {
      const path = `/assessments/${made.p3m3}/questions?p=${FIRST?.id}&t=6`;
      const answers = [await client.get(`/P3M3${path}`), await client.get(`/p3m3${path}`)];
      alike(
        answers.map(({ status }) => status),
        [200, 200],
      );
    },
  },
  {
    name: "keeps diagnostics and notes",
    async run(held, made) {
      const { client } = held;
      const [question] = await questionsOf(held, made, FIRST?.id ?? 0, 6);
      const [diagnostic] = question.diagnostics;
      ok(diagnostic, "the first statement has no diagnostic");
      await call(client, "PUT", `/p3m3/assessments/${made.p3m3}/diagnostics/${question.id}`, {
        diagnosticId: diagnostic.id,
        isPositive: true,
      });
      const [after] = await questionsOf(held, made, FIRST?.id ?? 0, 6);
      alike(after.diagnostics[0].isPositive, true);
      const where = `/P3M3/notes/${made.p3m3}/${FIRST?.id}/6`;
      alike((await call(client, "GET", where)).body, "");
      const body = 'Line 1\nLine 2: =1+1 <script> "שלום" 😀';
      await call(client, "POST", "/P3M3/notes", { assessmentId: made.p3m3, perspectiveId: FIRST?.id, threadId: 6, body });
      alike((await call(client, "GET", where)).body, body);
    },
  },
  {
    name: "leaves a thread out, clears its answers, and takes it in again",
    async run(held, made) {
      const at = `/assessments/${made.p3m3}/${FIRST?.id}/6`;
      await call(held.client, "POST", `${at}/descope`);
      const threadIn = async () =>
        (await call(held.client, "GET", `/assessments/${made.p3m3}/progress`)).perspectivesProgress
          .find(({ id }: Body) => id === FIRST?.id)
          .threads.map(({ descoped }: Body) => descoped);
      alike(await threadIn(), [true, false]);
      await call(held.client, "POST", `${at}/rescope`);
      alike(await threadIn(), [false, false]);
      alike(
        (await questionsOf(held, made, FIRST?.id ?? 0, 6)).map(({ answer }) => answer?.selection ?? "N/A"),
        Array(5).fill("N/A"),
      );
    },
  },
  {
    name: "completes an assessment only when all is answered, and has results from then on",
    async run(held, made) {
      const { client } = held;
      const at = `/assessments/${made.p3m3}`;
      await refusal(client, "POST", `${at}/complete`, [422], {});
      await refusal(client, "GET", `/P3M3${at}/results`, [404]);
      for (const perspective of [FIRST, SECOND]) for (const { id } of THREADS) await answer(held, made, perspective?.id ?? 0, id);
      await call(client, "POST", `${at}/complete`);
      const done = await call(client, "GET", at);
      ok(done.status === "Completed" && done.dateCompleted, "the assessment is not completed");
      const results = await call(client, "GET", `/P3M3${at}/results`);
      alike(results.perspectives.map(({ id }: Body) => id).sort(), [FIRST?.id, SECOND?.id]);
      alike(results.notes.length, 1);
      await call(client, "GET", `${at}/scores`);
      await refusal(client, "POST", "/P3M3/notes", [422, 409], {
        assessmentId: made.p3m3,
        perspectiveId: FIRST?.id,
        threadId: 6,
        body: "late",
      });
    },
  },
  {
    name: "compares with others, or says why it cannot",
    async run({ client }, made) {
      const benchmark = await call(client, "GET", `/P3M3/benchmarks?perspectiveIds=${FIRST?.id},${SECOND?.id}&assessmentId=${made.p3m3}`);
      ok(benchmark.perspectivesAndScores.length > 0 || benchmark.message, "there are neither scores nor a message");
    },
  },
  {
    name: "puts an assessment away and takes it out again",
    async run({ client }, made) {
      for (const [move, archived] of [
        ["archive", true],
        ["unarchive", false],
      ] as const) {
        await call(client, "POST", `/assessments/${made.p3m3}/${move}`);
        alike((await call(client, "GET", `/assessments/${made.p3m3}`)).isArchived, archived);
      }
    },
  },
  {
    name: "takes an ITIL assessment from its scope to its results",
    async run({ client }, made) {
      const profile = {
        name: "Contract ITIL",
        assessmentType: "ITIL",
        isTestAssessment: true,
        selectedScope: "Capability",
        endorsed: false,
      };
      made.itil = (await call(client, "POST", `/organizations/${made.organization}/assessments`, profile)).id;
      const at = `/assessments/${made.itil}`;
      await call(client, "POST", `${at}/lock`);
      const [practice] = await call(client, "GET", "/ITIL/capabilities");
      const capabilities = [{ id: practice.id, name: practice.name, selectionMode: 1 }];
      await call(client, "PUT", at, { assessmentType: "ITIL", name: "Contract ITIL", capabilities });
      const where = `/itil${at}/questions/capability?capabilityId=${practice.id}`;
      const questions: Body[] = await call(client, "GET", where);
      await refusal(client, "POST", `${at}/complete`, [422], {});
      const answers = questions.map(({ id }) => ({ questionId: id, selection: "Fully", score: 1 }));
      const { progress } = await call(client, "POST", `/ITIL${at}/answer/capability`, answers);
      alike(
        progress.capabilityProgress.map(({ id, complete }: Body) => [id, complete]),
        [[practice.id, true]],
      );
      ok(
        (await call(client, "GET", where)).every(({ answer }: Body) => answer?.selection === "Fully"),
        "an answer was not kept",
      );
      await call(client, "GET", `/itil${at}/questions/maturity`);
      await call(client, "POST", "/ITIL/notes/capability", { assessmentId: made.itil, capabilityId: practice.id, body: "kept" });
      alike((await call(client, "GET", `/ITIL/notes/${made.itil}/capability/${practice.id}`)).body, "kept");
      await call(client, "POST", `${at}/complete`);
      const results = await call(client, "GET", `/ITIL${at}/results`);
      alike(
        results.capabilities.map(({ id }: Body) => id),
        [practice.id],
      );
    },
  },
  {
    name: "gives locks back, by call and by beacon",
    async run({ client }, made) {
      const again = { name: "Contract lock", assessmentType: "P3M3", isTestAssessment: true, selectedScope: "Project" };
      const { id } = await call(client, "POST", `/organizations/${made.organization}/assessments`, again);
      await call(client, "POST", `/assessments/${id}/lock`);
      await call(client, "DELETE", `/assessments/${id}/lock`);
      await call(client, "DELETE", `/assessments/${id}/lock`);
      await refusal(client, "GET", `/assessments/${id}/lock`, [404]);
      await call(client, "POST", `/assessments/${id}/lock`);
      await call(client, "POST", `/assessments/${id}/lock/delete`, { token: client.token });
      await refusal(client, "GET", `/assessments/${id}/lock`, [404]);
    },
  },
];

/** Runs all checks in order; each is told as it ends, and a failed one does not keep the others from running. */
export async function holdAgainstContract(held: Held, tell: (name: string, fault: Error | undefined) => void): Promise<number> {
  const made = { organization: 0, p3m3: 0, itil: 0 };
  let failed = 0;
  for (const { name, run } of CHECKS) {
    const fault = await run(held, made).then(
      () => undefined,
      (error) => (error instanceof Error ? error : new Error(String(error))),
    );
    if (fault) failed += 1;
    tell(name, fault);
  }
  return failed;
}

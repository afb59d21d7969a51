/** Bodies that no client of ours sends. The answer is always a success, or a refusal that says what is wrong, never a fault. */
import { beforeAll, describe, expect, it } from "vitest";
import { problem } from "#model/contract/common.ts";
import type { Answer, Client } from "../support/api.ts";
import { onEachDatabase, onOneDatabase } from "./databases.ts";
import { answersFor, createItil, createOrganization, createP3M3, expectStatus, organizationForm, practiceAnswers } from "./scenario.ts";

const VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  Number.MAX_SAFE_INTEGER,
  1e300,
  "",
  " ",
  "1",
  "x".repeat(100_000),
  "a\u0000b",
  "\u001b[31m",
  "\ud800",
  "\u202eesrever",
  "👩‍🚀👩‍🚀",
  "<script>alert(1)</script>",
  "'; drop table users; --",
  "=1+1",
  [],
  [[]],
  [null],
  {},
  { id: "x" },
  { __proto__: null, toString: 1 },
];

let turn = 0;
/** All values of a field's own type, because they may get as far as the store, and of the others every fourth in turn. */
const valuesFor = (item: unknown) =>
  VALUES.filter((value) => {
    if (typeof value === typeof item) return true;
    turn += 1;
    return turn % 4 === 0;
  });

/** The body with each of its fields, those of its first items and of its objects included, left out or made something else. */
function* spoiled(body: unknown): Generator<unknown> {
  yield* VALUES;
  for (const change of within(body)) yield change;
}

function* within(value: unknown): Generator<unknown> {
  if (typeof value !== "object" || value === null) return;
  const put = (key: string, item: unknown) =>
    Array.isArray(value) ? Object.assign([...value], { [key]: item }) : { ...value, [key]: item };
  for (const [key, item] of Object.entries(value).slice(0, Array.isArray(value) ? 1 : undefined)) {
    yield Array.isArray(value) ? value.slice(1) : Object.fromEntries(Object.entries(value).filter(([other]) => other !== key));
    if (Array.isArray(value)) yield [...value, item];
    for (const other of valuesFor(item)) yield put(key, other);
    for (const other of within(item)) yield put(key, other);
  }
}

describe("a name", () => {
  onEachDatabase((api) => {
    it("is stored without what nobody can see, and one of nothing else is none", async () => {
      const client = await api().signIn({ email: "names@team.example" });
      const disguised = { ...organizationForm(), name: " \u202eA\u200bcme\u2066 ", businessUnit: "\u200bNorth\u00ad" };
      const id = await createOrganization(client, disguised);
      expect((await client.get(`/organizations/${id}`)).body.organization).toMatchObject({ name: "Acme", businessUnit: "North" });
      const refused = await client.post("/organizations", { ...organizationForm(), name: "\u200b\u202e" });
      expect([refused.status, refused.body.errors]).toEqual([422, [{ path: "name", message: "This Field is required." }]]);
      const profile = { assessmentType: "P3M3", isTestAssessment: false, selectedScope: "Project", name: "Spring\u202e review" };
      const created = await client.post(`/organizations/${id}/assessments`, profile);
      expect((await client.get(`/assessments/${created.body.id}`)).body.name).toBe("Spring review");
    });
  });
});

/** Which calls are counted, and up to how many, is for the unit tests of quotas. */
describe("a person who writes without end", () => {
  onOneDatabase((api) => {
    it("is told to wait, nothing is stored of what was refused, and nobody else has to wait", async () => {
      const client = await api().signIn({ email: "quick@team.example", team: "Floods" });
      const colleague = await api().signIn({ email: "calm@team.example", team: "Floods" });
      const create = (by: Client, key: number) => by.post("/organizations", organizationForm(), { "Idempotency-Key": `key-${key}` });
      const answers: Answer[] = [];
      for (let count = 0; count < 63; count += 1) answers.push(await create(client, count));
      const refused = answers.filter(({ status }) => status === 429);
      expect([answers.filter(({ status }) => status === 201).length, refused.length]).toEqual([60, 3]);
      expect(refused[0]?.headers.get("Retry-After")).toBe("60");
      expect(refused[0]?.body).toMatchObject({ title: "You have created many organizations within a minute.", status: 429 });
      expect((await client.get("/organizations")).body.myOrgnizations).toHaveLength(60);
      expectStatus(await create(colleague, 0), 201);
      // A repeated write creates nothing, so it is not counted.
      expectStatus(await create(client, 0), 201);
      api().now = new Date(api().now.getTime() + 60_000);
      expectStatus(await create(client, 62), 201);
    });

    it("leaves a short history: wishes for a lock", async () => {
      const [holder, wisher] = [
        await api().signIn({ email: "holder@wishes.example", team: "Wishes" }),
        await api().signIn({ email: "wisher@wishes.example", team: "Wishes" }),
      ];
      const id = await createP3M3(holder, await createOrganization(holder), { perspectiveIds: [1], threadIds: [1] });
      const address = `/assessments/${id}/lock/wish`;
      const statuses: number[] = [];
      for (let count = 0; count < 64; count += 1)
        statuses.push((await (count % 2 === 0 ? wisher.post(address) : wisher.delete(address))).status);
      expect(statuses.filter((status) => status === 429)).toHaveLength(4);
      const entries = await api().store.selectFrom("history").select("kind").where("chain", "=", `assessment/${id}`).execute();
      expect(entries.filter(({ kind }) => /^lock/.test(kind)).length).toBeLessThanOrEqual(60);
    });

    it("says in words what was taken out as a file", async () => {
      const client = await api().signIn({ email: "files@team.example" });
      const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [1] });
      const take = (what: unknown) => client.post(`/assessments/${id}/history/files`, { what });
      for (const what of ["a\u0000b", " \u200b", "x".repeat(101), 7]) expectStatus(await take(what), 422);
      expectStatus(await take("Excel file"), 204);
    });
  });
});

describe("whatever is sent", () => {
  onEachDatabase((api) => {
    let client: Client;
    let bodies: [method: string, path: string, body: unknown][];

    beforeAll(async () => {
      client = await api().signIn({ email: "input@team.example" });
      const organization = await createOrganization(client);
      const p3m3 = await createP3M3(client, organization);
      const itil = await createItil(client, organization, { selectedScope: "Maturity", practices: [] });
      const [question] = (await client.get(`/P3M3/assessments/${p3m3}/questions?p=1&t=1`)).body;
      const [component] = (await client.get(`/itil/assessments/${itil}/questions/maturity`)).body;
      const profile = { assessmentType: "P3M3", name: "Spring review", isTestAssessment: true, selectedScope: "Project", certified: false };
      const scope = {
        assessmentType: "P3M3",
        name: "Spring review",
        perspectives: [{ id: 1, code: "BM", name: "Benefits management" }],
        threads: [{ id: 1, code: "AM", name: "Asset management" }],
        selectedLevel: 2,
      };
      bodies = [
        ["POST", "/auth", { token: "x" }],
        ["POST", "/organizations", organizationForm()],
        ["PUT", `/organizations/${organization}`, organizationForm()],
        ["POST", `/organizations/${organization}/assessments`, profile],
        ["PUT", `/assessments/${p3m3}`, scope],
        ["POST", `/P3M3/assessments/${p3m3}/answer`, await answersFor(client, p3m3, 1, 1, "FFPNN")],
        ["PUT", `/p3m3/assessments/${p3m3}/diagnostics/${question.id}`, { diagnosticId: question.diagnostics[0].id, isPositive: true }],
        ["POST", "/P3M3/notes", { assessmentId: p3m3, perspectiveId: 1, threadId: 1, body: "x" }],
        ["POST", `/ITIL/assessments/${itil}/answer/capability`, await practiceAnswers(client, itil, 2, "F")],
        ["POST", `/ITIL/assessments/${itil}/answer/maturity`, { questionId: component.id, optionId: component.options[2].id }],
        ["POST", "/ITIL/notes/capability", { assessmentId: itil, capabilityId: 2, body: "x" }],
        ["POST", "/ITIL/notes/maturity", { assessmentId: itil, maturityId: 1, body: "x" }],
        ["POST", `/assessments/${p3m3}/lock/delete`, { token: "x" }],
      ];
    });

    it("is taken or refused with a problem, and never a fault", async () => {
      const wrong: string[] = [];
      let sent = 0;
      for (const [method, path, body] of bodies) {
        for (const variant of spoiled(body)) {
          const answer = await client.call(method, path, variant);
          sent += 1;
          const fine = answer.status < 300 || (answer.status < 500 && problem.safeParse(answer.body).success);
          if (!fine) wrong.push(`${method} ${path} ${JSON.stringify(variant)?.slice(0, 200)}: ${answer.status}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(sent).toBeGreaterThan(1_000);
    });

    it("in an address is taken or refused with a problem", async () => {
      const wrong: string[] = [];
      const ids = [
        "0",
        "-1",
        "1.5",
        "1e3",
        "NaN",
        "9".repeat(30),
        "x",
        "%00",
        "%ff",
        "..%2f..",
        "%E2%80%AE",
        "'",
        "1;drop",
        " 1",
        "1,2",
        "{}",
      ];
      const addresses = (id: string) => [
        `/organizations/${id}`,
        `/assessments/${id}`,
        `/assessments/${id}/progress`,
        `/P3M3/assessments/${id}/questions?p=1&t=1`,
        `/P3M3/assessments/1/questions?p=${id}&t=${id}`,
        `/itil/assessments/1/questions/capability?capabilityId=${id}`,
        `/P3M3/notes/${id}/${id}/${id}`,
        `/P3M3/benchmarks?perspectiveIds=${id}&countryId=${id}&sizeId=${id}&industryId=${id}&assessmentId=${id}`,
      ];
      for (const id of ids)
        for (const address of addresses(id)) {
          const answer = await client.get(address);
          if (answer.status >= 500 || (answer.status >= 300 && !problem.safeParse(answer.body).success))
            wrong.push(`${address}: ${answer.status}`);
        }
      expect(wrong).toEqual([]);
    });
  });
});

/** Extensions `overview`, `flags` and `reasons`: everything at once, what is flagged for later, and why threads are descoped. */
import { describe, expect, it } from "vitest";
import { history } from "#model/contract/history.ts";
import { itilOverview, p3m3Overview } from "#model/contract/overview.ts";
import { REASON_MAX } from "#model/text.ts";
import { type Client, statementsFor } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import {
  answerComponent,
  answerPractice,
  answerThread,
  completeP3M3,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
} from "./scenario.ts";

const threadUrl = (id: number, p: number, t: number) => `/P3M3/assessments/${id}/questions?p=${p}&t=${t}`;
const practiceUrl = (id: number, practice: number) => `/itil/assessments/${id}/questions/capability?capabilityId=${practice}`;

const practicesUpTo = (last: number) => Array.from({ length: last }, (_, index) => ({ id: index + 1, selectionMode: 1 as const }));

describe("the overview", () => {
  onEachDatabase((api) => {
    const signIn = () => api().signIn({ email: "overview@team.example" });
    const p3m3Of = async (client: Client, id: number, query = "") =>
      p3m3Overview.parse(expectStatus(await client.get(`/assessments/${id}/overview${query}`), 200).body);
    const itilOf = async (client: Client, id: number, query = "") =>
      itilOverview.parse(expectStatus(await client.get(`/assessments/${id}/overview${query}`), 200).body);

    it("says of every thread in scope what the calls for one thread say", async () => {
      const client = await signIn();
      const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1, 4], threadIds: [2, 6, 9] });
      expectStatus(await answerThread(client, id, 1, 2, "FPNNN"), 200);
      const [question] = (await client.get(threadUrl(id, 1, 6))).body;
      const mark = { diagnosticId: question.diagnostics[0].id, isPositive: true };
      expectStatus(await client.put(`/p3m3/assessments/${id}/diagnostics/${question.id}`, mark), 200);
      expectStatus(await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 4, threadId: 9, body: "Seen" }), 200);
      expectStatus(await client.post(`/assessments/${id}/4/2/descope`, { reason: "Bought in" }), 200);
      expectStatus(await client.put(`/assessments/${id}/4/6/flag`, { flagged: true }), 200);
      const { threads } = await p3m3Of(client, id);
      expect(threads.map(({ perspective, thread }) => [perspective.id, thread.id])).toEqual([
        [1, 2],
        [1, 6],
        [1, 9],
        [4, 2],
        [4, 6],
        [4, 9],
      ]);
      expect(threads.map(({ descoped }) => descoped)).toEqual([false, false, false, true, false, false]);
      for (const { perspective, thread, questions, note } of threads) {
        expect(questions).toEqual((await client.get(threadUrl(id, perspective.id, thread.id))).body);
        expect(note).toEqual((await client.get(`/P3M3/notes/${id}/${perspective.id}/${thread.id}`)).body);
      }
      expect(threads[0]?.questions[0]).toMatchObject({ answer: { selection: "Fully" }, flagged: false, versions: { answers: 1 } });
      expect(threads[1]?.questions[0]?.diagnostics[0]?.isPositive).toBe(true);
      expect(threads[3]?.questions[0]).toMatchObject({ answer: null, reason: "Bought in", versions: { reason: 1 } });
      expect(threads[4]?.questions[0]).toMatchObject({ flagged: true, versions: { flag: 1 } });
      expect(threads[5]?.note).toEqual({ body: "Seen", versions: { note: 1 } });
      expect((await p3m3Of(client, id, "?perspectiveIds=4")).threads).toEqual(threads.slice(3));
    });

    it("says of every practice and component in scope what the calls for one say", async () => {
      const client = await signIn();
      const scope = { selectedScope: "Comprehensive", practices: practicesUpTo(21) } as const;
      const id = await createItil(client, await createOrganization(client), scope);
      expectStatus(await answerPractice(client, id, 19, "RN"), 200);
      expectStatus(await answerComponent(client, id, "M-GP", 3), 200);
      expectStatus(await client.post("/ITIL/notes/capability", { assessmentId: id, capabilityId: 20, body: "Seen" }), 200);
      expectStatus(await client.post("/ITIL/notes/maturity", { assessmentId: id, maturityId: 1, body: "Heard" }), 200);
      expectStatus(await client.put(`/itil/assessments/${id}/capability/21/flag`, { flagged: true }), 200);
      const { capabilities, maturities } = await itilOf(client, id);
      for (const { capability, questions, note } of capabilities) {
        expect(questions).toEqual((await client.get(practiceUrl(id, capability.id))).body);
        expect(note).toEqual((await client.get(`/ITIL/notes/${id}/capability/${capability.id}`)).body);
      }
      expect(maturities.map(({ question }) => question)).toEqual((await client.get(`/itil/assessments/${id}/questions/maturity`)).body);
      for (const { maturity, note } of maturities)
        expect(note).toEqual((await client.get(`/ITIL/notes/${id}/maturity/${maturity.id}`)).body);
      expect(maturities).toHaveLength(5);
      const flagged = capabilities.filter(({ questions }) => questions[0]?.flagged).map(({ capability }) => capability.id);
      expect(flagged).toEqual([21]);
      const some = await itilOf(client, id, "?capabilityIds=19,21");
      expect(some).toEqual({
        assessmentType: "ITIL",
        capabilities: capabilities.filter(({ capability }) => [19, 21].includes(capability.id)),
        maturities,
      });
    });

    it("leaves out what the catalogue says, and nothing else, for those who only count", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const p3m3 = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [2, 6] });
      expectStatus(await answerThread(client, p3m3, 1, 2, "FPNNN"), 200);
      expectStatus(await client.post("/P3M3/notes", { assessmentId: p3m3, perspectiveId: 1, threadId: 6, body: "Seen" }), 200);
      const { threads } = await p3m3Of(client, p3m3);
      const bare = threads.map(({ questions, ...thread }) => ({
        ...thread,
        questions: questions.map(({ hint, ...question }) => ({ ...question, statement: "", diagnostics: [] })),
      }));
      expect((await p3m3Of(client, p3m3, "?without=statements")).threads).toEqual(bare);
      const itil = await createItil(client, organization, { selectedScope: "Comprehensive", practices: practicesUpTo(21) });
      expectStatus(await answerPractice(client, itil, 19, "RN"), 200);
      expectStatus(await answerComponent(client, itil, "M-GP", 3), 200);
      const { capabilities, maturities } = await itilOf(client, itil);
      expect(await itilOf(client, itil, "?without=statements")).toEqual({
        assessmentType: "ITIL",
        capabilities: capabilities.map(({ questions, ...practice }) => ({
          ...practice,
          questions: questions.map(({ hint, psf, ...question }) => ({ ...question, statement: "" })),
        })),
        maturities: maturities.map(({ question, ...component }) => ({ ...component, question: { ...question, options: [] } })),
      });
      expectStatus(await client.get(`/assessments/${itil}/overview?without=notes`), 422);
    });

    it("is empty before the scope is saved", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const create = async (assessmentType: string, selectedScope: string) => {
        const form = { name: "New", assessmentType, isTestAssessment: false, selectedScope };
        return expectStatus(await client.post(`/organizations/${organization}/assessments`, form), 201).body.id;
      };
      expect(await p3m3Of(client, await create("P3M3", "Project"))).toEqual({ assessmentType: "P3M3", threads: [] });
      const itil = await itilOf(client, await create("ITIL", "Capability"));
      expect(itil).toEqual({ assessmentType: "ITIL", capabilities: [], maturities: [] });
    });

    it("takes as many statements for all threads or practices as for one", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const count = (id: number) => statementsFor(api(), client, `/assessments/${id}/overview`);
      const small = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [2] });
      const large = await createP3M3(client, organization);
      for (const [perspective, thread] of [
        [1, 2],
        [3, 4],
        [7, 9],
      ] as const)
        expectStatus(await answerThread(client, large, perspective, thread, "FPNNN"), 200);
      const expected = await count(small);
      expect(await count(large)).toBe(expected);
      expect(expected).toBeLessThan(12);
      const one = await createItil(client, organization, { selectedScope: "Maturity", practices: [] });
      const many = await createItil(client, organization, { selectedScope: "Comprehensive", practices: practicesUpTo(30) });
      for (const practice of [2, 3, 19]) expectStatus(await answerPractice(client, many, practice, "RN"), 200);
      expect(await count(many)).toBe(await count(one));
    });
  });
});

describe("flags and reasons", () => {
  onEachDatabase((api) => {
    const signIn = () => api().signIn({ email: "flags@team.example" });
    const entriesOf = async (client: Client, id: number, kind: string) =>
      history.parse((await client.get(`/assessments/${id}/history?kind=${kind}`)).body).entries;

    it("a flag stays until it is taken off, whatever happens to the thread, and the history tells of both", async () => {
      const client = await signIn();
      const id = await createP3M3(client, await createOrganization(client));
      const flag = (flagged: boolean) => client.put(`/assessments/${id}/1/2/flag`, { flagged });
      const isFlagged = async () => (await client.get(threadUrl(id, 1, 2))).body[0].flagged;
      expect((await flag(false)).body).toEqual({ flagged: false, versions: { flag: 0 } });
      expect((await flag(true)).body).toEqual({ flagged: true, versions: { flag: 1 } });
      expect((await flag(true)).body).toEqual({ flagged: true, versions: { flag: 1 } });
      expectStatus(await answerThread(client, id, 1, 2, "FPNNN"), 200);
      expectStatus(await client.post(`/assessments/${id}/1/2/descope`), 200);
      expectStatus(await client.post(`/assessments/${id}/1/2/rescope`), 200);
      expect(await isFlagged()).toBe(true);
      expect((await client.get(threadUrl(id, 1, 3))).body[0].flagged).toBe(false);
      expect((await flag(false)).body).toEqual({ flagged: false, versions: { flag: 2 } });
      expect(await isFlagged()).toBe(false);
      expect(await entriesOf(client, id, "flag")).toMatchObject([
        { place: "thread/1/2", before: true, after: false },
        { place: "thread/1/2", before: false, after: true },
      ]);
    });

    it("a flag does not start an assessment", async () => {
      const client = await signIn();
      const id = await createP3M3(client, await createOrganization(client));
      expectStatus(await client.put(`/assessments/${id}/1/2/flag`, { flagged: true }), 200);
      expect((await client.get(`/assessments/${id}`)).body.status).toBe("Drafted");
    });

    it("are refused outside the scope, without the lock, and once the assessment is submitted", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const id = await completeP3M3(client, organization, "FPNNN", { perspectiveIds: [1], threadIds: [2] });
      expect((await client.put(`/assessments/${id}/1/2/flag`, { flagged: true })).status).toBe(422);
      expect((await client.put(`/assessments/${id}/1/2/reason`, { reason: "x" })).status).toBe(422);
      const open = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [2, 3] });
      const itil = await createItil(client, organization);
      expectStatus(await client.post(`/assessments/${open}/1/3/descope`), 200);
      expect((await client.put(`/assessments/${open}/2/2/flag`, { flagged: true })).status).toBe(404);
      expect((await client.put(`/assessments/${open}/2/2/reason`, { reason: "x" })).status).toBe(404);
      expect((await client.put(`/itil/assessments/${itil}/capability/20/flag`, { flagged: true })).status).toBe(404);
      expect((await client.put(`/assessments/${itil}/1/2/flag`, { flagged: true })).status).toBe(404);
      expect((await client.put(`/itil/assessments/${itil}/capability/19/flag`, { flagged: "yes" })).status).toBe(422);
      expectStatus(await client.delete(`/assessments/${open}/lock`), 204);
      expect((await client.put(`/assessments/${open}/1/2/flag`, { flagged: true })).status).toBe(409);
      expect((await client.put(`/assessments/${open}/1/3/reason`, { reason: "x" })).status).toBe(409);
    });

    it("a reason comes with descoping, can be changed while the thread is descoped, and goes with rescoping", async () => {
      const client = await signIn();
      const id = await createP3M3(client, await createOrganization(client));
      const first = async () => (await client.get(threadUrl(id, 1, 2))).body[0];
      const write = (reason: string) => client.put(`/assessments/${id}/1/2/reason`, { reason });
      expect((await first()).reason).toBeUndefined();
      expect((await write("Too early")).status).toBe(422);
      expectStatus(await client.post(`/assessments/${id}/1/2/descope`, { reason: " Bought in\n" }), 200);
      expect(await first()).toMatchObject({ reason: "Bought in", versions: { reason: 1 } });
      expectStatus(await client.post(`/assessments/${id}/1/2/descope`, { reason: "Another" }), 200);
      expect((await first()).reason).toBe("Bought in");
      expect((await write("Run by a supplier")).body).toEqual({ reason: "Run by a supplier", versions: { reason: 2 } });
      expect((await write("")).body).toEqual({ reason: "", versions: { reason: 3 } });
      expectStatus(await write("Run by a supplier"), 200);
      expectStatus(await client.post(`/assessments/${id}/1/2/rescope`), 200);
      expect((await first()).reason).toBeUndefined();
      expectStatus(await client.post(`/assessments/${id}/1/2/descope`), 200);
      expect(await first()).toMatchObject({ reason: "", versions: { reason: 5 } });
      expect(await entriesOf(client, id, "descoped")).toMatchObject([{}, { after: { reason: "Bought in" } }]);
      expect(await entriesOf(client, id, "rescoped")).toMatchObject([{ before: { reason: "Run by a supplier" } }]);
      expect((await entriesOf(client, id, "reason"))[2]).toMatchObject({ before: "Bought in", after: "Run by a supplier" });
    });

    it("a reason has a length, and no control characters", async () => {
      const client = await signIn();
      const id = await createP3M3(client, await createOrganization(client));
      const descope = (reason: unknown) => client.post(`/assessments/${id}/1/2/descope`, { reason });
      for (const reason of ["x".repeat(REASON_MAX + 1), "a\u0000b", 7]) expect((await descope(reason)).status).toBe(422);
      expectStatus(await descope("x".repeat(REASON_MAX)), 200);
      expect((await client.put(`/assessments/${id}/1/2/reason`, { reason: "x".repeat(REASON_MAX + 1) })).status).toBe(422);
    });

    it("the note of a descoped thread can be written", async () => {
      const client = await signIn();
      const id = await createP3M3(client, await createOrganization(client));
      expectStatus(await client.post(`/assessments/${id}/1/2/descope`), 200);
      expectStatus(await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 2, body: "Why" }), 200);
      expect((await client.get(`/P3M3/notes/${id}/1/2`)).body.body).toBe("Why");
    });

    it("reasons are in the results", async () => {
      const client = await signIn();
      const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [2, 3] });
      expectStatus(await answerThread(client, id, 1, 2, "FRNNN"), 200);
      expectStatus(await client.post(`/assessments/${id}/1/3/descope`, { reason: "Bought in" }), 200);
      expectStatus(await client.post(`/assessments/${id}/complete`), 200);
      const { descoped } = expectStatus(await client.get(`/P3M3/assessments/${id}/results`), 200).body;
      expect(descoped).toMatchObject([{ perspective: { id: 1 }, thread: { id: 3 }, reason: "Bought in" }]);
    });
  });
});

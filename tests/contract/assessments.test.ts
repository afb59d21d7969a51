import { describe, expect, it } from "vitest";
import { p3m3Assessment } from "#model/contract/assessments.ts";
import { organizationAssessments, organizationEnvelope, organizations } from "#model/contract/organizations.ts";
import { PERSPECTIVES } from "#model/p3m3/catalogue.ts";
import { threadsOffered } from "#model/p3m3/scope.ts";
import { NAME_MAX, textMessages } from "#model/text.ts";
import { type Client, statementsFor } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { answerThread, completeP3M3, createItil, createOrganization, createP3M3, expectStatus, organizationForm } from "./scenario.ts";

const allThreads = threadsOffered("Programme");
const profile = { assessmentType: "P3M3", name: "Spring review" };
const errorPaths = (body: { errors?: { path: string }[] }) => body.errors?.map(({ path }) => path);

describe("organizations", () => {
  onEachDatabase(
    (api) => {
      it("are created, read and changed, with names of the lists and not of the request", async () => {
        const client = await api().signIn({ email: "org@team.example" });
        const id = await createOrganization(client, { name: "  Quay & Sons  ", businessUnit: "", country: { id: 578, name: "Norwegen" } });
        const read = organizationEnvelope.parse((await client.get(`/organizations/${id}`)).body).organization;
        expect(read).toEqual({
          id,
          name: "Quay & Sons",
          businessUnit: null,
          benchmarkConsent: false,
          country: { id: 578, name: "Norway" },
          industry: { id: 8, name: "Transportation and storage" },
          size: { id: 4, name: "250–999" },
          versions: { organization: 0 },
          may: ["change"],
        });
        const changed = expectStatus(await client.put(`/organizations/${id}`, { ...organizationForm(), benchmarkConsent: true }), 200).body;
        expect(organizationEnvelope.parse(changed).organization).toMatchObject({ name: "Harbour Authority", benchmarkConsent: true });
        expect((await client.get(`/organizations/${id}`)).body).toEqual(changed);
      });

      it("keep a business unit that a change leaves out, and have none where they are created without it", async () => {
        const client = await api().signIn({ email: "unit@team.example" });
        const unitOf = async (id: number) =>
          organizationEnvelope.parse((await client.get(`/organizations/${id}`)).body).organization.businessUnit;
        const { businessUnit, ...without } = organizationForm();
        const id = await createOrganization(client);
        expectStatus(await client.put(`/organizations/${id}`, { ...without, name: "Renamed" }), 200);
        expect(await unitOf(id)).toBe(businessUnit);
        expect(await unitOf(expectStatus(await client.post("/organizations", without), 201).body.id)).toBeNull();
      });

      it("are listed for the whole team, by name, and for nobody else", async () => {
        const anna = await api().signIn({ email: "anna@list.example", team: "List" });
        const ben = await api().signIn({ email: "ben@list.example", team: "List" });
        const other = await api().signIn({ email: "other@elsewhere.example" });
        await createOrganization(anna, { name: "Beta" });
        await createOrganization(ben, { name: "Alpha" });
        const names = organizations
          .parse((await anna.get("/organizations")).body)
          .myOrgnizations.map(({ organization }) => organization.name);
        expect(names).toEqual(["Alpha", "Beta"]);
        expect((await other.get("/organizations")).body).toEqual({ myOrgnizations: [] });
      });

      it("count assessments by status, but archived ones and those of a model that the reader lacks", async () => {
        const anna = await api().signIn({ email: "anna@count.example", team: "Count" });
        const ivo = await api().signIn({ email: "ivo@count.example", team: "Count", roles: ["ITIL"] });
        const organization = await createOrganization(anna);
        const form = { name: "A", isTestAssessment: false };
        await anna.post(`/organizations/${organization}/assessments`, { ...form, assessmentType: "P3M3", selectedScope: "Project" });
        await anna.post(`/organizations/${organization}/assessments`, { ...form, assessmentType: "ITIL", selectedScope: "Capability" });
        await createP3M3(anna, organization);
        const active = await createP3M3(anna, organization);
        await answerThread(anna, active, 1, 1, "NRNNN");
        await completeP3M3(anna, organization, "RNNNN", { perspectiveIds: [1], threadIds: [1, 2] });
        const archived = await createP3M3(anna, organization);
        expectStatus(await anna.post(`/assessments/${archived}/archive`), 200);
        const entryFor = async (client: Client) => organizations.parse((await client.get("/organizations")).body).myOrgnizations[0];
        expect(await entryFor(anna)).toMatchObject({
          totalAssessments: 5,
          createdAssessments: 2,
          draftAssessments: 1,
          activeAssessments: 1,
          completedAssessments: 1,
        });
        expect(await entryFor(ivo)).toMatchObject({
          totalAssessments: 1,
          createdAssessments: 1,
          draftAssessments: 0,
          completedAssessments: 0,
        });
        const groups = organizationAssessments.parse((await anna.get(`/organizations/${organization}/assessments`)).body);
        const sizes = Object.values(groups.P3M3 ?? {}).map((group) => group.length);
        expect(sizes).toEqual([1, 1, 1, 1, 1]);
        expect(groups.P3M3?.archived[0]).toMatchObject({ id: archived, isArchived: true, status: "Drafted" });
        expect(groups.ITIL?.created).toHaveLength(1);
        expect(Object.keys((await ivo.get(`/organizations/${organization}/assessments`)).body)).toEqual(["ITIL"]);
      });

      it("of other teams are listed for an internal account, with the models that they work with", async () => {
        const internal = await api().signIn({ email: "internal@office.example" });
        const anna = await api().signIn({ email: "anna@shown.example", roles: ["P3M3"] });
        const id = await createOrganization(anna, { name: "Shown to the office" });
        const others = organizations.parse((await internal.get("/organizations")).body).otherUserOrgnizations ?? [];
        expect(others.find(({ organization }) => organization.id === id)).toMatchObject({ roles: ["P3M3"], totalAssessments: 0 });
      });

      it("refuse texts that are too long or hold control characters, and keep every other character", async () => {
        const client = await api().signIn({ email: "text@team.example" });
        const name = "=1+1 <b>Ünïcode</b> مرحبا 🚢 \"quoted\" 'and' \\back";
        const id = await createOrganization(client, { name });
        expect((await client.get(`/organizations/${id}`)).body.organization.name).toBe(name);
        for (const bad of ["x".repeat(NAME_MAX + 1), "nul\u0000byte", "bell\u0007", "line\u000btab", "next\u0085line", "quote\u0092", ""])
          expect(errorPaths(expectStatus(await client.post("/organizations", organizationForm({ name: bad })), 422).body)).toEqual([
            "name",
          ]);
        await createOrganization(client, { name: "🚢".repeat(NAME_MAX) });
      });

      it("lose what is no character, and are refused unread where they are far too long", async () => {
        const client = await api().signIn({ email: "no-character@team.example" });
        const id = await createOrganization(client, { name: "A\ufffec\ud800m\u{1ffff}e 🚢", businessUnit: "\uffff" });
        const { name, businessUnit } = (await client.get(`/organizations/${id}`)).body.organization;
        expect([name, businessUnit]).toEqual(["Acme 🚢", null]);
        // Only spaces: read, it would be an empty name.
        const { body } = expectStatus(await client.post("/organizations", organizationForm({ name: " ".repeat(4 * NAME_MAX + 1) })), 422);
        expect(body.errors).toEqual([{ path: "name", message: textMessages.tooLong(NAME_MAX) }]);
      });
    },
    { internalAccounts: ["internal@office.example"] },
  );
});

describe("setting up a P3M3 assessment", () => {
  onEachDatabase((api) => {
    const signIn = () => api().signIn({ email: "setup@team.example" });
    const created = async (client: Client, over: Record<string, unknown> = {}) => {
      const organization = await createOrganization(client);
      const form = { ...profile, isTestAssessment: false, selectedScope: "Programme", ...over };
      const { id } = expectStatus(await client.post(`/organizations/${organization}/assessments`, form), 201).body;
      expectStatus(await client.post(`/assessments/${id}/lock`), 200);
      return id as number;
    };
    const put = (client: Client, id: number, body: Record<string, unknown>) => client.put(`/assessments/${id}`, { ...profile, ...body });
    const fullScope = { perspectives: PERSPECTIVES, threads: allThreads, selectedLevel: 2 };

    it("starts Created, without a scope", async () => {
      const client = await signIn();
      const id = await created(client, { isTestAssessment: true });
      expect(p3m3Assessment.parse((await client.get(`/assessments/${id}`)).body)).toMatchObject({
        id,
        name: "Spring review",
        status: "Created",
        selectedScope: "Programme",
        selectedLevel: null,
        createdBy: "setup@team.example",
        isTestAssessment: true,
        isArchived: false,
        certified: false,
        dateStarted: api().now.toISOString(),
        dateCompleted: null,
        perspectives: [],
        threads: [],
        organization: { name: "Harbour Authority" },
      });
    });

    it("refuses a scope of the other model and an unknown model", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const send = (over: object) =>
        client.post(`/organizations/${organization}/assessments`, {
          ...profile,
          isTestAssessment: false,
          selectedScope: "Programme",
          ...over,
        });
      expect(errorPaths(expectStatus(await send({ selectedScope: "Maturity" }), 422).body)).toEqual(["selectedScope"]);
      expect(errorPaths(expectStatus(await send({ assessmentType: "CMMI" }), 422).body)).toEqual(["assessmentType"]);
      expect(errorPaths(expectStatus(await send({ name: undefined }), 422).body)).toEqual(["name"]);
    });

    it("becomes Drafted when the scope is saved, and counts its questions", async () => {
      const client = await signIn();
      const id = await created(client);
      const saved = p3m3Assessment.parse(expectStatus(await put(client, id, fullScope), 200).body);
      expect(saved.status).toBe("Drafted");
      expect(saved.selectedLevel).toBe(2);
      expect(saved.perspectives).toHaveLength(7);
      expect(saved.perspectives?.[0]).toMatchObject({ code: "BM", answeredQuestions: 0, totalQuestions: 65 });
      expect(saved.threads?.map(({ code }) => code)).toEqual(allThreads.map(({ code }) => code));
    });

    it("stays Created while only the profile is saved, and leaves absent fields as they are", async () => {
      const client = await signIn();
      const id = await created(client);
      expect((await put(client, id, { name: "Renamed", isTestAssessment: true })).body).toMatchObject({
        name: "Renamed",
        status: "Created",
        isTestAssessment: true,
      });
      expect((await put(client, id, fullScope)).body).toMatchObject({
        name: "Spring review",
        isTestAssessment: true,
        selectedScope: "Programme",
      });
      expect((await put(client, id, { name: "Again" })).body).toMatchObject({ name: "Again", selectedLevel: 2, status: "Drafted" });
    });

    it.each([
      ["no perspective", { ...fullScope, perspectives: [] }, ["perspectives"]],
      ["no thread", { ...fullScope, threads: [] }, ["threads"]],
      ["no level", { perspectives: PERSPECTIVES, threads: allThreads }, ["selectedLevel"]],
      ["level 6", { ...fullScope, selectedLevel: 6 }, ["selectedLevel"]],
      ["an unknown perspective", { ...fullScope, perspectives: [{ id: 8, code: "XX", name: "X" }] }, ["perspectives"]],
      ["an unknown thread", { ...fullScope, threads: [{ id: 14, code: "XX", name: "X" }] }, ["threads"]],
      ["Model integration in a Project", { ...fullScope, selectedScope: "Project" }, ["threads"]],
      [
        "a certified one without all perspectives",
        { ...fullScope, certified: true, perspectives: PERSPECTIVES.slice(1) },
        ["perspectives"],
      ],
      [
        "a certified one without a mandatory thread",
        { ...fullScope, certified: true, threads: allThreads.filter(({ id }) => id !== 11) },
        ["threads"],
      ],
      ["another model", { ...fullScope, assessmentType: "ITIL" }, ["perspectives", "assessmentType"]],
    ])("refuses %s and keeps what was", async (_what, body, paths) => {
      const client = await signIn();
      const id = await created(client);
      const before = (await client.get(`/assessments/${id}`)).body;
      expect(paths).toEqual(expect.arrayContaining(errorPaths(expectStatus(await put(client, id, body), 422).body) ?? []));
      expect((await client.get(`/assessments/${id}`)).body).toEqual(before);
    });

    it("takes Model integration out of a saved scope when it becomes a Project", async () => {
      const client = await signIn();
      const id = await created(client);
      await put(client, id, fullScope);
      const project = expectStatus(await put(client, id, { selectedScope: "Project" }), 200).body;
      expect(project.threads.map(({ code }: { code: string }) => code)).not.toContain("MI");
      expect(project.threads).toHaveLength(12);
    });

    it("leaves a scope to be chosen anew when Model integration was all of it", async () => {
      const client = await signIn();
      const id = await created(client);
      await put(client, id, { ...fullScope, threads: allThreads.filter(({ code }) => code === "MI") });
      expect(expectStatus(await put(client, id, { selectedScope: "Project" }), 200).body).toMatchObject({ threads: [], selectedLevel: 2 });
      expect(errorPaths(expectStatus(await put(client, id, { selectedLevel: 3 }), 422).body)).toEqual(["threads"]);
    });

    it("widens a saved scope to what certification needs when it is ticked", async () => {
      const client = await signIn();
      const id = await created(client);
      await put(client, id, { ...fullScope, perspectives: PERSPECTIVES.slice(0, 2), threads: allThreads.slice(0, 2) });
      const certified = expectStatus(await put(client, id, { certified: true }), 200).body;
      expect(certified.certified).toBe(true);
      expect(certified.perspectives).toHaveLength(7);
      expect(certified.threads.map((thread: { id: number }) => thread.id)).toEqual([1, 2, 6, 9, 11, 12]);
    });

    it("takes the whole assessment as it was read for a change of the profile alone, before and after the scope is saved", async () => {
      const client = await signIn();
      const id = await created(client);
      const whole = async () => {
        const { name, isTestAssessment, certified, selectedScope, selectedLevel, perspectives, threads } = p3m3Assessment.parse(
          (await client.get(`/assessments/${id}`)).body,
        );
        return { name, isTestAssessment, certified, selectedScope, selectedLevel, perspectives, threads };
      };
      const untouched = await whole();
      expect(untouched).toMatchObject({ selectedLevel: null, perspectives: [], threads: [] });
      expect(expectStatus(await put(client, id, { ...untouched, name: "A" }), 200).body).toMatchObject({ name: "A", status: "Created" });
      expect(errorPaths(expectStatus(await put(client, id, { ...untouched, perspectives: PERSPECTIVES }), 422).body)).toContain("threads");
      await put(client, id, { ...fullScope, threads: allThreads.filter(({ code }) => code === "MI") });
      const saved = await whole();
      expect(expectStatus(await put(client, id, { ...saved, name: "B" }), 200).body).toMatchObject({ ...saved, name: "B" });
      // Of a Project nothing is left of it; the scope step asks again.
      const emptied = { ...saved, selectedScope: "Project", threads: [] };
      expect(expectStatus(await put(client, id, emptied), 200).body).toMatchObject({ selectedScope: "Project", threads: [] });
    });

    it("cannot be marked certified while a mandatory thread is descoped", async () => {
      const client = await signIn();
      const id = await createP3M3(client, await createOrganization(client));
      expectStatus(await client.post(`/assessments/${id}/3/11/descope`), 200);
      expect(errorPaths(expectStatus(await put(client, id, { certified: true }), 422).body)).toEqual(["certified"]);
    });

    it("keeps the model scope once it is Active, while what lies within may change and keeps its answers", async () => {
      const client = await signIn();
      const id = await createP3M3(client, await createOrganization(client));
      expectStatus(await answerThread(client, id, 3, 1, "FFPNN"), 200);
      expect(errorPaths(expectStatus(await put(client, id, { selectedScope: "Portfolio" }), 422).body)).toEqual(["selectedScope"]);
      expectStatus(await put(client, id, { selectedScope: "Programme" }), 200);
      const narrowed = expectStatus(await put(client, id, { perspectives: [PERSPECTIVES[0]] }), 200).body;
      expect(narrowed).toMatchObject({ status: "Active" });
      expect(narrowed.perspectives).toHaveLength(1);
      expect((await client.get(`/P3M3/assessments/${id}/questions?p=3&t=1`)).status).toBe(404);
      expectStatus(await put(client, id, { perspectives: PERSPECTIVES }), 200);
      const questions = expectStatus(await client.get(`/P3M3/assessments/${id}/questions?p=3&t=1`), 200).body;
      expect(questions.map(({ answer }: { answer: { selection: string } }) => answer.selection)).toEqual([
        "Fully",
        "Fully",
        "Partially",
        "N/A",
        "N/A",
      ]);
    });
  });
});

describe("submitting, certifying and archiving", () => {
  onEachDatabase((api) => {
    const signIn = () => api().signIn({ email: "submit@team.example" });
    const small = { perspectiveIds: [1, 3], threadIds: [1, 2] };

    it("submits once every thread is answered or descoped, and then writes nothing more", async () => {
      const client = await signIn();
      const id = await createP3M3(client, await createOrganization(client), small);
      expect((await client.post(`/assessments/${id}/complete`)).status).toBe(422);
      for (const [perspective, thread] of [
        [1, 1],
        [1, 2],
        [3, 1],
      ] as const)
        expectStatus(await answerThread(client, id, perspective, thread, "FFRNN"), 200);
      const refusal = expectStatus(await client.post(`/assessments/${id}/complete`), 422);
      expect(refusal.body.errors).toEqual([{ path: "MC", message: "Not answered: Assurance" }]);
      expectStatus(await client.post(`/assessments/${id}/3/2/descope`), 200);
      expectStatus(await client.post(`/assessments/${id}/complete`), 200);
      const completed = (await client.get(`/assessments/${id}`)).body;
      expect(completed).toMatchObject({ status: "Completed", dateCompleted: api().now.toISOString() });
      expect((await client.get(`/assessments/${id}/lock`)).status).toBe(404);
      expect((await client.post(`/assessments/${id}/lock`)).status).toBe(200);
      expect((await client.get(`/assessments/${id}/lock`)).status).toBe(404);
      expect((await client.post(`/assessments/${id}/complete`)).status).toBe(422);
      expect((await client.put(`/assessments/${id}`, { ...profile, name: "Late" })).status).toBe(422);
      expect((await answerThread(client, id, 1, 1, "RNNNN")).status).toBe(422);
      expect((await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 1, body: "late" })).status).toBe(422);
      expect((await client.post(`/assessments/${id}/1/1/descope`)).status).toBe(422);
      expect((await client.get(`/assessments/${id}`)).body).toEqual(completed);
    });

    it("gives maturity and scores of a completed assessment and its parts, archived ones and tests too, and no other's", async () => {
      const client = await api().signIn({ email: "scored@contract.example" });
      const organization = await createOrganization(client);
      const id = await createP3M3(client, organization, { perspectiveIds: [1, 2], threadIds: [1, 2], isTestAssessment: true });
      await answerThread(client, id, 1, 1, "FFFFF");
      await answerThread(client, id, 1, 2, "FPNNN");
      await answerThread(client, id, 2, 1, "FFRNN");
      expectStatus(await client.post(`/assessments/${id}/2/2/descope`), 200);
      const started = expectStatus(await client.get(`/assessments/${id}`), 200).body;
      for (const item of [started, ...started.perspectives, ...started.threads]) expect(Object.keys(item)).not.toContain("score");
      expect(started).not.toHaveProperty("maturity");
      expectStatus(await client.post(`/assessments/${id}/complete`), 200);
      const scored = {
        ...{ maturity: 2, score: 2.625 },
        perspectives: [
          { id: 1, score: 3.25, rank: 1 },
          { id: 2, score: 2, rank: 2 },
        ],
        threads: [
          { id: 1, score: 3.5, rank: 1 },
          { id: 2, score: 1.5, rank: 2 },
        ],
      };
      expect(p3m3Assessment.parse(expectStatus(await client.get(`/assessments/${id}`), 200).body)).toMatchObject(scored);
      const list = `/organizations/${organization}/assessments`;
      expect(expectStatus(await client.get(list), 200).body.P3M3.completed).toMatchObject([scored]);
      const expected = await statementsFor(api(), client, list);
      await completeP3M3(client, organization, "FFRNN", { perspectiveIds: [3], threadIds: [4] });
      expect(await statementsFor(api(), client, list)).toBe(expected);
      expectStatus(await client.post(`/assessments/${id}/archive`), 200);
      expect(expectStatus(await client.get(list), 200).body.P3M3.archived).toMatchObject([scored]);
    });

    it("certifies a completed assessment that covers what certification needs, without the lock", async () => {
      const client = await signIn();
      const id = await createP3M3(client, await createOrganization(client), { threadIds: [6, 9, 11, 12] });
      expect((await client.post(`/assessments/${id}/certify`)).status).toBe(422);
      const { perspectives } = (await client.get(`/assessments/${id}`)).body;
      for (const perspective of perspectives)
        for (const thread of [6, 9, 11, 12]) expectStatus(await answerThread(client, id, perspective.id, thread, "RNNNN"), 200);
      expectStatus(await client.post(`/assessments/${id}/complete`), 200);
      expectStatus(await client.post(`/assessments/${id}/certify`), 200);
      expect((await client.get(`/assessments/${id}`)).body.certified).toBe(true);
    });

    it("refuses to certify fewer perspectives or threads than certification needs, and to endorse a P3M3 assessment", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const fewPerspectives = await completeP3M3(client, organization, "RNNNN", { perspectiveIds: [1], threadIds: [6, 9, 11, 12] });
      expect((await client.post(`/assessments/${fewPerspectives}/certify`)).body.title).toBe("Certification needs all seven perspectives.");
      const fewThreads = await completeP3M3(client, organization, "RNNNN", { threadIds: [6, 9, 11] });
      expect((await client.post(`/assessments/${fewThreads}/certify`)).body.title).toContain("Standards");
      expect((await client.post(`/assessments/${fewThreads}/endorse`)).status).toBe(422);
    });

    it("neither certifies nor endorses an archived assessment", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const completed = await completeP3M3(client, organization, "FRNNN", small);
      const itil = await createItil(client, organization, { selectedScope: "Maturity" });
      for (const [id, call] of [
        [completed, "certify"],
        [itil, "endorse"],
      ] as const) {
        expectStatus(await client.post(`/assessments/${id}/archive`), 200);
        const refusal = expectStatus(await client.post(`/assessments/${id}/${call}`), 422);
        expect(refusal.body.title, call).toBe("The assessment is archived. Restore it first.");
      }
    });

    it("archives and restores in any status; an archived assessment is read-only and gives its lock back", async () => {
      const client = await signIn();
      const id = await createP3M3(client, await createOrganization(client), small);
      for (const _twice of [1, 2]) expectStatus(await client.post(`/assessments/${id}/archive`), 200);
      expect((await client.get(`/assessments/${id}`)).body).toMatchObject({ isArchived: true, status: "Drafted" });
      expect((await client.get(`/assessments/${id}/lock`)).status).toBe(404);
      expect((await client.post(`/assessments/${id}/lock`)).status).toBe(200);
      expect((await client.get(`/assessments/${id}/lock`)).status).toBe(404);
      expect((await client.put(`/assessments/${id}`, profile)).status).toBe(422);
      expectStatus(await client.post(`/assessments/${id}/unarchive`), 200);
      expectStatus(await client.post(`/assessments/${id}/lock`), 200);
      expectStatus(await client.put(`/assessments/${id}`, profile), 200);
    });
  });
});

describe("the edit lock", () => {
  onEachDatabase((api) => {
    const team = (name: string) =>
      Promise.all([1, 2].map((number) => api().signIn({ email: `user${number}@${name}.example`, team: name }))) as Promise<
        [Client, Client]
      >;
    const MINUTE = 60_000;
    const later = (milliseconds: number) => {
      api().now = new Date(api().now.getTime() + milliseconds);
    };

    it("has one winner among fifty takers", async () => {
      const takers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => api().signIn({ email: `taker${index}@fifty.example`, team: "Fifty" })),
      );
      const [first] = takers as [Client];
      const id = await createP3M3(first, await createOrganization(first));
      expectStatus(await first.delete(`/assessments/${id}/lock`), 204);
      const answers = await Promise.all(takers.map((client) => client.post(`/assessments/${id}/lock`)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
      const winner = answers.findIndex(({ status }) => status === 200);
      expect((await first.get(`/assessments/${id}/lock`)).body.lockedBy).toBe(`taker${winner}@fifty.example`);
    });

    it("keeps everyone but its holder from writing, and tells who holds it", async () => {
      const [anna, ben] = await team("keep");
      const id = await createP3M3(anna, await createOrganization(anna));
      const before = (await anna.get(`/assessments/${id}`)).body;
      expect((await ben.put(`/assessments/${id}`, { ...profile, name: "Mine" })).status).toBe(409);
      expect((await answerThread(ben, id, 1, 1, "RNNNN")).status).toBe(409);
      for (const call of ["complete", "archive", "unarchive", "certify", "1/1/descope", "1/1/rescope"])
        expect((await ben.post(`/assessments/${id}/${call}`)).status).toBe(409);
      expect((await ben.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 1, body: "x" })).status).toBe(409);
      const refusal = await ben.post(`/assessments/${id}/lock`);
      expect(refusal.status).toBe(409);
      expect(refusal.body.detail).toContain("user1@keep.example");
      expect((await anna.get(`/assessments/${id}`)).body).toEqual(before);
    });

    it("is needed: with nobody holding it a write is refused, while archiving goes", async () => {
      const [anna] = await team("need");
      const id = await createP3M3(anna, await createOrganization(anna));
      expectStatus(await anna.delete(`/assessments/${id}/lock`), 204);
      expectStatus(await anna.delete(`/assessments/${id}/lock`), 204);
      expect((await anna.put(`/assessments/${id}`, profile)).status).toBe(409);
      expectStatus(await anna.post(`/assessments/${id}/archive`), 200);
    });

    it("ends after 30 minutes without a write; every write by its holder renews it", async () => {
      const email = "user1@lease.example";
      const [anna, ben] = await team("lease");
      const id = await createP3M3(anna, await createOrganization(anna));
      later(29 * MINUTE);
      const again = await api().signIn({ email });
      expectStatus(await again.put(`/assessments/${id}`, profile), 200);
      later(29 * MINUTE);
      const benLater = await api().signIn({ email: "user2@lease.example" });
      expect((await benLater.post(`/assessments/${id}/lock`)).status).toBe(409);
      later(MINUTE);
      expect((await benLater.get(`/assessments/${id}/lock`)).status).toBe(404);
      expectStatus(await benLater.post(`/assessments/${id}/lock`), 200);
      const annaLater = await api().signIn({ email });
      expect((await annaLater.put(`/assessments/${id}`, profile)).status).toBe(409);
      expect([anna, ben]).toHaveLength(2);
    });

    it("is renewed by taking it again, keeping the time it was taken", async () => {
      const [anna] = await team("renew");
      const id = await createP3M3(anna, await createOrganization(anna));
      const taken = (await anna.get(`/assessments/${id}/lock`)).body;
      later(10 * MINUTE);
      const renewed = expectStatus(await anna.post(`/assessments/${id}/lock`), 200).body;
      expect(renewed).toEqual({
        lockedBy: "user1@renew.example",
        lockedAt: taken.lockedAt,
        expiresAt: new Date(api().now.getTime() + 30 * MINUTE).toISOString(),
      });
    });

    it("is released by the beacon, whose token stands in the body, and by nobody else's", async () => {
      const [anna, ben] = await team("beacon");
      const id = await createP3M3(anna, await createOrganization(anna));
      expect((await api().anonymous.post(`/assessments/${id}/lock/delete`, { token: "forged" })).status).toBe(401);
      expect((await api().anonymous.post(`/assessments/${id}/lock/delete`, {})).status).toBe(422);
      expectStatus(await api().anonymous.post(`/assessments/${id}/lock/delete`, { token: ben.token }), 204);
      expectStatus(await ben.delete(`/assessments/${id}/lock`), 204);
      expectStatus(await ben.get(`/assessments/${id}/lock`), 200);
      expectStatus(await api().anonymous.post(`/assessments/${id}/lock/delete`, { token: anna.token }), 204);
      expect((await ben.get(`/assessments/${id}/lock`)).status).toBe(404);
    });
  });
});

describe("the reference lists", () => {
  onEachDatabase((api) => {
    it("hold the countries of ISO 3166-1, the industries and the seven sizes", async () => {
      const client = await api().signIn({ email: "lists@team.example" });
      const countries = (await client.get("/countries")).body;
      expect(countries).toHaveLength(249);
      expect(countries).toContainEqual({ id: 756, name: "Switzerland" });
      expect(new Set(countries.map(({ id }: { id: number }) => id)).size).toBe(249);
      expect((await client.get("/industries")).body).toHaveLength(21);
      expect((await client.get("/sizes")).body.map(({ name }: { name: string }) => name)).toEqual([
        "1–9",
        "10–49",
        "50–249",
        "250–999",
        "1,000–4,999",
        "5,000–9,999",
        "10,000 or more",
      ]);
    });
  });
});

/** Extension `again`: the assessment before, what it proposes, and what was confirmed. */
import { describe, expect, it } from "vitest";
import { importPack } from "#api/content/catalogue.ts";
import { type ItilPackContent, type P3m3PackContent, packOf } from "#api/content/pack.ts";
import type { Again } from "#model/contract/again.ts";
import type { Client, TestApi } from "../support/api.ts";
import { fullItilContent, fullP3m3Content } from "../support/content-pack.ts";
import { onEachDatabase } from "./databases.ts";
import {
  answerAllItil,
  answersFor,
  answerThread,
  completeP3M3,
  createAgain,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
  practiceAnswers,
} from "./scenario.ts";

const SCOPE = { perspectiveIds: [1, 4], threadIds: [2, 6, 9] };
const EVIDENCE = { kind: "document", where: "", who: "", date: "2025-03-01", goodUntil: null, remark: "" };

describe("assessing again", () => {
  onEachDatabase((api) => {
    const signIn = (email = "again@team.example") => api().signIn({ email, team: "Again" });
    const againOf = async (client: Client, id: number, place = ""): Promise<Again> =>
      expectStatus(await client.get(`/assessments/${id}/again${place && `?place=${place}`}`), 200).body;
    const proposed = ({ places }: Again, at: string) =>
      places.find(({ place }) => place === at)?.statements.map(({ state, proposal }) => proposal ?? state);

    /** A completed assessment with every thread at FPNNN, a note and two entries of evidence, one of them past its date. */
    async function complete(client: Client, organization: number) {
      const id = await createP3M3(client, organization, SCOPE);
      expectStatus(await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 6, body: "Seen" }), 200);
      const places = [
        { place: "thread/1/6", supports: [1], against: [] },
        { place: "thread/4/6", supports: [], against: [] },
      ];
      const add = async (what: string, goodUntil: string | null) =>
        expectStatus(await client.post(`/assessments/${id}/evidence`, { ...EVIDENCE, what, goodUntil, places }), 201);
      await add("Handbook", null);
      await add("Old plan", "2025-06-30");
      for (const p of SCOPE.perspectiveIds)
        for (const t of SCOPE.threadIds) expectStatus(await answerThread(client, id, p, t, p === 4 && t === 9 ? "FFRNN" : "FPNNN"), 200);
      expectStatus(await client.post(`/assessments/${id}/complete`), 200);
      return id;
    }

    async function start(then = SCOPE, now = SCOPE) {
      const client = await signIn();
      const organization = await createOrganization(client);
      const before = await complete(client, organization);
      const id = await createP3M3(client, organization, { ...now, previousId: before });
      return { client, organization, before, id, then };
    }

    it("stores the assessment before, and takes only a completed one of the same organization and model", async () => {
      const { client, organization, before, id } = await start();
      const read = async () => (await client.get(`/assessments/${id}`)).body.previousId;
      expect(await read()).toBe(before);
      const change = (previousId: unknown) =>
        client.put(`/assessments/${id}`, { assessmentType: "P3M3", name: "Spring review", previousId });
      expectStatus(await change(null), 200);
      expect(await read()).toBe(null);
      expectStatus(await client.put(`/assessments/${id}`, { assessmentType: "P3M3", name: "Autumn review" }), 200);
      const elsewhere = await completeP3M3(client, await createOrganization(client), "FFFFF", { threadIds: [6] });
      const itil = await createItil(client, organization);
      await answerAllItil(client, itil, "F", 3);
      expectStatus(await client.post(`/assessments/${itil}/complete`), 200);
      const unfinished = await createP3M3(client, organization, SCOPE);
      for (const wrong of [
        elsewhere,
        itil,
        unfinished,
        id,
        2_000_000_000,
        "none",
        `${before}e0`,
        ` ${before}`,
        `0${before}`,
        `${before}.0`,
      ]) {
        const { status, body } = await change(wrong);
        expect([wrong, status, body.errors?.[0]?.path]).toEqual([wrong, 422, "previousId"]);
      }
      const form = { name: "Again", assessmentType: "P3M3", isTestAssessment: false, selectedScope: "Programme", previousId: elsewhere };
      expect((await client.post(`/organizations/${organization}/assessments`, form)).status).toBe(422);
      expect(await read()).toBe(null);
      expectStatus(await change(before), 200);
      const { entries } = (await client.get(`/assessments/${id}/history?kind=profile`)).body;
      expect(entries[0]).toMatchObject({ before: { previousId: null }, after: { previousId: before } });
    });

    it("keeps the assessment before once it is submitted", async () => {
      const { client, before, id } = await start(SCOPE, { perspectiveIds: [1], threadIds: [6] });
      expectStatus(await answerThread(client, id, 1, 6, "FPNNN"), 200);
      expectStatus(await client.post(`/assessments/${id}/complete`), 200);
      const body = { assessmentType: "P3M3", name: "Spring review", previousId: null };
      expect((await client.put(`/assessments/${id}`, body)).status).toBe(422);
      expect((await againOf(client, id)).before).toMatchObject({ id: before });
    });

    it("proposes last time's answers, gives the note, and the evidence that is not past its date with the places in scope now, and leaves both out", async () => {
      const { client, before, id } = await start(SCOPE, { perspectiveIds: [1], threadIds: [2, 6] });
      const previous = await againOf(client, id);
      expect(previous.before).toMatchObject({ id: before, name: "Spring review" });
      expect([previous.nothing, previous.counts]).toEqual([undefined, { confirmed: 0, changed: 0 }]);
      expect(previous.places.map(({ place, covered }) => [place, covered])).toEqual([
        ["thread/1/2", true],
        ["thread/1/6", true],
      ]);
      expect(proposed(previous, "thread/1/6")).toEqual(["Fully", "Partially", "same", "same", "same"]);
      const { note, evidence, gone } = previous.places[1] ?? {};
      expect([note, gone]).toEqual(["Seen", []]);
      expect(evidence).toEqual([
        expect.objectContaining({ ...EVIDENCE, what: "Handbook", places: [{ place: "thread/1/6", supports: [1], against: [] }] }),
      ]);
      expect((await againOf(client, id, "thread/1/2")).places.map(({ place }) => place)).toEqual(["thread/1/2"]);
      const brief = expectStatus(await client.get(`/assessments/${id}/again?without=notes`), 200).body;
      expect(brief).toEqual({ ...previous, places: previous.places.map((each) => ({ ...each, note: "", evidence: [] })) });
      expect((await client.get(`/assessments/${id}/again?without=answers`)).status).toBe(422);
      const inOverview = async (query: string) => expectStatus(await client.get(`/assessments/${id}/overview${query}`), 200).body.again;
      expect(await inOverview("?with=again")).toEqual(brief);
      expect(await inOverview("?with=again&perspectiveIds=4")).toEqual({ ...brief, places: [] });
      expect(await inOverview("")).toBe(undefined);
      const inProgress = async (query: string) => expectStatus(await client.get(`/assessments/${id}/progress${query}`), 200).body.again;
      expect(await inProgress("?with=again&place=thread/1/6")).toEqual({ ...previous, places: previous.places.slice(1) });
      expect(await inProgress("?place=thread/1/6")).toBe(undefined);
      const narrowed = async (query: string) =>
        (await client.get(`/assessments/${id}/again?${query}`)).body.places.map(({ place }: { place: string }) => place);
      expect([await narrowed("perspectiveIds=1"), await narrowed("perspectiveIds=4")]).toEqual([["thread/1/2", "thread/1/6"], []]);
    });

    it("says what was not assessed then, and what was descoped", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const before = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [2, 6, 9] });
      expectStatus(await client.post(`/assessments/${before}/1/2/descope`, { reason: "Not in use" }), 200);
      for (const thread of [6, 9]) expectStatus(await answerThread(client, before, 1, thread, "FPNNN"), 200);
      expectStatus(await client.post(`/assessments/${before}/complete`), 200);
      const id = await createP3M3(client, organization, { perspectiveIds: [1, 4], threadIds: [2, 6], previousId: before });
      const { places } = await againOf(client, id);
      const at = (place: string) => places.find((each) => each.place === place);
      expect(at("thread/1/2")).toMatchObject({ covered: true, descoped: { reason: "Not in use" }, statements: [] });
      expect(at("thread/4/6")).toMatchObject({ covered: false, statements: [] });
      expect(at("thread/4/6")).not.toHaveProperty("descoped");
    });

    it("never answers by itself; counts what is as proposed and what is not, from the stored answers", async () => {
      const { client, id } = await start();
      expect((await client.get(`/assessments/${id}`)).body.status).toBe("Drafted");
      expectStatus(await answerThread(client, id, 1, 6, "FRNNN"), 200);
      expect((await againOf(client, id)).counts).toEqual({ confirmed: 1, changed: 1 });
      expectStatus(await answerThread(client, id, 1, 6, "FPNNN"), 200);
      expect((await againOf(client, id, "thread/1/2")).counts).toEqual({ confirmed: 2, changed: 0 });
    });

    it("says in the history which answers were confirmed, if that change gave them and they really are what was proposed", async () => {
      const { client, before, id } = await start();
      const completed = (await client.get(`/assessments/${before}`)).body.dateCompleted;
      const answers = await answersFor(client, id, 1, 6, "FRNNN");
      const url = `/P3M3/assessments/${id}/answer`;
      const confirmedAll = answers.map((answer) => ({ ...answer, confirmed: true }));
      expectStatus(await client.post(url, confirmedAll), 200);
      const last = async () => (await client.get(`/assessments/${id}/history?kind=answers`)).body.entries[0];
      expect(await last()).toMatchObject({ after: "FRNNN", confirmed: { answers: [0], from: completed } });
      expectStatus(await client.post(url, await answersFor(client, id, 1, 6, "FPNNN")), 200);
      expect(await last()).not.toHaveProperty("confirmed");
      expectStatus(await client.post(url, confirmedAll), 200);
      expect(await last()).not.toHaveProperty("confirmed");
      const all = (await answersFor(client, id, 1, 6, "FPNNN")).map((answer) => ({ ...answer, confirmed: true }));
      expectStatus(await client.post(url, all), 200);
      expect(await last()).toMatchObject({ before: "FRNNN", after: "FPNNN", confirmed: { answers: [1] } });
      const changes = [
        {
          place: "thread/1/2",
          answers: (await answersFor(client, id, 1, 2, "FPNNN")).map(({ score: _, ...each }) => ({ ...each, confirmed: true })),
        },
      ];
      expectStatus(await client.post(`/assessments/${id}/answers`, { changes }), 200);
      expect(await last()).toMatchObject({ place: "thread/1/2", after: "FPNNN", confirmed: { answers: [0, 1], from: completed } });
    });

    it("lets nobody confirm answers of more than one place at once", async () => {
      const { client, id } = await start();
      const changeOf = async (thread: number, confirmed: boolean) => ({
        place: `thread/1/${thread}`,
        answers: (await answersFor(client, id, 1, thread, "FPNNN")).map(({ score: _, ...each }) => ({ ...each, confirmed })),
      });
      const send = async (...changes: object[]) => client.post(`/assessments/${id}/answers`, { changes });
      const [first, second] = [await changeOf(2, true), await changeOf(6, true)];
      expect(await send(first, second)).toMatchObject({ status: 422, body: { errors: [{ path: "changes.1.answers" }] } });
      expect((await client.get(`/assessments/${id}/history?kind=answers`)).body.entries).toEqual([]);
      expectStatus(await send(first, await changeOf(6, false)), 200);
    });

    it("takes no confirmation that the gate, the lock or the version forbids", async () => {
      const { client, id } = await start();
      const confirmed = (letters: string) =>
        answersFor(client, id, 1, 6, letters).then((all) => all.map((each) => ({ ...each, confirmed: true })));
      const url = `/P3M3/assessments/${id}/answer`;
      expect((await client.post(url, await confirmed("NPFNN"))).status).toBe(422);
      expect((await client.post(url, await confirmed("FPNNN"), { "Made-From": "answers=7" })).status).toBe(412);
      expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
      expect((await client.post(url, await confirmed("FPNNN"))).status).toBe(409);
    });

    it("does the same for practices and components, in whichever scope of ITIL", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const before = await createItil(client, organization, {
        selectedScope: "Comprehensive",
        practices: [2, 15, 16, 17, 18, 19, 20].map((id) => ({ id, selectionMode: 1 as const })),
      });
      await answerAllItil(client, before, "F", 3);
      expectStatus(await client.post(`/assessments/${before}/complete`), 200);
      const id = await createItil(client, organization, { selectedScope: "Maturity", practices: [], previousId: before });
      const previous = await againOf(client, id);
      expect(proposed(previous, "capability/2")).toEqual(Array(9).fill("Fully"));
      expect(proposed(previous, "maturity/1")).toEqual(["same", "same", "Chosen", "same", "same"]);
      expect(proposed(previous, "maturity/4")).toEqual([]);
      const narrowed: Again = (await client.get(`/assessments/${id}/again?capabilityIds=2`)).body;
      expect(narrowed.places.map(({ place }) => place).filter((place) => place.startsWith("capability"))).toEqual(["capability/2"]);
      const answers = (await practiceAnswers(client, id, 2, "FRN")).map((each) => ({ ...each, confirmed: true }));
      expectStatus(await client.post(`/ITIL/assessments/${id}/answer/capability`, answers), 200);
      const [question] = (await client.get(`/itil/assessments/${id}/questions/maturity`)).body;
      const choose = (level: number) =>
        client.post(`/ITIL/assessments/${id}/answer/maturity`, {
          ...{ questionId: question.id, optionId: question.options[level - 1].id },
          confirmed: true,
        });
      expectStatus(await choose(2), 200);
      expect((await againOf(client, id)).counts).toEqual({ confirmed: 1, changed: 2 });
      expectStatus(await choose(3), 200);
      const { entries } = (await client.get(`/assessments/${id}/history?kind=answers`)).body;
      expect(entries.map(({ confirmed }: { confirmed?: { answers: number[] } }) => confirmed?.answers)).toEqual([[0], undefined, [0]]);
      expect((await againOf(client, id)).counts).toEqual({ confirmed: 2, changed: 1 });
    });

    it("says in the history which evidence was taken over, if the assessment before really has the same", async () => {
      const { client, before, id } = await start();
      const { dateCompleted } = (await client.get(`/assessments/${before}`)).body;
      const url = `/assessments/${id}/evidence`;
      const places = [{ place: "thread/1/6", supports: [1], against: [] }];
      const more = [...places, { place: "thread/4/6", supports: [], against: [] }];
      const taken = { ...EVIDENCE, what: "Handbook", places, takenOver: true };
      const added = expectStatus(await client.post(url, taken), 201).body;
      expectStatus(await client.put(`${url}/${added.id}`, { ...taken, places: more }), 200);
      expectStatus(await client.post(url, { ...taken, what: "Another handbook" }), 201);
      expectStatus(await client.post(url, { ...taken, takenOver: undefined }), 201);
      const { entries } = (await client.get(`/assessments/${id}/history?kind=evidence`)).body;
      const marks = entries.map(({ takenOver }: { takenOver?: object }) => takenOver);
      expect(marks).toEqual([undefined, undefined, { from: dateCompleted }, { from: dateCompleted }]);
    });

    it("proposes nothing for another scope of P3M3, and still gives note and evidence", async () => {
      const { client, organization, before } = await start();
      const id = await createP3M3(client, organization, { ...SCOPE, selectedScope: "Project", previousId: before });
      const previous = await againOf(client, id);
      expect([previous.nothing, previous.counts]).toEqual(["scope", { confirmed: 0, changed: 0 }]);
      expect(previous.places.find(({ place }) => place === "thread/1/6")).toMatchObject({ statements: [], note: "Seen" });
      const answers = (await answersFor(client, id, 1, 6, "FPNNN")).map((each) => ({ ...each, confirmed: true }));
      expectStatus(await client.post(`/P3M3/assessments/${id}/answer`, answers), 200);
      expect((await client.get(`/assessments/${id}/history?kind=answers`)).body.entries[0]).not.toHaveProperty("confirmed");
    });

    it("is 404 without an assessment before", async () => {
      const client = await signIn();
      const id = await createP3M3(client, await createOrganization(client));
      expect((await client.get(`/assessments/${id}/again`)).status).toBe(404);
      for (const call of ["overview", "progress"])
        expect(expectStatus(await client.get(`/assessments/${id}/${call}?with=again`), 200).body).not.toHaveProperty("again");
      expect((await client.get(`/assessments/${await createAgainOf(client)}/again`)).status).toBe(200);
    });

    const createAgainOf = async (client: Client) => {
      const organization = await createOrganization(client);
      return createAgain(client, organization, await completeP3M3(client, organization, "FFFFF", { threadIds: [6] }));
    };

    it("names the assessment before with its edition", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const first = await completeP3M3(client, organization, "FRNNN", { threadIds: [6] });
      const { id: before } = expectStatus(await client.post(`/assessments/${first}/editions`, { reason: "Facts" }), 201).body;
      expectStatus(await client.post(`/assessments/${before}/lock`), 200);
      expectStatus(await client.post(`/assessments/${before}/complete`), 200);
      const id = await createP3M3(client, organization, { threadIds: [6], previousId: before });
      expect((await againOf(client, id)).before).toMatchObject({ id: before, name: "Spring review, edition 2" });
    });

    it("proposes nothing for a changed statement, and says what it was; a pack of another id proposes nothing at all", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const before = await complete(client, organization);
      await importNewer(api(), { p3m3: withChange(fullP3m3Content()) });
      const id = await createP3M3(client, organization, { ...SCOPE, previousId: before });
      const previous = await againOf(client, id);
      expect(proposed(previous, "thread/1/6")).toEqual(["Fully", "changed", "same", "same", "same"]);
      expect(previous.places.find(({ place }) => place === "thread/1/6")?.statements[1]?.former).toEqual({
        ...{ level: 2, statement: "Statement of Programme BM IK 2.", selection: "Partially" },
      });
      expectStatus(await answerThread(client, id, 1, 6, "FPNNN"), 200);
      expect((await againOf(client, id)).counts).toEqual({ confirmed: 1, changed: 0 });
      const other = withChange(fullP3m3Content());
      await importNewer(api(), { p3m3: { ...other, heading: { ...other.heading, id: "another" } } });
      expect((await client.get(`/assessments/${before}/fit`)).body).toEqual({ otherPack: true, gone: [] });
      const third = await createP3M3(client, organization, { ...SCOPE, previousId: before });
      expect((await againOf(client, third)).nothing).toBe("pack");
    });

    it("proposes the answer to other words that the pack names, and gives them; a pack from before those words does, too", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      await importNewer(api(), { p3m3: fullP3m3Content() });
      const before = await complete(client, organization);
      const named = withChange(fullP3m3Content());
      const cell = named.perspectives.BM?.IK?.["2"]?.Programme;
      Object.assign(cell ?? {}, { sameAs: ["Statement of Programme BM IK 2."] });
      await importNewer(api(), { p3m3: named });
      const id = await createP3M3(client, organization, { ...SCOPE, previousId: before });
      const previous = await againOf(client, id);
      const at = ({ places }: Again) => places.find(({ place }) => place === "thread/1/6");
      expect(proposed(previous, "thread/1/6")).toEqual(["Fully", "Partially", "same", "same", "same"]);
      expect(at(previous)?.statements.map(({ askedAs }) => askedAs)).toEqual([
        undefined,
        "Statement of Programme BM IK 2.",
        ...Array(3).fill(undefined),
      ]);
      expect(JSON.stringify(expectStatus(await client.get(`/P3M3/assessments/${id}/questions?p=1&t=6`), 200).body)).not.toContain("sameAs");
      const answers = (await answersFor(client, id, 1, 6, "FPNNN")).map((each) => ({ ...each, confirmed: true }));
      expectStatus(await client.post(`/P3M3/assessments/${id}/answer`, answers), 200);
      expect((await againOf(client, id)).counts).toEqual({ confirmed: 2, changed: 0 });
      const [entry] = (await client.get(`/assessments/${id}/history?kind=answers`)).body.entries;
      expect(entry).toMatchObject({ after: "FPNNN", confirmed: { answers: [0, 1] } });
      // The words of then come back, and know nothing of those in between.
      await importNewer(api(), { p3m3: fullP3m3Content() });
      for (const [p, t] of SCOPE.perspectiveIds.flatMap((p) => SCOPE.threadIds.map((t) => [p, t] as const)))
        if (p !== 1 || t !== 6) expectStatus(await answerThread(client, id, p, t, "FPNNN"), 200);
      expectStatus(await client.post(`/assessments/${id}/complete`), 200);
      const third = await againOf(client, await createP3M3(client, organization, { ...SCOPE, previousId: id }));
      expect(at(third)?.statements[1]).toMatchObject({ state: "same", proposal: "Partially", askedAs: "Another statement." });
    });

    it("says which criteria of a practice are new and which are gone", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const before = await createItil(client, organization);
      await answerAllItil(client, before, "F", 3);
      expectStatus(await client.post(`/assessments/${before}/complete`), 200);
      const content = fullItilContent();
      const incidents = content.practices.INM;
      if (!incidents) throw new Error("no such practice");
      // One more on level 2, and one less on level 5.
      const [first, ...others] = incidents.criteria;
      if (!first) throw new Error("no criteria");
      incidents.criteria = [{ ...first, statement: "A new criterion." }, first, ...others.slice(0, -1)];
      await importNewer(api(), { itil: content });
      const id = await createItil(client, organization, { previousId: before });
      const [place] = (await againOf(client, id)).places;
      expect(place?.statements.map(({ state, proposal }) => proposal ?? state)).toEqual(["new", ...Array(8).fill("Fully")]);
      expect((await client.get(`/assessments/${before}/fit`)).body).toEqual({ otherPack: false, gone: [] });
      expect(place?.gone).toEqual([{ level: 5, statement: "Criterion 1 of INM at level 5.", selection: "Fully" }]);
    });

    it("follows other words of criteria, and tells nobody who answers them", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      await importNewer(api(), { itil: fullItilContent() });
      const before = await createItil(client, organization);
      await answerAllItil(client, before, "F", 3);
      expectStatus(await client.post(`/assessments/${before}/complete`), 200);
      const content = fullItilContent();
      const [first, second] = content.practices.INM?.criteria ?? [];
      if (!first || !second) throw new Error("no criteria");
      Object.assign(first, { statement: "Reworded.", sameAs: [first.statement] });
      Object.assign(second, { statement: "Another matter." });
      await importNewer(api(), { itil: content });
      const id = await createItil(client, organization, { previousId: before });
      const [place] = (await againOf(client, id)).places;
      expect(place?.statements.map(({ state, proposal }) => proposal ?? state)).toEqual(["Fully", "changed", ...Array(7).fill("Fully")]);
      expect(place?.statements[0]?.askedAs).toBe("Criterion 1 of INM at level 2.");
      const url = `/itil/assessments/${id}/questions/capability?capabilityId=${place?.place.split("/")[1]}`;
      const questions = expectStatus(await client.get(url), 200).body;
      expect(questions[0].statement).toBe("Reworded.");
      expect(questions[0]).not.toHaveProperty("sameAs");
    });
  });
});

/** The same pack with another statement at level 2 of one thread. */
function withChange(content: P3m3PackContent): P3m3PackContent {
  const cell = content.perspectives.BM?.IK?.["2"]?.Programme;
  if (!cell) throw new Error("no such statement");
  cell.statement = "Another statement.";
  return content;
}

let version = 1;
async function importNewer({ store, now }: TestApi, { p3m3, itil }: { p3m3?: P3m3PackContent; itil?: ItilPackContent }) {
  for (const content of [p3m3, itil]) {
    if (!content) continue;
    version += 1;
    content.heading.version = `1.${version}.0`;
    await importPack(store, packOf(content), now);
  }
}

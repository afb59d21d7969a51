/** Assessing again, as a browser without script does it (docs/rules/assess-again.md). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  answerAll,
  answerAllItil,
  answerThread,
  completeP3M3,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
} from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import type { Visitor } from "../support/form-driver.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import type { App } from "../support/server.ts";
import { sharedApp, sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { bytesOf, openBook, rowsOf, type, upload } from "../support/workbook.ts";
import { chosenIn, messagesOf, newAssessor } from "./wizard.ts";

let app: App;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.stop());

const SCOPE = { perspectiveIds: [1, 6], threadIds: [2, 10], selectedLevel: 3 };

/** The month in which an assessment was completed, such as 'Nov 2025'. */
async function monthOf(client: Client, id: number): Promise<string> {
  const { dateCompleted } = (await client.get(`/assessments/${id}`)).body;
  return new Date(dateCompleted).toLocaleDateString("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });
}

/** Somebody whose organization has a completed assessment. */
async function withCompleted(site: Pick<App, "url" | "databaseUrl" | "entryLink"> = app) {
  const assessor = await newAssessor(site);
  const organizationId = await createOrganization(assessor.client);
  const before = await completeP3M3(assessor.client, organizationId, "FPNNN", { ...SCOPE, certified: false, isTestAssessment: true });
  return { ...assessor, organizationId, before, named: `Spring review, ${await monthOf(assessor.client, before)}` };
}

async function completedItil(client: Client, organizationId: number) {
  const id = await createItil(client, organizationId, {
    practices: [19, 28].map((practice) => ({ id: practice, selectionMode: 2 as const })),
  });
  await answerAllItil(client, id, "F", 3);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return id;
}

const previousOf = async (client: Client, id: string | undefined) => (await client.get(`/assessments/${id}`)).body.previousId;
const idIn = (url: string) => /\/assessments\/(\d+)\//.exec(url)?.[1];

/** What each change of answers made of them, and which it confirmed, the newest first. */
const kindsOf = async (client: Client, id: number) =>
  (await client.get(`/assessments/${id}/history?kind=answers`)).body.entries.map(
    ({ after, confirmed }: { after: unknown; confirmed?: { answers: number[] } }) => [after, confirmed?.answers],
  );

/** A completed ITIL assessment of the scope Maturity with everything at level 3, and one that begins after it. */
async function afterMaturity(client: Client, organizationId: number) {
  const before = await createItil(client, organizationId, { selectedScope: "Maturity", practices: [] });
  await answerAllItil(client, before, "F", 3);
  expectStatus(await client.post(`/assessments/${before}/complete`), 200);
  const id = await createItil(client, organizationId, { selectedScope: "Maturity", practices: [], previousId: before });
  return { before, id };
}

describe("setting up", () => {
  test("fills name, scope, level, perspectives and threads in from the assessment before, and creates nothing before it is saved", async () => {
    const { visitor, client, organizationId, before, named } = await withCompleted();
    await visitor.get(`/?organization=${organizationId}&tab=completed`);
    await visitor.follow("Assess again Spring review");
    expect(visitor.url).toBe(`/organizations/${organizationId}/assessment?again=${before}`);
    expect(visitor.text()).toContain(`Name and scope are those of ${named}.`);
    expect(visitor.text()).toContain("Nothing has been created yet.");
    expect(chosenIn(visitor, "selectedScope")).toEqual(["Programme"]);
    expect(visitor.form("Save & Continue").entries()).toEqual(expect.arrayContaining([["previousId", String(before)]]));
    expect(chosenIn(visitor, "isTestAssessment")).toEqual([]);
    const { P3M3 } = (await client.get(`/organizations/${organizationId}/assessments`)).body;
    expect(P3M3.created).toEqual([]);
    await visitor.form("Save & Continue").fill("Assessment name", "The year after").submit("Save & Continue");
    expect(visitor.url).toMatch(/^\/assessments\/\d+\/scope$/);
    expect(visitor.text()).toContain(`Level, perspectives and threads are those of ${named}.`);
    expect(["selectedLevel", "perspectives", "threads"].map((name) => chosenIn(visitor, name))).toEqual([["3"], ["1", "6"], ["2", "10"]]);
    const id = idIn(visitor.url);
    await visitor.form("Save & Continue").submit("Save & Continue");
    expect(visitor.text()).toContain(named);
    expect(await previousOf(client, id)).toBe(before);
    expect((await client.get(`/assessments/${id}`)).body).toMatchObject({
      name: "The year after",
      isTestAssessment: false,
      certified: false,
    });
  });

  test("descopes the same threads as then with one tick, each with its reason, and leaves out what has answers", async () => {
    const { visitor, client } = await newAssessor(app);
    const organizationId = await createOrganization(client);
    const before = await createP3M3(client, organizationId, SCOPE);
    for (const [perspective, thread, reason] of [
      [1, 2, "Done by the group"],
      [6, 10, ""],
    ])
      expectStatus(await client.post(`/assessments/${before}/${perspective}/${thread}/descope`, reason ? { reason } : {}), 200);
    await answerThread(client, before, 1, 10, "FPNNN");
    await answerThread(client, before, 6, 2, "FPNNN");
    expectStatus(await client.post(`/assessments/${before}/complete`), 200);
    const month = await monthOf(client, before);
    const id = await createP3M3(client, organizationId, { ...SCOPE, previousId: before });
    const descopedNow = async () =>
      (await client.get(`/assessments/${id}/progress`)).body.perspectivesProgress.map((each: { threads: { descoped: boolean }[] }) =>
        each.threads.map(({ descoped }) => descoped),
      );
    const tick = `Descope the same 2 threads as in ${month}`;

    await visitor.get(`/assessments/${id}/scope`);
    expect(visitor.text()).toContain("Done by the group");
    await visitor.form("Save & Continue").submit("Save & Continue");
    expect(await descopedNow()).toEqual([
      [false, false],
      [false, false],
    ]);

    await visitor.get(`/assessments/${id}/questions/BM/AS?confirm=descope`);
    expect(visitor.text()).toContain(`Descope this thread Descoped in ${month}: Done by the group`);
    expect(visitor.document.querySelector("textarea[name=reason]")?.text.trim()).toBe("Done by the group");
    await visitor.get(`/assessments/${id}/questions/RK/AS?confirm=descope`);
    expect(visitor.document.querySelector("textarea[name=reason]")?.text.trim()).toBe("");
    await answerThread(client, id, 6, 10, "FPNNN");
    await visitor.get(`/assessments/${id}/scope`);
    expect([visitor.text().includes(tick), visitor.text()]).toEqual([
      false,
      expect.stringContaining(`Descope the same thread as in ${month}`),
    ]);
    await visitor.form("Save & Continue").check(`Descope the same thread as in ${month}`).submit("Save & Continue");
    expect(visitor.text()).toContain(`1 thread was descoped as in ${month}.`);
    expect(await descopedNow()).toEqual([
      [true, false],
      [false, false],
    ]);
    await visitor.get(`/assessments/${id}/scope`);
    expect(visitor.text()).not.toContain("Descope the same");
  });

  test("does the same for ITIL, with practices and modes", async () => {
    const { visitor, client, organizationId } = await withCompleted();
    const before = await completedItil(client, organizationId);
    await visitor.get(`/organizations/${organizationId}/assessment?again=${before}`);
    await visitor.form("Save & Continue").submit("Save & Continue");
    expect(visitor.url).toMatch(/^\/assessments\/\d+\/scope\/itil$/);
    expect([chosenIn(visitor, "practice-19"), chosenIn(visitor, "practice-28"), chosenIn(visitor, "practice-2")]).toEqual([
      ["2"],
      ["2"],
      ["N/A"],
    ]);
    expect(visitor.text()).toContain("The practices are those of Service review, ");
    expect(await previousOf(client, idIn(visitor.url))).toBe(before);
    // Above a choice of the user's own it would no longer be true.
    const form = visitor.form("Save & Continue");
    for (const practice of ["practice-19", "practice-28"]) form.choose(practice, "N/A");
    await form.submit("Save & Continue");
    expect([visitor.status, visitor.text()]).toEqual([400, expect.not.stringContaining("are those of")]);
  });

  test("lets the assessment before be chosen, changed and taken away on the profile", async () => {
    const { visitor, client, organizationId, before, named } = await withCompleted();
    const id = await createP3M3(client, organizationId, SCOPE);
    const profile = () => visitor.get(`/assessments/${id}/profile`);
    await profile();
    await visitor.form("Save & Continue").select("Assessment before", named).submit("Save & Exit");
    expect(await previousOf(client, String(id))).toBe(before);
    await profile();
    await visitor.form("Save & Continue").submit("Save & Exit");
    expect(await previousOf(client, String(id))).toBe(before);
    await profile();
    await visitor.form("Save & Continue").select("Assessment before", "None").submit("Save & Exit");
    expect(await previousOf(client, String(id))).toBe(null);
  });

  test("refuses an assessment of the other model, and one that nobody offered", async () => {
    const { visitor, client, organizationId } = await withCompleted();
    const before = await completedItil(client, organizationId);
    await visitor.get(`/organizations/${organizationId}/assessment`);
    const form = visitor.form("Save & Continue").select("Select Maturity Model", "P3M3").fill("Assessment name", "New");
    const option = visitor.document.querySelector(`option[value="${before}"]`)?.text ?? "";
    expect(option).toContain("ITIL: Service review");
    await form.choose("selectedScope", "Project").select("Assessment before", option).submit("Save & Continue");
    expect([visitor.status, messagesOf(visitor, "previousId")]).toEqual([400, "Choose an assessment of the model that you chose above."]);
    await visitor.get(`/organizations/${organizationId}/assessment?again=999999`);
    expect(visitor.text()).toContain("This assessment cannot be assessed again here.");
    expect(chosenIn(visitor, "selectedScope")).toEqual([]);
  });

  test("tells an edition from the one that it replaced", async () => {
    const { visitor, client, organizationId, before, named } = await withCompleted();
    const id = await createP3M3(client, organizationId, { ...SCOPE, previousId: before });
    const { id: edition } = expectStatus(await client.post(`/assessments/${before}/editions`, { reason: "Corrected" }), 201).body;
    expectStatus(await client.post(`/assessments/${edition}/lock`), 200);
    expectStatus(await client.post(`/assessments/${edition}/complete`), 200);
    await visitor.get(`/assessments/${id}/profile`);
    const options = visitor.document.querySelectorAll("select[name=previousId] option").map((each) => each.text);
    expect(options).toEqual(["None", named.replace(",", ", edition 2,"), named]);
    await visitor.get(`/organizations/${organizationId}/assessment?again=${before}`);
    expect(visitor.text()).toContain("is replaced by a corrected edition");
  });

  test("goes on, and keeps the assessment before, when the list of them cannot be read", async () => {
    const faulty = await sharedAppWithFaults();
    const { visitor, client, organizationId, before } = await withCompleted(faulty);
    const id = await createP3M3(client, organizationId, { ...SCOPE, previousId: before });
    const fail = () => faulty.upstream.on("GET", `/organizations/${organizationId}/assessments`, status(500));
    const save = (name: string) => visitor.form("Save & Continue").fill("Assessment name", name).submit("Save & Continue");
    const stored = async () => {
      const { name, previousId } = (await client.get(`/assessments/${id}`)).body;
      return [name, previousId];
    };
    await visitor.get(`/assessments/${id}/profile`);
    fail();
    await save("Saved without the list");
    expect([visitor.url, await stored()]).toEqual([`/assessments/${id}/scope`, ["Saved without the list", before]]);
    await visitor.get(`/assessments/${id}/review`);
    expect([visitor.status, visitor.text()]).toEqual([200, expect.stringContaining(`Number ${before}`)]);
    await visitor.get(`/organizations/${organizationId}/assessment?again=${before}`);
    expect([visitor.status, visitor.text()]).toEqual([200, expect.stringContaining("This assessment cannot be assessed again here.")]);
    await visitor.get(`/assessments/${id}/profile`);
    faulty.upstream.reset();
    await save("Opened without the list");
    expect([visitor.url, await stored()]).toEqual([`/assessments/${id}/scope`, ["Opened without the list", before]]);
  });

  test("opens the scope step when the assessment before cannot be read", async () => {
    const faulty = await sharedAppWithFaults();
    const { visitor, organizationId, before } = await withCompleted(faulty);
    await visitor.get(`/organizations/${organizationId}/assessment?again=${before}`);
    faulty.upstream.on("GET", `/assessments/${before}`, status(404));
    await visitor.form("Save & Continue").submit("Save & Continue");
    expect(visitor.url).toMatch(/^\/assessments\/\d+\/scope$/);
    expect([visitor.status, visitor.text()]).toEqual([200, expect.not.stringContaining("are those of")]);
    faulty.upstream.reset();
  });

  test("is offered on the result and the summary of a completed assessment", async () => {
    const { visitor, organizationId, before } = await withCompleted();
    for (const screen of ["result", "summary"]) {
      await visitor.get(`/assessments/${before}/${screen}`);
      await visitor.follow("Assess again");
      expect(visitor.url).toBe(`/organizations/${organizationId}/assessment?again=${before}`);
    }
  });

  test("is nowhere where the upstream lacks it", async () => {
    const bare = await sharedAppWithoutExtensions();
    const { visitor, client } = await newAssessor(bare);
    const organizationId = await createOrganization(client);
    const before = await completeP3M3(client, organizationId, "FPNNN", SCOPE);
    for (const path of [
      `/?organization=${organizationId}&tab=completed`,
      `/assessments/${before}/result`,
      `/assessments/${before}/summary`,
      `/organizations/${organizationId}/assessment?again=${before}`,
    ]) {
      await visitor.get(path);
      expect([
        path,
        visitor.document.toString().includes("Assess again"),
        visitor.document.toString().includes("Assessment before"),
      ]).toEqual([path, false, false]);
    }
  });
});

describe("the questions screens", () => {
  test("say next to each statement of a thread how it was answered, and count nothing", async () => {
    const { visitor, client, organizationId } = await withCompleted();
    const before = await createP3M3(client, organizationId, SCOPE);
    const at = { assessmentId: before, perspectiveId: 1, threadId: 2 };
    expectStatus(await client.post("/P3M3/notes", { ...at, body: "Seen in the spring" }), 200);
    const evidence = {
      kind: "document",
      where: "",
      who: "",
      date: null,
      remark: "",
      places: [{ place: "thread/1/2", supports: [], against: [] }],
    };
    for (const [what, goodUntil] of [
      ["Handbook", null],
      ["Old plan", "2020-01-01"],
    ])
      expectStatus(await client.post(`/assessments/${before}/evidence`, { ...evidence, what, goodUntil }), 201);
    await answerAll(client, before, "FPNNN");
    expectStatus(await client.post(`/assessments/${before}/complete`), 200);
    const id = await createP3M3(client, organizationId, { ...SCOPE, previousId: before });
    const month = await monthOf(client, before);
    await visitor.get(`/assessments/${id}/questions/BM/AS`);
    const said = (level: number) => visitor.document.querySelector(`#level-${level}`)?.text ?? "";
    expect(said(1)).toContain(`${month}: Fully`);
    expect(said(2)).toContain(`${month}: Partially`);
    expect(said(3)).toContain(`${month}: Not assessed`);
    expect(visitor.document.querySelectorAll("input[type=radio][checked]")).toEqual([]);
    const last = visitor.document.querySelector("section[aria-labelledby=last-time]");
    expect(last?.querySelector("h3")?.text).toBe(`Last time: ${month}`);
    expect(last?.querySelector("summary")?.text).toBe(`${month}: note, 1 entry of evidence`);
    expect(last?.text).toContain("Seen in the spring");
    expect(last?.text).toContain("Handbook");
    expect(last?.text).not.toContain("Old plan");
    expect(last?.text).toContain("Spring review came before this one. In all, 0 answers are the same as then, and 0 have changed.");
    const progress = (await client.get(`/assessments/${id}/progress`)).body;
    expect(progress.perspectivesProgress[0].answeredThreads).toBe(0);
  });

  test("say what was not assessed then", async () => {
    const { visitor, client, organizationId, before } = await withCompleted();
    const id = await createP3M3(client, organizationId, { perspectiveIds: [1], threadIds: [2, 3], previousId: before });
    await visitor.get(`/assessments/${id}/questions/BM/BE`);
    expect(visitor.text()).toContain(`Not assessed in ${await monthOf(client, before)}.`);
  });

  test("say of practices and components how they were answered", async () => {
    const { visitor, client, organizationId } = await withCompleted();
    const { before, id } = await afterMaturity(client, organizationId);
    const month = await monthOf(client, before);
    await visitor.get(`/itil/assessments/${id}/questions/CI/`);
    const criteria = visitor.document.querySelectorAll(".criterion").map((each) => each.text);
    expect(criteria.length).toBeGreaterThan(5);
    expect(criteria.every((text) => text.includes(`${month}: Fully`))).toBe(true);
    await visitor.get(`/itil/assessments/${id}/questions/M-GP/`);
    const chosen = visitor.document.querySelectorAll(".option").map((each) => each.text.includes(`${month}: Chosen`));
    expect(chosen).toEqual([false, false, true, false, false]);
  });

  test("have nothing of it where no assessment is named before", async () => {
    const { visitor, client, organizationId } = await withCompleted();
    const id = await createP3M3(client, organizationId, SCOPE);
    await visitor.get(`/assessments/${id}/questions/BM/AS`);
    expect(visitor.document.querySelector("section[aria-labelledby=last-time]")).toBeNull();
    expect(visitor.text()).not.toContain("Last time");
  });

  describe("with an upstream that answers otherwise", () => {
    let faulty: AppWithFaults;
    beforeAll(async () => {
      faulty = await sharedAppWithFaults();
    });
    afterEach(() => faulty.upstream.reset());
    afterAll(() => faulty.stop());

    /** Lets the upstream answer these calls without what the assessment before said. */
    async function leaveOut(client: Client, id: number, ...calls: string[]) {
      for (const call of calls) {
        const path = `/assessments/${id}/${call}`;
        faulty.upstream.on("GET", path, json((await client.get(path)).body));
      }
    }

    test("read last time for a search only where it finds a statement", async () => {
      const { visitor, client, organizationId, before } = await withCompleted(faulty);
      const id = await createP3M3(client, organizationId, { ...SCOPE, previousId: before });
      const reads = async (query: string) => {
        await visitor.get(`/assessments/${id}/search?q=${query}`);
        return [visitor.status, faulty.upstream.receivedAt("GET", `/assessments/${id}/again`).length];
      };
      expect(await reads("xylophone")).toEqual([200, 0]);
      expect(await reads("the")).toEqual([200, 1]);
    });

    test.each([
      { screen: "a grid", path: "grid/BM", call: "overview", text: "0 answers are the same" },
      { screen: "a thread", path: "questions/BM/AS", call: "progress", text: "Last time" },
      { screen: "the summary", path: "summary", call: "progress", text: "0 answers are the same" },
    ])("read last time for $screen in the call $call, or apart where the upstream leaves it out", async ({ path, call, text }) => {
      const { visitor, client, organizationId, before } = await withCompleted(faulty);
      const id = await createP3M3(client, organizationId, { ...SCOPE, previousId: before });
      await client.delete(`/assessments/${id}/lock`);
      const reads = async () => {
        await visitor.get(`/assessments/${id}/${path}`);
        return [visitor.text().includes(text), faulty.upstream.receivedAt("GET", `/assessments/${id}/again`).length];
      };
      expect(await reads()).toEqual([true, 0]);
      await leaveOut(client, id, call);
      expect(await reads()).toEqual([true, 1]);
    });

    test("work where the progress cannot be told together with last time", async () => {
      const { visitor, client, organizationId, before } = await withCompleted(faulty);
      const id = await createP3M3(client, organizationId, { ...SCOPE, previousId: before });
      await client.delete(`/assessments/${id}/lock`);
      const progress = `/assessments/${id}/progress`;
      const { body } = await client.get(progress);
      faulty.upstream.on("GET", progress, json({ ...body, again: "none" }), json(body));
      await visitor.get(`/assessments/${id}/questions/BM/AS`);
      expect([visitor.status, visitor.text().includes("Last time")]).toEqual([200, true]);
    });

    test("work without what cannot be read", async () => {
      const { visitor, client, organizationId, before } = await withCompleted(faulty);
      const id = await createP3M3(client, organizationId, { ...SCOPE, previousId: before });
      await client.delete(`/assessments/${id}/lock`);
      await leaveOut(client, id, "overview", "progress");
      faulty.upstream.on("GET", `/assessments/${id}/again`, status(500));
      await visitor.get(`/assessments/${id}/grid/BM`);
      expect([visitor.status, visitor.text().includes("answers are the same")]).toEqual([200, false]);
      await visitor.get(`/assessments/${id}/questions/BM/AS`);
      expect([visitor.status, visitor.text().includes("Last time")]).toEqual([200, false]);
      await visitor.form("Save answers").choose("Level 3 answer", "Partially").submit("Save answers");
      expect((await client.get(`/assessments/${id}/history?kind=answers`)).body.entries).toMatchObject([{ after: "NNPNN" }]);
    });

    test("show both wordings where the pack says that other words asked the same, and take the answer over", async () => {
      const { visitor, client, organizationId, before } = await withCompleted(faulty);
      const id = await createP3M3(client, organizationId, { ...SCOPE, threadIds: [2, 3], selectedLevel: 2, previousId: before });
      await leaveOut(client, id, "overview", "progress");
      const again = (await client.get(`/assessments/${id}/again`)).body;
      const { statements } = again.places.find(({ place }: { place: string }) => place === "thread/1/2");
      Object.assign(statements[1], { askedAs: "Words of <em>old</em>." });
      Object.assign(statements[3], { askedAs: "Older words." });
      faulty.upstream.on("GET", `/assessments/${id}/again`, json(again));
      const month = await monthOf(client, before);
      const answers = [
        `${month}: Fully`,
        `${month}: Partially. Asked then as: Words of old.`,
        `${month}: Not assessed`,
        `${month}: Not assessed. Asked then as: Older words.`,
        `${month}: Not assessed`,
      ];
      await visitor.get(`/assessments/${id}/grid/BM`);
      const cells = visitor.document.querySelectorAll('tr[data-grid-row="2"] td p[id]').map((each) => each.text);
      expect(answers.filter((words, index) => !cells[index]?.endsWith(` (${words})`))).toEqual([]);
      expect(visitor.document.querySelectorAll("td details.small")).toEqual([]);
      await visitor.get(`/assessments/${id}/search?q=the`);
      const hits = visitor.document.querySelectorAll("main li a + span").map((each) => each.text);
      expect(answers.filter((words) => !hits.includes(words))).toEqual([]);
      const book = openBook((await visitor.get(`/assessments/${id}/answers.xlsx`)).body);
      const column = rowsOf(await book, "thread/1/2").map((row) => row.getCell(4).value);
      expect(column).toEqual(answers.map((words) => words.replace(`${month}: `, "")));
      await visitor.get(`/assessments/${id}/questions/BM/AS`);
      const level = visitor.document.querySelector("#level-2");
      expect([level?.text, level?.querySelector(".rich em")?.text]).toEqual([
        expect.stringMatching(`${month}: Partially Confirm\\s*Asked then as: Words of old\\.`),
        "old",
      ]);
      await visitor.form("Confirm level 2").submit("Confirm level 2");
      expect((await kindsOf(client, id))[0]).toEqual(["NPNNN", [1]]);
    });

    test("show both wordings of a criterion, too", async () => {
      const { visitor, client, organizationId } = await withCompleted(faulty);
      const { before, id } = await afterMaturity(client, organizationId);
      await leaveOut(client, id, "overview", "progress");
      const again = (await client.get(`/assessments/${id}/again`)).body;
      const { statements } = again.places.find(({ place }: { place: string }) => place === "capability/2");
      Object.assign(statements[1], { askedAs: "Former words." });
      faulty.upstream.on("GET", `/assessments/${id}/again`, json(again));
      const said = `${await monthOf(client, before)}: Fully`;
      await visitor.get(`/itil/assessments/${id}/questions/CI/`);
      const criteria = visitor.document.querySelectorAll(".criterion").map((each) => each.text);
      expect(criteria[1]).toMatch(new RegExp(`${said}( Confirm)?\\s*Asked then as: Former words\\.`));
      expect(criteria.filter((text) => text.includes("Asked then as"))).toHaveLength(1);
      await visitor.get(`/itil/assessments/${id}/grid/general`);
      const cells = visitor.document.querySelectorAll("td p[id]").map((each) => each.text);
      expect(cells.filter((text) => text.endsWith(` (${said}. Asked then as: Former words.)`))).toHaveLength(1);
    });

    test("list the options of a component that have changed, and say which one was chosen", async () => {
      const { visitor, client, organizationId } = await withCompleted(faulty);
      const { id } = await afterMaturity(client, organizationId);
      await leaveOut(client, id, "progress");
      const again = (await client.get(`/assessments/${id}/again?place=maturity/1`)).body;
      const former = (level: number, selection: string | null) => ({ level, statement: `Former text ${level}.`, selection });
      const { statements } = again.places[0];
      for (const [index, selection] of [
        [1, null],
        [2, "Chosen"],
      ] as const)
        statements[index] = { id: statements[index].id, state: "changed", former: former(index + 1, selection) };
      faulty.upstream.on("GET", `/assessments/${id}/again`, json(again));
      await visitor.get(`/itil/assessments/${id}/questions/M-GP/`);
      const last = visitor.document.querySelector("section[aria-labelledby=last-time]");
      expect(last?.querySelector("summary")?.text).toContain("2 options that have changed");
      expect(last?.querySelectorAll(".side-line").map((each) => each.text)).toEqual([
        "Level 2: Former text 2. Not chosen",
        "Level 3: Former text 3. Chosen",
      ]);
      const changed = visitor.document.querySelectorAll(".option").map((each) => each.text.includes("Changed since"));
      expect(changed).toEqual([false, true, true, false, false]);
    });
  });
});

describe("the grids", () => {
  /** The words in brackets after a statement, about the assessment before. */
  const saidAfter = (text: string | undefined) => /\(([^()]*)\)$/.exec(text ?? "")?.[1];
  const cellOf = (visitor: Visitor, row: number, column: number) =>
    visitor.document.querySelector(`tr[data-grid-row="${row}"] td:nth-of-type(${column})`);

  test("say in each cell how it was answered, and choose nothing", async () => {
    const { visitor, client, organizationId, before } = await withCompleted();
    const id = await createP3M3(client, organizationId, { ...SCOPE, threadIds: [2, 3], previousId: before });
    const month = await monthOf(client, before);
    await visitor.get(`/assessments/${id}/grid/BM`);
    const said = [1, 2, 3, 4, 5].map((level) => saidAfter(cellOf(visitor, 2, level)?.querySelector("p")?.text));
    expect(said).toEqual(["Fully", "Partially", "Not assessed", "Not assessed", "Not assessed"].map((word) => `${month}: ${word}`));
    const marked = visitor.document.querySelectorAll(`tr[data-grid-row="2"] label.grid-before`).map((each) => each.getAttribute("title"));
    expect(marked).toEqual(["Fully", "Partially"]);
    expect(visitor.document.querySelectorAll("input[type=radio][checked]")).toEqual([]);
    expect(visitor.document.querySelector(`tr[data-grid-row="3"] th`)?.text).toContain(`Not assessed in ${month}.`);
    expect(visitor.text()).toContain(`Underlined: ${month}`);
    expect(visitor.text()).toContain("Spring review: 0 answers are the same, 0 changed");
  });

  test("confirm an answer where a level is open and has none, with what else was chosen in the form", async () => {
    const { visitor, client, organizationId, before } = await withCompleted();
    const id = await createP3M3(client, organizationId, { ...SCOPE, threadIds: [2, 10], selectedLevel: 2, previousId: before });
    await visitor.get(`/assessments/${id}/grid/BM`);
    const buttons = () => visitor.document.querySelectorAll("main form button[value]").map((each) => each.getAttribute("name"));
    expect(buttons()).toEqual(["row-2.confirmAnswers", "row-10.confirmAnswers"]);
    const [confirm] = visitor.document.querySelectorAll("main form button[value]").map((each) => each.getAttribute("aria-label") ?? "");
    expect(confirm).toBe("Confirm Assurance, level 2");
    // Enter in a field presses the first button of a form: that one must confirm nothing.
    expect(visitor.document.querySelector("main form button")?.getAttribute("name")).toBeUndefined();
    await visitor.form("Save answers").choose("row-10.level-2", "1").submit("Confirm Assurance, level 2");
    expect(visitor.text()).toContain("Your answers are saved.");
    expect(await kindsOf(client, id)).toEqual([
      ["FFNNN", undefined],
      ["NPNNN", [1]],
    ]);
    expect(visitor.text()).toContain("Spring review: 2 answers are the same, 1 changed");
  });

  test("do the same for practices", async () => {
    const { visitor, client, organizationId } = await withCompleted();
    const { before, id } = await afterMaturity(client, organizationId);
    await visitor.get(`/itil/assessments/${id}/grid/general`);
    const said = visitor.document.querySelectorAll("td p[id]").map((each) => saidAfter(each.text));
    expect(said.length).toBeGreaterThan(5);
    expect(new Set(said)).toEqual(new Set([`${await monthOf(client, before)}: Fully`]));
    const [confirm = ""] = visitor.document
      .querySelectorAll("main form button[value]")
      .map((each) => each.getAttribute("aria-label") ?? "");
    await visitor.form(confirm).submit(confirm);
    expect((await kindsOf(client, id))[0]?.[1]).toEqual([0]);
  });

  test("say once why answers of another scope are not shown", async () => {
    const { visitor, client, organizationId, before } = await withCompleted();
    const id = await createP3M3(client, organizationId, { ...SCOPE, selectedScope: "Project", previousId: before });
    await visitor.get(`/assessments/${id}/grid/BM`);
    expect(visitor.text().split("That assessment had another scope, so its answers are not shown.")).toHaveLength(2);
    expect(visitor.document.querySelectorAll("main form button[value], .grid-before")).toEqual([]);
  });

  test("have nothing of it where no assessment is named before", async () => {
    const { visitor, client, organizationId } = await withCompleted();
    const id = await createP3M3(client, organizationId, SCOPE);
    await visitor.get(`/assessments/${id}/grid/BM`);
    expect([visitor.status, visitor.text().includes("answers are the same"), visitor.text().includes("Underlined")]).toEqual([
      200,
      false,
      false,
    ]);
    expect(visitor.document.querySelectorAll("main form button[type=submit]")).toHaveLength(1);
  });
});

test("the summary counts what is the same as then, and what has changed", async () => {
  const { visitor, client, organizationId, before } = await withCompleted();
  const id = await createP3M3(client, organizationId, { ...SCOPE, previousId: before });
  expectStatus(await answerThread(client, id, 1, 2, "FRNNN"), 200);
  const scoreOn = async (path: string) => textOf(await visitor.get(path), "section[aria-label=Score]");
  expect(await scoreOn(`/assessments/${id}/summary`)).toContain("Spring review: 1 answer is the same, 1 changed");
  const itil = await afterMaturity(client, organizationId);
  expect(await scoreOn(`/itil/assessments/${itil.id}/summary`)).toContain("Service review: 0 answers are the same, 0 changed");
  const alone = await createP3M3(client, organizationId, SCOPE);
  expect(await scoreOn(`/assessments/${alone}/summary`)).not.toContain("the same");
});

const textOf = (visitor: Visitor, selector: string) => visitor.document.querySelector(selector)?.text ?? "";

describe("the search", () => {
  test("says of each statement, criterion and option that it finds how it was answered", async () => {
    const { visitor, client, organizationId, before } = await withCompleted();
    const p3m3 = await createP3M3(client, organizationId, { ...SCOPE, threadIds: [2, 3], previousId: before });
    const month = await monthOf(client, before);
    const hitsOn = async (path: string, kind: string) => {
      await visitor.get(path);
      const hits = visitor.document.querySelectorAll("main li").filter((each) => each.querySelector("a")?.text.includes(kind));
      return hits.map((each) => each.querySelector("a + span")?.text);
    };
    const threads = (kind: string) => hitsOn(`/assessments/${p3m3}/search?q=the`, kind);
    const said = await threads("Level 1 – Statement");
    expect(said).toEqual(expect.arrayContaining([`${month}: Fully`, undefined]));
    expect(new Set(await threads("Diagnostic"))).toEqual(new Set([undefined]));
    const { id } = await afterMaturity(client, organizationId);
    expect(new Set(await hitsOn(`/itil/assessments/${id}/search?q=the`, "Criterion"))).toEqual(new Set([`${month}: Fully`]));
    const options = await hitsOn(`/itil/assessments/${id}/search?q=the`, "Option");
    expect(new Set(options)).toEqual(new Set([`${month}: Chosen`, undefined]));
  });

  test("has nothing of it where no assessment is named before", async () => {
    const { visitor, client, organizationId } = await withCompleted();
    const id = await createP3M3(client, organizationId, SCOPE);
    await visitor.get(`/assessments/${id}/search?q=the`);
    expect([visitor.document.querySelectorAll("main li").length > 0, visitor.document.querySelectorAll("main li a + span")]).toEqual([
      true,
      [],
    ]);
  });
});

describe("the workbook", () => {
  const workbookOf = async (visitor: Visitor, id: number) => openBook((await visitor.get(`/assessments/${id}/answers.xlsx`)).body);

  test("has a column with last time's answers, from which an upload takes nothing", async () => {
    const { visitor, client, organizationId, before, named } = await withCompleted();
    const id = await createP3M3(client, organizationId, { ...SCOPE, threadIds: [2, 3], previousId: before });
    await client.delete(`/assessments/${id}/lock`);
    const month = await monthOf(client, before);
    const book = await workbookOf(visitor, id);
    const texts = book.worksheets[0]?.getSheetValues().flat().map(String) ?? [];
    expect(texts).toEqual(
      expect.arrayContaining([named, expect.stringContaining(`The column ‘${month}’ says how the assessment before answered.`)]),
    );
    const sheet = book.worksheets[1];
    expect([4, 5].map((column) => sheet?.getCell(3, column).value)).toEqual([month, "Answer"]);
    const said = (place: string) => rowsOf(book, place).map((row) => row.getCell(4).value);
    expect(said("thread/1/2")).toEqual(["Fully", "Partially", "Not assessed", "Not assessed", "Not assessed"]);
    expect(said("thread/1/3")).toEqual([`Not assessed in ${month}.`, "", "", "", ""]);
    const [first, second] = rowsOf(book, "thread/1/2");
    if (!first || !second) throw new Error("no such rows");
    first.getCell(4).value = "Rarely/Never";
    second.getCell(5).value = "Fully";
    await upload(visitor, id, await bytesOf(book));
    expect(visitor.text()).toContain("Level 2");
    await visitor.form("Apply the change").submit("Apply the change");
    expect((await kindsOf(client, id))[0]).toEqual(["FFNNN", undefined]);
  });

  test("says which option of a component was chosen", async () => {
    const { visitor, client, organizationId } = await withCompleted();
    const { id } = await afterMaturity(client, organizationId);
    const book = await workbookOf(visitor, id);
    const sheet = book.getWorksheet("Maturity components");
    const [row] = rowsOf(book, "maturity/1");
    const said = [0, 1, 2, 3, 4].map((more) => sheet?.getCell((row?.number ?? 0) + more, 4).value);
    expect(said).toEqual(["", "", "Chosen", "", ""]);
  });

  test("has no such column where no assessment is named before, and one without it is still taken", async () => {
    const { visitor, client, organizationId, before } = await withCompleted();
    const id = await createP3M3(client, organizationId, SCOPE);
    await client.delete(`/assessments/${id}/lock`);
    const book = await workbookOf(visitor, id);
    expect(book.worksheets[1]?.getCell(3, 4).value).toBe("Answer");
    await client.put(`/assessments/${id}`, { assessmentType: "P3M3", name: "Spring review", previousId: before });
    type(book, "thread/1/2", ["Fully"]);
    await upload(visitor, id, await bytesOf(book));
    await visitor.form("Apply the change").submit("Apply the change");
    expect((await kindsOf(client, id))[0]?.[0]).toBe("FNNNN");
  });
});

describe("last time's evidence", () => {
  const HANDBOOK = { kind: "document", what: "Handbook", where: "https://example.org/h", who: "Ann", date: "2025-03-01", remark: "Read" };

  /** A completed assessment whose Handbook serves two threads, and one that begins after it. */
  async function withHandbook(site: Pick<App, "url" | "databaseUrl" | "entryLink"> = app) {
    const assessor = await newAssessor(site);
    const { client } = assessor;
    const organizationId = await createOrganization(client);
    const before = await createP3M3(client, organizationId, SCOPE);
    const places = [
      { place: "thread/1/2", supports: [1, 2], against: [] },
      { place: "thread/1/10", supports: [], against: [3] },
    ];
    expectStatus(await client.post(`/assessments/${before}/evidence`, { ...HANDBOOK, goodUntil: null, places }), 201);
    await answerAll(client, before, "FPNNN");
    expectStatus(await client.post(`/assessments/${before}/complete`), 200);
    const id = await createP3M3(client, organizationId, { ...SCOPE, previousId: before });
    await client.delete(`/assessments/${id}/lock`);
    const evidence = async () => (await client.get(`/assessments/${id}/evidence`)).body.entries;
    return { ...assessor, before, id, places, evidence };
  }

  test("is taken over one by one, as it was, to the same place, and is not offered again", async () => {
    const { visitor, client, before, id, places, evidence } = await withHandbook();
    await visitor.get(`/assessments/${id}/questions/BM/AS`);
    await visitor.form("Take over Handbook").submit("Take over Handbook");
    expect(visitor.text()).toContain("The evidence is taken over.");
    expect(await evidence()).toEqual([expect.objectContaining({ ...HANDBOOK, goodUntil: null, places: [places[0]] })]);
    expect(visitor.text()).not.toContain("Take over");
    // The same evidence is stored once, and serves another thread, too.
    await visitor.get(`/assessments/${id}/questions/BM/PL`);
    const take = visitor.form("Take over Handbook");
    await take.submit("Take over Handbook");
    await take.submit("Take over Handbook");
    expect(await evidence()).toEqual([expect.objectContaining({ ...HANDBOOK, places: expect.arrayContaining(places) })]);
    await visitor.get(`/assessments/${id}/history`);
    expect(visitor.text()).toContain(`Evidence taken over from ${await monthOf(client, before)}: Handbook`);
    expect(visitor.text()).not.toMatch(/Evidence (added|changed)/);
  });

  test("is not taken over when its date passes meanwhile; what was typed is kept", async () => {
    const faulty = await sharedAppWithFaults();
    const { visitor, client, id, evidence } = await withHandbook(faulty);
    await visitor.get(`/assessments/${id}/questions/BM/AS`);
    const again = (await client.get(`/assessments/${id}/again?place=thread/1/2`)).body;
    again.places[0].evidence = [];
    faulty.upstream.on("GET", `/assessments/${id}/again`, json(again));
    await visitor.form("Take over Handbook").choose("level-3", "2").submit("Take over Handbook");
    expect([visitor.status, visitor.text()]).toEqual([400, expect.stringContaining("It was not done. This evidence is past its date")]);
    faulty.upstream.reset();
    expect(await evidence()).toEqual([]);
    expect((await kindsOf(client, id))[0]?.[0]).toBe("NNPNN");
  });

  test("is only read where nothing can be changed", async () => {
    const { visitor, client, id } = await withHandbook();
    expectStatus(await client.post(`/assessments/${id}/archive`), 200);
    await visitor.get(`/assessments/${id}/questions/BM/AS`);
    expect([visitor.text().includes("Handbook"), visitor.text().includes("Take over")]).toEqual([true, false]);
  });
});

describe("confirming", () => {
  test("gives the answer of a level that is open, through the gate, and the history says so", async () => {
    const { visitor, client, organizationId, before } = await withCompleted();
    const id = await createP3M3(client, organizationId, { ...SCOPE, selectedLevel: 2, previousId: before });
    await visitor.get(`/assessments/${id}/questions/BM/AS`);
    // The gate asks for level 2 first, and locks the others.
    expect(visitor.document.querySelectorAll("button[name=confirmAnswers]").map((each) => each.getAttribute("value"))).toEqual([
      "1:P",
      "all:FPNNN",
    ]);
    await visitor.form("Confirm level 2").submit("Confirm level 2");
    expect(await kindsOf(client, id)).toEqual([["NPNNN", [1]]]);
    await visitor.form("Confirm level 1").submit("Confirm level 1");
    expect((await kindsOf(client, id))[0]).toEqual(["FPNNN", [0]]);
    expect(visitor.document.querySelectorAll("button[name=confirmAnswers]")).toEqual([]);
    expect(visitor.text()).toContain("In all, 2 answers are the same as then, and 0 have changed.");
    await visitor.get(`/assessments/${id}/history`);
    expect(visitor.text()).toMatch(/confirmed from [A-Z][a-z]+ \d{4}/);
  });

  test("of a whole thread is there while nothing is answered, and gives way to an answer that was chosen", async () => {
    const { visitor, client, organizationId, before } = await withCompleted();
    const id = await createP3M3(client, organizationId, { ...SCOPE, selectedLevel: 2, previousId: before });
    await visitor.get(`/assessments/${id}/questions/BM/AS`);
    await visitor.form("Confirm thread").submit("Confirm thread");
    expect(await kindsOf(client, id)).toEqual([["FPNNN", [0, 1]]]);
    await visitor.get(`/assessments/${id}/questions/BM/PL`);
    await visitor.form("Confirm thread").choose("level-2", "Fully").submit("Confirm thread");
    expect((await kindsOf(client, id))[0]).toEqual(["FFNNN", undefined]);
  });

  test("does the same for practices", async () => {
    const { visitor, client, organizationId } = await withCompleted();
    const { id } = await afterMaturity(client, organizationId);
    await visitor.get(`/itil/assessments/${id}/questions/CI/`);
    const [first] = visitor.document.querySelectorAll("button[name=confirmAnswers]").map((each) => each.getAttribute("aria-label") ?? "");
    await visitor.form(first).submit(first);
    expect((await kindsOf(client, id))[0]?.[1]).toEqual([0]);
    expect(visitor.text()).not.toContain("Confirm practice");
  });

  test("chooses the option of a component that was chosen then, while none is chosen", async () => {
    const { visitor, client, organizationId } = await withCompleted();
    const { before, id } = await afterMaturity(client, organizationId);
    const month = await monthOf(client, before);
    const buttons = () => visitor.document.querySelectorAll("button[name=confirmAnswers]").map((each) => each.getAttribute("aria-label"));
    await visitor.get(`/itil/assessments/${id}/questions/M-GP/`);
    expect([visitor.text().includes(`${month}: Level 3: `), buttons()]).toEqual([true, [expect.stringMatching(/^Confirm Level 3: /)]]);
    await visitor.form(buttons()[0]).submit(buttons()[0] ?? "");
    expect((await kindsOf(client, id))[0]?.[1]).toEqual([0]);
    expect(buttons()).toEqual([]);
    // An option that was chosen in the form counts.
    await visitor.get(`/itil/assessments/${id}/questions/M-G/`);
    const [first = ""] = visitor.document.querySelectorAll("input[name=option]").map((each) => each.getAttribute("value") ?? "");
    await visitor
      .form(buttons()[0])
      .choose("option", first)
      .submit(buttons()[0] ?? "");
    expect((await kindsOf(client, id))[0]?.[1]).toBeUndefined();
    expect(visitor.text()).toContain("In all, 1 answer is the same as then, and 1 has changed.");
  });
});

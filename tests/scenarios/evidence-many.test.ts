/** Several entries of evidence at once, as a browser without script sees them (docs/rules/evidence.md#several-at-once). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectStatus } from "../contract/scenario.ts";
import { status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { accept } from "../support/understood.ts";
import { startItil } from "./itil.ts";
import { join, type P3m3Scene, perspectiveId, start, textsOf, threadId } from "./questions.ts";

type Owner = Pick<P3m3Scene, "client" | "id">;
const place = (perspective: string, thread: string) => `thread/${perspectiveId(perspective)}/${threadId(thread)}`;
const PLANNING = place("MC", "PL");

/** What is stored, each with what it serves. */
async function stored({ client, id }: Owner): Promise<Record<string, string[]>> {
  const { entries } = expectStatus(await client.get(`/assessments/${id}/evidence`), 200).body;
  return Object.fromEntries(
    entries.map(({ what, places }: { what: string; places: { place: string }[] }) => [what, places.map((each) => each.place)]),
  );
}

/** Stores an entry behind the web's back, and gives the lock back. */
async function add({ client, id }: Owner, what: string, over: object = {}): Promise<number> {
  const places = [{ place: PLANNING, supports: [2], against: [] }];
  const body = { kind: "document", what, where: "", who: "", date: null, goodUntil: null, remark: "", places, ...over };
  expectStatus(await client.post(`/assessments/${id}/lock`), 200);
  const answer = expectStatus(await client.post(`/assessments/${id}/evidence`, body), 201);
  expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  return answer.body.id;
}

describe("with the extension", () => {
  let app: AppWithFaults;
  beforeAll(async () => {
    app = await sharedAppWithFaults();
  });
  afterEach(() => app.upstream.reset());
  afterAll(() => app.stop());

  const lines = ({ visitor }: P3m3Scene) => visitor.document.querySelector("#many-lines")?.text;
  const alertOf = ({ visitor }: P3m3Scene) => textsOf(visitor, "[role=alert]").join(" ");
  const open = async (scene: P3m3Scene, at = PLANNING) => {
    await scene.visitor.get(`/assessments/${scene.id}/evidence/add?place=${encodeURIComponent(at)}`);
    return scene.visitor.form("Add evidence");
  };

  test("pasted lines become entries of the thread that the screen was opened from", async () => {
    const scene = await start(app);
    const { visitor, at, client, id } = scene;
    await visitor.get(at("MC", "PL"));
    await visitor.follow("From the register, or several at once");
    await visitor
      .form("Add evidence")
      .fill(
        "One entry on each line",
        "Mandate | https://documents.example/m | Sponsor | 5 Nov 2026\n\nMinutes\tShare\tPMO\t5/11/2026\t6/11/2027\tSigned",
      )
      .select("Kind of all new entries", "Interview")
      .submit("Add evidence")
      .then(accept);
    expect(visitor.url).toBe(at("MC", "PL"));
    expect(visitor.text()).toContain("2 entries of evidence are there for Management control / Planning.");
    const { entries } = (await client.get(`/assessments/${id}/evidence`)).body;
    expect(entries).toMatchObject([
      { kind: "interview", what: "Mandate", where: "https://documents.example/m", who: "Sponsor", date: "2026-11-05", goodUntil: null },
      { kind: "interview", what: "Minutes", where: "Share", who: "PMO", date: "2026-11-05", goodUntil: "2027-11-06", remark: "Signed" },
    ]);
    expect(await stored(scene)).toEqual({ Mandate: [PLANNING], Minutes: [PLANNING] });
  });

  test("entries of the register serve more threads, and keep what they say of others", async () => {
    const scene = await start(app);
    const { visitor, client, id } = scene;
    await add(scene, "Mandate");
    await add(scene, "Minutes");
    const form = await open(scene, place("RK", "PL"));
    await form
      .check("Mandate")
      .check(`evidence-for-${place("MC", "AS").replaceAll("/", "-")}`)
      .submit("Add evidence")
      .then(accept);
    expect(visitor.text()).toContain("1 entry of evidence is there for 2 threads.");
    expect((await stored(scene)).Mandate?.toSorted()).toEqual([place("MC", "AS"), PLANNING, place("RK", "PL")].toSorted());
    expect((await stored(scene)).Minutes).toEqual([PLANNING]);
    const { entries } = (await client.get(`/assessments/${id}/evidence`)).body;
    expect(entries[0].places.find((each: { place: string }) => each.place === PLANNING).supports).toEqual([2]);
  });

  test("what serves a thread already is not offered, and a search finds what is not shown and keeps what was typed", async () => {
    const scene = await start(app);
    await add(scene, "Here already");
    for (const index of Array(31).keys())
      await add(scene, `Paper ${index}`, { places: [{ place: place("RK", "AS"), supports: [], against: [] }] });
    const form = await open(scene);
    expect(scene.visitor.text()).not.toContain("Here already");
    expect(scene.visitor.text()).toContain("These are the newest of 31.");
    expect(scene.visitor.text()).not.toMatch(/Paper 0\b/);
    await form.fill("One entry on each line", "Typed").check("Paper 30").fill("Search the register", "paper 0").submit("Search");
    expect(scene.visitor.status).toBe(200);
    expect([lines(scene), textsOf(scene.visitor, "fieldset [name^=entry-][checked]").length]).toEqual(["Typed", 1]);
    await scene.visitor.form("Add evidence").check("Paper 0").submit("Add evidence").then(accept);
    const now = await stored(scene);
    expect([now.Typed, now["Paper 0"]?.includes(PLANNING), now["Paper 30"]?.includes(PLANNING)]).toEqual([[PLANNING], true, true]);
  });

  test("a line that cannot be taken stays with its reason, and the good ones are saved", async () => {
    const scene = await start(app);
    const form = await open(scene);
    const bad = ["Bad address | http://a.example", "Bad day | | | yesterday", "Good", "a|b|c|d|e|f|g", "Good too", "Good"];
    await form.fill("One entry on each line", bad.join("\n")).submit("Add evidence").then(accept);
    expect(scene.visitor.status).toBe(400);
    expect(Object.keys(await stored(scene))).toEqual(["Good", "Good too"]);
    expect(lines(scene)).toBe([bad[0], bad[1], bad[3], bad[5]].join("\n"));
    expect(alertOf(scene)).toContain("2 of 6 are saved. The others are still here.");
    expect(alertOf(scene)).toContain("Line 1: Where it is found: Please use an address that begins with https://");
    expect(alertOf(scene)).toContain("Line 2: Date:");
    expect(alertOf(scene)).toContain("Line 3: It has more than 6 parts.");
    expect(alertOf(scene)).toContain("Line 4: The same line stands above");
    await scene.visitor
      .form("Add evidence")
      .fill("One entry on each line", "Bad address | https://a.example")
      .submit("Add evidence")
      .then(accept);
    expect(Object.keys(await stored(scene))).toEqual(["Good", "Good too", "Bad address"]);
  });

  test("too much, nothing, and nothing to serve are said beside their fields, and keep everything", async () => {
    const scene = await start(app);
    const many = Array.from({ length: 101 }, (_, index) => `Line ${index}`).join("\n");
    await (await open(scene)).fill("One entry on each line", many).submit("Add evidence").then(accept);
    expect([scene.visitor.status, lines(scene)]).toEqual([400, many]);
    expect(textsOf(scene.visitor, "#many-lines-error")[0]).toContain("Please paste at most 100 lines at once. These are 101.");
    await (await open(scene)).submit("Add evidence").then(accept);
    expect(textsOf(scene.visitor, "#many-lines-error")[0]).toContain("Please paste a line, or tick an entry of the register.");
    await (await open(scene, "thread/9/9")).fill("One entry on each line", "Typed").submit("Add evidence").then(accept);
    expect(textsOf(scene.visitor, "#many-places-error")[0]).toContain("Please choose what the evidence is for.");
    expect(lines(scene)).toBe("Typed");
    expect(await stored(scene)).toEqual({});
  });

  test("what fails half way keeps the rest, and sending it again adds nothing twice", async () => {
    const scene = await start(app);
    const { id, visitor } = scene;
    const old = await add(scene, "Old", { places: [{ place: place("RK", "PL"), supports: [], against: [] }] });
    const form = (await open(scene)).fill("One entry on each line", "First\nSecond").check("Old");
    app.upstream.on("PUT", `/assessments/${id}/evidence/${old}`, status(500));
    await form.submit("Add evidence").then(accept);
    expect(visitor.status).toBe(502);
    expect(alertOf(scene)).toContain("2 of 3 are saved. The others are still here.");
    expect(alertOf(scene)).toContain("Old: It could not be saved. Sending it again adds it only once.");
    expect(lines(scene)).toBe("");
    app.upstream.reset();
    app.upstream.on("POST", `/assessments/${id}/evidence`, status(500));
    await visitor.form("Add evidence").fill("One entry on each line", "Third\nFourth").submit("Add evidence").then(accept);
    expect(alertOf(scene)).toContain("No evidence is saved yet. Something happened, please try again...");
    expect(alertOf(scene)).toContain("Line 2: It was not tried any more.");
    app.upstream.reset();
    await visitor.form("Add evidence").submit("Add evidence").then(accept);
    expect(await stored(scene)).toEqual({
      Old: [PLANNING, place("RK", "PL")].toSorted(),
      First: [PLANNING],
      Second: [PLANNING],
      Third: [PLANNING],
      Fourth: [PLANNING],
    });
  });

  test("an entry that was removed meanwhile is named, and the upstream's limits hold", async () => {
    const scene = await start(app);
    const gone = await add(scene, "Gone", { places: [{ place: place("RK", "PL"), supports: [], against: [] }] });
    const form = (await open(scene)).check("Gone").fill("One entry on each line", "Typed");
    expectStatus(await scene.client.post(`/assessments/${scene.id}/lock`), 200);
    expectStatus(await scene.client.post(`/assessments/${scene.id}/evidence/${gone}/remove`), 204);
    await form.submit("Add evidence").then(accept);
    expect(alertOf(scene)).toContain("1 of 2 are saved.");
    expect(alertOf(scene)).toContain("An entry of the register: Somebody removed it meanwhile.");
  });

  test("nothing is saved while another user holds the lock; a lock that was taken for it is given back", async () => {
    const scene = await start(app);
    const other = await join(app, scene);
    expectStatus(await other.client.post(`/assessments/${scene.id}/lock`), 200);
    // A screen of questions would take the lock anew, so this one leads back to the register.
    const form = (await open(scene, "")).check(`evidence-for-${PLANNING.replaceAll("/", "-")}`);
    await form.fill("One entry on each line", "Typed").submit("Add evidence").then(accept);
    expect([scene.visitor.status, lines(scene)]).toEqual([409, "Typed"]);
    expect(alertOf(scene)).toContain("is editing this assessment now");
    expectStatus(await other.client.delete(`/assessments/${scene.id}/lock`), 204);
    await scene.visitor.form("Add evidence").submit("Add evidence").then(accept);
    await scene.visitor.get(`/assessments/${scene.id}/evidence`);
    expect(await stored(scene)).toEqual({ Typed: [PLANNING] });
    expect((await other.client.get(`/assessments/${scene.id}/lock`)).status).toBe(404);
  });

  test("practices and components have it too, and a finished assessment says why it has not", async () => {
    const { visitor, id, client } = await startItil(app);
    await visitor.get(`/assessments/${id}/evidence`);
    await visitor.follow("Add several entries, or let entries serve more");
    await visitor
      .form("Add evidence")
      .fill("One entry on each line", "Typed")
      .check("Incident management")
      .submit("Add evidence")
      .then(accept);
    expect(Object.keys(await stored({ client, id }))).toEqual(["Typed"]);
    expectStatus(await client.post(`/assessments/${id}/archive`), 200);
    await visitor.get(`/assessments/${id}/evidence/add`);
    expect(visitor.text()).toContain("This assessment is archived.");
    expect(visitor.document.querySelector("textarea")).toBeNull();
    await visitor.get(`/assessments/${id}/evidence`);
    expect(visitor.text()).not.toContain("Add several entries");
  });
});

describe("without the extension", () => {
  let app: AppWithFaults;
  beforeAll(async () => {
    app = await sharedAppWithoutExtensions();
  });
  afterAll(() => app.stop());

  test("there is no such screen", async () => {
    const { visitor, id } = await start(app);
    expect((await visitor.get(`/assessments/${id}/evidence/add`)).status).toBe(404);
    await visitor.post(`/assessments/${id}/evidence/add`, { lines: "Typed", place: PLANNING });
    expect(visitor.status).toBe(404);
  });
});

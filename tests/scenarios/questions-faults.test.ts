/**
 * Answering while the upstream or the lock fails: no answer is lost, and words tell the user
 * (docs/rules/locks-and-saving.md#what-saving-shows).
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fingerprint } from "#model/note.ts";
import { expectStatus } from "../contract/scenario.ts";
import {
  brokenJson,
  cutInMidBody,
  drop,
  forwarded,
  hangThenDrop,
  json,
  loseAnswer,
  page,
  status,
} from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { CERTIFIER, sharedAppWithFaults } from "../support/shared.ts";
import { answer, join, perspectiveId, STORES, shown, start, textsOf, threadId } from "./questions.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

const ANSWER = (id: number) => `/P3M3/assessments/${id}/answer`;
const faults = [
  ["refuses with 500", () => status(500)],
  ["hangs", () => hangThenDrop()],
  ["cuts the connection", () => drop()],
  ["breaks off in mid-body", () => cutInMidBody()],
  ["sends HTML", () => page()],
  ["sends broken JSON", () => brokenJson()],
  ["sends a body of another shape", () => json({ answers: "none" })],
] as const;

describe.each(STORES)("a save to %s that fails", (_store, startStore) => {
  test.each(faults)("gives everything back that was entered when the upstream %s", async (_, fault) => {
    const { visitor, at, letters, note, writes } = await startStore(app);
    await visitor.get(at("MC", "PL"));
    app.upstream.on("POST", writes, fault());
    await visitor.form("Save answers").choose("Level 3 answer", "Fully").fill("Assessment Notes", "Typed").submit("Save answers");
    expect(visitor.status).toBe(502);
    expect(visitor.text()).toContain(
      "Sorry, something went wrong... Your note was saved, your answers were not. What you entered is still on this page.",
    );
    expect(await note("MC", "PL")).toBe("Typed");
    expect(shown(visitor)).toBe("FFFNN");
    expect(visitor.document.querySelector("textarea")?.text).toBe("Typed");
    app.upstream.reset();
    await visitor.form("Save answers").submit("Save answers");
    expect([visitor.status, await letters("MC", "PL")]).toEqual([200, "FFFNN"]);
  });

  test("is repeated by itself when the upstream recovers, and stored once", async () => {
    const { visitor, at, letters, writes } = await startStore(app);
    await visitor.get(at("MC", "PL"));
    app.upstream.on("POST", writes, status(500), status(503, { "Retry-After": "1" }), forwarded());
    await answer(visitor, { 3: "Fully" });
    expect([visitor.status, await letters("MC", "PL")]).toEqual([200, "FFFNN"]);
    const keys = app.upstream.receivedAt("POST", writes).map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  test("whose every answer was lost is read again, and counts as saved where it was stored", async () => {
    const { visitor, at, letters, writes } = await startStore(app);
    await visitor.get(at("MC", "PL"));
    app.upstream.on("POST", writes, loseAnswer());
    await answer(visitor, { 3: "Fully" });
    expect(app.upstream.receivedAt("POST", writes)).toHaveLength(4);
    expect([visitor.status, shown(visitor), await letters("MC", "PL")]).toEqual([200, "FFFNN", "FFFNN"]);
    expect(visitor.text()).not.toContain("Sorry, something went wrong...");
  });

  test("of which nothing is known says so, and can be sent again without harm", async () => {
    const { visitor, at, letters, note, writes, reads } = await startStore(app);
    await visitor.get(at("MC", "PL"));
    app.upstream.on("POST", writes, loseAnswer());
    app.upstream.on("GET", reads, forwarded(), status(500));
    await visitor.form("Save answers").choose("Level 3 answer", "Fully").fill("Assessment Notes", "Typed").submit("Save answers");
    app.upstream.reset();
    expect(visitor.status).toBe(502);
    expect(visitor.text()).toContain("It is not known whether what you entered was saved.");
    expect(visitor.text()).not.toContain("was not saved");
    await visitor.form("Try again").submit("Try again");
    expect([visitor.status, await letters("MC", "PL"), await note("MC", "PL")]).toEqual([200, "FFFNN", "Typed"]);
  });

  test("says nothing was saved only where that is so: nothing, or not the note", async () => {
    const { visitor, at, letters, note, writesNotes } = await startStore(app);
    await visitor.get(at("MC", "PL"));
    app.upstream.on(...writesNotes, status(500));
    await visitor.form("Save answers").fill("Assessment Notes", "Typed").submit("Save answers");
    expect(visitor.text()).toContain("Nothing was saved. What you entered is still on this page.");
    await visitor.form("Save answers").choose("Level 3 answer", "Fully").submit("Save answers");
    expect(visitor.text()).toContain("Your answers were saved, your note was not.");
    app.upstream.reset();
    // From here on, the saved answers count as stored: changing them again is no conflict with oneself.
    await visitor.form("Save answers").choose("Level 4 answer", "Partially").submit("Save answers");
    expect([visitor.status, await letters("MC", "PL"), await note("MC", "PL")]).toEqual([200, "FFFPN", "Typed"]);
  });

  test("tells the script so, which then tries again from any version that may have been stored", async () => {
    const { visitor, at, letters, writes, reads } = await startStore(app);
    await visitor.get(at("MC", "PL"));
    const save = async (fields: Record<string, string>) => {
      await visitor.post(`${at("MC", "PL")}/save`, fields);
      return [visitor.status, JSON.parse(new TextDecoder().decode(visitor.body)).kind];
    };
    app.upstream.on("POST", writes, loseAnswer());
    app.upstream.on("GET", reads, forwarded(), status(500));
    expect(await save({ base: "NNNNN", target: "FFFNN" })).toEqual([502, "failed"]);
    expect(JSON.parse(new TextDecoder().decode(visitor.body)).unknown).toBe(true);
    app.upstream.reset();
    expect(await save({ base: "NNNNN", target: "NNPNN", doubtful: "FFFNN" })).toEqual([200, "saved"]);
    expect(await letters("MC", "PL")).toBe("NNPNN");
    expect(await save({ base: "NNNNN", target: "FFFFN" })).toEqual([409, "conflict"]);
  });

  test("is one write with one key however often the script sends the change, and another change has another", async () => {
    const { visitor, at, letters, writes } = await startStore(app);
    await visitor.get(at("MC", "PL"));
    const save = (fields: Record<string, string>) => visitor.post(`${at("MC", "PL")}/save`, fields);
    const keys = () => app.upstream.receivedAt("POST", writes).map(({ headers }) => headers["idempotency-key"]);
    const change = { base: "NNNNN", target: "FFFNN", key: "change one" };
    app.upstream.on("POST", writes, status(503));
    await save(change);
    await save({ ...change, doubtful: "FFFNN" });
    app.upstream.on("POST", writes, forwarded());
    await save({ ...change, doubtful: "FFFNN" });
    expect([keys().length, new Set(keys()).size]).toEqual([9, 1]);
    await save({ base: "FFFNN", target: "FFFPN", key: "change two" });
    expect([new Set(keys()).size, await letters("MC", "PL")]).toEqual([2, "FFFPN"]);
  });
});

describe("a save that fails", () => {
  const TOO_MUCH = "You have saved a lot within a minute. Please wait a minute, then save again.";

  test("because somebody saves too much gives everything back, and says how long to wait", async () => {
    const { visitor, at, letters, note, id } = await start(app);
    await visitor.get(at("MC", "PL"));
    app.upstream.on("POST", "/P3M3/notes", status(429, { "Retry-After": "40" }));
    await visitor.form("Save answers").choose("Level 3 answer", "Fully").fill("Assessment Notes", "Typed").submit("Save answers");
    expect([visitor.status, visitor.headers.get("Retry-After")]).toEqual([429, "60"]);
    expect(visitor.text()).toContain(
      `Not saved ${TOO_MUCH} Your answers were saved, your note was not. What you entered is still on this page.`,
    );
    expect(visitor.document.querySelector("textarea")?.text).toBe("Typed");
    expect(app.upstream.receivedAt("POST", "/P3M3/notes")).toHaveLength(1);
    app.upstream.reset();
    await visitor.form("Save answers").submit("Save answers");
    expect([visitor.status, await letters("MC", "PL"), await note("MC", "PL")]).toEqual([200, "FFFNN", "Typed"]);
    // Where not even the page can be shown, the form comes back in words.
    await visitor.get(at("MC", "PL"));
    app.upstream.on("POST", "/P3M3/notes", status(409));
    app.upstream.on("POST", `/assessments/${id}/lock`, status(429, { "Retry-After": "40" }));
    await visitor.form("Save answers").fill("Assessment Notes", "Typed once more").submit("Save answers");
    expect([visitor.status, visitor.headers.get("Retry-After")]).toEqual([429, "60"]);
    expect(visitor.text()).toContain("Please wait a minute, then try again.");
    expect(visitor.text()).toContain("Typed once more");
  });

  test("because somebody saves too much tells script how long to wait", async () => {
    const { visitor, at, id } = await start(app);
    await visitor.get(at("MC", "PL"));
    app.upstream.on("POST", ANSWER(id), status(429, { "Retry-After": "40" }));
    await visitor.post(`${at("MC", "PL")}/save`, { base: "NNNNN", target: "FFFNN" });
    expect([visitor.status, visitor.headers.get("Retry-After")]).toEqual([429, "40"]);
    expect(JSON.parse(new TextDecoder().decode(visitor.body))).toEqual({ kind: "refused", message: TOO_MUCH, retryAfter: 40 });
  });

  const NO_ROOM = "The service has no room left, because its disk is full. Please tell whoever runs it, and save again when there is room.";

  test("because the service's disk is full says so in words, and gives everything back", async () => {
    const { visitor, at, letters, note } = await start(app);
    await visitor.get(at("MC", "PL"));
    app.upstream.on("POST", "/P3M3/notes", status(507));
    await visitor.form("Save answers").choose("Level 3 answer", "Fully").fill("Assessment Notes", "Typed").submit("Save answers");
    expect([visitor.status, visitor.document.querySelector("textarea")?.text]).toEqual([507, "Typed"]);
    expect(visitor.text()).toContain(`Not saved ${NO_ROOM} Your answers were saved, your note was not.`);
    // Script waits for a minute before it sends again.
    await visitor.post(`${at("MC", "PL")}/save`, { noteBase: fingerprint(""), note: "Typed" });
    expect([visitor.status, visitor.headers.get("Retry-After")]).toEqual([507, "60"]);
    expect(JSON.parse(new TextDecoder().decode(visitor.body))).toMatchObject({ kind: "refused", message: NO_ROOM, retryAfter: 60 });
    // A screen that cannot take its lock says so too.
    const fresh = await start(app);
    app.upstream.on("POST", `/assessments/${fresh.id}/lock`, status(507));
    await fresh.visitor.get(fresh.at("MC", "PL"));
    expect([fresh.visitor.status, fresh.visitor.text()]).toEqual([507, expect.stringContaining(NO_ROOM)]);
    app.upstream.reset();
    await visitor.get(at("MC", "PL"));
    await visitor.form("Save answers").fill("Assessment Notes", "Typed").submit("Save answers");
    expect([visitor.status, await letters("MC", "PL"), await note("MC", "PL")]).toEqual([200, "FFFNN", "Typed"]);
  });

  test("of some diagnostics only says so", async () => {
    const { visitor, at, id, client, marks } = await start(app);
    await visitor.get(at("MC", "PL"));
    const [first = "", second = ""] = textsOf(visitor, ".diagnostics legend");
    const query = `p=${perspectiveId("MC")}&t=${threadId("PL")}`;
    const questions = expectStatus(await client.get(`/P3M3/assessments/${id}/questions?${query}`), 200).body;
    let writes = 0;
    for (const question of questions) {
      app.upstream.on("PUT", `/p3m3/assessments/${id}/diagnostics/${question.id}`, (exchange) => {
        writes += 1;
        return (writes === 1 ? forwarded() : status(500))(exchange);
      });
    }
    await visitor.form("Save answers").choose(first, "Positive").choose(second, "Improvement").submit("Save answers");
    expect(visitor.text()).toContain("Your diagnostics were saved only in part.");
    expect((await marks("MC", "PL")).filter((mark) => mark !== null)).toHaveLength(1);
  });

  test("is no 408, which browsers answer by sending it again and again", async () => {
    const { visitor, at, id } = await start(app);
    await visitor.get(at("MC", "PL"));
    app.upstream.on("GET", `/assessments/${id}`, status(408));
    await visitor.post(`${at("MC", "PL")}/save`, { base: "NNNNN", target: "FFFNN" });
    expect([visitor.status, JSON.parse(new TextDecoder().decode(visitor.body)).kind]).toEqual([502, "failed"]);
    await visitor.get(at("MC", "PL"));
    expect(visitor.status).toBe(502);
  });

  test("of a note is told to the user, and the note is kept", async () => {
    const { visitor, at, note } = await start(app);
    await visitor.get(at("MC", "PL"));
    app.upstream.on("POST", "/P3M3/notes", status(500));
    await visitor.form("Save answers").fill("Assessment Notes", "Typed").submit("Save answers");
    expect(visitor.status).toBe(502);
    expect(visitor.document.querySelector("textarea")?.text).toBe("Typed");
    app.upstream.reset();
    await visitor.form("Save answers").submit("Save answers");
    expect(await note("MC", "PL")).toBe("Typed");
  });

  test.each([
    [401, "You have no credentials to access this assessment."],
    [403, "You have no credentials to access this assessment."],
    [404, "The assessment you are trying to access does not exist."],
    [422, "Not saved"],
  ])("with %i says why, without trying again", async (code, text) => {
    const { visitor, at, id } = await start(app);
    await visitor.get(at("MC", "PL"));
    app.upstream.on("POST", ANSWER(id), status(code));
    await answer(visitor, { 3: "Fully" });
    expect([visitor.status, shown(visitor)]).toEqual([400, "FFFNN"]);
    expect(visitor.text()).toContain(text);
    expect(app.upstream.receivedAt("POST", ANSWER(id))).toHaveLength(1);
  });

  test("answers the script with the end of the session", async () => {
    const { visitor, at } = await start(app);
    await visitor.get(at("MC", "PL"));
    await visitor.form("Log out").submit("Log out");
    await visitor.post(`${at("MC", "PL")}/save`, { base: "NNNNN", target: "FFFNN" });
    expect([visitor.status, new TextDecoder().decode(visitor.body)]).toEqual([401, '{"kind":"signed-out"}']);
  });
});

describe("what is sent upstream", () => {
  test("is always all five answers of the thread, with the ids of the first post from then on", async () => {
    const { visitor, at, id } = await start(app);
    await visitor.get(at("MC", "PL"));
    await answer(visitor, { 3: "Partially" });
    await answer(visitor, { 2: "Fully" });
    const [first, second] = app.upstream.receivedAt("POST", ANSWER(id)).map(({ body }) => JSON.parse(body));
    const of = (key: string, answers: Record<string, unknown>[]) => answers.map((each) => each[key]);
    expect(of("selection", first)).toEqual(["N/A", "N/A", "Partially", "N/A", "N/A"]);
    expect(of("score", first)).toEqual([0, 0, 0.5, 0, 0]);
    expect(of("id", first)).toEqual(Array(5).fill(undefined));
    expect(of("selection", second)).toEqual(["Fully", "Fully", "Partially", "N/A", "N/A"]);
    expect(of("id", second).every((each) => typeof each === "number")).toBe(true);
  });

  test("is one call per diagnostic, by the question's id, and only for those that changed", async () => {
    const { visitor, at, id } = await start(app);
    await visitor.get(at("MC", "PL"));
    const [first = "", second = ""] = textsOf(visitor, ".diagnostics legend");
    app.upstream.received.length = 0;
    await visitor.form("Save answers").choose(first, "Positive").choose(second, "Improvement").submit("Save answers");
    const writes = app.upstream.received.filter(({ method }) => method !== "GET");
    expect(writes.map(({ method, path }) => `${method} ${path.replace(/\d+$/, "")}`)).toEqual([
      `PUT /p3m3/assessments/${id}/diagnostics/`,
      `PUT /p3m3/assessments/${id}/diagnostics/`,
    ]);
    expect(writes.map(({ body }) => JSON.parse(body).isPositive).sort()).toEqual([false, true]);
  });

  test("is nothing where nothing was changed", async () => {
    const { visitor, at } = await start(app);
    await visitor.get(at("MC", "PL"));
    app.upstream.received.length = 0;
    await visitor.form("Save answers").submit("Save answers");
    expect(app.upstream.received.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  test("asks for each thing once per page", async () => {
    const { visitor, at } = await start(app);
    app.upstream.received.length = 0;
    await visitor.get(at("MC", "PL"));
    const calls = app.upstream.received.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(calls).size).toBe(calls.length);
  });
});

describe("a screen that cannot be loaded", () => {
  const texts: [number, string, string][] = [
    [401, "Sorry, access denied.", "You have no credentials to access this assessment."],
    [403, "Sorry, access denied.", "You have no credentials to access this assessment."],
    [404, "Assessment not found.", "The assessment you are trying to access does not exist."],
    [500, "Sorry, something went wrong...", "Please, try again later or get in touch."],
  ];
  const calls: [string, (id: number) => string, ("questions" | "summary")[]][] = [
    ["the assessment", (id) => `/assessments/${id}`, ["questions", "summary"]],
    ["the progress", (id) => `/assessments/${id}/progress`, ["questions", "summary"]],
    ["the questions", (id) => `/P3M3/assessments/${id}/questions`, ["questions"]],
  ];
  const cases = calls.flatMap(([what, path, screens]) =>
    screens.flatMap((screen) => texts.map((text) => [screen, what, ...text, path] as const)),
  );
  test.each(cases)("%s, %s: %i", async (screen, _what, code, title, description, path) => {
    const { visitor, at, id } = await start(app);
    app.upstream.on("GET", path(id), status(code));
    await visitor.get(screen === "questions" ? at("MC", "PL") : `/assessments/${id}/summary`);
    expect(visitor.status).toBe(code === 500 ? 502 : code);
    expect(visitor.text()).toContain(title);
    expect(visitor.text()).toContain(description);
    const way = visitor.document.querySelectorAll("main a").map((link) => link.getAttribute("href"));
    expect(way[0]).toBe(code === 401 ? CERTIFIER : "/");
  });

  test("shows the screen without help when only the lists of what things are about fail", async () => {
    const { visitor, at } = await start(app);
    app.upstream.on("GET", "/P3M3/threads", status(404));
    app.upstream.on("GET", "/P3M3/perspectives", status(404));
    await visitor.get(at("MC", "PL"));
    expect(visitor.status).toBe(200);
  });
});

describe("a note that cannot be read", () => {
  const NOTE = (id: number) => `/P3M3/notes/${id}/${perspectiveId("MC")}/${threadId("PL")}`;

  test.each([
    ["answers 500", () => status(500)],
    ["answers 401", () => status(401)],
    ["answers 404", () => status(404)],
    ["cuts the connection", () => drop()],
    ["sends HTML", () => page()],
  ])("leaves the questions to be answered when the upstream %s, and is not overwritten", async (_what, fault) => {
    const { visitor, at, id, letters, note, writeNote } = await start(app);
    await writeNote("MC", "PL", "Stored before");
    app.upstream.on("GET", NOTE(id), fault());
    await visitor.get(at("MC", "PL"));
    expect([visitor.status, visitor.document.querySelector("textarea")]).toEqual([200, null]);
    expect(visitor.text()).toContain("The note could not be loaded. It is stored as it was");
    await visitor.form("Save answers").choose("Level 3 answer", "Fully").submit("Save answers");
    expect([visitor.status, await letters("MC", "PL")]).toEqual([200, "FFFNN"]);
    app.upstream.reset();
    await visitor.form("Save answers").choose("Level 4 answer", "Fully").submit("Save answers and try again");
    expect([visitor.document.querySelector("textarea")?.text, await letters("MC", "PL")]).toEqual(["Stored before", "FFFFN"]);
    expect(await note("MC", "PL")).toBe("Stored before");
  });

  test("keeps what was typed into it on the page when it could not be saved either", async () => {
    const { visitor, at, id, note } = await start(app);
    await visitor.get(at("MC", "PL"));
    const form = visitor.form("Save answers").fill("Assessment Notes", "Typed");
    app.upstream.on("POST", "/P3M3/notes", status(500));
    app.upstream.on("GET", NOTE(id), status(500));
    await form.submit("Save answers");
    expect([visitor.status, visitor.document.querySelector("textarea")?.text]).toEqual([502, "Typed"]);
    app.upstream.reset();
    await visitor.form("Save answers").submit("Save answers");
    expect(await note("MC", "PL")).toBe("Typed");
  });

  test("is said on a read-only screen too", async () => {
    const { visitor, at, id, client } = await start(app);
    expectStatus(await client.post(`/assessments/${id}/archive`), 200);
    app.upstream.on("GET", NOTE(id), status(500));
    await visitor.get(at("MC", "PL"));
    expect(visitor.status).toBe(200);
    expect(visitor.text()).toContain("The note could not be loaded.");
    app.upstream.reset();
    await visitor.follow("Try again");
    expect(visitor.text()).toContain("No notes.");
  });
});

describe("descoping that fails", () => {
  test.each(["descope", "rescope"])("says so for %s, and changes nothing", async (intent) => {
    const { visitor, at, id, descope, store, letters } = await start(app);
    await store("MC", "PL", "FFPNN");
    if (intent === "rescope") await descope("MC", "PL");
    await visitor.get(at("MC", "PL"));
    app.upstream.on("POST", `/assessments/${id}/${perspectiveId("MC")}/${threadId("PL")}/${intent}`, status(500));
    await visitor.post(at("MC", "PL"), { intent });
    expect(visitor.status).toBe(502);
    expect(visitor.text()).toContain("Sorry, something went wrong...");
    expect(visitor.text()).toContain("Please, try again later or get in touch.");
    await visitor.follow("Continue");
    expect(visitor.url).toBe(at("MC", "PL"));
    expect(await letters("MC", "PL")).toBe(intent === "rescope" ? "NNNNN" : "FFPNN");
  });
});

describe.each([
  ["descope", "The thread was descoped", "whether the thread was descoped"],
  ["rescope", "The thread is back in scope", "whether the thread is back in scope"],
])("to %s", (intent, done, unknown) => {
  /** The thread as it is before, and how it is descoped or rescoped there by form. */
  async function prepare() {
    const started = await start(app);
    const { visitor, at, id, descope } = started;
    if (intent === "rescope") await descope("MC", "PL");
    await visitor.get(`${at("MC", "PL")}?confirm=descope`);
    const form = visitor.form(intent === "descope" ? "Descope Thread" : "Rescope thread");
    const call = `/assessments/${id}/${perspectiveId("MC")}/${threadId("PL")}/${intent}`;
    return { ...started, call, send: () => form.submit(intent === "descope" ? "Descope Thread" : "Rescope thread") };
  }
  const isDescoped = ({ visitor }: Awaited<ReturnType<typeof start>>) => visitor.text().includes("This thread is descoped");

  test("is done where every answer was lost but the upstream did it", async () => {
    const started = await prepare();
    app.upstream.on("POST", started.call, loseAnswer());
    await started.send();
    expect(started.visitor.status).toBe(200);
    expect(textsOf(started.visitor, "dialog h2")).toEqual([`${done}.`]);
    expect(isDescoped(started)).toBe(intent === "descope");
  });

  test("is not known to be done where the progress cannot be read either", async () => {
    const started = await prepare();
    app.upstream.on("POST", started.call, loseAnswer());
    app.upstream.on("GET", `/assessments/${started.id}/progress`, status(500));
    await started.send();
    app.upstream.reset();
    expect(started.visitor.status).toBe(502);
    expect(textsOf(started.visitor, "dialog")[0]).toContain(`Sorry, something went wrong... It is not known ${unknown}.`);
    await started.visitor.follow("Continue");
    expect(isDescoped(started)).toBe(intent === "descope");
  });

  test("is told, with the generic error, where only the progress cannot be read afterwards", async () => {
    const started = await prepare();
    app.upstream.on("GET", `/assessments/${started.id}/progress`, status(500));
    await started.send();
    app.upstream.reset();
    expect(started.visitor.status).toBe(502);
    expect(textsOf(started.visitor, "dialog")[0]).toContain(
      `Sorry, something went wrong... ${done}, but the progress could not be read. Please, try again later or get in touch.`,
    );
    await started.visitor.follow("Continue");
    expect(started.visitor.url).toBe(started.at("MC", "PL"));
    expect(isDescoped(started)).toBe(intent === "descope");
  });
});

describe("the lock", () => {
  test("is taken on opening, once per assessment and browser session", async () => {
    const { visitor, at, id } = await start(app);
    app.upstream.received.length = 0;
    for (const address of [at("MC", "PL"), at("MC", "AS"), `/assessments/${id}/summary`]) await visitor.get(address);
    expect(app.upstream.receivedAt("POST", `/assessments/${id}/lock`)).toHaveLength(1);
    expect(visitor.cookie(`lock-${id}`)).toBeDefined();
  });

  test("is not taken on prefetch", async () => {
    const { visitor, at, id } = await start(app);
    await visitor.get(at("MC", "PL"), { "Sec-Purpose": "prefetch" });
    expect(app.upstream.receivedAt("POST", `/assessments/${id}/lock`)).toEqual([]);
  });

  test.each(["questions/MC/PL", "summary"])("held by a colleague leads home from %s", async (screen) => {
    const started = await start(app);
    const kim = await join(app, started);
    expectStatus(await kim.client.post(`/assessments/${started.id}/lock`), 200);
    await started.visitor.get(`/assessments/${started.id}/${screen}`);
    expect(started.visitor.url).toMatch(new RegExp(`^/\\?.*locked=${started.id}`));
    expect(started.visitor.text()).toContain("Locked for editing by another user");
    expect(started.visitor.cookie(`lock-${started.id}`)).toBeUndefined();
  });

  test("lost during editing is asked for again, and the save goes on", async () => {
    const { visitor, at, id, client, letters } = await start(app);
    await visitor.get(at("MC", "PL"));
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    await answer(visitor, { 3: "Fully" });
    expect([visitor.status, await letters("MC", "PL")]).toEqual([200, "FFFNN"]);
    expect(app.upstream.receivedAt("POST", `/assessments/${id}/lock`)).toHaveLength(2);
  });

  test("lost to a colleague who has changed the thread: the lock comes back, both versions are shown", async () => {
    const started = await start(app);
    const { visitor, at, id, client, store, letters } = started;
    await visitor.get(at("MC", "PL"));
    const stale = visitor.form("Save answers").choose("Level 3 answer", "Fully");
    await store("MC", "PL", "PNNNN");
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    await stale.submit("Save answers");
    expect([visitor.status, await letters("MC", "PL")]).toEqual([409, "PNNNN"]);
    expect(visitor.text()).toContain("This thread was changed in the meantime");
    await visitor.form("Save mine instead").submit("Save mine instead");
    expect(await letters("MC", "PL")).toBe("FFFNN");
  });

  test("held by a colleague meanwhile: the page says who, keeps what was typed, and saves it when the lock is free", async () => {
    const started = await start(app);
    const { visitor, at, id, client, letters, note } = started;
    await visitor.get(at("MC", "PL"));
    const kim = await join(app, started);
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    expectStatus(await kim.client.post(`/assessments/${id}/lock`), 200);
    await visitor.form("Save answers").choose("Level 3 answer", "Fully").fill("Assessment Notes", "Typed").submit("Save answers");
    expect(visitor.status).toBe(409);
    expect(visitor.url).toBe(at("MC", "PL"));
    expect(visitor.text()).toContain("Locked for editing by another user");
    expect(visitor.text()).toContain(`${kim.email} is editing this assessment now`);
    expect(shown(visitor)).toBe("FFFNN");
    expect(visitor.document.querySelector("textarea")?.text).toBe("Typed");
    expectStatus(await kim.client.delete(`/assessments/${id}/lock`), 204);
    await visitor.form("Save answers").submit("Save answers");
    expect([visitor.status, await letters("MC", "PL"), await note("MC", "PL")]).toEqual([200, "FFFNN", "Typed"]);
  });

  test("held by a colleague: descoping and submitting say so too", async () => {
    const started = await start(app, { perspectives: ["MC"], threads: ["AM", "PL"] });
    const { visitor, at, id, client, store } = started;
    await store("MC", "AM", "FFPNN");
    await store("MC", "PL", "FFPNN");
    const kim = await join(app, started);
    await visitor.get(`/assessments/${id}/summary?confirm=submit`);
    const submission = visitor.form("dialog form");
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    expectStatus(await kim.client.post(`/assessments/${id}/lock`), 200);
    await submission.submit("Submit assessment");
    expect(visitor.status).toBe(409);
    expect(visitor.text()).toContain("Something happened, please try again...");
    expect(visitor.text()).toContain(`${kim.email} is editing this assessment now.`);
    await visitor.post(at("MC", "PL"), { intent: "descope" });
    expect(visitor.status).toBe(409);
    expect(visitor.text()).toContain("The thread was not descoped");
  });

  test("that cannot be read does not matter to the words", async () => {
    const started = await start(app);
    const { visitor, at, id } = started;
    await visitor.get(at("MC", "PL"));
    app.upstream.on("POST", ANSWER(id), status(409));
    app.upstream.on("POST", `/assessments/${id}/lock`, status(409));
    app.upstream.on("GET", `/assessments/${id}/lock`, page());
    await answer(visitor, { 3: "Fully" });
    expect(visitor.status).toBe(409);
    expect(visitor.text()).toContain("Somebody else is editing this assessment now");
  });
});

describe("two saves at once", () => {
  test("are stored in the order in which they came, also when the first one is slow", async () => {
    const { visitor, at, letters, id } = await start(app);
    await visitor.get(at("MC", "PL"));
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    app.upstream.on(
      "POST",
      ANSWER(id),
      async (exchange) => {
        await held;
        await forwarded()(exchange);
      },
      forwarded(),
    );
    const save = (base: string, target: string) => visitor.post(`${at("MC", "PL")}/save`, { base, target });
    const first = save("NNNNN", "FFFNN");
    while (app.upstream.receivedAt("POST", ANSWER(id)).length === 0) await new Promise((resolve) => setImmediate(resolve));
    const second = save("NNNNN", "NNPNN");
    release();
    await Promise.all([first, second]);
    // The second save was made without knowing the first. The page says so, and nothing of the first is lost.
    expect(await letters("MC", "PL")).toBe("FFFNN");
  });
});

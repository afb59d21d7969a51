/** The history of an assessment, as a browser without script shows it (docs/rules/history.md#the-screen). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fingerprint } from "#model/note.ts";
import { PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import { completeP3M3, createP3M3, expectStatus } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { hang, json, status } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, apiClient } from "../support/seed.ts";
import type { App } from "../support/server.ts";
import { READER, sharedApp, sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { isComponent, practiceId, startItil } from "./itil.ts";
import { answer, join, perspectiveId, shown, start, textsOf, threadId } from "./questions.ts";

let app: App;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.stop());

const at = (id: number, query = "") => `/assessments/${id}/history${query}`;
const place = (perspective: string, thread: string) => `thread/${perspectiveId(perspective)}/${threadId(thread)}`;
/** What each sitting or deed says, in a line. */
const entriesOf = (visitor: Visitor) => textsOf(visitor, ".ruled:not(.history-sitting) > li > .history-entry > p:first-child");
const day = (offset: number) => new Date(Date.now() + offset * 24 * 60 * 60_000).toISOString().slice(0, 10);

/** The address of the first 'Put back' whose entry says this. */
function backAt(visitor: Visitor, words: string, what = "Put back"): string {
  const link = visitor.document.querySelectorAll("a").find((each) => each.getAttribute("aria-label") === `${what}: ${words}`);
  if (!link) throw new Error(`"${words}" cannot be put back. There is: ${visitor.text()}`);
  return link.getAttribute("href")?.replaceAll("&amp;", "&") ?? "";
}

describe("the screen", () => {
  test("cuts a long text, and shows all of it when asked", async () => {
    const { visitor, id, writeNote } = await start(app);
    await writeNote("MC", "AM", `Seen the register. ${"x".repeat(5_000)} The end`);
    await visitor.get(at(id));
    expect(visitor.text()).not.toContain("The end");
    await visitor.follow("All of this text");
    expect(visitor.text()).toContain("The end");
    expect(visitor.document.querySelectorAll(".history-entry details[open]")).toHaveLength(1);
  });

  test("says by day who did what, in words and with names, the newest first", async () => {
    const { visitor, id, email, store, writeNote, descope } = await start(app);
    await store("RK", "PL", "FFPNN");
    await writeNote("MC", "AM", "Seen the register");
    await descope("MC", "PL");
    await visitor.get(at(id));
    expect([visitor.status, visitor.title]).toEqual([200, "History of Spring review | Maturity Assessment Tool"]);
    expect(entriesOf(visitor)).toEqual([
      "Management control / Planning: descoped",
      "Note on Management control / Asset management: written",
      "Risk management / Planning: 3 answers changed",
      "Scope chosen",
      "Assessment created",
    ]);
    expect(visitor.text()).toContain(email);
    const today = new Date().toLocaleDateString("en-GB", {
      weekday: "long",
      day: "numeric",
      month: "long",
      year: "numeric",
      timeZone: "UTC",
    });
    expect(textsOf(visitor, "h2")[0]).toBe(`${today} (UTC)`);
    expect(textsOf(visitor, ".history-entry dl")[0]).toBe("After Seen the register");
    expect(textsOf(visitor, ".history-entry dl")[1]).toBe(
      "Level 1 Not answered → Fully Level 2 Not answered → Fully Level 3 Not answered → Partially",
    );
    expect(visitor.text()).toContain("Perspectives Management control, Risk management");
    await visitor.follow("Summary");
    expect(visitor.url).toBe(`/assessments/${id}/summary`);
  });

  test("folds the saves of a sitting together, and takes no lock", async () => {
    const started = await start(app);
    const { visitor, id, store, client } = started;
    for (const letters of ["FNNNN", "FFNNN", "FFPNN"]) await store("RK", "PL", letters);
    await client.delete(`/assessments/${id}/lock`);
    await visitor.get(at(id));
    expect(entriesOf(visitor)).toEqual(["Risk management / Planning: 3 answers changed", "Scope chosen", "Assessment created"]);
    expect(textsOf(visitor, ".history-sitting > li .history-entry > p:first-child")).toEqual([
      "Level 3 of Risk management / Planning: Not answered → Partially",
      "Level 2 of Risk management / Planning: Not answered → Fully",
      "Level 1 of Risk management / Planning: Not answered → Fully",
    ]);
    expect((await client.get(`/assessments/${id}/lock`)).status).toBe(404);
  });

  test("gives 50 on a page, and leads to older and newer ones", async () => {
    const { visitor, id, store } = await start(app);
    for (let index = 0; index < 30; index += 1)
      for (const [thread, letters] of [
        ["PL", index % 2 ? "FNNNN" : "FFNNN"],
        ["AM", index % 2 ? "FNNNN" : "FFNNN"],
      ] as const)
        await store("RK", thread, letters);
    const count = () =>
      visitor.document.querySelectorAll(".history-entry").length - visitor.document.querySelectorAll(".history-sitting").length;
    await visitor.get(at(id));
    expect(count()).toBe(50);
    expect(visitor.text()).not.toContain("Newer");
    await visitor.follow("Older");
    expect(count()).toBe(12);
    expect(visitor.text()).toContain("Assessment created");
    expect(visitor.document.querySelectorAll("a[rel=next]")).toHaveLength(0);
    await visitor.follow("Newer");
    expect(count()).toBe(50);
    expect(visitor.text()).not.toContain("Newer");
  });

  test("has one line for what one write stored, wherever a page begins or ends", async () => {
    const { visitor, client, organizationId } = await start(app);
    const [perspectiveIds, threadIds] = [PERSPECTIVES.map(({ id }) => id), THREADS.map(({ id }) => id)];
    const id = await createP3M3(client, organizationId, { perspectiveIds, threadIds });
    const places = perspectiveIds.flatMap((p) => threadIds.map((t) => `thread/${p}/${t}`));
    const changes = places.map((each) => ({ place: each, note: "Seen" }));
    const stored = `${places.length} changes stored at once`;
    expectStatus(await client.post(`/assessments/${id}/answers`, { changes }), 200);
    await visitor.get(at(id));
    expect(entriesOf(visitor)).toEqual([stored, "Scope chosen", "Assessment created"]);
    expect(visitor.document.querySelectorAll("nav[aria-label='Pages of the history']")).toHaveLength(0);
    await visitor.get(at(id, "?after=1"));
    expect(entriesOf(visitor)).toEqual([stored, "Scope chosen"]);
    await visitor.get(at(id, "?kind=notes"));
    expect(entriesOf(visitor)).toHaveLength(50);
    await visitor.get(at(id, "?kind=at-once"));
    expect(entriesOf(visitor)).toEqual([stored]);
    for (let index = 0; index < 51; index += 1)
      expectStatus(await client.put(`/assessments/${id}/1/1/flag`, { flagged: index % 2 === 0 }), 200);
    await visitor.get(at(id));
    expect(entriesOf(visitor)).toHaveLength(50);
    await visitor.follow("Older");
    expect(entriesOf(visitor).slice(1)).toEqual([stored, "Scope chosen", "Assessment created"]);
    await visitor.follow("Newer");
    expect(entriesOf(visitor)).toHaveLength(50);
  });

  test("shows only what was chosen, which is in the address; what fits nothing can be taken back", async () => {
    const started = await start(app);
    const { visitor, id, store, writeNote, email } = started;
    const colleague = await join(app, started);
    await store("RK", "PL", "FFPNN");
    await store("MC", "AM", "FNNNN");
    await writeNote("RK", "PL", "Mine");
    await started.client.delete(`/assessments/${id}/lock`);
    expectStatus(await colleague.client.post(`/assessments/${id}/archive`), 200);
    expectStatus(await colleague.client.post(`/assessments/${id}/unarchive`), 200);
    await visitor.get(at(id));
    // 'Planning' is in two perspectives.
    await visitor.form("Filter the history").select("place", place("RK", "PL")).submit("Show");
    expect(entriesOf(visitor)).toEqual(["Risk management / Planning: 3 answers changed and note changed"]);
    expect(new URL(visitor.url, app.url).searchParams.get("place")).toBe(place("RK", "PL"));
    await visitor.form("Filter the history").select("Kind", "Notes").submit("Show");
    expect(entriesOf(visitor)).toEqual(["Note on Risk management / Planning: written"]);
    await visitor.follow("Show everything");
    expect(entriesOf(visitor)).toHaveLength(6);
    await visitor.form("Filter the history").select("Person", colleague.email).submit("Show");
    expect(entriesOf(visitor)).toEqual(["Assessment restored from the archive", "Assessment archived"]);
    await visitor.form("Filter the history").select("Person", email).fill("From", day(0)).fill("To", day(0)).submit("Show");
    expect(entriesOf(visitor)).toHaveLength(4);
    await visitor.form("Filter the history").fill("From", day(1)).fill("To", day(2)).submit("Show");
    expect(visitor.text()).toContain("Nothing fits what you chose.");
    expect(visitor.document.querySelectorAll("nav[aria-label='Pages of the history']")).toHaveLength(0);
  });

  test("takes days in the reader's zone, and says beside the field what is no day", async () => {
    const { visitor, id } = await start(app);
    await visitor.get(at(id, `?from=${day(1)}&zone=Pacific/Kiritimati`));
    const hour = new Date().getUTCHours();
    // There it is tomorrow from ten o'clock on.
    expect(entriesOf(visitor)).toHaveLength(hour >= 10 ? 2 : 0);
    await visitor.get(at(id, "?from=yesterday&to=2026-02-31"));
    expect(visitor.status).toBe(200);
    expect(textsOf(visitor, ".field-error")).toEqual(["Please enter a day as in 2026-11-05.", "Please enter a day as in 2026-11-05."]);
    expect(visitor.document.querySelector("#history-from")?.getAttribute("value")).toBe("yesterday");
    expect(entriesOf(visitor)).toHaveLength(2);
    await visitor.get(at(id, `?from=${day(0)}&to=${day(-1)}`));
    expect(textsOf(visitor, ".field-error")).toEqual(["The last day is before the first."]);
    for (const query of ["?kind=colour&place=nowhere&before=x&after=-1&back=999&zone=Nowhere", "?place=thread/9/99", "?by=nobody"]) {
      await visitor.get(at(id, query));
      expect(visitor.status).toBe(200);
    }
  });

  test("tells of ITIL practices and components", async () => {
    const { visitor, id, store, levels } = await startItil(app, { selectedScope: "Maturity", primary: ["INM"] });
    const count = (await levels("INM")).length;
    const first = `R${"N".repeat(count - 1)}`;
    await store("INM", first);
    const [component = ""] = ["LDR", "GOV", "M-G", "M-L", "M-C"].filter(isComponent);
    await store(component, 2);
    await visitor.get(at(id));
    expect(entriesOf(visitor)[0]).toMatch(/: Not answered → level 2$/);
    expect(entriesOf(visitor)[1]).toBe("Level 2, criterion 1 of Incident management: Not answered → Rarely/Never");
    await visitor.get(at(id, `?place=capability/${practiceId("INM")}`));
    expect(entriesOf(visitor)).toHaveLength(1);
  });

  test("is for whoever may read the assessment, and tells when somebody from outside the team did", async () => {
    const { visitor, id, client, organizationId, store } = await start(app);
    await store("RK", "PL", "FFPNN");
    const stranger = await new Visitor(app.url).enter(await app.entryLink("stranger@elsewhere.example"));
    await stranger.get(at(id));
    expect(stranger.status).toBe(404);
    const reader = await new Visitor(app.url).enter(await app.entryLink(READER));
    await reader.get(at(id));
    expect(reader.status).toBe(200);
    expect(reader.text()).toContain("belongs to another team");
    expect(reader.document.querySelectorAll("a[aria-label^='Put back']")).toHaveLength(0);
    await visitor.get(at(id));
    expect(entriesOf(visitor)).toContain("Read from outside the team");
    const completed = await completeP3M3(client, organizationId, "FPNNN", { perspectiveIds: [1], threadIds: [1] });
    await visitor.get(at(completed));
    expect(visitor.text()).toContain("so it can be read but no longer changed. Nothing can be put back.");
    expect(visitor.document.querySelectorAll("a[aria-label^='Put back']")).toHaveLength(0);
    await visitor.follow("Result");
    expect(visitor.status).toBe(200);
  });

  test("is linked from summary, result, the menu of a row, and what was cleared", async () => {
    const { visitor, id, client, organizationId, at: questions } = await start(app);
    await visitor.get(`/assessments/${id}/summary`);
    await visitor.follow("History");
    expect(visitor.url).toBe(at(id));
    await visitor.get(`/?organization=${organizationId}`);
    await visitor.follow("History");
    expect(visitor.url).toBe(at(id));
    await visitor.get(questions("RK", "PL"));
    await answer(visitor, { 3: "Fully" });
    await answer(visitor, { 4: "Partially" });
    await answer(visitor, { 2: "Partially" });
    expect(visitor.text()).toContain("Undo");
    await visitor.follow("History of these answers");
    expect(entriesOf(visitor)).toHaveLength(1);
    expect(new URL(visitor.url, app.url).searchParams.get("place")).toBe(place("RK", "PL"));
    const completed = await completeP3M3(client, organizationId, "FPNNN", { perspectiveIds: [1], threadIds: [1] });
    await visitor.get(`/assessments/${completed}/result`);
    await visitor.follow("History");
    expect(visitor.url).toBe(at(completed));
  });

  test("tells which files were taken out", async () => {
    const { visitor, client, organizationId } = await start(app);
    const id = await completeP3M3(client, organizationId, "FPNNN", { perspectiveIds: [1], threadIds: [1] });
    await visitor.get(`/assessments/${id}/result.xlsx`);
    expect(visitor.status).toBe(200);
    await expect.poll(async () => entriesOf(await visitor.get(at(id)))[0]).toBe("File taken out: Excel file");
  });
});

describe("putting back", () => {
  test("evidence: an entry that was removed or changed is written again under its number, found by its thread", async () => {
    const { visitor, id, client, at: questions } = await start(app);
    const form = { kind: "document", what: "Mandate", where: "", who: "Sponsor", date: "2026-03-01", goodUntil: null, remark: "" };
    const places = [{ place: place("RK", "PL"), supports: [2], against: [] }];
    expectStatus(await client.post(`/assessments/${id}/lock`), 200);
    const { body: entry } = expectStatus(await client.post(`/assessments/${id}/evidence`, { ...form, places }), 201);
    expectStatus(await client.put(`/assessments/${id}/evidence/${entry.id}`, { ...form, what: "Order", places }), 200);
    expectStatus(await client.post(`/assessments/${id}/evidence/${entry.id}/remove`), 204);
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    const stored = async () => (await client.get(`/assessments/${id}/evidence`)).body.entries;
    const filter = `?place=${place("RK", "PL")}`;
    await visitor.get(at(id, filter));
    expect(entriesOf(visitor)).toEqual(
      ["Evidence removed: Order", "Evidence changed: Mandate → Order", "Evidence added: Mandate"].map((words) =>
        expect.stringContaining(words.split(":")[0] ?? ""),
      ),
    );
    await visitor.get(backAt(visitor, "Evidence removed: Order"));
    expect(textsOf(visitor, "dialog tbody tr")).toContain("What it is – Order");
    expect(textsOf(visitor, "dialog tbody tr")).toContain("Date – 1 Mar 2026");
    const question = visitor.form("Put back");
    await question.submit("Put back");
    expect(visitor.text()).toContain("Order: put back.");
    expect(await stored()).toMatchObject([{ id: entry.id, what: "Order", places }]);
    expect((await client.get(`/assessments/${id}/lock`)).status).toBe(404);
    // The question was shown while it was removed: it is not written over unseen.
    await question.submit("Put back");
    expect([visitor.status, visitor.text()]).toEqual([409, expect.stringContaining("Somebody changed it meanwhile.")]);
    await visitor.get(at(id, filter));
    await visitor.get(backAt(visitor, "Evidence changed: Order"));
    expect(textsOf(visitor, "dialog thead th")).toEqual(["What", "Now", "Before this change"]);
    expect(textsOf(visitor, "dialog tbody tr")).toEqual(["What it is Order Mandate"]);
    await visitor.form("Put back").submit("Put back");
    expect(await stored()).toMatchObject([{ id: entry.id, what: "Mandate" }]);
    await visitor.follow("Open Mandate");
    expect(visitor.url).toBe(questions("RK", "PL"));
    await visitor.get(at(id, filter));
    await visitor.get(backAt(visitor, "Evidence added: Mandate"));
    expect(visitor.text()).toContain("It is as it was then, so there is nothing to put back.");
  });

  test("answers: shows what it is and what it was, writes that as a change, and leads to the thread", async () => {
    const { visitor, id, at: questions, store, client, letters } = await start(app);
    await store("RK", "PL", "FFPNN");
    await store("RK", "PL", "FFFNN");
    await store("RK", "PL", "NNNNN");
    // In a list of links, nobody can tell two of one name apart.
    await visitor.get(at(id));
    const names = visitor.document.querySelectorAll(".history-entry a").map((link) => link.getAttribute("aria-label") ?? link.text);
    expect(names.filter((name) => /^Open: /.test(name))).not.toEqual([]);
    expect(names).not.toContain("Open");
    await client.delete(`/assessments/${id}/lock`);
    await visitor.get(at(id, "?kind=answers"));
    await visitor.get(backAt(visitor, "Risk management / Planning: 3 answers cleared"));
    expect(textsOf(visitor, "dialog h2")).toEqual(["Put back?"]);
    expect(textsOf(visitor, "dialog tbody tr")).toEqual([
      "Level 1 Not answered Fully",
      "Level 2 Not answered Fully",
      "Level 3 Not answered Fully",
    ]);
    expect(textsOf(visitor, "dialog thead th")).toEqual(["What", "Now", "Before this change"]);
    await visitor.form("Put back").submit("Put back");
    expect(visitor.url).toBe(at(id, "?kind=answers"));
    expect(visitor.text()).toContain("Risk management / Planning: put back.");
    expect(await letters("RK", "PL")).toBe("FFFNN");
    expect(entriesOf(visitor)).toEqual(["Risk management / Planning: 3 answers changed"]);
    expect((await client.get(`/assessments/${id}/lock`)).status).toBe(404);
    await visitor.follow("Open Risk management / Planning");
    expect(visitor.url).toBe(questions("RK", "PL"));
    expect(shown(visitor)).toBe("FFFNN");
    // Of two that differ from now one can choose.
    await visitor.get(at(id));
    await store("RK", "PL", "NNNNN");
    await visitor.get(backAt(visitor, "Level 3 of Risk management / Planning: Partially → Fully"));
    await visitor.form("Put back").choose("Put back what it was", "Before this change").submit("Put back");
    expect(await letters("RK", "PL")).toBe("FFPNN");
    await visitor.get(at(id));
    await visitor.get(backAt(visitor, "Level 3 of Risk management / Planning: Partially → Fully"));
    expect(textsOf(visitor, "dialog thead th")).toEqual(["What", "Now", "After this change"]);
    await visitor.follow("Cancel");
    expect([visitor.url, visitor.document.querySelectorAll("dialog").length]).toEqual([at(id), 0]);
  });

  test("a whole sitting: its answers, marks and note, as they were before it", async () => {
    const { visitor, id, store, client, letters, marks, writeNote, note } = await start(app);
    const query = `p=${perspectiveId("RK")}&t=${threadId("PL")}`;
    const [question] = expectStatus(await client.get(`/P3M3/assessments/${id}/questions?${query}`), 200).body;
    const diagnosticId = question.diagnostics[0].id;
    await store("RK", "PL", "FNNNN");
    await writeNote("RK", "PL", "Seen the register");
    expectStatus(await client.put(`/p3m3/assessments/${id}/diagnostics/${question.id}`, { diagnosticId, isPositive: true }), 200);
    await store("RK", "PL", "FFPNN");
    await client.delete(`/assessments/${id}/lock`);
    await visitor.get(at(id));
    const line = "Risk management / Planning: 3 answers changed, 1 diagnostic marked and note changed";
    expect(entriesOf(visitor)[0]).toBe(line);
    await visitor.get(backAt(visitor, line, "Put back the sitting"));
    expect(textsOf(visitor, "dialog thead th")).toEqual(["What", "Now", "Before this change"]);
    expect(textsOf(visitor, "dialog tbody tr").slice(0, 3)).toEqual([
      "Level 1 Fully Not answered",
      "Level 2 Fully Not answered",
      "Level 3 Partially Not answered",
    ]);
    expect(textsOf(visitor, "dialog dl")).toEqual(["Now Seen the register Before this change (empty)"]);
    await visitor.form("Put back").submit("Put back");
    expect(visitor.text()).toContain("Risk management / Planning: put back.");
    expect([await letters("RK", "PL"), (await marks("RK", "PL")).includes(true), await note("RK", "PL")]).toEqual(["NNNNN", false, ""]);
    expect((await client.get(`/assessments/${id}/lock`)).status).toBe(404);
    // Where only the answers are shown, only they are put back.
    await store("RK", "PL", "FNNNN");
    await store("RK", "PL", "FFPNN");
    await writeNote("RK", "PL", "Seen again");
    await visitor.get(at(id, "?kind=answers"));
    await visitor.get(backAt(visitor, entriesOf(visitor)[0] ?? "", "Put back the sitting"));
    await visitor.form("Put back").submit("Put back");
    expect([await letters("RK", "PL"), await note("RK", "PL")]).toEqual(["NNNNN", "Seen again"]);
  });

  test("a note, a mark, and what descoping took", async () => {
    const { visitor, id, writeNote, note, store, client, marks, descope, letters } = await start(app);
    await writeNote("RK", "PL", "The register is kept");
    await writeNote("RK", "PL", "");
    await visitor.get(at(id));
    await visitor.get(backAt(visitor, "Note on Risk management / Planning: cleared"));
    expect(textsOf(visitor, "dialog dl")).toEqual(["Now (empty) Before this change The register is kept"]);
    await visitor.form("Put back").submit("Put back");
    expect(await note("RK", "PL")).toBe("The register is kept");

    await store("RK", "PL", "FFPNN");
    const query = `p=${perspectiveId("RK")}&t=${threadId("PL")}`;
    const [question] = expectStatus(await client.get(`/P3M3/assessments/${id}/questions?${query}`), 200).body;
    const mark = (isPositive: boolean | null) =>
      client.put(`/p3m3/assessments/${id}/diagnostics/${question.id}`, { diagnosticId: question.diagnostics[0].id, isPositive });
    expectStatus(await mark(true), 200);
    expectStatus(await mark(null), 200);
    await visitor.get(at(id));
    await visitor.get(backAt(visitor, "Diagnostic on level 1 of Risk management / Planning: Not marked → Positive"));
    await visitor.form("Put back").submit("Put back");
    expect((await marks("RK", "PL")).filter((each) => each === true)).toHaveLength(1);

    await descope("RK", "PL");
    await visitor.get(at(id));
    const address = backAt(visitor, "Risk management / Planning: descoped");
    await visitor.get(address);
    expect(visitor.text()).toContain("The thread is descoped. Bring it back into scope first");
    expectStatus(await client.post(`/assessments/${id}/${perspectiveId("RK")}/${threadId("PL")}/rescope`), 200);
    expect(await letters("RK", "PL")).toBe("NNNNN");
    await visitor.get(address);
    await visitor.form("Put back").submit("Put back");
    expect(await letters("RK", "PL")).toBe("FFPNN");
    expect((await marks("RK", "PL")).filter((each) => each === true)).toHaveLength(1);
  });

  test("a practice and a component of ITIL, in the order of the screen", async () => {
    const { visitor, id, store, letters, levels, option, note, writeNote } = await startItil(app, {
      selectedScope: "Maturity",
      primary: ["INM"],
    });
    const all = await levels("INM");
    const first = all.map((level) => (level === 2 ? "F" : "N")).join("");
    const [component = ""] = ["LDR", "GOV", "M-G", "M-L", "M-C"].filter(isComponent);
    await store("INM", first);
    await store("INM", "N".repeat(all.length));
    await store(component, 2);
    await store(component, 4);
    await writeNote("INM", "Seen");
    await visitor.get(at(id));
    await visitor.get(backAt(visitor, `Incident management: ${all.filter((level) => level === 2).length} answers cleared`));
    await visitor.form("Put back").submit("Put back");
    expect(await letters("INM")).toBe(first);
    const words = visitor.document
      .querySelectorAll("a")
      .flatMap((each) => /^Put back: (.* level 2 → level 4)$/.exec(each.getAttribute("aria-label") ?? "")?.[1] ?? []);
    await visitor.get(at(id));
    await visitor.get(backAt(visitor, words[0] ?? ""));
    await visitor.form("Put back").submit("Put back");
    expect(await option(component)).toBe(2);
    await visitor.get(at(id));
    await visitor.get(backAt(visitor, "Note on Incident management: written"));
    await visitor.form("Put back").submit("Put back");
    expect(await note("INM")).toBe("");
  });

  test("writes nothing if somebody changed it after the question was shown, or holds the lock", async () => {
    const started = await start(app);
    const { visitor, id, store, letters, client } = started;
    await store("RK", "PL", "FFPNN");
    await store("RK", "PL", "FFFNN");
    await visitor.get(at(id));
    await visitor.get(backAt(visitor, "Level 3 of Risk management / Planning: Partially → Fully"));
    const form = visitor.form("Put back");
    await store("RK", "PL", "FRNNN");
    await form.submit("Put back");
    expect(visitor.status).toBe(409);
    expect(visitor.text()).toContain("Somebody changed it meanwhile. Nothing was put back.");
    expect(await letters("RK", "PL")).toBe("FRNNN");
    expect(textsOf(visitor, "dialog tbody tr")[0]).toBe("Level 2 Rarely/Never Fully Fully");
    await client.delete(`/assessments/${id}/lock`);
    const colleague = await join(app, started);
    expectStatus(await colleague.client.post(`/assessments/${id}/lock`), 200);
    await visitor.form("Put back").choose("Put back what it was", "Before this change").submit("Put back");
    expect(visitor.status).toBe(409);
    expect(visitor.text()).toContain(`${colleague.email} is editing this assessment now. Nothing was put back.`);
    expect(await letters("RK", "PL")).toBe("FRNNN");
    await visitor.post(at(id, "?back=4"), { side: "sideways", answersBase: "FRNNN" });
    expect(visitor.status).toBe(400);
  });
});

describe("with an upstream that", () => {
  let web: AppWithFaults;
  afterAll(() => web?.stop());

  test("keeps no history: no links, and no screen", async () => {
    const without = await sharedAppWithoutExtensions();
    const { visitor, id, client, organizationId, at: questions } = await start(without);
    await visitor.get(at(id));
    expect(visitor.status).toBe(404);
    await visitor.post(at(id, "?back=1"), { side: "before" });
    expect(visitor.status).toBe(404);
    const completed = await completeP3M3(client, organizationId, "FPNNN", { perspectiveIds: [1], threadIds: [1] });
    for (const address of [`/assessments/${id}/summary`, `/?organization=${organizationId}`, `/assessments/${completed}/result`]) {
      await visitor.get(address);
      expect(visitor.status).toBe(200);
      expect(visitor.text()).not.toContain("History");
    }
    await visitor.get(questions("RK", "PL"));
    for (const answers of [{ 3: "Fully" }, { 4: "Partially" }, { 2: "Partially" }] as Record<number, string>[])
      await answer(visitor, answers);
    expect(visitor.text()).toContain("Undo");
    expect(visitor.text()).not.toContain("History");
    await visitor.get(`/assessments/${completed}/result.xlsx`);
    expect(visitor.status).toBe(200);
    expect(without.upstream.receivedAt("POST", `/assessments/${completed}/history/files`)).toEqual([]);
  });

  test("fails: an error page, texts that cannot be read left out, files given all the same, and nothing put back unseen", async () => {
    web = await sharedAppWithFaults();
    const { upstream } = web;
    const { visitor, id, client, organizationId, writeNote } = await start(web);
    await writeNote("RK", "PL", "Seen");
    await visitor.get(at(id));
    await visitor.get(backAt(visitor, "Note on Risk management / Planning: written"));
    const question = visitor.form("Put back");
    upstream.on("POST", "/P3M3/notes", status(500));
    await question.submit("Put back");
    expect(visitor.status).toBe(502);
    expect(visitor.text()).toContain("Nothing was saved.");
    upstream.reset();
    await visitor.post(visitor.url, { side: "before", noteBase: fingerprint("Seen") });
    expect(visitor.text()).toContain("put back.");

    upstream.on("GET", `/assessments/${id}/history`, status(500));
    await visitor.get(at(id));
    expect(visitor.status).toBeGreaterThanOrEqual(500);
    upstream.on("GET", `/assessments/${id}/history`, json({ entries: [unknownEntry], more: false, people: ["kim@example.org"] }));
    await visitor.get(at(id));
    expect(entriesOf(visitor)).toEqual(["Handed over"]);

    const completed = await completeP3M3(client, organizationId, "FPNNN", { perspectiveIds: [1], threadIds: [1] });
    for (const behaviour of [status(500), hang()]) {
      upstream.on("POST", `/assessments/${completed}/history/files`, behaviour);
      await visitor.get(`/assessments/${completed}/result.xlsx`);
      expect(visitor.status).toBe(200);
      expect(visitor.body.length).toBeGreaterThan(1000);
    }
    upstream.reset();
  });
});

const unknownEntry = {
  id: 7,
  at: "2026-11-05T09:00:00.000Z",
  kind: "handedOver",
  by: "kim@example.org",
  place: "elsewhere/1",
  after: { to: "robin@example.org" },
};

test("an account of the API alone is told in the same words", async () => {
  const { id, email, team, visitor } = await start(app);
  const client = await apiClient(app.databaseUrl, email, { team });
  expectStatus(await client.post(`/assessments/${id}/history/files`, { what: "copy by hand" }), 204);
  await visitor.get(at(id, "?kind=reading"));
  expect(entriesOf(visitor)).toEqual(["File taken out: copy by hand"]);
});

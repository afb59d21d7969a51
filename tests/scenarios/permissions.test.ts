/** What a viewer is offered, and what they are refused, as a browser without script sees it (docs/rules/rights.md#permissions). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fingerprint } from "#model/note.ts";
import type { Permission } from "#model/permissions.ts";
import {
  answerPractice,
  answerThread,
  completeP3M3,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
} from "../contract/scenario.ts";
import { isDisabled, Visitor } from "../support/form-driver.ts";
import { apiClient, changeByOperator } from "../support/seed.ts";
import type { App } from "../support/server.ts";
import { sharedApp } from "../support/shared.ts";

const TITLE = "You may read this, but not change it.";
/** Forms that are a reader's own. */
const OWN = /^\/(sessions|me(\/(name|address))?|assessments\/n\/peer-review) | Switch the keys off$/;

let app: App;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.stop());

/** Somebody of a team, signed in to the API and in a browser. */
async function member(team: string, permission?: Permission, name?: string) {
  const email = `${name?.toLowerCase() ?? "kim"}.${randomUUID().slice(0, 8)}@example.org`;
  const client = await apiClient(app.databaseUrl, email, { team, permission, name });
  const visitor = await new Visitor(app.url).enter(await app.entryLink(email));
  return { email, client, visitor };
}

const permit = (email: string, permission: Permission) => changeByOperator(app.databaseUrl, email, { permission });

/** A team with something of every kind, all of it free. */
async function busyTeam() {
  const team = `Team ${randomUUID()}`;
  const { client } = await member(team, "assessor");
  const organization = await createOrganization(client, { name: "Harbour Works" });
  const setup = { perspectiveIds: [1], threadIds: [1, 2] };
  const open = await createP3M3(client, organization, setup);
  expectStatus(await answerThread(client, open, 1, 2, "FPNNN"), 200);
  const evidence = { kind: "document", what: "The plan", where: "", who: "", date: null, goodUntil: null, remark: "" };
  const places = [{ place: "thread/1/2", supports: [1], against: [] }];
  expectStatus(await client.post(`/assessments/${open}/evidence`, { ...evidence, places }), 201);
  expectStatus(await client.post("/P3M3/notes", { assessmentId: open, perspectiveId: 1, threadId: 2, body: "Seen the plan" }), 200);
  const completed = await completeP3M3(client, organization, "FRNNN", setup);
  const archived = await createP3M3(client, organization, setup);
  expectStatus(await client.post(`/assessments/${archived}/archive`), 200);
  const itil = await createItil(client, organization);
  expectStatus(await answerPractice(client, itil, 19, "F"), 200);
  const drafted = await createP3M3(client, organization, setup);
  const created = await client.post(`/organizations/${organization}/assessments`, {
    ...{ name: "Only a name", assessmentType: "P3M3", isTestAssessment: false, selectedScope: "Project" },
  });
  const engagement = { name: "Harbour job", sponsor: "", purpose: "", included: "", excluded: "", start: null, end: null };
  const job = expectStatus(await client.post(`/organizations/${organization}/engagements`, { ...engagement, units: [], people: [] }), 201);
  for (const member of [open, completed])
    expectStatus(await client.put(`/engagements/${job.body.id}/members/${member}`, { unit: "", responsible: null, day: null }), 204);
  for (const id of [open, itil, drafted]) expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  return { team, client, organization, open, completed, itil, drafted, created: expectStatus(created, 201).body.id };
}

describe("a viewer", () => {
  test("meets no link that leads to a refusal, and no form that changes anything, wherever the links lead", async () => {
    const { team } = await busyTeam();
    const { visitor } = await member(team, "viewer");
    const waiting = ["/"];
    const known = new Set(["/"]);
    const wrong: string[] = [];
    const buttons = new Set<string>();
    let seen = 0;
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      await visitor.get(path);
      seen += 1;
      if (visitor.status !== 200) wrong.push(`${path}: ${visitor.status}`);
      for (const form of visitor.document.querySelectorAll('form[method="post"]'))
        for (const button of form.querySelectorAll("button").filter((each) => each.getAttribute("type") !== "button" && !isDisabled(each)))
          buttons.add(`${new URL(form.getAttribute("action") ?? "", app.url + path).pathname.replace(/\d+/g, "n")} ${button.text.trim()}`);
      const links = visitor.document
        .querySelectorAll("a[href]")
        .map((link) => new URL(link.getAttribute("href") ?? "", app.url + visitor.url));
      for (const { origin, pathname, search } of links) {
        // One page of a kind is enough for each assessment.
        const kind = `${pathname.replace(/(questions|images)\/.*/, "$1/…")} ${[...new URLSearchParams(search).keys()].join(" ")}`;
        if (origin !== app.url || known.has(kind) || /\.(xlsx|ics|zip|jpg|png|svg|docx|pptx)$/.test(pathname)) continue;
        known.add(kind);
        waiting.push(pathname + search);
      }
    }
    expect(wrong).toEqual([]);
    // Devices, account and keys are the viewer's own, and a viewer writes about an assessment (docs/rules/peer-review.md#review-points).
    expect([...buttons].filter((button) => !OWN.test(button))).toEqual(["/sign-out Log out"]);
    expect(seen).toBeGreaterThan(40);
  });

  test("is refused each screen and each form that changes something, with words that say why and where to go on", async () => {
    const { team, organization, open, completed, itil } = await busyTeam();
    const { visitor } = await member(team, "viewer");
    for (const path of [
      "/organization",
      `/organization/${organization}/edit`,
      `/organizations/${organization}/assessment`,
      "/team/style",
      "/engagements/new",
      `/assessments/${open}/profile`,
      `/assessments/${open}/questions/BM/AM`,
      `/assessments/${open}/grid/BM`,
      `/assessments/${open}/evidence/add`,
      `/assessments/${completed}/edition`,
      `/itil/assessments/${itil}/summary`,
    ]) {
      await visitor.get(path);
      expect([path, visitor.status, visitor.document.querySelector("h1")?.text]).toEqual([path, 403, TITLE]);
    }
    await visitor.follow("Open it to read");
    expect([visitor.status, visitor.url]).toEqual([200, expect.stringContaining(`/itil/assessments/${itil}/view/`)]);
    const form = { name: "Mine", businessUnit: "", country: "826", size: "4", industry: "8" };
    const answers = {
      base: "NNNNN",
      "level-2": "Fully",
      note: "Typed by a viewer",
      noteBase: fingerprint(""),
      go: "stay",
      target: "FFNNN",
    };
    const posts: [path: string, fields: Record<string, string>][] = [
      ["/organization", form],
      [`/organization/${organization}/edit`, form],
      [`/organizations/${organization}/assessment`, { assessmentType: "P3M3", name: "Mine", selectedScope: "Programme" }],
      [`/assessments/${open}/profile`, { assessmentType: "P3M3", name: "Mine", selectedScope: "Programme" }],
      [`/assessments/${open}/questions/BM/AM`, answers],
      [`/assessments/${open}/summary`, { intent: "submit" }],
      [`/assessments/${open}/evidence/add`, { lines: "Typed by a viewer", "evidence-for-thread-1-1": "on" }],
      [`/assessments/${completed}/edition`, { reason: "Typed by a viewer", formId: "a" }],
      [`/assessments/${completed}/report`, { part: "summary", body: "Typed by a viewer", base: "", suggestion: "" }],
      ["/team/style", { name: "Mine", accent: "#000000" }],
      ["/?index", { command: "archive", assessment: String(open) }],
      ["/?index", { command: "ask", assessment: String(open) }],
      [`/assessments/${open}/history?back=1`, { back: "1", since: "1" }],
    ];
    for (const [path, fields] of posts) {
      await visitor.post(path, fields);
      expect([path, visitor.status]).toEqual([path, path.includes("/history") ? expect.any(Number) : 403]);
      if (path.includes("/history")) expect(visitor.status).not.toBe(200);
      const typed = Object.values(fields).filter((value) => value === "Typed by a viewer");
      for (const text of typed) expect(visitor.document.toString()).toContain(text);
    }
  });

  test("without an organization stays at home, and reads whom to ask", async () => {
    const team = `Team ${randomUUID()}`;
    const { visitor } = await member(team, "viewer");
    await visitor.get("/");
    expect([visitor.status, visitor.url]).toEqual([200, "/"]);
    expect(visitor.text()).toContain("Nobody has given you an organization yet");
    expect(visitor.text()).toContain("Your team has no lead yet.");
    await member(team, "lead", "Lea");
    await visitor.get("/");
    expect(visitor.text()).toContain("Lea leads your team.");
    const { visitor: assessor } = await member(team, "assessor");
    await assessor.get("/");
    expect(assessor.url).toBe("/organization");
  });

  test("reads the texts and steps of a report, and finds no field for them, only for review points", async () => {
    const { team, client, completed } = await busyTeam();
    expectStatus(await client.put(`/assessments/${completed}/wording`, { part: "summary", body: "Written by an assessor" }), 200);
    const { visitor } = await member(team, "viewer");
    await visitor.get(`/assessments/${completed}/report`);
    expect(visitor.text()).toContain("Written by an assessor");
    expect(visitor.text()).toContain("Recommended steps");
    const boxes = visitor.document.querySelectorAll("main textarea");
    expect(boxes.length).toBeGreaterThan(1);
    expect(boxes.filter((box) => !/^add-point-/.test(box.getAttribute("form") ?? ""))).toEqual([]);
  });
});

describe("somebody who becomes a viewer while a form is open", () => {
  test("is refused, keeps what they typed, and saves it once they are an assessor again", async () => {
    const { team, open, client } = await busyTeam();
    const { email, visitor } = await member(team, "assessor");
    await visitor.get(`/assessments/${open}/questions/BM/AM`);
    await permit(email, "viewer");
    await visitor.form("Save answers").fill("Assessment Notes", "Typed before the change").submit("Save answers");
    expect([visitor.status, visitor.document.querySelector("h1")?.text]).toEqual([403, TITLE]);
    expect(visitor.text()).toContain("Typed before the change");
    expect(expectStatus(await client.get(`/P3M3/notes/${open}/1/1`), 200).body.body ?? "").toBe("");
    await permit(email, "assessor");
    await visitor.form("Try again").submit("Try again");
    expect(expectStatus(await client.get(`/P3M3/notes/${open}/1/1`), 200).body.body).toBe("Typed before the change");
  });

  test("reads why in what script saves", async () => {
    const { team, open } = await busyTeam();
    const { email, visitor } = await member(team, "assessor");
    await visitor.get(`/assessments/${open}/questions/BM/AM`);
    await permit(email, "viewer");
    await visitor.post(`/assessments/${open}/questions/BM/AM/save`, { note: "Typed", noteBase: fingerprint("") });
    const outcome = JSON.parse(new TextDecoder().decode(visitor.body));
    expect([visitor.status, outcome.kind]).toEqual([403, "refused"]);
    expect(outcome.message).toContain(TITLE);
  });
});

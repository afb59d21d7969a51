/** Engagements, as a browser without script shows them (docs/rules/engagements.md#the-screens). */
import { randomUUID } from "node:crypto";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openStore } from "#api/store/open.ts";
import { engagementMessages, MEMBERS_MAX } from "#model/engagements.ts";
import type { Permission } from "#model/permissions.ts";
import { ratingMessages } from "#model/ratings.ts";
import { answerThread, completeP3M3, createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { type Behaviour, forwarded } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, apiClient } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

async function member(team: string, permission: Permission, name: string, more = {}) {
  const email = `${name}.${randomUUID().slice(0, 8)}@example.org`;
  const client = await apiClient(app.databaseUrl, email, { team, permission, name, ...more });
  return { email, client, visitor: await new Visitor(app.url).enter(await app.entryLink(email)) };
}

/** A team with two assessments of one client. */
async function prepare() {
  const team = `Team ${randomUUID().slice(0, 8)}`;
  const sam = await member(team, "assessor", "Sam");
  const kim = await member(team, "assessor", "Kim");
  const viewer = await member(team, "viewer", "Vic");
  const harbour = await createOrganization(sam.client, { name: "Harbour" });
  const p3m3 = await createP3M3(sam.client, harbour, { perspectiveIds: [1], threadIds: [2, 6] });
  expectStatus(await answerThread(sam.client, p3m3, 1, 2, "FFFFF"), 200);
  const done = await completeP3M3(sam.client, harbour, "FFFPN", { perspectiveIds: [1], threadIds: [2] });
  return { team, sam, kim, viewer, harbour, p3m3, done };
}

/** The same with an engagement that has both as members. */
async function running() {
  const scene = await prepare();
  const { sam, harbour, p3m3, done } = scene;
  const form = {
    ...{ name: "Three scopes", sponsor: "Dörte Brandt", purpose: "", included: "", excluded: "" },
    ...{ start: null, end: null, units: ["North", "South"], people: [] },
  };
  const id: number = expectStatus(await sam.client.post(`/organizations/${harbour}/engagements`, form), 201).body.id;
  const { colleagues } = expectStatus(await sam.client.get(`/engagements/${id}`), 200).body;
  const kimId = colleagues.find(({ firstName }: { firstName: string }) => firstName === "Kim").id;
  expectStatus(await sam.client.put(`/engagements/${id}/members/${p3m3}`, { unit: "North", responsible: kimId, day: "2020-01-31" }), 204);
  expectStatus(await sam.client.put(`/engagements/${id}/members/${done}`, { unit: "South", responsible: null, day: "2020-01-31" }), 204);
  return { ...scene, id, form, kimId };
}

const rows = (visitor: Visitor) =>
  visitor.document
    .querySelectorAll("main tbody tr")
    .map((row) => row.querySelectorAll("th, td").map(({ text }) => text.replace(/\s+/g, " ").trim()));
const facts = (visitor: Visitor, section: string) => {
  const list = visitor.document.querySelector(`section[aria-label="${section}"] dl, section[aria-labelledby="${section}"] dl`);
  const texts = (tag: string) => list?.querySelectorAll(tag).map(({ text }) => text.replace(/\s+/g, " ").trim()) ?? [];
  return Object.fromEntries(texts("dt").map((label, index) => [label, texts("dd")[index]]));
};
interface Member {
  name: string;
  unit: string;
  day: string;
  assessment: { assessmentType: string };
}
const alert = (visitor: Visitor) => visitor.document.querySelector("[role=alert]")?.text.replace(/\s+/g, " ").trim();
const calls = (path: RegExp) => app.upstream.received.filter((each) => path.test(each.path)).length;

describe("an engagement", () => {
  test("is created from the panel of its client, and takes the client's assessments with unit, person and day", async () => {
    const { sam, kim, harbour, p3m3, done } = await prepare();
    const { visitor } = sam;
    await visitor.get(`/?organization=${harbour}`);
    await visitor.follow("Engagements");
    expect(visitor.text()).toContain("No engagement fits what you chose.");
    await visitor.follow("Create an engagement");
    await visitor.form("Engagement").fill("Name", "").submit("Create engagement");
    expect([visitor.status, alert(visitor)]).toEqual([400, expect.stringContaining("Name:")]);
    await visitor
      .form("Engagement")
      .fill("Name", "Three scopes")
      .fill("Start (optional)", "2026-11-02")
      .fill("End (optional)", "2026-10-02")
      .fill("Units (optional)", "North\n South \n\nWest")
      .submit("Create engagement");
    expect([visitor.status, alert(visitor)]).toEqual([400, expect.stringContaining(engagementMessages.endFirst)]);
    await visitor.form("Engagement").fill("End (optional)", "2026-12-18").submit("Create engagement");
    expect(visitor.text()).toContain("The engagement was created.");
    const here = visitor.url;
    expect(facts(visitor, "about")).toMatchObject({ State: "Planned", Days: "2 Nov 2026 – 18 Dec 2026", Units: "North, South, West" });

    await visitor.follow("Edit Details");
    const part = visitor.form("Engagement").select("Kim", "Reviewer");
    await part.submit("Save changes");
    expect(facts(visitor, "about").People).toBe("Kim (reviewer)");

    for (const [id, unit] of [
      [p3m3, "North"],
      [done, "South"],
    ] as const)
      await visitor
        .form("Add an assessment")
        .select("Assessment", `Spring review · P3M3 · ${id === p3m3 ? "Programme" : "Programme"} · ID ${id}`)
        .select("Unit (optional)", unit)
        .select("Responsible (optional)", "Kim")
        .fill("Until (optional)", "2020-01-31")
        .submit("Add assessment");
    expect(visitor.url).toBe(here);
    expect(rows(visitor).map((cells) => [cells[1], cells[4], cells[5]])).toEqual([
      ["North", "Kim", "31 Jan 2020 Late"],
      ["South", "Kim", "31 Jan 2020"],
    ]);
    expect(facts(visitor, "At the moment")).toMatchObject({ Submitted: "1 of 2", "Late or waiting": "1 assessment is late" });
    expect(visitor.text()).toContain("Every assessment of this organization belongs to an engagement already.");
    await kim.visitor.get("/engagements");
    expect(rows(kim.visitor)).toEqual([
      ["Three scopes", "Harbour", "Planned", "2 Nov 2026 – 18 Dec 2026", "1 of 2 submitted", "Nothing planned yet"],
    ]);
  });

  test("shows at a glance, in one call, who works on what, what is late and what waits", async () => {
    const { sam, kim, viewer, id, p3m3 } = await running();
    expectStatus(await kim.client.post(`/assessments/${p3m3}/review-points`, { about: "", text: "Who says so?" }), 201);
    for (const { visitor } of [sam, viewer]) {
      app.upstream.reset();
      await visitor.get(`/engagements/${id}`);
      expect(calls(/^\/(engagements|assessments|organizations)/)).toBe(1);
      const [first, second] = rows(visitor);
      expect(first).toEqual([
        expect.stringMatching(/^Spring review, ID \d+ P3M3 · Programme · ID \d+/),
        "North",
        expect.stringMatching(/BM 1\/2.*Peer review: 1 open point/),
        expect.stringMatching(visitor === sam.visitor ? /^You since/ : /^sam\..* since/),
        "Kim",
        "31 Jan 2020 Late",
        ...(visitor === sam.visitor ? ["Change Take out"] : []),
      ]);
      expect(second?.slice(2, 5)).toEqual([
        expect.stringMatching(/^Maturity of what was assessed.* 1 of 7 perspectives, 1 of 13 threads$/),
        "Submitted",
        "–",
      ]);
      expect(facts(visitor, "At the moment")["Late or waiting"]).toBe("1 assessment is late and 1 open review point");
    }
    expect(viewer.visitor.document.querySelectorAll('main form[method="post"]')).toEqual([]);
    await viewer.visitor.get("/in-progress");
    expect(rows(viewer.visitor)).toEqual([expect.arrayContaining(["Three scopes", "Kim", "31 Jan 2020 Late"])]);
  });

  test("takes one call of the upstream for each list, also with 500 assessments", async () => {
    const { viewer, id, p3m3, form, harbour, sam } = await running();
    const store = openStore(app.databaseUrl);
    try {
      const { id: _, ...row } = await store.selectFrom("assessment").selectAll().where("id", "=", p3m3).executeTakeFirstOrThrow();
      for (let added = 0; added < 500; added += 50)
        await store
          .insertInto("assessment")
          .values(Array.from({ length: 50 }, () => row))
          .execute();
      const added = await store
        .selectFrom("assessment")
        .select("id")
        .where("organization_id", "=", harbour)
        .where("id", ">", p3m3 + 1)
        .execute();
      const other = expectStatus(await sam.client.post(`/organizations/${harbour}/engagements`, form), 201).body.id;
      const said = { engagement_id: other, unit: "", responsible: null, day: null };
      await store
        .insertInto("engagement_member")
        .values(added.slice(0, MEMBERS_MAX).map((each) => ({ ...said, assessment_id: each.id })))
        .execute();
      for (const [path, shown] of [
        [`/engagements/${id}`, 2],
        [`/engagements/${other}`, MEMBERS_MAX],
        ["/engagements", 2],
        ["/in-progress", 100],
      ] as const) {
        app.upstream.reset();
        await viewer.visitor.get(path);
        const paths = app.upstream.received
          .map((each) => each.path)
          .filter((each) => /^\/(engagements|assessments|organ|in-pro)/.test(each));
        expect([path, viewer.visitor.status, rows(viewer.visitor).length, paths.length]).toEqual([path, 200, shown, 1]);
      }
    } finally {
      await store.destroy();
    }
  });

  test("is narrowed and put in order by the address, also while a form is used, and is an Excel file of what is shown", async () => {
    const { sam, harbour, id, p3m3, done, kimId } = await running();
    const { visitor } = sam;
    const test = await createP3M3(sam.client, harbour, { threadIds: [2], isTestAssessment: true });
    const archived = await createP3M3(sam.client, harbour, { threadIds: [2] });
    for (const member of [test, archived])
      expectStatus(await sam.client.put(`/engagements/${id}/members/${member}`, { unit: "", responsible: null, day: null }), 204);
    expectStatus(await sam.client.post(`/assessments/${archived}/archive`), 200);
    const shown = () => rows(visitor).map(([first]) => Number(first?.match(/ID (\d+)/)?.[1]));
    for (const [query, members] of [
      ["", [p3m3, done]],
      ["tests=1", [test, p3m3, done]],
      ["archived=1&tests=1", [test, archived, p3m3, done]],
      ["unit=South", [done]],
      [`responsible=${kimId}`, [p3m3]],
      ["show=late", [p3m3]],
      ["show=submitted", [done]],
      [`q=${done}&order=name`, [done]],
      ["q=programme&order=day", [p3m3, done]],
      // The page ignores what makes no sense.
      ["show=x&order=toString&responsible=x&tests=2", [p3m3, done]],
    ] as const) {
      await visitor.get(`/engagements/${id}?${query}`);
      const inOrder = query.includes("order=");
      expect([query, visitor.status, inOrder ? shown() : shown().sort()]).toEqual([query, 200, inOrder ? members : [...members].sort()]);
    }
    await visitor.get(`/engagements/${id}`);
    expect(visitor.text()).toContain("2 assessments of 4 shown.");
    expect(facts(visitor, "At the moment")).toMatchObject({ Submitted: "1 of 2", "Late or waiting": "1 assessment is late" });
    await visitor.follow("Show tests and archived ones, too");
    expect(rows(visitor)).toHaveLength(4);
    await visitor.get(`/engagements/${id}?unit=North`);
    await visitor.follow(`Change: Spring review, ID ${p3m3}`);
    await visitor.form("Spring review").fill("Until (optional)", "2026-12-01").submit("Save changes");
    expect([visitor.url, rows(visitor).length]).toEqual([`/engagements/${id}?unit=North`, 1]);
    await visitor.follow("Export to Excel (what is shown)");
    expect(visitor.status).toBe(200);
    const texts = strFromU8(unzipSync(visitor.body)["xl/sharedStrings.xml"] ?? new Uint8Array());
    expect([texts.includes("North"), texts.includes("South"), texts.includes("1 Dec 2026")]).toEqual([true, false, true]);
    await visitor.get("/engagements?q=three&order=client");
    expect(rows(visitor)).toHaveLength(1);
    await visitor.follow("Export to Excel (what is shown)");
    expect(strFromU8(unzipSync(visitor.body)["xl/sharedStrings.xml"] ?? new Uint8Array())).toContain("Three scopes");
    await visitor.get("/engagements?q=nothing");
    expect(visitor.text()).toContain("No engagement fits what you chose.");
  });

  test("creates an assessment for each ticked model, scope and unit, and says what was made", async () => {
    const { sam, id, harbour } = await running();
    const { visitor } = sam;
    await visitor.get(`/engagements/${id}`);
    await visitor.follow("create several");
    await visitor.form("Several assessments").fill("Name", "").fill("Until (optional)", "5 Nov").submit("Create assessments");
    expect([visitor.status, alert(visitor)]).toEqual([
      400,
      expect.stringMatching(/Name: This Field is required.*Models and scopes: Tick one at least.*Until: /),
    ]);
    await visitor
      .form("Several assessments")
      .fill("Name", "Autumn review")
      .fill("Until (optional)", "2026-12-18")
      .check("P3M3 Programme")
      .check("ITIL Capability")
      .check("North")
      .check("South")
      .submit("Create assessments");
    expect([visitor.url, visitor.text()]).toEqual([`/engagements/${id}`, expect.stringContaining("4 assessments were created.")]);
    expect(visitor.text()).toContain(
      "P3M3 Programme (North), ITIL Capability (North), P3M3 Programme (South) and ITIL Capability (South).",
    );
    const { members } = expectStatus(await sam.client.get(`/engagements/${id}`), 200).body;
    const autumn = members.filter(({ name }: { name: string }) => name.startsWith("Autumn review"));
    expect(autumn.map(({ name, unit, day, assessment }: Member) => [name, unit, day, assessment.assessmentType])).toEqual([
      ["Autumn review, North", "North", "2026-12-18", "P3M3"],
      ["Autumn review, North", "North", "2026-12-18", "ITIL"],
      ["Autumn review, South", "South", "2026-12-18", "P3M3"],
      ["Autumn review, South", "South", "2026-12-18", "ITIL"],
    ]);
    const units = Array.from({ length: 20 }, (_, index) => `Unit ${index + 1}`);
    const { form } = await running();
    const big = expectStatus(await sam.client.post(`/organizations/${harbour}/engagements`, { ...form, units }), 201).body.id;
    await visitor.get(`/engagements/${big}/several`);
    const many = visitor.form("Several assessments").check("P3M3 Project").check("P3M3 Programme");
    for (const unit of units) many.check(unit);
    await many.submit("Create assessments");
    expect([visitor.status, alert(visitor)]).toEqual([
      400,
      expect.stringContaining("Models and scopes: That makes 40 assessments. The engagement has room for 24."),
    ]);
    expect(expectStatus(await sam.client.get(`/engagements/${big}`), 200).body.members).toEqual([]);
  });

  test("says which of several assessments were made when one fails, and makes none twice when the form is sent again", async () => {
    const { sam, kim, id, harbour } = await running();
    const { visitor } = sam;
    const path = `/organizations/${harbour}/assessments`;
    const close: Behaviour = async (exchange) => {
      expectStatus(await kim.client.put(`/engagements/${id}/state`, { state: "closed" }), 204);
      await forwarded()(exchange);
    };
    const lost: Behaviour = async ({ forward, response }) => {
      await forward();
      response.writeHead(500).end();
    };
    const again = (name: string) => visitor.form("Several assessments").fill("Name", name).submit("Create assessments");
    const ours = async () => {
      const { members } = expectStatus(await sam.client.get(`/engagements/${id}`), 200).body;
      return members.flatMap(({ name }: { name: string }) => (name.startsWith("Spring") ? [] : [name]));
    };
    await visitor.get(`/engagements/${id}/several`);
    app.upstream.on("POST", path, forwarded(), close, lost);
    await visitor
      .form("Several assessments")
      .fill("Name", "First")
      .check("P3M3 Programme")
      .check("P3M3 Project")
      .check("P3M3 Portfolio")
      .check("North")
      .submit("Create assessments");
    const outcome = () => visitor.text().replace(/\s+/g, " ");
    expect([visitor.status, alert(visitor)]).toEqual([400, expect.stringContaining(engagementMessages.closed)]);
    expect(outcome()).toContain(
      "Created, and in the engagement: First, North: P3M3 Project Created, but not in the engagement yet: First, North: P3M3 Programme Not created, as far as is known: First, North: P3M3 Portfolio",
    );
    await again("Second");
    expect([visitor.status, alert(visitor)]).toEqual([400, expect.stringContaining(engagementMessages.closed)]);
    expectStatus(await kim.client.put(`/engagements/${id}/state`, { state: "running" }), 204);
    // The third is stored, but no answer says so.
    await again("Third");
    expect([visitor.status, outcome()]).toEqual([502, expect.stringContaining("Not created, as far as is known: Third, North")]);
    app.upstream.reset();
    await again("Fourth");
    expect([visitor.url, visitor.text()]).toEqual([`/engagements/${id}`, expect.stringContaining("3 assessments were created.")]);
    expect(await ours()).toEqual(["First, North", "First, North", "Third, North"]);
    const { candidates } = expectStatus(await sam.client.get(`/engagements/${id}`), 200).body;
    expect(candidates).toEqual([]);
  });

  test("is offered by the set-up of a new assessment, which stays where joining fails", async () => {
    const { sam, kim, id, form, harbour } = await running();
    const { visitor } = sam;
    const make = async (name: string, state: string) => {
      const made = expectStatus(await sam.client.post(`/organizations/${harbour}/engagements`, { ...form, name }), 201).body.id;
      expectStatus(await sam.client.put(`/engagements/${made}/state`, { state }), 204);
      return made;
    };
    for (const state of ["delivered", "closed"]) await make(`Is ${state}`, state);
    const running2 = await make("Second job", "running");
    const full = await make("Full", "running");
    const room = await createP3M3(sam.client, harbour, { threadIds: [2] });
    const store = openStore(app.databaseUrl);
    const { id: _, ...row } = await store.selectFrom("assessment").selectAll().where("id", "=", room).executeTakeFirstOrThrow();
    for (let number = 0; number < MEMBERS_MAX; number += 1) {
      const copy = await store.insertInto("assessment").values(row).returning("id").executeTakeFirstOrThrow();
      expectStatus(await sam.client.put(`/engagements/${full}/members/${copy.id}`, { unit: "", responsible: null, day: null }), 204);
    }
    await store.destroy();
    const here = `/organizations/${harbour}/assessment`;
    const fill = async (name: string, engagement: string) => {
      await visitor.get(here);
      return visitor
        .form("Save & Exit")
        .select("Select Maturity Model", "P3M3")
        .fill("Assessment name", name)
        .choose("selectedScope", "Project")
        .select("Engagement", engagement);
    };
    await visitor.get(here);
    const options = visitor.document.querySelectorAll('select[name="engagement"] option').map(({ text }) => text);
    expect(options).toEqual(["None", "Second job", "Three scopes (planned)"]);
    await (await fill("Joins", "Second job")).submit("Save & Continue");
    expect(visitor.text()).toContain("The assessment was created in the engagement ‘Second job’.");
    const membersOf = async (of: number) =>
      expectStatus(await sam.client.get(`/engagements/${of}`), 200).body.members.map(({ name }: Member) => name);
    expect(await membersOf(running2)).toEqual(["Joins"]);
    // An assessment that is there is not asked.
    await visitor.get(`/assessments/${expectStatus(await sam.client.get(`/engagements/${running2}`), 200).body.members[0].id}/profile`);
    expect(visitor.document.querySelectorAll('select[name="engagement"]')).toEqual([]);

    app.upstream.on("POST", `/organizations/${harbour}/assessments`, async (exchange) => {
      expectStatus(await kim.client.put(`/engagements/${id}/state`, { state: "closed" }), 204);
      await forwarded()(exchange);
    });
    await (await fill("Stays", "Three scopes (planned)")).submit("Save & Exit");
    app.upstream.reset();
    expect(visitor.text()).toContain("The assessment was created, but it is not in the engagement ‘Three scopes’.");
    expect(visitor.text()).toContain(engagementMessages.closed);
    expect(visitor.text()).toContain("28 active");
    expect(await membersOf(id)).not.toContain("Stays");

    const late = await fill("Late", "Second job");
    expectStatus(await kim.client.put(`/engagements/${running2}/state`, { state: "delivered" }), 204);
    await late.submit("Save & Continue");
    expect([visitor.status, alert(visitor)]).toEqual([
      400,
      expect.stringContaining("Engagement: This engagement is closed, delivered or full"),
    ]);
    expect(visitor.document.querySelector('input[name="name"]')?.getAttribute("value")).toBe("Late");
  });

  test("keeps both people's changes of one form, and shows what both changed", async () => {
    const { sam, kim, id } = await running();
    await sam.visitor.get(`/engagements/${id}/edit`);
    await kim.visitor.get(`/engagements/${id}/edit`);
    await kim.visitor.form("Engagement").fill("Sponsor (optional)", "Jörg Weiß").fill("Name", "Kim's name").submit("Save changes");
    await sam.visitor.form("Engagement").fill("Name", "Sam's name").fill("Purpose (optional)", "Why").submit("Save changes");
    expect([sam.visitor.status, alert(sam.visitor)]).toEqual([
      409,
      expect.stringMatching(
        /Nothing was saved yet.*Name is now ‘Kim's name’\. What you entered is kept below: ‘Sam's name’.*Sponsor is now ‘Jörg Weiß’/,
      ),
    ]);
    await sam.visitor.form("Engagement").submit("Save changes");
    const stored = expectStatus(await sam.client.get(`/engagements/${id}`), 200).body;
    expect(stored).toMatchObject({ name: "Sam's name", sponsor: "Jörg Weiß", purpose: "Why" });

    await sam.visitor.get(`/engagements/${id}`);
    await sam.visitor.follow(
      `Change: Spring review, ID ${sam.visitor.document.querySelector("main tbody th")?.text.match(/ID (\d+)/)?.[1]}`,
    );
    const { visitor } = sam;
    const heading = visitor.document.querySelector("h2#member")?.text.trim() ?? "";
    const before = stored.members[0];
    expectStatus(
      await kim.client.put(`/engagements/${id}/members/${before.id}`, { unit: "South", responsible: null, day: before.day }),
      204,
    );
    await visitor.form(heading).fill("Until (optional)", "2026-12-01").submit("Save changes");
    expect([visitor.status, alert(visitor)]).toEqual([409, expect.stringMatching(/Unit is now ‘South’.*Responsible is now empty/)]);
    await visitor.form(heading).submit("Save changes");
    const { members } = expectStatus(await sam.client.get(`/engagements/${id}`), 200).body;
    expect(members.find((each: { id: number }) => each.id === before.id)).toMatchObject({
      unit: "South",
      responsible: null,
      day: "2026-12-01",
    });
  });

  test("is closed and opened again, gives its assessments back, and is deleted without them", async () => {
    const { sam, id, done, harbour } = await running();
    const { visitor } = sam;
    await visitor.get(`/engagements/${id}`);
    await visitor.form("State").select("It is", "closed").submit("Set state");
    expect(visitor.text()).toContain("The engagement is closed.");
    expect(visitor.document.querySelectorAll('main form[method="post"]')).toHaveLength(1);
    const other = await createItil(sam.client, harbour);
    await visitor.post(`/engagements/${id}`, { intent: "add", assessment: String(other) });
    expect([visitor.status, visitor.text()]).toEqual([400, expect.stringContaining(`Nothing was saved. ${engagementMessages.closed}`)]);
    await visitor.get("/engagements");
    expect(visitor.text()).toContain("There is no engagement yet.");
    await visitor.get(`/engagements/${id}`);
    await visitor.form("State").select("It is", "running").submit("Set state");
    await visitor.get(`/engagements/${id}?out=${done}`);
    await visitor.form("Take out").submit();
    expect(visitor.text()).toContain("The assessment was taken out. It is as it was.");
    await visitor.follow("Delete the engagement");
    await visitor.form("Delete").submit();
    expect([visitor.url, visitor.text()]).toEqual(["/engagements", expect.stringContaining("The engagement was deleted.")]);
    await visitor.get(`/engagements/${id}`);
    expect([visitor.status, visitor.text()]).toEqual([404, expect.stringContaining("There is no such engagement.")]);
    expectStatus(await sam.client.get(`/assessments/${done}`), 200);
  });

  test("gives name and unit alone to whoever lacks the model, and keeps a form that the upstream refuses", async () => {
    const { team, sam, id, harbour } = await running();
    const itil = await createItil(sam.client, harbour);
    const one = await member(team, "assessor", "One", { roles: ["ITIL"] });
    await one.visitor.get(`/engagements/${id}`);
    const [first] = rows(one.visitor);
    expect(first).toEqual(["Spring review", "North", "You do not work with its model.", "–", "–", "–"]);
    const other = expectStatus(
      await sam.client.post(`/organizations/${harbour}/engagements`, {
        ...{ name: "Other", sponsor: "", purpose: "", included: "", excluded: "", start: null, end: null, units: [], people: [] },
      }),
      201,
    ).body.id;
    const { visitor } = sam;
    await visitor.get(`/engagements/${id}`);
    const again = visitor.form("Add an assessment");
    const candidate = visitor.document.querySelector('select[name="assessment"] option[value]:not([value=""])')?.text ?? "";
    expectStatus(await sam.client.put(`/engagements/${id}/members/${itil}`, { unit: "South", responsible: null, day: null }), 204);
    await again.select("Assessment", candidate).submit("Add assessment");
    expect([visitor.status, alert(visitor)]).toEqual([409, expect.stringContaining("A colleague has added this assessment already.")]);
    expectStatus(await sam.client.post(`/engagements/${id}/members/${itil}/remove`), 204);
    await one.visitor.get(`/engagements/${id}`);
    const form = one.visitor.form("Add an assessment").fill("Until (optional)", "2026-12-01");
    expectStatus(await sam.client.put(`/engagements/${other}/members/${itil}`, { unit: "", responsible: null, day: null }), 204);
    const option = one.visitor.document.querySelector('select[name="assessment"] option[value]:not([value=""])')?.text ?? "";
    await form.select("Assessment", option).submit("Add assessment");
    expect([one.visitor.status, alert(one.visitor)]).toEqual([400, expect.stringContaining(engagementMessages.inAnother("Other"))]);
    expect(one.visitor.document.querySelector('input[name="day"]')?.getAttribute("value")).toBe("2026-12-01");
  });

  test("has a profile: each assessment's own scores beside each other, with a chart, an image and an Excel file", async () => {
    const { team, sam, viewer, id, p3m3, done } = await running();
    const one = await member(team, "viewer", "One", { roles: ["ITIL"] });
    await sam.visitor.get(`/engagements/${id}`);
    await sam.visitor.follow("Profile");
    for (const { visitor } of [sam, viewer]) {
      await visitor.get(`/engagements/${id}/profile`);
      expect(visitor.text()).toContain("No rule gives a figure over several scopes or units");
      const [table, members] = visitor.document.querySelectorAll("main table");
      const cells = (of: typeof table) =>
        of?.querySelectorAll("tr").map((row) => row.querySelectorAll("th, td").map(({ text }) => text.replace(/\s+/g, " ").trim()));
      expect(cells(table)).toEqual([
        ["Perspective", "Programme, North (draft, partial scope)", "Programme, South (partial scope)"],
        ["Benefits management", "5.00", "3.50 level 3"],
        ["Overall score, and maturity", "5.00", "3.50 maturity 3"],
      ]);
      expect(cells(members)?.slice(1)).toEqual([
        [expect.stringContaining("Draft"), "North", "Programme, North", expect.stringContaining("1 of 7 perspectives"), "Draft"],
        [expect.stringContaining("Submitted"), "South", "Programme, South", expect.any(String), expect.stringMatching(/^Submitted \d/)],
      ]);
      const links = visitor.document.querySelectorAll("main table a").map((link) => link.getAttribute("href"));
      expect(links).toEqual([`/assessments/${p3m3}/draft`, `/assessments/${done}/result`]);
      expect(visitor.document.querySelectorAll("figure svg").length).toBeGreaterThan(0);
    }
    for (const [file, type] of [
      ["profile.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
      ["profile/images/p3m3-profile.jpg", "image/jpeg"],
      ["profile/images/p3m3-profile-chart.svg", "image/svg+xml"],
    ]) {
      await viewer.visitor.get(`/engagements/${id}/${file}`);
      expect([file, viewer.visitor.status, viewer.visitor.headers.get("Content-Type")]).toEqual([file, 200, type]);
    }
    await viewer.visitor.peek(`/engagements/${id}/profile/images/nothing.jpg`);
    expect(viewer.visitor.redirects).toEqual([`/engagements/${id}/profile`]);
    await one.visitor.get(`/engagements/${id}/profile`);
    expect(one.visitor.text()).toContain("There is nothing to show yet");
    expect(rows(one.visitor)).toEqual([
      ["Spring review", "North", "–", "–", "You do not work with its model"],
      ["Spring review", "South", "–", "–", "You do not work with its model"],
    ]);
  });

  test("has one report with a cover and a summary of its own, as Word and slides", async () => {
    const { team, sam, kim, viewer, id } = await running();
    const one = await member(team, "lead", "One", { roles: ["ITIL"] });
    const row = { kind: "interview", what: "Funding", withWhom: ["Anna Müller"], topics: [], who: [], day: null, state: "done" };
    expectStatus(await sam.client.post(`/engagements/${id}/plan`, { rows: [row, { ...row, state: "open" }] }), 204);
    const { visitor } = sam;
    const here = `/engagements/${id}/report`;
    await visitor.get(`/engagements/${id}`);
    await visitor.follow("Report");
    expect(visitor.text()).toContain("Not submitted yet: Programme, North.");
    const summary = () => visitor.document.querySelector("textarea[name=body]")?.text ?? "";
    expect(summary()).toMatch(
      /^Two assessments of Harbour are in this report\. One of them is not submitted yet\. Each keeps its own figures/,
    );
    expect(summary()).toContain("Programme, North is a draft, with a score so far of 5.00.");
    expect(summary()).toContain(
      "Programme, South is at level 3 (Defined), with an overall score of 3.50. Benefits management holds it there.",
    );

    await kim.visitor.get(here);
    await visitor.form("Executive summary").fill("Executive summary", "Ours").submit("Save");
    expect(visitor.text()).toContain("The text was saved.");
    await kim.visitor.form("Executive summary").fill("Executive summary", "Kim's").submit("Save");
    expect([kim.visitor.status, kim.visitor.text()]).toEqual([409, expect.stringContaining("Somebody changed this text")]);
    expect(kim.visitor.document.querySelector("textarea[name=body]")?.text).toBe("Kim's");
    await visitor.form("Cover").fill("Authors (optional)", "Sam and Kim").fill("Date (optional)", "soon").submit("Save the cover");
    expect([visitor.status, alert(visitor)]).toEqual([400, expect.stringContaining("The cover was not saved.")]);
    await visitor.form("Cover").fill("Date (optional)", "2026-12-01").submit("Save the cover");
    expect(visitor.text()).toContain("The cover was saved.");

    for (const [file, part] of [
      ["report.docx", "word/document.xml"],
      ["report.docx?audience=board", "word/document.xml"],
      ["report.pptx?audience=board", "ppt/slides/slide2.xml"],
    ] as const) {
      await viewer.visitor.get(`/engagements/${id}/${file}`);
      expect([file, viewer.visitor.status]).toEqual([file, 200]);
      const files = unzipSync(new Uint8Array(viewer.visitor.body));
      expect(strFromU8(files[part] ?? new Uint8Array())).toContain("Ours");
      const all = Object.entries(files).flatMap(([name, bytes]) => (name.endsWith(".xml") ? [strFromU8(bytes)] : []));
      expect(all.join(" ")).not.toContain("Müller");
      if (file === "report.docx")
        expect(all.join(" ")).toMatch(/by its plan: one interview\..*Sam and Kim|Sam and Kim.*by its plan: one interview\./s);
    }
    await viewer.visitor.get(here);
    expect(viewer.visitor.document.querySelectorAll('main form[method="post"]')).toEqual([]);
    expect(viewer.visitor.text()).toContain("Ours");
    await one.visitor.get(`/engagements/${id}`);
    expect(one.visitor.document.querySelectorAll(`a[href="${here}"]`)).toEqual([]);
    for (const path of [here, `${here}.docx`, `${here}.pptx`]) {
      await one.visitor.get(path);
      expect([path, one.visitor.status, one.visitor.text()]).toEqual([path, 403, expect.stringContaining(engagementMessages.noReport)]);
      expect(one.visitor.text()).not.toContain("Ours");
    }
    await one.visitor.post(`${here}/save`, { part: "summary", body: "Mine", base: "" });
    expect(one.visitor.status).toBe(403);

    expectStatus(await sam.client.put(`/engagements/${id}/state`, { state: "closed" }), 204);
    await visitor.get(here);
    expect(visitor.document.querySelectorAll('main form[method="post"]')).toEqual([]);
    await visitor.post(here, { part: "summary", body: "Late", base: "" });
    expect([visitor.status, visitor.text()]).toEqual([403, expect.stringContaining(engagementMessages.closed)]);
  });

  test("shows nobody a result while they rate it apart: the overview names it, profile, report and files refuse", async () => {
    const { sam, kim, id, p3m3, kimId } = await running();
    const request = { person: kimId, kind: "opinion", groups: ["perspective/1"], until: "2099-12-01" };
    const { id: number } = expectStatus(await sam.client.post(`/assessments/${p3m3}/ratings`, request), 201).body;
    const begin = { seen: [{ group: "perspective/1", seen: false }] };
    expectStatus(await kim.client.post(`/assessments/${p3m3}/ratings/${number}/begin`, begin), 204);
    await kim.visitor.get(`/engagements/${id}`);
    const [first] = rows(kim.visitor);
    expect(first?.[0]).toMatch(/^Spring review, ID \d+ P3M3 · Programme · ID \d+/);
    expect(first?.[2]).toBe("You are rating this apart.");
    expect(kim.visitor.text()).toContain("Profile and report are closed to you until you have finished your rating.");
    for (const screen of ["profile", "profile.xlsx", "report", "report.docx", "report.pptx"]) {
      await kim.visitor.get(`/engagements/${id}/${screen}`);
      expect([screen, kim.visitor.status, kim.visitor.text()]).toEqual([screen, 403, expect.stringContaining(ratingMessages.apart)]);
    }
    await sam.visitor.get(`/engagements/${id}/profile`);
    expect(sam.visitor.status).toBe(200);
    expectStatus(await kim.client.post(`/assessments/${p3m3}/ratings/${number}/give-back`), 204);
    await kim.visitor.get(`/engagements/${id}/report`);
    expect(kim.visitor.status).toBe(200);
  });

  test("says by name which facts of its summary have changed since it was written", async () => {
    const { sam, id, p3m3 } = await running();
    const { visitor } = sam;
    await visitor.get(`/engagements/${id}/report`);
    await visitor.form("Executive summary").fill("Executive summary", "Ours").submit("Save");
    expectStatus(await sam.client.post(`/assessments/${p3m3}/lock`), 200);
    expectStatus(await answerThread(sam.client, p3m3, 1, 2, "FFRNN"), 200);
    await visitor.get(`/engagements/${id}/report`);
    expect(visitor.text()).toContain("score so far of Programme, North was 5.00, is 2.00");
    await visitor.form("Executive summary, still right").submit("Still right");
    expect(visitor.text()).toContain("The text is kept as still right.");
    expect(visitor.text()).not.toContain("Texts that may no longer fit");
  });

  test("has a plan: pasted lines are shown before they are stored, and what cannot be read stays in the form", async () => {
    const { sam, viewer, id } = await running();
    const { visitor } = sam;
    await visitor.get(`/engagements/${id}`);
    await visitor.follow("Plan");
    expect(visitor.text()).toContain("Nothing is planned yet.");
    const lines = [
      "Type\tWhat\tWith whom\tPerspectives\tWho\tDate\tStatus",
      'Interview\tFunding\t"Müller, Anna (PMO)\nJörg Weiß"\tBenefits\tKim\t7/12/2026\tplanned',
      "Document\tRegister\t\tBM\tnobody\t2020-01-31\t",
      "Workshop\tKick-off\t\tBM\tKim\tsoon\t",
    ].join("\n");
    await visitor.form("Paste several rows").fill("One row on each line", lines).submit("Read the lines");
    expect(visitor.text()).toContain("Is this right?");
    expect(rows(visitor).map((cells) => cells.slice(0, 6))).toEqual([
      ["Interview: Funding", "Müller, Anna (PMO); Jörg Weiß", "Benefits management", "Kim", "Mon 7 Dec 2026", "Open"],
      ["Document: Register", "", "Benefits management", "", "Fri 31 Jan 2020", "Asked for"],
    ]);
    expect(visitor.text()).toContain("Nobody of the team, or several people: ‘nobody’.");
    expect(expectStatus(await sam.client.get(`/engagements/${id}/plan`), 200).body.rows).toEqual([]);
    await visitor.form("Is this right?").submit("Add 2 rows");
    expect(alert(visitor)).toMatch(/^2 rows were added\. 1 line was not taken, and is still here\..*The day cannot be read/);
    expect(visitor.document.querySelector("textarea[name=lines]")?.text).toContain("Kick-off");
    await visitor.get(`/engagements/${id}/plan`);
    const [coverage, ...planned] = rows(visitor);
    expect(coverage).toEqual(["Benefits management", "1", "None", "1"]);
    expect(planned.map((cells) => cells.slice(0, 6))).toEqual([
      ["31 Jan 2020 Late", "Register Document", "–", "Benefits management", "–", "Asked for"],
      ["7 Dec 2026", "Funding Interview", expect.stringContaining("Müller, Anna (PMO)"), "Benefits management", "Kim", "Open"],
    ]);
    await viewer.visitor.get(`/engagements/${id}/plan`);
    expect(rows(viewer.visitor)[2]?.[2]).toBe("2 people");
    expect(viewer.visitor.text()).not.toContain("Müller");
    expect(viewer.visitor.document.querySelectorAll('main form[method="post"]')).toEqual([]);
    for (const who of [sam, viewer]) {
      await who.visitor.get(`/engagements/${id}/plan.ics`);
      const calendar = new TextDecoder().decode(who.visitor.body).replaceAll("\r\n ", "");
      expect([who.visitor.status, who.visitor.headers.get("Content-Type")]).toEqual([200, "text/calendar; charset=utf-8"]);
      expect(calendar).toContain("DTSTART;VALUE=DATE:20261207");
      expect(calendar.includes("Jörg Weiß")).toBe(who === sam);
    }
    await sam.visitor.get(`/engagements/${id}`);
    expect(facts(sam.visitor, "At the moment").Plan).toBe("0 of 2 done 1 late");
  });

  test("has a plan whose rows are added, changed by two at once, and removed", async () => {
    const { sam, kim, id, kimId } = await running();
    const { visitor } = sam;
    const here = `/engagements/${id}/plan`;
    await visitor.get(here);
    await visitor.form("Add a row").select("Kind", "Other").submit("Add row");
    expect([visitor.status, alert(visitor)]).toEqual([400, expect.stringContaining(engagementMessages.whatNeeded)]);
    await visitor.form("Add a row").select("Kind", "Document").fill("What it is (optional)", "Register").submit("Add row");
    expect(visitor.text()).toContain("The row was added.");
    const [row] = expectStatus(await sam.client.get(here), 200).body.rows;
    expect(row).toMatchObject({ kind: "document", what: "Register", state: "requested" });
    await kim.visitor.get("/");
    expect(kim.visitor.text()).not.toContain("is yours");

    await visitor.get(`${here}?row=${row.id}`);
    const { id: _, people: __, versions: ___, ...stored } = row;
    const theirs = { ...stored, who: [kimId], day: "2026-12-07" };
    expectStatus(await kim.client.put(`${here}/${row.id}`, theirs), 204);
    await visitor.form("Change the row").fill("Day (optional)", "2026-12-08").select("State (optional)", "Received").submit("Save changes");
    expect([visitor.status, alert(visitor)]).toEqual([
      409,
      expect.stringMatching(/Who of us is now Kim.*Day is now 7 Dec 2026\. What you entered is kept below: 8 Dec 2026/),
    ]);
    await visitor.form("Change the row").submit("Save changes");
    expect(expectStatus(await sam.client.get(here), 200).body.rows).toMatchObject([
      { day: "2026-12-08", state: "received", who: [{ id: kimId }] },
    ]);
    expectStatus(await sam.client.put(`${here}/${row.id}`, { ...theirs, state: "requested" }), 204);
    await kim.visitor.get("/");
    expect(kim.visitor.text()).toContain("Document ‘Register’ for Harbour is yours, on 7 Dec 2026.");
    await kim.visitor.follow("Plan of Three scopes");
    expect(kim.visitor.url).toBe(here);

    await visitor.get(here);
    const late = visitor.form("Paste several rows").fill("One row on each line", "Interview | Jane Doe");
    expectStatus(await kim.client.put(`/engagements/${id}/state`, { state: "closed" }), 204);
    await late.submit("Read the lines");
    await visitor.form("Is this right?").submit("Add 1 row");
    expect([visitor.status, visitor.text()]).toEqual([400, expect.stringContaining(engagementMessages.closed)]);
    expect(visitor.document.querySelector("textarea[name=lines]")?.text).toContain("Jane Doe");
    expectStatus(await kim.client.put(`/engagements/${id}/state`, { state: "running" }), 204);

    await visitor.get(`${here}?row=${row.id}`);
    const open = visitor.form("Change the row").fill("What it is (optional)", "Typed meanwhile");
    await kim.visitor.get(`${here}?remove=${row.id}`);
    await kim.visitor.form("Remove").submit();
    expect(kim.visitor.text()).toContain("The row was removed.");
    await open.submit("Save changes");
    expect([visitor.status, alert(visitor)]).toEqual([409, expect.stringContaining("A colleague has removed this row.")]);
    await visitor.form("Add a row").submit("Add row");
    expect(expectStatus(await sam.client.get(here), 200).body.rows).toMatchObject([{ what: "Typed meanwhile", day: "2026-12-07" }]);
  });

  test("is nowhere where the upstream keeps none", async () => {
    const { sam, harbour, id } = await running();
    const without = await sharedAppWithoutExtensions();
    try {
      const visitor = await new Visitor(without.url).enter(await without.entryLink(sam.email));
      await visitor.get(`/?organization=${harbour}`);
      expect(visitor.document.querySelectorAll('a[href^="/engagements"]')).toEqual([]);
      const own = await createOrganization(await apiClient(without.databaseUrl, sam.email));
      await visitor.get(`/organizations/${own}/assessment`);
      expect([visitor.status, visitor.document.querySelectorAll('select[name="engagement"]')]).toEqual([200, []]);
      for (const path of [
        "/engagements",
        "/engagements.xlsx",
        "/engagements/new",
        `/engagements/${id}`,
        `/engagements/${id}/overview.xlsx`,
        `/engagements/${id}/edit`,
        `/engagements/${id}/several`,
        `/engagements/${id}/plan`,
        `/engagements/${id}/plan.ics`,
        `/engagements/${id}/profile`,
        `/engagements/${id}/profile.xlsx`,
        `/engagements/${id}/report`,
        `/engagements/${id}/report.docx`,
      ]) {
        await visitor.get(path);
        expect([path, visitor.status]).toEqual([path, 404]);
      }
    } finally {
      await without.stop();
    }
  });
});

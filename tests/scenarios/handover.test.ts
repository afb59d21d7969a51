/** Viewing what a colleague edits, asking for it and handing it over, without script (docs/rules/locks-and-saving.md#asking-to-take-over). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { answerThread, createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { status } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, apiClient } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

let teams = 0;

/** An assessment that Anna has open, and Ben of the same team at home. */
async function edited(model: "P3M3" | "ITIL" = "P3M3") {
  const team = `handover${++teams}`;
  const person = async (name: string) => {
    const email = `${name}@${team}.example`;
    const client = await apiClient(app.databaseUrl, email, { name, team });
    return { email, client, visitor: await new Visitor(app.url).enter(await app.entryLink(email)) };
  };
  const [anna, ben] = [await person("anna"), await person("ben")];
  const organization = await createOrganization(anna.client);
  const id =
    model === "P3M3"
      ? await createP3M3(anna.client, organization, { perspectiveIds: [1, 2], threadIds: [1, 2] })
      : await createItil(anna.client, organization, { selectedScope: "Maturity" });
  const questions = model === "P3M3" ? `/assessments/${id}/questions/BM/AM` : `/itil/assessments/${id}/questions/INM/`;
  await anna.visitor.get(questions);
  await ben.visitor.get(`/?organization=${organization}`);
  const row = () => ben.visitor.document.querySelector(`#assessment-${id}`)?.text.replace(/\s+/g, " ") ?? "";
  const kinds = async () => {
    const { entries } = (await anna.client.get(`/assessments/${id}/history`)).body;
    return entries
      .map(({ kind }: { kind: string }) => kind)
      .filter((kind: string) => kind.startsWith("lock"))
      .reverse();
  };
  const holder = async () => (await anna.client.get(`/assessments/${id}/lock`)).body.lockedBy;
  return { anna, ben, organization, id, questions, row, kinds, holder };
}

describe("a colleague's assessment is viewed", () => {
  test("with its questions and its summary, taking no lock, and stays so from link to link", async () => {
    const { anna, ben, id, holder } = await edited();
    const { visitor } = ben;
    await visitor.follow("View Spring review");
    expect(visitor.url).toBe(`/assessments/${id}/view/questions/BM/AM`);
    expect(visitor.text()).toMatch(/anna@handover\d+\.example has been editing this assessment since \d\d:\d\d UTC\./);
    expect(visitor.document.querySelectorAll("input[type=radio]:not([disabled])")).toHaveLength(0);
    expect(visitor.text()).not.toContain("Save");
    expect(visitor.text()).toContain("0 of 4 threads complete");
    expectStatus(await answerThread(anna.client, id, 1, 1, "FPNNN"), 200);
    await visitor.get(visitor.url);
    expect(visitor.text()).toContain("1 of 4 threads complete");
    // The draft, its report, evidence, history, voices and actions take no lock either.
    const inside = new RegExp(
      `^/(assessments/${id}/(view/|draft$|draft/report$|evidence$|history$|peer-review(\\?|$)|ratings$|voices$)|organizations/\\d+/actions)`,
    );
    const links = visitor.document.querySelectorAll("main a").map((link) => link.getAttribute("href") ?? "");
    expect(links.length).toBeGreaterThan(4);
    for (const link of links) expect(link).toMatch(inside);
    await visitor.follow("Next thread");
    expect(visitor.url).toBe(`/assessments/${id}/view/questions/BM/AS`);
    await visitor.follow("Next perspective");
    await visitor.follow("Summary");
    expect(visitor.url).toBe(`/assessments/${id}/view/summary`);
    expect(visitor.form("Submit assessment")).toBeDefined();
    expect(visitor.document.querySelector("button[name=confirm]")?.hasAttribute("disabled")).toBe(true);
    for (const link of visitor.document.querySelectorAll("main a")) expect(link.getAttribute("href")).toMatch(inside);
    expect(await holder()).toBe(anna.email);
    expect(visitor.cookie(`lock-${id}`)).toBeUndefined();
  });

  test("for ITIL too", async () => {
    const { ben, id } = await edited("ITIL");
    const { visitor } = ben;
    await visitor.follow("View Service review");
    expect(visitor.url).toBe(`/itil/assessments/${id}/view/questions/CI/`);
    await visitor.follow("Next Practice");
    await visitor.follow("Assess Maturity Components");
    expect(visitor.url).toMatch(new RegExp(`^/itil/assessments/${id}/view/questions/M-`));
    await visitor.follow("Summary");
    expect(visitor.url).toBe(`/itil/assessments/${id}/view/summary`);
    expect(visitor.text()).not.toContain("Request independent validation");
    for (const link of visitor.document.querySelectorAll("main a"))
      expect(link.getAttribute("href")).toMatch(
        new RegExp(
          `^(/itil/assessments/${id}/view/|/assessments/${id}/(view/questions|draft/itil|draft/report|evidence|history|peer-review|ratings|voices)$|/organizations/\\d+/actions)`,
        ),
      );
    await visitor.get(`/assessments/${id}/view/summary`);
    expect(visitor.url).toBe(`/itil/assessments/${id}/view/summary`);
  });

  test("and nothing can be changed from there, whatever is sent", async () => {
    const { anna, ben, id, organization } = await edited();
    expectStatus(await anna.client.delete(`/assessments/${id}/lock`), 204);
    const before = (await anna.client.get(`/assessments/${id}/progress`)).body;
    for (const [path, form] of [
      [`/assessments/${id}/view/questions/BM/AM`, { base: "NNNNN", target: "NFNNN" }],
      [`/assessments/${id}/view/questions/BM/AM`, { intent: "descope" }],
      [`/assessments/${id}/view/summary`, {}],
    ] as const) {
      await ben.visitor.post(path, form);
      expect(ben.visitor.status).toBe(400);
    }
    expect((await anna.client.get(`/assessments/${id}/progress`)).body).toEqual(before);
    expect((await anna.client.get(`/assessments/${id}/lock`)).status).toBe(404);
    await ben.visitor.get(`/assessments/${id}/view/summary`);
    expect(ben.visitor.text()).toContain("You are viewing this assessment.");
    await ben.visitor.follow("Edit it");
    expect(ben.visitor.url).toBe(`/assessments/${id}/summary`);
    expect(organization).toBeGreaterThan(0);
  });
});

describe("a colleague is asked to hand over", () => {
  test("and does: what was typed is saved first, and the page becomes the view", async () => {
    const { anna, ben, id, questions, row, kinds, holder } = await edited();
    await ben.visitor.form("Ask to take over: Spring review").submit();
    expect(row()).toMatch(/You have asked to take over at \d\d:\d\d UTC\. It passes to you at \d\d:\d\d UTC if nothing is changed/);
    await anna.visitor.get(questions);
    expect(anna.visitor.text()).toContain(`${ben.email} would like to take over`);
    const form = anna.visitor.form("Hand over");
    form.fill("Assessment Notes", "Typed in the last moment");
    await form.submit("Hand over");
    expect(anna.visitor.url).toBe(`/assessments/${id}/view/questions/BM/AM`);
    expect(anna.visitor.text()).toContain("You have handed over.");
    expect(anna.visitor.text()).toContain("Typed in the last moment");
    expect(anna.visitor.cookie(`lock-${id}`)).toBeUndefined();
    await ben.visitor.follow("Retry Spring review");
    expect(row()).toContain(`It is yours now: ${anna.email} no longer edits it.`);
    expect(ben.visitor.text()).not.toContain("is free for editing again");
    await ben.visitor.follow(`Start Spring review`);
    expect(ben.visitor.url).toBe(questions);
    expect(ben.visitor.form("Save answers")).toBeDefined();
    expect(await holder()).toBe(ben.email);
    expect(await kinds()).toEqual(["lockAsked", "lockHandedOver"]);
    await anna.visitor.get(questions);
    expect(anna.visitor.url).toContain(`locked=${id}`);
  });

  test("or keeps it, which the other is told", async () => {
    const { anna, ben, id, row, kinds, holder } = await edited();
    await ben.visitor.form("Ask to take over: Spring review").submit();
    for (const page of [
      `/assessments/${id}/summary`,
      `/assessments/${id}/profile`,
      `/assessments/${id}/scope`,
      `/assessments/${id}/review`,
    ]) {
      await anna.visitor.get(page);
      expect(anna.visitor.text(), page).toContain(`${ben.email} would like to take over`);
    }
    await anna.visitor.form("Keep editing").submit("Keep editing");
    expect(anna.visitor.url).toBe(`/assessments/${id}/review`);
    expect(anna.visitor.text()).toContain("You keep editing.");
    expect(anna.visitor.text()).not.toContain("would like to take over");
    await ben.visitor.follow("Home");
    expect(row()).toMatch(/anna@handover\d+\.example answered at \d\d:\d\d UTC: they carry on editing\./);
    expect(row()).toContain("Ask to take over");
    expect(await holder()).toBe(anna.email);
    expect(await kinds()).toEqual(["lockAsked", "lockKept"]);
  });

  test("and the wish can be taken back; a second one is told that there is one", async () => {
    const { anna, ben, row, id, organization, kinds } = await edited();
    await ben.visitor.form("Ask to take over: Spring review").submit();
    const third = ben.email.replace("ben", "cleo");
    await apiClient(app.databaseUrl, third, { name: "cleo", team: ben.email.split("@")[1]?.replace(".example", "") ?? "" });
    const cleo = await new Visitor(app.url).enter(await app.entryLink(third));
    await cleo.get(`/?organization=${organization}`);
    expect(cleo.document.querySelector(`#assessment-${id}`)?.text).toContain(`${ben.email} has asked to take over`);
    expect(cleo.text()).not.toContain("Ask to take over");
    await cleo.post(`/?index&organization=${organization}`, { command: "ask", assessment: String(id) });
    expect(cleo.text()).toContain("A colleague has asked to take over already");
    await ben.visitor.form("Withdraw: Spring review").submit();
    expect(row()).toContain("Ask to take over");
    await anna.visitor.get(anna.visitor.url);
    expect(anna.visitor.text()).not.toContain("would like to take over");
    expect(await kinds()).toEqual(["lockAsked", "lockWithdrawn"]);
  });

  test("and gets nothing where the upstream fails, is gone, or has no such extension", async () => {
    const { anna, ben, organization, id, row } = await edited();
    app.upstream.on("POST", `/assessments/${id}/lock/wish`, status(422));
    await ben.visitor.form("Ask to take over: Spring review").submit();
    expect(ben.visitor.text()).toContain("Something went wrong, please try again later");
    expect(row()).toContain("Locked for editing by another user");
    expectStatus(await anna.client.delete(`/assessments/${id}/lock`), 204);
    app.upstream.reset();
    await ben.visitor.post(`/?index&organization=${organization}`, { command: "ask", assessment: String(id) });
    expect(ben.visitor.text()).toContain("It is free for editing again.");
    await ben.visitor.post(`/assessments/${id}/lock/answer`, {
      answer: "handOver",
      here: "//elsewhere.test/",
      view: "https://elsewhere.test",
    });
    expect(ben.visitor.url).toMatch(/^\//);
    await ben.visitor.post(`/assessments/${id}/lock/answer`, { answer: "perhaps" });
    expect(ben.visitor.status).toBe(400);
    await ben.visitor.post(`/assessments/${id}/lock/wish`, { lasts: "1e9" });
    expect(ben.visitor.status).toBe(400);
    await ben.visitor.post(`/assessments/${id}/lock/nothing`, {});
    expect(ben.visitor.status).toBe(404);
  });
});

test("a page that was overtaken keeps what is typed, and says who has the assessment now", async () => {
  const { anna, ben, id } = await edited();
  const form = anna.visitor.form("Save answers");
  expectStatus(await ben.client.post(`/assessments/${id}/lock/wish`), 200);
  expectStatus(await anna.client.post(`/assessments/${id}/lock/handover`, { answer: "handOver" }), 200);
  expectStatus(await ben.client.post(`/assessments/${id}/lock`), 200);
  form.fill("Assessment Notes", "Too late");
  await form.submit("Save answers");
  expect(anna.visitor.text()).toContain(`${ben.email} is editing this assessment now, until`);
  expect(anna.visitor.text()).toContain("Too late");
});

test("an upstream without the extension: rows are viewed, nobody asks, and no call of it is made", async () => {
  const other = await sharedAppWithoutExtensions();
  const team = "no handover";
  const anna = await apiClient(other.databaseUrl, "anna@without.example", { team });
  const id = await createP3M3(anna, await createOrganization(anna), { perspectiveIds: [1], threadIds: [1] });
  await apiClient(other.databaseUrl, "ben@without.example", { team });
  const ben = await new Visitor(other.url).enter(await other.entryLink("ben@without.example"));
  await ben.get(`/assessments/${id}/summary`);
  expect(ben.text()).toContain("anna@without.example, since");
  expect(ben.text()).not.toContain("Ask to take over");
  await ben.follow("View Spring review");
  expect(ben.text()).toContain("anna@without.example has been editing this assessment since");
  await ben.post(`/assessments/${id}/lock/wish`, { lasts: "180" });
  expect(ben.status).toBe(404);
  await ben.get(`/assessments/${id}/lock/wish`);
  expect(ben.status).toBe(404);
  expectStatus(await anna.delete(`/assessments/${id}/lock`), 204);
  await ben.get(`/assessments/${id}/summary`);
  expect(ben.url).toBe(`/assessments/${id}/summary`);
  expect(other.upstream.received.map(({ path }) => path).filter((path) => /lock\/(wish|handover)/.test(path))).toEqual([]);
});

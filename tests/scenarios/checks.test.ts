/** Checks, as a browser without script sees them on the summary, the draft and the report, and in the question at submission (docs/rules/checks.md). */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { CONTRACT } from "#model/contract/calls.ts";
import { expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { status } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, apiClient } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { startItil } from "./itil.ts";
import { perspectiveId, start, textsOf, threadId } from "./questions.ts";
import { reviewingTeam } from "./reviews.ts";
import { askOne, say } from "./voices.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

/** What each screen lists, with where it leads. */
const checksOn = async (visitor: Visitor, path: string) => {
  await visitor.get(path);
  expect(visitor.status).toBe(200);
  return visitor.document
    .querySelectorAll('[aria-label="Checks"] li')
    .map((each) => [each.text, each.querySelector("a")?.getAttribute("href")]);
};

interface Hearing {
  client: Client;
  id: number;
  place: string;
  choices: (string | null)[];
}

/** Five voices say something about a place; one of them also disagrees with the verdict. Results show what five say alike. */
async function hearFive({ client, id, place, choices }: Hearing) {
  for (const [index, name] of ["Jane Doe", "Kim Roe", "Ann Poe", "Lee Moe", "Sam Joe"].entries()) {
    const voice = await askOne(client, id, { name, role: "Manager", places: [place], checksFacts: true });
    await say(app.databaseUrl, client, id, voice, place, { choices, check: { agrees: index > 0, reason: index > 0 ? "" : "Not at all." } });
  }
}

const entry = (place: string, against: number[] = []) => ({
  ...{ kind: "document", what: "Mandate", where: "", who: "", date: null, goodUntil: "2020-01-31", remark: "" },
  places: [{ place, supports: [], against }],
});
const locked = async (client: Client, id: number, change: () => ReturnType<Client["put"]>, expected = 200) => {
  expectStatus(await client.post(`/assessments/${id}/lock`), 200);
  expectStatus(await change(), expected);
  expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
};

/** A P3M3 assessment with last year's scores, in which much contradicts itself. A descoped thread has some of everything, too. */
async function grownP3m3() {
  const scene = await start(app);
  const { client, id, organizationId, store, writeNote, descope } = scene;
  const placeOf = (perspective: string, thread: string) => `thread/${perspectiveId(perspective)}/${threadId(thread)}`;
  const [first, gone] = [placeOf("MC", "AM"), placeOf("MC", "PL")];
  for (const perspective of ["MC", "RK"]) for (const thread of ["AM", "AS", "PL"]) await store(perspective, thread, "FFRNN");
  for (const thread of ["AS", "PL"]) await writeNote("RK", thread, "Seen");
  for (const flagged of ["AM", "PL"])
    await locked(client, id, () => client.put(`/assessments/${id}/${perspectiveId("MC")}/${threadId(flagged)}/flag`, { flagged: true }));
  for (const place of [first, gone]) {
    await hearFive({ client, id, place, choices: ["Rarely/Never"] });
    await locked(client, id, () => client.post(`/assessments/${id}/evidence`, entry(place, [2])), 201);
    expectStatus(await client.post(`/assessments/${id}/review-points`, { about: `${place}/statement/2`, text: "Why?" }), 201);
  }
  const earlier = { model: "P3M3", scope: "Programme", date: "2021-05-03", source: "By others", maturity: 2 };
  const scores = [{ code: "MC", score: 1.5 }];
  expectStatus(await client.post(`/organizations/${organizationId}/earlier-scores`, { ...earlier, scores }), 201);
  await descope("MC", "PL");
  await client.delete(`/assessments/${id}/lock`);
  const words = { part: "summary", body: "Our words.", basis: [{ what: "overall score", value: "4.90" }] };
  expectStatus(await client.put(`/assessments/${id}/wording-basis`, words), 200);
  const at = { summary: `/assessments/${id}/summary`, draft: `/assessments/${id}/draft`, report: `/assessments/${id}/draft/report` };
  return { ...scene, at, unit: "5 threads", unnoted: 3, questions: `/assessments/${id}/questions/MC/AM` };
}

async function grownItil() {
  const scene = await startItil(app, { primary: ["INM", "CHE"], supporting: ["SDK"] });
  const { client, id, store, writeNote, levels } = scene;
  const { capabilities } = expectStatus(await client.get(`/assessments/${id}`), 200).body;
  const placeOf = (code: string) => `capability/${capabilities.find((each: { code: string }) => each.code === code).id}`;
  for (const code of ["INM", "CHE", "SDK"]) {
    const met = (await levels(code)).map((level) => (level <= 3 ? "F" : level === 4 ? "R" : "N")).join("");
    await store(code, met);
  }
  await writeNote("SDK", "Seen");
  const first = placeOf("INM");
  await locked(client, id, () => client.put(`/itil/assessments/${id}/capability/${first.split("/")[1]}/flag`, { flagged: true }));
  await hearFive({ client, id, place: first, choices: ["Rarely"] });
  await locked(client, id, () => client.post(`/assessments/${id}/evidence`, entry(first, [2])), 201);
  expectStatus(await client.post(`/assessments/${id}/review-points`, { about: `${first}/statement/2`, text: "Why?" }), 201);
  const words = { part: "summary", body: "Our words.", basis: [{ what: "overall score", value: "4.90" }] };
  expectStatus(await client.put(`/assessments/${id}/wording-basis`, words), 200);
  const at = { summary: scene.summary, draft: `/assessments/${id}/draft/itil`, report: `/assessments/${id}/draft/report` };
  return { ...scene, at, unit: "3 practices", unnoted: 2, questions: `/itil/assessments/${id}/questions/INM/` };
}

test.each([
  ["P3M3", grownP3m3],
  ["ITIL", grownItil],
])("of %s name what contradicts itself or is missing, alike on all screens and at submission, and lead to it", async (_, grown) => {
  const { visitor, id, at, unit, unnoted, questions } = await grown();
  const answered = unit.replace(" ", " answered ");
  const filtered = (show: string) => `${at.summary}?show=${show}`;
  const register = `/assessments/${id}/evidence`;
  const expected = [
    [`Flagged: 1 of ${unit}`, filtered("flagged")],
    [`Without note: ${unnoted} of ${answered}`, filtered("unnoted")],
    [`Without evidence: ${Number(unit[0]) - 1} of ${answered}`, filtered("unevidenced")],
    ["Open review points: 1", `/assessments/${id}/peer-review?state=open`],
    ["Objections from a check of facts: 1", `/assessments/${id}/voices/differences?show=checks`],
    [`Fully, although evidence speaks against it: 1 of ${unit}`, questions],
    ["Evidence past its date: 1", `${register}?show=past`],
    [`Differs from the voices, at least three of them: 1 of ${unit}`, filtered("apart")],
    ...(unit.endsWith("threads") ? [["Weakest of what holds the maturity, without a note that says why: 3", filtered("unnoted")]] : []),
    ["Texts that no longer fit: 1 (Executive summary)", `${at.report}#texts-that-no-longer-fit`],
    [expect.stringMatching(/^Steps without owner, effort or date: \d+ of \d+$/), `${at.report}#steps`],
    ["The cover of the report names no author", `${at.report}#cover`],
  ];
  const lists = [];
  for (const path of [at.summary, at.draft, at.report]) lists.push(await checksOn(visitor, path));
  expect(lists[0]).toEqual(expected);
  expect(lists).toEqual([lists[0], lists[0], lists[0]]);
  await visitor.get(`${at.summary}?confirm=submit`);
  expect(visitor.document.querySelectorAll("dialog li").map((each) => each.text)).toEqual(lists[0]?.map(([words]) => words));

  // Each link leads to what was counted.
  for (const [, href = ""] of lists[0] ?? []) {
    const [path = "", fragment] = href.split("#");
    await visitor.get(path);
    expect([href, visitor.status]).toEqual([href, 200]);
    if (fragment) expect(visitor.document.querySelector(`[id="${fragment}"]`)).not.toBeNull();
  }
  await visitor.get(`${register}?show=against`);
  expect(visitor.text()).toContain("1 of ");
  await visitor.get(filtered("apart"));
  expect(visitor.text()).toContain(`1 of ${unit} shown.`);

  // None blocks anything.
  await visitor.get(`${at.summary}?confirm=submit`);
  await visitor.form("dialog form").submit();
  expect(visitor.url).toContain("/result");
});

test("a viewer gets those about voices once it is submitted, as far as results show them, and no link to a form", async () => {
  const { client, team, id, at } = await grownP3m3();
  const email = `vera.${id}@example.org`;
  await apiClient(app.databaseUrl, email, { team, permission: "viewer" });
  const viewer = await new Visitor(app.url).enter(await app.entryLink(email));
  expectStatus(await client.put(`/assessments/${id}/voice-settings`, { showInResults: true }), 200);
  const report = `/assessments/${id}/draft/report`;
  const before = await checksOn(viewer, `/assessments/${id}/view/summary`);
  expect(before.map(([words]) => words)).not.toEqual(expect.arrayContaining([expect.stringMatching(/voices|check of facts/)]));
  expect(before).toEqual(expect.arrayContaining([["The cover of the report names no author", undefined]]));
  // Nobody takes a shorter list for the whole.
  const saysSo = () => viewer.text().includes("Checks of what voices say are left out here");
  expect(saysSo()).toBe(true);
  expect(await checksOn(viewer, report)).toEqual(before);
  expectStatus(await client.post(`/assessments/${id}/lock`), 200);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  expect(await checksOn(viewer, at.report.replace("/draft", ""))).toEqual(
    expect.arrayContaining([["Differs from the voices, at least three of them: 1 of 5 threads", `/assessments/${id}/result#views`]]),
  );
  expect(saysSo()).toBe(false);
  await viewer.get(`/assessments/${id}/result`);
  expect(viewer.document.querySelector("#views")).not.toBeNull();
});

/** Some of it is answered, with and without a note and evidence; some is begun, some is not, some does not count. */
async function halfDoneP3m3() {
  const scene = await start(app);
  const { client, id, store, writeNote, descope } = scene;
  for (const [perspective, thread] of [
    ["MC", "AM"],
    ["MC", "AS"],
    ["MC", "PL"],
    ["RK", "AM"],
  ] as const)
    await store(perspective, thread, "FFRNN");
  await store("RK", "AS", "FFFFN");
  for (const [perspective, thread] of [
    ["MC", "AM"],
    ["RK", "PL"],
  ] as const)
    await writeNote(perspective, thread, "Seen");
  const place = `thread/${perspectiveId("MC")}/${threadId("AS")}`;
  await locked(client, id, () => client.post(`/assessments/${id}/evidence`, entry(place)), 201);
  await descope("MC", "PL");
  const at = { summary: `/assessments/${id}/summary`, draft: `/assessments/${id}/draft` };
  const grids = ["MC", "RK"].map((code) => `/assessments/${id}/grid/${code}`);
  return { ...scene, at, grids, components: [] as string[] };
}

async function halfDoneItil() {
  const scene = await startItil(app, { selectedScope: "Maturity", primary: ["INM", "CHE"] });
  const { client, id, store, writeNote, levels } = scene;
  for (const code of ["INM", "CHE", "CI"]) await store(code, "F".repeat((await levels(code)).length));
  for (const code of ["INM", "M-GP"]) await writeNote(code, "Seen");
  await store("M-GP", 3);
  const { capabilities } = expectStatus(await client.get(`/assessments/${id}`), 200).body;
  for (const code of ["INM", "CHE"]) {
    const place = `capability/${capabilities.find((each: { code: string }) => each.code === code).id}`;
    await locked(client, id, () => client.post(`/assessments/${id}/evidence`, entry(place)), 201);
  }
  const grids = ["general", "service"].map((group) => `/itil/assessments/${id}/grid/${group}`);
  return { ...scene, at: { summary: scene.summary, draft: `/assessments/${id}/draft/itil` }, grids, components: ["Guiding Principles"] };
}

test.each([
  ["P3M3", halfDoneP3m3],
  ["ITIL", halfDoneItil],
])("of %s count and list the same without a note or evidence as filters, grids, register and draft", async (_, begin) => {
  const { visitor, id, at, grids, components } = await begin();
  const numbers = (pattern: RegExp) => [...visitor.text().matchAll(pattern)].map(([, count]) => Number(count));
  const lists: string[][] = [];
  for (const [show, name] of [
    ["unnoted", "note"],
    ["unevidenced", "evidence"],
  ] as const) {
    await visitor.get(`${at.summary}?show=${show}`);
    const inSummary = textsOf(visitor, ".summary tbody th[class]");
    const [inCheck, inFilter] = [new RegExp(`Without ${name}: (\\d+) of`, "g"), new RegExp(`Without ${name} \\((\\d+)\\)`, "g")];
    expect([...numbers(inCheck), ...numbers(inFilter)]).toEqual([2, 2]);
    const inGrids: string[] = [];
    for (const grid of grids) {
      await visitor.get(`${grid}?show=${show}`);
      const rows = textsOf(visitor, "tr[data-grid-row] .row-whole > a");
      expect(numbers(inFilter)).toEqual([rows.length]);
      inGrids.push(...rows);
    }
    // Components have no grid.
    expect(inGrids).toEqual(inSummary.filter((each) => !components.includes(each)));
    lists.push(inSummary);
  }
  await visitor.get(`/assessments/${id}/evidence?show=unanswered`);
  expect(textsOf(visitor, "#without ~ ul li").map((each) => each.replace(/^.* \/ /, ""))).toEqual(lists[1]);
  expect(numbers(/answered [a-z ]+,\s+(\d+) have no evidence/g)).toEqual([2]);
  await visitor.get(at.draft);
  expect(numbers(/answered [a-z ]+,\s+(\d+) have no evidence/g)).toEqual([2]);
});

test("are silent about what could not be read, and the screens are whole", async () => {
  const { visitor, at, id } = await grownP3m3();
  const { evidence, voices, peerReview, wordingBasis, assessments } = CONTRACT;
  const pathOf = ({ path }: { path: string }) => path.replace("{id}", String(id));
  for (const call of [evidence.list, voices.answers, peerReview.counts, wordingBasis.list])
    app.upstream.on("GET", pathOf(call), status(503));
  expect((await checksOn(visitor, at.summary)).map(([words]) => words)).toEqual([
    "Flagged: 1 of 5 threads",
    "Without note: 3 of 5 answered threads",
  ]);
  expect(textsOf(visitor, "h1")).toHaveLength(1);
  app.upstream.on("GET", pathOf(assessments.overview), status(503));
  expect((await checksOn(visitor, at.summary)).map(([words]) => words)).toEqual(["Flagged: 1 of 5 threads"]);
});

test("nothing is checked that the upstream does not keep", async () => {
  const bare = await sharedAppWithoutExtensions();
  const { visitor, id, store } = await start(bare, { perspectives: ["MC"], threads: ["AM"] });
  await store("MC", "AM", "FFRNN");
  expect(await checksOn(visitor, `/assessments/${id}/summary`)).toEqual([]);
  await visitor.get(`/assessments/${id}/summary?confirm=submit`);
  expect([textsOf(visitor, "dialog h2"), textsOf(visitor, "dialog li")]).toEqual([["Are you ready to Submit?"], []]);
});

test("what of a peer review is not in order is a check, once somebody is asked or has decided", async () => {
  const { lead, partner, id } = await reviewingTeam(app);
  const screens = [`/assessments/${id}/summary`, `/assessments/${id}/draft`, `/assessments/${id}/draft/report`];
  const said = async () => {
    const all = [];
    for (const screen of screens) all.push((await checksOn(lead.visitor, screen)).filter(([words]) => words?.startsWith("Peer review:")));
    return all;
  };
  const everywhere = (words: unknown) => screens.map(() => [[words, `/assessments/${id}/peer-review`]]);
  expect(await said()).toEqual([[], [], []]);
  const [kim] = expectStatus(await lead.client.get("/people"), 200).body.people.filter(
    ({ email }: { email: string }) => email === partner.email,
  );
  const request = { people: [kim.id], message: "", until: "2099-12-01" };
  expectStatus(await lead.client.post(`/assessments/${id}/peer-review/requests`, request), 204);
  expect(await said()).toEqual(everywhere("Peer review: Nobody has approved it. Kim has been asked, and has not decided yet."));
  const { seen } = expectStatus(await partner.client.get(`/assessments/${id}/peer-review`), 200).body;
  const decide = async (decision: string) =>
    expectStatus(await partner.client.post(`/assessments/${id}/peer-review/decisions`, { decision, text: "Well", seen }), 204);
  await decide("approved");
  expect(await said()).toEqual([[], [], []]);
  expectStatus(await lead.client.put(`/assessments/${id}/wording`, { part: "summary", body: "In short" }), 200);
  expect(await said()).toEqual(
    everywhere(expect.stringMatching(/^Peer review: Kim approved it on .*\. Changed since: executive summary\.$/)),
  );
  await decide("sentBack");
  expect(await said()).toEqual(
    everywhere(expect.stringMatching(/^Peer review: Kim sent it back on .*, and has not approved it since\. Nobody has approved it\.$/)),
  );
});

/**
 * Every address of the product that takes the id of an organization, or of something in it, as those open it who may not see it: colleagues who are
 * not named, people of other teams, voices and nobody (docs/rules/walls.md#the-rule). Their answers are those about an id that nobody has. The cases
 * are made from the table of routes, so that an address without a verdict fails.
 */
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Permission } from "#model/permissions.ts";
import routes from "../../app/routes.ts";
import { completeP3M3, createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { addressesOf, variantsOf } from "../support/addresses.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient, askVoice, tokenOf } from "../support/seed.ts";
import { type App, startApp } from "../support/server.ts";

const INTERNAL = "audit@example.org";
const TEAM = "A team with a wall";
const SECRET = "Secret Works";

/** What an address is about. */
type Subject = "organization" | "p3m3" | "itil" | "done" | "engagement";
/** That, or that it takes no id of an organization or of anything in it. */
const NOTHING = "takes no such id";

/** Every address of the table of routes. */
const VERDICTS: Record<string, Subject | typeof NOTHING> = {
  "/entry/:token": NOTHING,
  "/join/:token": NOTHING,
  "/undo/:token": NOTHING,
  "/redirect": NOTHING,
  "/sign-out": NOTHING,
  "/sign-in": NOTHING,
  "/sign-in/code": NOTHING,
  "/sign-in/:token": NOTHING,
  "/signed-out": NOTHING,
  "/demo": NOTHING,
  "/demo/mails/:mailId": NOTHING,
  // A wall does not concern voices, and their links open nothing else.
  "/voice/:token": NOTHING,
  "/voice/sheet/:sheet": NOTHING,
  "/voice/sheet/:sheet/done": NOTHING,
  "/voice/sheet/:sheet/forget": NOTHING,
  "/voice/sheet/:sheet/no-more-mail": NOTHING,
  "/voice/sheet/:sheet/mails-again": NOTHING,
  "/voice/sheet/:sheet/*": NOTHING,
  "/voice/save/:sheet/*": NOTHING,
  "/voice/sheet/:sheet/logo.png": NOTHING,
  // What these take in their query is below.
  "/": NOTHING,
  "/organization": NOTHING,
  "/readonlyassessments": NOTHING,
  "/for-you": NOTHING,
  "/in-progress": NOTHING,
  "/in-progress.xlsx": NOTHING,
  "/engagements": NOTHING,
  "/engagements.xlsx": NOTHING,
  "/engagements/new": NOTHING,
  "/requests": NOTHING,
  "/sessions": NOTHING,
  "/me": NOTHING,
  "/me/name": NOTHING,
  "/me/address": NOTHING,
  "/me/data.json": NOTHING,
  "/team/style": NOTHING,
  "/team/style/logo.png": NOTHING,
  "/team/rules": NOTHING,
  "/team/name": NOTHING,
  "/team/report-defaults": NOTHING,
  "/team/history": NOTHING,
  "/team/history/:file": NOTHING,
  "/people": NOTHING,
  "/people.xlsx": NOTHING,
  "/people/invitations/:invitationId": NOTHING,
  "/people/access": NOTHING,
  "/people/access.xlsx": NOTHING,
  "/people/history": NOTHING,
  "/people/:personId": NOTHING,
  "/questionItil": NOTHING,
  "/choices": NOTHING,
  "/session": NOTHING,
  "/debug": NOTHING,
  "/health": NOTHING,
  "/ready": NOTHING,
  "/metrics": NOTHING,
  "/*": NOTHING,

  "/organization/:organizationId/edit": "organization",
  "/organizations/:organizationId/targets": "organization",
  "/organizations/:organizationId/targets/edit": "organization",
  "/organizations/:organizationId/earlier-scores": "organization",
  "/organizations/:organizationId/earlier-scores/add": "organization",
  "/organizations/:organizationId/earlier-scores/:earlierId/edit": "organization",
  "/organizations/:organizationId/access": "organization",
  "/organizations/:organizationId/actions": "organization",
  "/organizations/:organizationId/actions/add": "organization",
  "/organizations/:organizationId/actions/:actionId": "organization",
  "/organizations/:organizationId/actions.xlsx": "organization",
  "/organizations/:organizationId/assessment": "organization",

  "/engagements/:engagementId": "engagement",
  "/engagements/:engagementId/overview.xlsx": "engagement",
  "/engagements/:engagementId/edit": "engagement",
  "/engagements/:engagementId/several": "engagement",
  "/engagements/:engagementId/plan": "engagement",
  "/engagements/:engagementId/plan.xlsx": "engagement",
  "/engagements/:engagementId/plan.ics": "engagement",
  "/engagements/:engagementId/report": "engagement",
  "/engagements/:engagementId/report/save": "engagement",
  "/engagements/:engagementId/report.docx": "engagement",
  "/engagements/:engagementId/report.pptx": "engagement",
  "/engagements/:engagementId/profile": "engagement",
  "/engagements/:engagementId/profile.xlsx": "engagement",
  "/engagements/:engagementId/profile/images/:exhibit.jpg": "engagement",
  "/engagements/:engagementId/profile/images/:exhibit.png": "engagement",
  "/engagements/:engagementId/profile/images/:exhibit.svg": "engagement",

  "/assessments/:assessmentId/profile/itil?": "p3m3",
  "/assessments/:assessmentId/scope/itil?": "p3m3",
  "/assessments/:assessmentId/review/itil?": "p3m3",
  "/assessments/:assessmentId/view?/rating?/:rating?/questions/:perspectiveCode/:threadCode": "p3m3",
  "/assessments/:assessmentId/rating?/:rating?/grid/:perspectiveCode": "p3m3",
  "/assessments/:assessmentId/view?/summary": "p3m3",
  "/assessments/:assessmentId/view?/search": "p3m3",
  "/assessments/:assessmentId/import": "p3m3",
  "/assessments/:assessmentId/import/apply": "p3m3",
  "/assessments/:assessmentId/import/applied": "p3m3",
  "/assessments/:assessmentId/draft?/report": "p3m3",
  "/assessments/:assessmentId/comparison": "p3m3",
  "/assessments/:assessmentId/draft/itil?": "p3m3",
  "/assessments/:assessmentId/draft/what-if": "p3m3",
  "/assessments/:assessmentId/peer-review": "p3m3",
  "/assessments/:assessmentId/ratings": "p3m3",
  "/assessments/:assessmentId/ratings/differences": "p3m3",
  "/assessments/:assessmentId/ratings/differences.xlsx": "p3m3",
  "/assessments/:assessmentId/rating/:rating": "p3m3",
  "/assessments/:assessmentId/history": "p3m3",
  "/assessments/:assessmentId/evidence": "p3m3",
  "/assessments/:assessmentId/evidence/add": "p3m3",
  "/assessments/:assessmentId/evidence/save": "p3m3",
  "/assessments/:assessmentId/evidence.xlsx": "p3m3",
  "/assessments/:assessmentId/voices": "p3m3",
  "/assessments/:assessmentId/voices/ask": "p3m3",
  "/assessments/:assessmentId/voices/settings": "p3m3",
  "/assessments/:assessmentId/voices/differences": "p3m3",
  "/assessments/:assessmentId/voices/differences.xlsx": "p3m3",
  "/assessments/:assessmentId/voices/:voiceId": "p3m3",
  "/assessments/:assessmentId/rating?/:rating?/questions/:perspectiveCode/:threadCode/save": "p3m3",
  "/assessments/:assessmentId/continue": "p3m3",
  "/assessments/:assessmentId/view?/questions": "p3m3",
  "/assessments/:assessmentId/grid": "p3m3",
  "/assessments/:assessmentId/view": "p3m3",
  "/assessments/:assessmentId/lock/:act": "p3m3",
  "/assessments/:assessmentId/answers.xlsx": "p3m3",
  "/assessments/:assessmentId/draft.xlsx": "p3m3",
  "/assessments/:assessmentId/draft/images/:exhibit.jpg": "p3m3",
  "/assessments/:assessmentId/draft/images/:exhibit.png": "p3m3",
  "/assessments/:assessmentId/draft/images/:exhibit.svg": "p3m3",
  "/assessments/:assessmentId/draft/images.zip": "p3m3",

  "/assessments/:assessmentId/result/itil?": "done",
  "/assessments/:assessmentId/result/what-if": "done",
  "/assessments/:assessmentId/edition": "done",
  "/assessments/:assessmentId/result.xlsx": "done",
  "/assessments/:assessmentId/result/images/:exhibit.jpg": "done",
  "/assessments/:assessmentId/result/images/:exhibit.png": "done",
  "/assessments/:assessmentId/result/images/:exhibit.svg": "done",
  "/assessments/:assessmentId/result/images.zip": "done",
  "/assessments/:assessmentId/report/save": "done",
  "/assessments/:assessmentId/draft?/report.docx": "done",
  "/assessments/:assessmentId/draft?/report.pptx": "done",

  "/itil/assessments/:assessmentId/view?/rating?/:rating?/questions/:practiceCode": "itil",
  "/itil/assessments/:assessmentId/rating?/:rating?/grid/:group": "itil",
  "/itil/assessments/:assessmentId/view?/summary": "itil",
  "/itil/assessments/:assessmentId/view?/search": "itil",
  "/itil/assessments/:assessmentId/rating?/:rating?/questions/:practiceCode/save": "itil",
};

/** What a lead who is not named may open nevertheless. */
const FOR_LEADS = ["/organizations/:organizationId/access"];

const OUTSIDERS = ["assessor", "viewer", "lead", "stranger"] as const;
type Outsider = (typeof OUTSIDERS)[number];
const STRANGERS = ["nobody", "voice"] as const;

const UNKNOWN = 2_000_000_000;

let app: App;
const visitors = {} as Record<Outsider | (typeof STRANGERS)[number] | "named" | "internal", Visitor>;
const ids: Record<Subject | "action" | "earlier" | "voice" | "own" | "ownAssessment", number> = {
  ...{ organization: 0, p3m3: 0, itil: 0, done: 0, engagement: 0 },
  ...{ action: 0, earlier: 0, voice: 0, own: 0, ownAssessment: 0 },
};

const ACTION = { title: "Write a plan", why: "", places: [], owner: "", due: null, effort: null, effect: null, state: "open" };
const ENGAGEMENT = {
  ...{ name: "Secret job", sponsor: "", purpose: "", included: "", excluded: "", start: null, end: null },
  ...{ units: [], people: [] },
};
const EARLIER = {
  ...{ model: "P3M3", scope: "Programme", date: "2021-05-03", source: "Report", maturity: null },
  scores: [{ code: "OG", score: 3.25 }],
};

beforeAll(async () => {
  // No worker starts: who may have a file is decided before it is made.
  const unstartable = fileURLToPath(new URL("../support/workers/unstartable.js", import.meta.url));
  app = await startApp({ env: { ALL_ASSESSMENTS_ACCOUNTS: INTERNAL, NODE_OPTIONS: `--import=${unstartable}` } });
  const enter = async (email: string) => new Visitor(app.url).enter(await app.entryLink(email));
  const client = await apiClient(app.databaseUrl, "named@example.org", { team: TEAM, permission: "lead" });
  const small = { perspectiveIds: [1], threadIds: [1, 2] };
  const open = await createOrganization(client, { name: "Open Works" });
  ids.own = open;
  ids.ownAssessment = await createP3M3(client, open, small);
  ids.organization = await createOrganization(client, { name: SECRET });
  ids.p3m3 = await createP3M3(client, ids.organization, small);
  ids.done = await completeP3M3(client, ids.organization, "FRNNN", small);
  ids.itil = await createItil(client, ids.organization);
  const actions = `/organizations/${ids.organization}/actions`;
  ids.action = expectStatus(await client.post(actions, { ...ACTION, assessmentId: ids.p3m3 }), 201).body.id;
  ids.earlier = expectStatus(await client.post(`/organizations/${ids.organization}/earlier-scores`, EARLIER), 201).body.id;
  ids.engagement = expectStatus(await client.post(`/organizations/${ids.organization}/engagements`, ENGAGEMENT), 201).body.id;
  ids.voice = await askVoice(client, ids.p3m3, { places: ["thread/1/1"] });
  const token = await tokenOf(client, ids.p3m3, ids.voice);
  for (const id of [ids.p3m3, ids.itil, ids.ownAssessment]) expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  visitors.named = await enter("named@example.org");
  for (const who of ["assessor", "viewer", "lead"] as const) {
    await apiClient(app.databaseUrl, `${who}@example.org`, { team: TEAM, permission: who satisfies Permission });
    visitors[who] = await enter(`${who}@example.org`);
  }
  for (const [who, email] of [
    ["stranger", "stranger@example.org"],
    ["internal", INTERNAL],
  ] as const) {
    await createOrganization(await apiClient(app.databaseUrl, email), { name: "Their own" });
    visitors[who] = await enter(email);
  }
  visitors.nobody = new Visitor(app.url);
  visitors.voice = new Visitor(app.url);
  await visitors.voice.get(`/voice/${token}`);
  await visitors.voice.form().submit();
  const { people } = expectStatus(await client.get("/people"), 200).body as { people: { id: number; email: string }[] };
  const own = people.find(({ email }) => email === "named@example.org")?.id;
  const wall = { access: "named", people: [own], reason: "The client asks for it" };
  expectStatus(await client.put(`/organizations/${ids.organization}/access`, wall), 200);
});
afterAll(() => app.stop());

/** The addresses of a pattern, about a subject or about an id that nobody has. */
const filled = (pattern: string, subject: Subject, id: number) =>
  variantsOf(pattern).map((variant) =>
    variant
      .replace(/:(organizationId|assessmentId|engagementId)/, String(id))
      .replace(":actionId", String(ids.action))
      .replace(":earlierId", String(ids.earlier))
      .replace(":voiceId", String(ids.voice))
      .replace(":rating", "1")
      .replace(":perspectiveCode", "BM")
      .replace(":threadCode", "AM")
      .replace(":practiceCode", "INM")
      .replace(":group", "service")
      .replace(":exhibit", subject === "done" ? "overall-scores" : "final-scores")
      .replace(":act", "wish")
      // These forms are of a model.
      .replace(/(targets\/edit|earlier-scores\/add)$/, "$1?model=P3M3&scope=Programme"),
  );

const withoutId = (text: string, id: number) => text.replace(new RegExp(`\\b${id}\\b`, "g"), "id");

/** What somebody gets, without the ids of the request. */
async function answerTo(visitor: Visitor, method: "GET" | "POST", address: string, id: number) {
  await (method === "GET" ? visitor.get(address) : visitor.post(address, { reason: "Taken over" }));
  const [first = ""] = visitor.redirects;
  return { status: visitor.status, redirect: withoutId(first, id), text: withoutId(visitor.text(), id) };
}

const CASES = Object.entries(VERDICTS).flatMap(([pattern, subject]) => (subject === NOTHING ? [] : [{ pattern, subject }]));

test("every address of the table of routes has a verdict, and none that takes an id has the wrong one", () => {
  const all = addressesOf(routes).map((pattern) => (pattern.startsWith("/") ? pattern : `/${pattern}`));
  expect(all.filter((pattern) => VERDICTS[pattern] === undefined)).toEqual([]);
  const idless = all.filter((pattern) => VERDICTS[pattern] === NOTHING);
  expect(idless.filter((pattern) => /:(organization|assessment|engagement|action|earlier|evidence|voice)Id/.test(pattern))).toEqual([]);
});

describe("of an organization behind a wall, as of one that nobody has,", () => {
  test.each(CASES)("$pattern", async ({ pattern, subject }) => {
    const id = ids[subject];
    const addresses = filled(pattern, subject, id);
    const unknown = filled(pattern, subject, UNKNOWN);
    for (const [index, address] of addresses.entries())
      for (const who of OUTSIDERS) {
        if (who === "lead" && FOR_LEADS.includes(pattern)) continue;
        for (const method of who === "stranger" ? (["GET"] as const) : (["GET", "POST"] as const)) {
          const answer = await answerTo(visitors[who], method, address, id);
          expect([who, method, answer]).toEqual([who, method, await answerTo(visitors[who], method, unknown[index] ?? "", UNKNOWN)]);
          expect([who, method, answer.text.includes(SECRET)]).toEqual([who, method, false]);
          // Nothing but 'not there', 'not like this', or what is wrong with the form before it is about anything.
          expect([400, 403, 404, 405, 422]).toContain(answer.status);
          // Viewers rate nothing, and are refused before anything is looked for.
          const others = who === "viewer" && address.includes("/rating") ? [403] : [];
          if (method === "GET") expect([404, 405, ...others]).toContain(answer.status);
        }
      }
  });

  test.each(CASES)("$pattern leads people who are signed in nowhere to the sign-in", async ({ pattern, subject }) => {
    for (const address of filled(pattern, subject, ids[subject]))
      for (const who of STRANGERS) {
        await visitors[who].peek(address);
        expect([address, who, visitors[who].text().includes(SECRET)]).toEqual([address, who, false]);
        if (visitors[who].redirects.length > 0) expect(visitors[who].redirects).toEqual(["/redirect"]);
        else expect([401, 404, 405]).toContain(visitors[who].status);
      }
  });

  test.each(CASES)("$pattern is there for who is named, and to be read for an internal account", async ({ pattern, subject }) => {
    const [address = ""] = filled(pattern, subject, ids[subject]);
    for (const who of ["named", "internal"] as const) {
      await visitors[who].peek(address);
      // Some addresses are only sent to, and some screens are only for those who may change something. A rating is there for its rater alone.
      const others = [...(who === "internal" ? [403] : []), ...(pattern.endsWith("/rating/:rating") ? [404] : [])];
      expect([address, who, [200, 302, 303, 405, 503, ...others].includes(visitors[who].status)]).toEqual([address, who, true]);
    }
  });
});

describe("the list of who may see it", () => {
  test("is there for a lead who is not named, and nothing else of the organization is in it", async () => {
    const { lead } = visitors;
    await lead.get(`/organizations/${ids.organization}/access`);
    expect([lead.status, lead.text()]).toEqual([200, expect.stringContaining(SECRET)]);
    expect(lead.text()).not.toMatch(/Spring review|Write a plan|Nora Quay/);
  });
});

describe("an id in a query, or below one's own organization,", () => {
  const cases: [address: string, of: "organization" | "p3m3" | "done" | "itil" | "action" | "earlier" | "voice"][] = [
    ["/?organization={id}", "organization"],
    ["/?organization={id}&tab=completed&find=a", "organization"],
    ["/?organization={own}&locked={id}&retry=1", "p3m3"],
    ["/?organization={own}&confirm=endorse&assessment={id}", "itil"],
    ["/?organization={own}&confirm=certify&assessment={id}", "done"],
    ["/organization?review={id}", "p3m3"],
    ["/team/history?organization={id}", "organization"],
    ["/engagements?organization={id}", "organization"],
    ["/engagements.xlsx?organization={id}", "organization"],
    ["/engagements/new?organization={id}", "organization"],
    ["/organizations/{own}/assessment?again={id}", "done"],
    ["/organizations/{own}/actions?assessmentId={id}", "p3m3"],
    ["/organizations/{own}/actions/add?assessmentId={id}&of=lift-BM&places=thread/1/1", "done"],
    ["/organizations/{own}/actions/{id}", "action"],
    ["/organizations/{own}/actions.xlsx?assessmentId={id}", "p3m3"],
    ["/organizations/{own}/earlier-scores?remove={id}", "earlier"],
    ["/organizations/{own}/earlier-scores/{id}/edit", "earlier"],
    ["/assessments/{ownAssessment}/voices/{id}", "voice"],
    ["/assessments/{ownAssessment}/voices?voice={id}&confirm=close", "voice"],
    ["/assessments/{ownAssessment}/report?compare={id}", "done"],
  ];
  const at = (address: string, id: number) =>
    address.replace("{own}", String(ids.own)).replace("{ownAssessment}", String(ids.ownAssessment)).replace("{id}", String(id));

  test.each(cases)("%s", async (address, of) => {
    for (const who of ["assessor", "lead", "viewer"] as const) {
      const answer = await answerTo(visitors[who], "GET", at(address, ids[of]), ids[of]);
      const unknown = await answerTo(visitors[who], "GET", at(address, UNKNOWN), UNKNOWN);
      expect([who, answer]).toEqual([who, unknown]);
      // Its name is where leads read it on home, and nowhere else.
      if (who !== "lead") expect(answer.text).not.toContain(SECRET);
    }
  });

  test.each([
    ["archive", "itil"],
    ["unarchive", "itil"],
    ["certify", "done"],
    ["endorse", "itil"],
  ] as const)("is refused where home is sent %s", async (command, of) => {
    const sent = async (who: Outsider, id: number) => {
      await visitors[who].post("/?index", { command, assessment: String(id), consent: "on" });
      return { status: visitors[who].status, text: withoutId(visitors[who].text(), id) };
    };
    for (const who of OUTSIDERS) expect([who, await sent(who, ids[of])]).toEqual([who, await sent(who, UNKNOWN)]);
  });
});

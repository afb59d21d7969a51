/**
 * Opens every address of the product as nobody, as a stranger, as a colleague without the model's role, and as an internal account. Then
 * as the owner, who is an assessor, and as a viewer and a lead of the same team.
 */

import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import routes from "../../app/routes.ts";
import { answerPractice, completeP3M3, createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { addressesOf } from "../support/addresses.ts";
import type { Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import { type App, startApp } from "../support/server.ts";
import { heading } from "./results.ts";

const INTERNAL = "audit@example.org";
const SECRET = "Secret Works";
const TEAM = "The owner's team";
const WHO = ["nobody", "stranger", "colleague without the role", "internal account", "owner", "viewer", "lead"] as const;
type Who = (typeof WHO)[number];

let app: App;
let owner: Client;
const visitors = {} as Record<Who, Visitor>;
const ids = { organization: 0, open: 0, completed: 0, itil: 0, archived: 0, itilCompleted: 0, person: 0, engagement: 0, session: "" };

beforeAll(async () => {
  // No worker starts: who may have a file is decided before it is made, and that it is made is for the scenarios of each file.
  const unstartable = fileURLToPath(new URL("../support/workers/unstartable.js", import.meta.url));
  app = await startApp({ env: { ALL_ASSESSMENTS_ACCOUNTS: INTERNAL, NODE_OPTIONS: `--import=${unstartable}` } });
  owner = await apiClient(app.databaseUrl, "owner@example.org", { team: TEAM });
  ids.organization = await createOrganization(owner, { name: SECRET });
  ids.open = await createP3M3(owner, ids.organization, { perspectiveIds: [1], threadIds: [1, 2] });
  ids.completed = await completeP3M3(owner, ids.organization, "FRNNN", { perspectiveIds: [1], threadIds: [2] });
  ids.archived = await createP3M3(owner, ids.organization, { perspectiveIds: [1], threadIds: [2] });
  expectStatus(await owner.post(`/assessments/${ids.archived}/archive`), 200);
  ids.itil = await createItil(owner, ids.organization);
  ids.itilCompleted = await createItil(owner, ids.organization);
  expectStatus(await answerPractice(owner, ids.itilCompleted, 19, await rarelyThroughout(ids.itilCompleted)), 200);
  expectStatus(await owner.post(`/assessments/${ids.itilCompleted}/complete`), 200);
  for (const id of [ids.open, ids.itil]) expectStatus(await owner.delete(`/assessments/${id}/lock`), 204);
  const engagement = { name: "A job", sponsor: "", purpose: "", included: "", excluded: "", start: null, end: null, units: [], people: [] };
  ids.engagement = expectStatus(await owner.post(`/organizations/${ids.organization}/engagements`, engagement), 201).body.id;
  // Everybody but nobody has an organization, so that home is the dashboard.
  for (const email of ["stranger@example.org", INTERNAL])
    await createOrganization(await apiClient(app.databaseUrl, email), { name: "Their own" });
  await apiClient(app.databaseUrl, "colleague@example.org", { team: TEAM, roles: ["ITIL"] });
  const enter = async (email: string) => new Visitor(app.url).enter(await app.entryLink(email));
  visitors.nobody = new Visitor(app.url);
  visitors.stranger = await enter("stranger@example.org");
  visitors["colleague without the role"] = await enter("colleague@example.org");
  visitors["internal account"] = await enter(INTERNAL);
  visitors.owner = await enter("owner@example.org");
  for (const permission of ["viewer", "lead"] as const) {
    const client = await apiClient(app.databaseUrl, `${permission}@example.org`, { team: TEAM, permission });
    if (permission === "lead") ids.person = expectStatus(await client.get("/people"), 200).body.people[0].id;
    visitors[permission] = await enter(`${permission}@example.org`);
  }
  const sessions: { id: string; current: boolean }[] = expectStatus(await owner.get("/auth/sessions"), 200).body;
  ids.session = sessions.find(({ current }) => current)?.id ?? "";
});
afterAll(() => app.stop());

/** Rarely/Never to every criterion of level 2, which settles the practice. */
async function rarelyThroughout(id: number): Promise<string> {
  const { body } = await owner.get(`/itil/assessments/${id}/questions/capability?capabilityId=19`);
  return body.map(({ level }: { level: number }) => (level === 2 ? "R" : "N")).join("");
}

/** The outcome of a request, in short: a status, 'out' by /redirect, 'file' for one that was to be made, or the address of a redirect. */
function outcome(visitor: Visitor): string {
  const [first] = visitor.redirects;
  if (first === "/redirect") return "out";
  if (visitor.status === 503 && / could not be prepared$/.test(heading(visitor) ?? "")) return "file";
  if (visitor.status !== 200) return String(visitor.status);
  return first === undefined ? "page" : visitor.url.replace(/\?.*/, "");
}

const fill = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: keyof typeof ids) => String(ids[name]));

describe("a screen or file", () => {
  /** The outcomes of each address, in the order of WHO. A lead sees what the owner sees, unless the last one says otherwise. */
  /** An image that the profile does not have leads to it. */
  const PROFILE = "/engagements/{engagement}/profile";
  const table: [path: string, ...outcomes: string[]][] = [
    ["/", "out", "page", "page", "page", "page", "page"],
    ["/organization", "out", "page", "page", "page", "page", "403"],
    ["/organization/{organization}/edit", "out", "404", "page", "403", "page", "403"],
    ["/organization/999999/edit", "out", "404", "404", "404", "404", "404"],
    ["/organizations/999999/assessment", "out", "404", "404", "404", "404", "404"],
    ["/organizations/{organization}/assessment", "out", "404", "page", "403", "page", "403"],
    ["/organizations/{organization}/targets", "out", "404", "page", "page", "page", "page"],
    ["/organizations/{organization}/targets/edit?model=P3M3&scope=Project", "out", "404", "404", "403", "page", "403"],
    ["/organizations/{organization}/targets/edit?model=ITIL", "out", "404", "page", "403", "page", "403"],
    ["/organizations/{organization}/earlier-scores", "out", "404", "page", "page", "page", "page"],
    ["/organizations/{organization}/earlier-scores/add?model=P3M3", "out", "404", "404", "403", "page", "403"],
    ["/organizations/{organization}/earlier-scores/add?model=ITIL", "out", "404", "page", "403", "page", "403"],
    ["/organizations/{organization}/earlier-scores/999999/edit", "out", "404", "404", "403", "404", "403"],
    ["/organizations/{organization}/actions", "out", "404", "page", "page", "page", "page"],
    ["/organizations/{organization}/actions?assessmentId={open}", "out", "404", "403", "page", "page", "page"],
    ["/organizations/{organization}/actions.xlsx", "out", "404", "file", "file", "file", "file"],
    ["/organizations/{organization}/actions/add", "out", "404", "page", "403", "page", "403"],
    ["/organizations/{organization}/actions/add?assessmentId={open}", "out", "404", "403", "403", "page", "403"],
    ["/organizations/{organization}/actions/999999", "out", "404", "404", "404", "404", "404"],
    ["/readonlyassessments", "out", "403", "403", "page", "403", "403"],
    ["/readonlyassessments?organization={organization}", "out", "403", "403", "page", "403", "403"],
    ["/requests", "out", "403", "403", "page", "403", "403"],
    ["/assessments/{open}/profile", "out", "404", "403", "page", "page", "403"],
    ["/assessments/{open}/scope", "out", "404", "403", "page", "page", "403"],
    ["/assessments/{open}/review", "out", "404", "403", "page", "page", "page"],
    ["/assessments/{open}/questions/BM/AM", "out", "404", "403", "page", "page", "403"],
    ["/assessments/{open}/summary", "out", "404", "403", "page", "page", "403"],
    ["/assessments/{open}/search?q=plan", "out", "404", "403", "page", "page", "page"],
    ["/assessments/{open}/grid/BM", "out", "404", "403", "page", "page", "403"],
    ["/assessments/{completed}/edition", "out", "404", "403", "page", "page", "403"],
    ["/assessments/{open}/peer-review", "out", "404", "403", "page", "page", "page"],
    ["/assessments/{open}/ratings", "out", "404", "403", "page", "page", "403"],
    ["/assessments/{open}/ratings/differences", "out", "404", "403", "403", "page", "403"],
    ["/assessments/{open}/ratings/differences.xlsx", "out", "404", "403", "403", "file", "403"],
    ["/assessments/{open}/rating/1", "out", "404", "403", "403", "404", "403"],
    ["/assessments/{open}/rating/1/questions/BM/AM", "out", "404", "403", "403", "404", "403"],
    ["/assessments/{open}/history", "out", "404", "403", "page", "page", "page"],
    ["/assessments/{open}/answers.xlsx", "out", "404", "403", "file", "file", "file"],
    ["/assessments/{open}/import", "out", "404", "403", "page", "page", "403"],
    ["/assessments/{itil}/import", "out", "404", "page", "page", "page", "403"],
    ["/assessments/{open}/import/apply", "out", "404", "403", "page", "page", "403"],
    ["/assessments/{open}/import/applied", "out", "404", "403", "/assessments/{open}/import", "/assessments/{open}/import", "403"],
    ["/assessments/{open}/evidence", "out", "404", "403", "page", "page", "page"],
    ["/assessments/{open}/evidence/add", "out", "404", "403", "page", "page", "403"],
    ["/assessments/{open}/evidence.xlsx", "out", "404", "403", "file", "file", "file"],
    ["/assessments/{open}/voices", "out", "404", "403", "403", "page", "403"],
    ["/assessments/{open}/voices/ask", "out", "404", "403", "403", "page", "403"],
    ["/assessments/{open}/voices/settings", "out", "404", "403", "403", "page", "403"],
    ["/assessments/{open}/voices/differences", "out", "404", "403", "403", "page", "403"],
    ["/assessments/{open}/voices/differences.xlsx", "out", "404", "403", "403", "file", "403"],
    ["/assessments/{open}/voices/999999", "out", "404", "403", "403", "404", "403"],
    ["/assessments/{open}/evidence/save", "405", "405", "405", "405", "405", "405"],
    [
      "/assessments/{open}/view",
      "out",
      "404",
      "403",
      "/assessments/{open}/view/questions/BM/AM",
      "/assessments/{open}/view/questions/BM/AM",
      "/assessments/{open}/view/questions/BM/AM",
    ],
    ["/assessments/{open}/view/questions/BM/AM", "out", "404", "403", "page", "page", "page"],
    ["/assessments/{open}/view/summary", "out", "404", "403", "page", "page", "page"],
    ["/assessments/{open}/view/search", "out", "404", "403", "page", "page", "page"],
    ["/assessments/{open}/result", "out", "404", "403", "/", "/", "/"],
    ["/assessments/{open}/result.xlsx", "out", "404", "403", "/", "/", "/"],
    ["/assessments/{open}/draft", "out", "404", "403", "page", "page", "page"],
    ["/assessments/{open}/draft.xlsx", "out", "404", "403", "file", "file", "file"],
    ["/assessments/{open}/draft/what-if", "out", "404", "403", "page", "page", "page"],
    [
      "/assessments/{completed}/draft/what-if",
      "out",
      "404",
      "403",
      "/assessments/{completed}/result",
      "/assessments/{completed}/result",
      "/assessments/{completed}/result",
    ],
    ["/assessments/{open}/result/what-if", "out", "404", "403", "/", "/", "/"],
    ["/assessments/{completed}/result/what-if", "out", "404", "403", "page", "page", "page"],
    ["/assessments/{open}/comparison", "out", "404", "403", "page", "page", "page"],
    ["/assessments/{itil}/draft/what-if", "out", "404", "page", "page", "page", "page"],
    ["/assessments/{open}/draft/report", "out", "404", "403", "page", "page", "page"],
    ["/assessments/{open}/draft/report.docx", "out", "404", "403", "file", "file", "file"],
    ["/assessments/{open}/draft/report.pptx", "out", "404", "403", "file", "file", "file"],
    [
      "/assessments/{completed}/draft/report",
      "out",
      "404",
      "403",
      "/assessments/{completed}/result",
      "/assessments/{completed}/result",
      "/assessments/{completed}/result",
    ],
    ["/assessments/{open}/draft/images/final-scores.jpg", "out", "404", "403", "file", "file", "file"],
    ["/assessments/{open}/draft/images/final-scores.png", "out", "404", "403", "file", "file", "file"],
    ["/assessments/{open}/draft/images/final-scores.svg", "out", "404", "403", "file", "file", "file"],
    ["/assessments/{open}/draft/images.zip", "out", "404", "403", "file", "file", "file"],
    ["/assessments/{itil}/draft/itil", "out", "404", "page", "page", "page", "page"],
    [
      "/assessments/{completed}/draft",
      "out",
      "404",
      "403",
      "/assessments/{completed}/result",
      "/assessments/{completed}/result",
      "/assessments/{completed}/result",
    ],
    ["/assessments/{completed}/summary", "out", "404", "403", "page", "page", "page"],
    ["/assessments/{completed}/result", "out", "404", "403", "page", "page", "page"],
    ["/assessments/{completed}/result.xlsx", "out", "404", "403", "file", "file", "file"],
    ["/assessments/{open}/report", "out", "404", "403", "/", "/", "/"],
    ["/assessments/{completed}/report", "out", "404", "403", "page", "page", "page"],
    ["/assessments/{completed}/report/save", "405", "405", "405", "405", "405", "405"],
    ["/assessments/{open}/report.docx", "out", "404", "403", "/", "/", "/"],
    ["/assessments/{completed}/report.docx", "out", "404", "403", "file", "file", "file"],
    ["/assessments/{completed}/report.pptx", "out", "404", "403", "file", "file", "file"],
    ["/assessments/{archived}/review", "out", "404", "403", "page", "page", "page"],
    ["/assessments/{itil}/profile/itil", "out", "404", "page", "page", "page", "403"],
    ["/assessments/{itil}/scope/itil", "out", "404", "page", "page", "page", "403"],
    ["/assessments/{itil}/review/itil", "out", "404", "page", "page", "page", "page"],
    ["/assessments/999999/summary", "out", "404", "404", "404", "404", "404"],
    [
      "/assessments/{open}/continue",
      "out",
      "404",
      "403",
      "/assessments/{open}/questions/BM/AM",
      "/assessments/{open}/questions/BM/AM",
      "/assessments/{open}/view/questions/BM/AM",
    ],
    [
      "/assessments/{open}/questions",
      "out",
      "404",
      "403",
      "/assessments/{open}/questions/BM/AM",
      "/assessments/{open}/questions/BM/AM",
      "/assessments/{open}/view/questions/BM/AM",
    ],
    [
      "/assessments/{open}/grid",
      "out",
      "404",
      "403",
      "/assessments/{open}/grid/BM",
      "/assessments/{open}/grid/BM",
      "/assessments/{open}/view/questions/BM/AM",
    ],
    [
      "/assessments/{open}/view/questions",
      "out",
      "404",
      "403",
      "/assessments/{open}/view/questions/BM/AM",
      "/assessments/{open}/view/questions/BM/AM",
      "/assessments/{open}/view/questions/BM/AM",
    ],
    ["/assessments/{completed}/result/images/overall-scores.jpg", "out", "404", "403", "file", "file", "file"],
    ["/assessments/{completed}/result/images/overall-scores.png", "out", "404", "403", "file", "file", "file"],
    ["/assessments/{completed}/result/images/overall-scores.svg", "out", "404", "403", "file", "file", "file"],
    ["/assessments/{completed}/result/images.zip", "out", "404", "403", "file", "file", "file"],
    ["/assessments/{completed}/profile", "out", "404", "403", "page", "page", "page"],
    ["/itil/assessments/{itil}/questions/INM/", "out", "404", "page", "page", "page", "403"],
    ["/itil/assessments/{itil}/summary", "out", "404", "page", "page", "page", "403"],
    ["/itil/assessments/{itil}/grid/service", "out", "404", "page", "page", "page", "403"],
    ["/itil/assessments/{itil}/search", "out", "404", "page", "page", "page", "page"],
    ["/itil/assessments/{itil}/view/questions/INM/", "out", "404", "page", "page", "page", "page"],
    ["/itil/assessments/{itil}/view/summary", "out", "404", "page", "page", "page", "page"],
    ["/itil/assessments/{itil}/view/search", "out", "404", "page", "page", "page", "page"],
    ["/assessments/{itil}/result/itil", "out", "404", "/", "/", "/", "/"],
    ["/assessments/{itilCompleted}/result/itil", "out", "404", "page", "page", "page", "page"],
    ["/questionItil/", "out", "page", "page", "page", "page", "403"],
    ["/entry/no-such-token", "/demo", "page", "page", "page", "page", "page"],
    ["/redirect", "/demo", "/", "/", "/", "/", "/"],
    ["/demo", "page", "/", "/", "/", "/", "/"],
    ["/demo/mails/999999", "404", "404", "404", "404", "404", "404"],
    ["/sign-in", "page", "/", "/", "/", "/", "/"],
    ["/sign-in/code", "410", "/", "/", "/", "/", "/"],
    ["/sign-in/no-such-token", "410", "410", "410", "410", "410", "410"],
    ["/undo/no-such-token", "410", "410", "410", "410", "410", "410"],
    ["/join/no-such-token", "410", "410", "410", "410", "410", "410"],
    ["/voice/no-such-token", "page", "page", "page", "page", "page", "page"],
    ["/voice/sheet/no-such-sheet", "401", "401", "401", "401", "401", "401"],
    ["/voice/sheet/no-such-sheet/thread/1/1", "401", "401", "401", "401", "401", "401"],
    ["/voice/sheet/no-such-sheet/done", "401", "401", "401", "401", "401", "401"],
    ["/voice/sheet/no-such-sheet/forget", "page", "page", "page", "page", "page", "page"],
    ["/voice/sheet/no-such-sheet/no-more-mail", "401", "401", "401", "401", "401", "401"],
    ["/voice/sheet/no-such-sheet/mails-again", "401", "401", "401", "401", "401", "401"],
    ["/voice/sheet/no-such-sheet/logo.png", "401", "401", "401", "401", "401", "401"],
    ["/voice/save/no-such-sheet/thread/1/1", "405", "405", "405", "405", "405", "405"],
    ["/sign-out", "/demo", "/", "/", "/", "/", "/"],
    ["/debug", "out", "page", "page", "page", "page", "page"],
    ["/sessions", "out", "page", "page", "page", "page", "page"],
    ["/me", "out", "page", "page", "page", "page", "page"],
    ["/me/data.json", "out", "page", "page", "page", "page", "page"],
    // Stranger and internal account are alone in their teams, which they lead.
    ["/people", "out", "page", "403", "page", "403", "403", "page"],
    ["/people/{person}", "out", "404", "403", "404", "403", "403", "page"],
    ["/organizations/{organization}/access", "out", "404", "page", "page", "page", "page", "page"],
    ["/people/access", "out", "page", "403", "page", "403", "403", "page"],
    ["/people/access.xlsx", "out", "file", "403", "file", "403", "403", "file"],
    ["/in-progress", "out", "page", "page", "page", "page", "page", "page"],
    ["/in-progress.xlsx", "out", "file", "file", "file", "file", "file", "file"],
    ["/engagements", "out", "page", "page", "page", "page", "page", "page"],
    ["/engagements.xlsx", "out", "file", "file", "file", "file", "file", "file"],
    ["/engagements/new", "out", "page", "page", "page", "page", "403", "page"],
    ["/engagements/{engagement}", "out", "404", "page", "page", "page", "page", "page"],
    ["/engagements/{engagement}/overview.xlsx", "out", "404", "file", "file", "file", "file", "file"],
    ["/engagements/{engagement}/several", "out", "404", "page", "403", "page", "403", "page"],
    ["/engagements/{engagement}/edit", "out", "404", "page", "403", "page", "403", "page"],
    ["/engagements/{engagement}/plan", "out", "404", "page", "page", "page", "page", "page"],
    ["/engagements/{engagement}/plan.xlsx", "out", "404", "file", "file", "file", "file", "file"],
    ["/engagements/{engagement}/plan.ics", "out", "404", "page", "page", "page", "page", "page"],
    ["/engagements/{engagement}/profile", "out", "404", "page", "page", "page", "page", "page"],
    ["/engagements/{engagement}/profile.xlsx", "out", "404", "file", "file", "file", "file", "file"],
    ["/engagements/{engagement}/profile/images/x.jpg", "out", "404", PROFILE, PROFILE, PROFILE, PROFILE, PROFILE],
    ["/engagements/{engagement}/profile/images/x.png", "out", "404", PROFILE, PROFILE, PROFILE, PROFILE, PROFILE],
    ["/engagements/{engagement}/profile/images/x.svg", "out", "404", PROFILE, PROFILE, PROFILE, PROFILE, PROFILE],
    ["/engagements/{engagement}/report", "out", "404", "page", "page", "page", "page", "page"],
    ["/engagements/{engagement}/report/save", "405", "405", "405", "405", "405", "405", "405"],
    ["/engagements/{engagement}/report.docx", "out", "404", "file", "file", "file", "file", "file"],
    ["/engagements/{engagement}/report.pptx", "out", "404", "file", "file", "file", "file", "file"],
    ["/engagements/999999", "out", "404", "404", "404", "404", "404", "404"],
    ["/for-you", "out", "page", "page", "page", "page", "page", "page"],
    ["/people/invitations/1", "out", "404", "403", "404", "403", "403", "404"],
    ["/me/name", "out", "page", "page", "page", "page", "page", "page"],
    ["/me/address", "out", "page", "page", "page", "page", "page", "page"],
    ["/people/history", "out", "page", "403", "page", "403", "403", "page"],
    ["/people.xlsx", "out", "file", "403", "file", "403", "403", "file"],
    ["/team/history", "out", "page", "403", "page", "403", "403", "page"],
    ["/team/history/entries.xlsx", "out", "file", "403", "file", "403", "403", "file"],
    ["/team/history/entries.jsonl", "out", "file", "403", "file", "403", "403", "file"],
    ["/team/rules", "out", "page", "403", "page", "403", "403", "page"],
    ["/team/name", "out", "page", "403", "page", "403", "403", "page"],
    ["/team/report-defaults", "out", "page", "403", "page", "403", "403", "page"],
    ["/team/style", "out", "page", "page", "page", "page", "403"],
    ["/team/style/logo.png", "out", "404", "404", "404", "404", "404"],
    ["/signed-out", "page", "/", "/", "/", "/", "/"],
    ["/assessments/{open}/questions/BM/AM/save", "405", "405", "405", "405", "405", "405"],
    ["/itil/assessments/{itil}/questions/INM/save", "405", "405", "405", "405", "405", "405"],
    ["/assessments/{open}/lock/release", "404", "404", "404", "404", "404", "404"],
    ["/assessments/{open}/lock/wish", "401", "404", "403", "403", "page", "page"],
    ["/choices", "405", "405", "405", "405", "405", "405"],
    ["/ready", "page", "page", "page", "page", "page", "page"],
    ["/session", "405", "405", "405", "405", "405", "405"],
    ["/health", "page", "page", "page", "page", "page", "page"],
    ["/metrics", "404", "404", "404", "404", "404", "404"],
    ["/nowhere", "404", "404", "404", "404", "404", "404"],
  ];

  test.each(table)("%s", async (path, ...expected) => {
    for (const [index, who] of WHO.entries()) {
      const visitor = visitors[who];
      const wanted = expected[index] ?? expected[WHO.indexOf("owner")] ?? "";
      // What /redirect does has a line of its own.
      await (wanted === "out" ? visitor.peek(fill(path)) : visitor.get(fill(path)));
      expect([who, outcome(visitor)]).toEqual([who, fill(wanted)]);
      if (who === "nobody" || who === "stranger") expect(visitor.text()).not.toContain(SECRET);
      if (who !== "nobody" && visitor.status === 200)
        expect(visitor.headers.get("Cache-Control")).toMatch(/^(no-store|private, no-cache)$/);
      // Going home gives back what was locked, so that the next one meets a free assessment.
      if (visitor.cookieNames().some((name) => name.startsWith("lock-"))) await visitor.get("/", { Referer: `${app.url}${visitor.url}` });
    }
  });

  test("every address that there is stands in this table", () => {
    const addresses = table.map(([path]) => fill(path).replace(/\?.*/, ""));
    const missing = addressesOf(routes).filter((pattern) => {
      const address = new RegExp(
        `^${pattern
          .replace(/\/(:?\w+)\?/g, "(?:/$1)?")
          .replace(/:\w+/g, "[^/]+")
          .replace("*", ".+")}/?$`,
        "i",
      );
      return !addresses.some((path) => address.test(path));
    });
    expect(missing).toEqual([]);
  });

  test("the data behind a screen is refused like the screen", async () => {
    for (const path of ["/organization/{organization}/edit", "/assessments/{completed}/result", "/assessments/{open}/questions/BM/AM"]) {
      const { stranger, nobody } = visitors;
      await stranger.get(`${fill(path)}.data`);
      expect(stranger.status).toBe(404);
      expect(new TextDecoder().decode(stranger.body)).not.toContain(SECRET);
      await nobody.get(`${fill(path)}.data`);
      expect(nobody.status).toBe(202);
      expect(new TextDecoder().decode(nobody.body)).toContain("/redirect");
    }
  });
});

describe("a change", () => {
  const organization: Record<string, string> = { name: "Taken over", businessUnit: "", country: "826", size: "4", industry: "8" };
  const profile = { assessmentType: "P3M3", name: "Taken over", selectedScope: "Programme" };
  const scope = { selectedLevel: "1", perspectives: "1", threads: "1" };
  const answers = { base: "NNNNN", "level-2": "Fully", note: "Taken over", noteBase: "", go: "stay", target: "FFNNN" };
  const changes: [path: string, entries: Record<string, string>][] = [
    ["/organization/{organization}/edit", organization],
    ["/organizations/{organization}/assessment", profile],
    ["/assessments/{open}/profile", profile],
    ["/assessments/{open}/scope", scope],
    ["/assessments/{open}/questions/BM/AM", answers],
    ["/assessments/{open}/questions/BM/AM", { intent: "descope" }],
    ["/assessments/{open}/questions/BM/AM/save", answers],
    ["/assessments/{open}/summary", { intent: "submit" }],
    ["/assessments/{open}/import", { workbook: "none" }],
    ["/assessments/{open}/import/apply", { sealed: "made up", apply: "all" }],
    ["/assessments/{open}/evidence/add", { lines: "Taken over", "evidence-for-thread-1-1": "on" }],
    ["/assessments/{archived}/review", { intent: "restore" }],
    ["/?index", { command: "archive", assessment: "{open}" }],
    ["/?index", { command: "unarchive", assessment: "{archived}" }],
    ["/?index", { command: "certify", assessment: "{completed}", consent: "on" }],
    ["/?index", { command: "endorse", assessment: "{itil}" }],
    ["/assessments/{open}/lock/release", { page: "any" }],
    ["/itil/assessments/{itil}/questions/INM/", { base: "", levels: "", note: "Taken over", noteBase: "", go: "stay" }],
    ["/itil/assessments/{itil}/questions/INM/save", { note: "Taken over", noteBase: "" }],
    ["/itil/assessments/{itil}/summary", { intent: "submit" }],
    ["/itil/assessments/{itil}/summary", { intent: "validate" }],
    ["/sessions", { intent: "one", session: "{session}", name: "x" }],
    ["/team/style", { name: "Taken over", accent: "#000000" }],
    ["/team/style", { intent: "upload" }],
    ["/team/rules", { fourEyes: "on", reason: "Taken over" }],
    ["/team/name", { name: "Taken over" }],
    ["/team/report-defaults", { authors: "Taken over", disclaimer: "" }],
    ["/organizations/{organization}/access", { access: "named", people: "{person}", reason: "Taken over" }],
  ];

  async function everything(): Promise<unknown> {
    const paths = [
      "/organizations",
      `/organizations/${ids.organization}/assessments`,
      `/assessments/${ids.open}/progress`,
      `/P3M3/notes/${ids.open}/1/1`,
      `/assessments/${ids.itil}`,
      `/ITIL/notes/${ids.itil}/capability/19`,
      "/team/style",
    ];
    return Promise.all(paths.map(async (path) => expectStatus(await owner.get(path), 200).body));
  }

  test.each(changes)("%s %j is nobody's, no stranger's, no internal account's and no viewer's", async (path, entries) => {
    const before = await everything();
    const filled = Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, fill(value)]));
    for (const who of ["nobody", "stranger", "internal account", "viewer"] as const) {
      await visitors[who].post(fill(path), filled);
      expect([who, await everything()]).toEqual([who, before]);
    }
  });

  test("is refused from another site, signed in or not, with a page that says so", async () => {
    const before = await everything();
    for (const who of ["nobody", "owner"] as const) {
      for (const origin of ["https://evil.example", "null"]) {
        await visitors[who].post(fill("/organization/{organization}/edit"), organization, { Origin: origin });
        expect(visitors[who].status).toBe(403);
        expect(visitors[who].text()).toContain("This request was not accepted");
      }
    }
    expect(await everything()).toEqual(before);
  });

  test("is the owner's", async () => {
    await visitors.owner.get(fill("/organization/{organization}/edit"));
    await visitors.owner.form("Save changes").fill("Organization name", "Secret Works Ltd").submit("Save changes");
    expect(visitors.owner.text()).toContain("Your changes were saved.");
  });

  test("answers whatever stands in its fields, without a fault", async () => {
    /** Each field takes one of them in turn: which one is refused where is for the unit tests of fields. */
    const words = ["-1", "1e999", "__proto__", "{}"];
    let turn = 0;
    const values = () => [
      words[turn++ % words.length] ?? "",
      "",
      "x".repeat(30_000),
      "a\u0000\u0007\u001b[31mb",
      // Texts that mean something elsewhere, in one.
      "=1+1 ../../etc \u202eesrever 👩‍🚀 Ωμέγα שלום <script>alert(1)</script> \"><img src=x onerror=alert(1)> '; drop table users; --\r\nSet-Cookie: x=y",
    ];
    const { owner: visitor } = visitors;
    const wrong: string[] = [];
    for (const [path, entries] of changes) {
      const filled = Object.entries(entries).map(([name, value]): [string, string] => [name, fill(value)]);
      const variants = filled.flatMap(([name, value], index): [string, string][][] => [
        filled.filter((_, other) => other !== index),
        [...filled, [name, value]],
        [...filled, [name, "2"]],
        ...values().map((other) => filled.map((entry, place): [string, string] => (place === index ? [name, other] : entry))),
      ]);
      for (const variant of variants) {
        await visitor.post(fill(path), variant);
        if (visitor.status >= 500) wrong.push(`${visitor.status} ${path} ${JSON.stringify(variant).slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(app.output()).not.toMatch(/"(request|rendering) failed"/);
    await visitor.get(fill("/assessments/{open}/questions/BM/AM"));
    expect(visitor.status).toBe(200);
  });
});

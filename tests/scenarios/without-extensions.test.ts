/**
 * The main job of both models against an upstream without any extension (docs/upstream-contract.md#extensions). The product calls nothing
 * of an extension, and no page has a link or field of one.
 */
import ExcelJS from "exceljs";
import { parse } from "node-html-parser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEmbeddedApi } from "#api/embedded.ts";
import { parametersIn } from "#model/contract/call.ts";
import { CONTRACT, CONTRACT_CALLS } from "#model/contract/calls.ts";
import { ORGANIZATION_FIELDS } from "#model/fields.ts";
import { PREVIOUS_FIELD, PROFILE_FORM } from "~/views/setup";
import { type FreshDatabase, freshDatabase } from "../support/api.ts";
import { isDisabled, Visitor } from "../support/form-driver.ts";
import { answerSubmitAndRead, setUpAssessment } from "../support/main-job.ts";
import { type MisbehavingUpstream, startMisbehavingUpstream } from "../support/misbehaving-upstream.ts";
import { personWith } from "../support/person-without-browser.ts";
import { type App, SECRETS, startApp } from "../support/server.ts";
import { answerCriteria, codesOn } from "./itil.ts";
import { textsOf } from "./questions.ts";

/** What answers and requests have because of an extension, and the extra that a page offers a switch for. */
const EXTRAS =
  "versions person endsAt device lock flagged reason evidence otherOrganizations edition previousId confirmed hasEarlier hasVoices waiting may";
const FIELDS = EXTRAS.split(" ");
const HEADERS = ["made-from"];

/** Where pages may lead without any extension: to be added to only for what every upstream can do. */
const LINKS = `
  / /?index&organization /?organization /?organization&tab /assessments/n/continue /assessments/n/profile
  /assessments/n/profile/itil /assessments/n/questions /assessments/n/questions/… /assessments/n/questions/…?was /assessments/n/result
  /assessments/n/result?images /assessments/n/result?open /assessments/n/result/what-if
  /assessments/n/result.xlsx /assessments/n/result/images.zip /assessments/n/result/images.zip?format /assessments/n/result/images/… /assessments/n/result/itil /assessments/n/result/itil?images /assessments/n/result/itil?tab
  /assessments/n/report /assessments/n/review /assessments/n/review/itil /assessments/n/scope /assessments/n/scope/itil /assessments/n/summary
  /assessments/n/summary?confirm /assessments/n/summary?show /itil/assessments/n/questions/… /itil/assessments/n/questions/…?was /itil/assessments/n/summary
  /itil/assessments/n/summary?confirm /itil/assessments/n/summary?show /itil/assessments/n/summary?explain /organization /organization/n/edit
  /organization/n/edit?review /organizations/n/assessment /questionItil /questionItil/ /sign-out
`;
const { [PREVIOUS_FIELD]: _, ...PROFILE } = PROFILE_FORM;
/** The fields that pages may have. */
const NAMES = `
  ${Object.keys({ ...ORGANIZATION_FIELDS, ...PROFILE }).join(" ")}
  ask assessment base benchmark breadth command confirm criterion-n diagnostic-n diagnostics formId from go keys level-n levels
  marksBase note noteBase option organization page perspectives practice-n practices purpose selectAll selectedLevel
  setGroup shown then threads unfold wantsCertificate wantsRating words
`;

/** What reached the upstream although it has no extension. */
const trespasses: string[] = [];
/** Each address that a page leads to and each field that it has, without the numbers in it. */
const seen = { links: new Set<string>(), fields: new Set<string>() };

let database: FreshDatabase;
let api: Awaited<ReturnType<typeof openEmbeddedApi>>;
let upstream: MisbehavingUpstream;
let app: App;
beforeAll(async () => {
  database = await freshDatabase();
  api = await openEmbeddedApi({ NODE_ENV: "test", ...SECRETS, DATABASE_URL: database.url });
  upstream = await startMisbehavingUpstream(withoutExtensions);
  app = await startApp({ env: { DATABASE_URL: database.url, API_URL: upstream.url, HOME_SITE_URL: "http://home.invalid/" } });
});
afterAll(async () => {
  await app.stop();
  await upstream.stop();
  await api.close();
  await database.drop();
});

/** The reference API as one that never heard of extensions. */
async function withoutExtensions(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const isCalled = ({ method, path }: { method: string; path: string }) => method === request.method && path === pathname;
  if (isCalled(CONTRACT.session.extensions)) return new Response(null, { status: 404 });
  const called = CONTRACT_CALLS.filter(({ call }) => call.method === request.method && parametersIn(call, pathname));
  const sent = await request.clone().text();
  // A path may match two calls; then the one without parameters is meant.
  if (called.length > 0 && called.every(({ call }) => call.extension)) {
    trespasses.push(`${request.method} ${pathname}`);
    return new Response(null, { status: 404 });
  }
  trespasses.push(...HEADERS.filter((name) => request.headers.has(name)));
  trespasses.push(...FIELDS.filter((name) => sent.includes(`"${name}":`)).map((name) => `${name} in ${request.method} ${pathname}`));
  const answer = await api.fetch(request);
  if (!answer.headers.get("Content-Type")?.includes("json")) return answer;
  const body = JSON.stringify(await answer.json(), (name, value) => (FIELDS.includes(name) ? undefined : value));
  return new Response(body, answer);
}

/** Somebody signed in, each of whose pages is looked through. */
async function signedIn(): Promise<Visitor> {
  const visitor = new Visitor(app.url, async (request) => {
    const response = await fetch(request);
    if (response.headers.get("Content-Type")?.startsWith("text/html")) lookThrough(await response.clone().text(), request.url);
    return response;
  });
  return visitor.enter(await app.entryLink("robin@example.org", { name: "Robin" }));
}

function lookThrough(html: string, url: string): void {
  const page = parse(html);
  for (const [selector, attribute] of [
    ["a[href]", "href"],
    ["form", "action"],
    ["button[formaction]", "formaction"],
  ] as const)
    for (const element of page.querySelectorAll(selector)) {
      const { origin, pathname, searchParams } = new URL(element.getAttribute(attribute) ?? "", url);
      const names = [...new Set(searchParams.keys())].sort().join("&");
      seen.links.add(`${origin === app.url ? "" : origin}${general(pathname)}${names && `?${names}`}`);
    }
  for (const field of page.querySelectorAll("input, select, textarea, button"))
    if (field.getAttribute("name")) seen.fields.add(general(field.getAttribute("name") ?? ""));
}

/** Without numbers and codes. */
const general = (text: string) =>
  text
    .replace(/(?<=questions\/)[^/]+(?:\/[^/]+)?\/?/i, "…")
    .replace(/(?<=images\/).*/, "…")
    .replace(/\d+/g, "n");

const unknownIn = (names: Set<string>, known: string) => [...names].filter((each) => !known.trim().split(/\s+/).includes(each));

test("P3M3, from the organization to the result and its Excel file", async () => {
  const robin = personWith(await signedIn(), () => {});
  await setUpAssessment(robin);
  await answerSubmitAndRead(robin);
});

test("ITIL, from the organization to the result and its Excel file", async () => {
  const visitor = await signedIn();
  await visitor.get("/?organization=1");
  await visitor.follow("Create assessment");
  const profile = visitor.form("Save & Continue").select("Select Maturity Model", "ITIL").fill("Assessment name", "Service review");
  await profile.choose("selectedScope", "Maturity").submit("Save & Continue");
  await visitor.form("#scope-form").choose("Incident management", "Primary").submit("Save & Continue");
  await visitor.follow("Start assessment");
  for (;;) {
    const next = visitor.document.querySelectorAll("button").map(({ text }) => text.trim());
    const button = ["Next Practice", "Assess Maturity Components", "Next component", "View Summary"].find((each) => next.includes(each));
    if (button === undefined) break;
    const criteria = codesOn(visitor);
    const open = criteria.flatMap((_, index) => (isOpen(visitor, index) ? [index] : []));
    if (criteria.length > 0) await answerCriteria(visitor, Object.fromEntries(open.map((index) => [index, "R" as const])));
    const form = visitor.form(button);
    const option = visitor.document.querySelector("input[name=option]")?.getAttribute("value");
    if (option) form.choose("option", option);
    await form.submit(button);
  }
  expect(visitor.url).toMatch(/\/itil\/assessments\/\d+\/summary/);
  await visitor.form("Submit").submit("Submit");
  expect(textsOf(visitor, "dialog li")).toEqual([]);
  await visitor.form("dialog form").submit("Submit");
  expect(visitor.url).toMatch(/\/result\/itil/);
  expect(textsOf(visitor, "dialog h2")).toEqual(["The assessment was submitted."]);
  await visitor.get(visitor.url.replace("/itil", ".xlsx").replace(/\?.*/, ""));
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(visitor.body.buffer as ArrayBuffer);
  expect(book.worksheets.length).toBeGreaterThan(1);
});

const isOpen = (visitor: Visitor, index: number) => {
  const [radio] = visitor.document.querySelectorAll(".criterion")[index]?.querySelectorAll("input") ?? [];
  return radio !== undefined && !isDisabled(radio);
};

test("home, the organization, the scope questions and all that has an address of its own", async () => {
  const visitor = await signedIn();
  await visitor.get("/");
  for (const link of [...seen.links]) if (/^\/organization/.test(link)) await visitor.get(link.replace("n", "1"));
  await visitor.get("/questionItil");
});

test("a draft result is not there", async () => {
  const visitor = await new Visitor(app.url).enter(await app.entryLink("robin@example.org", { name: "Robin" }));
  for (const path of ["/assessments/1/draft", "/assessments/1/draft/itil", "/assessments/1/draft.xlsx"]) {
    await visitor.get(path);
    expect([path, visitor.status]).toEqual([path, 404]);
  }
});

test("nothing of an extension was called, linked or asked for", () => {
  expect(upstream.received.length).toBeGreaterThan(50);
  expect(trespasses).toEqual([]);
  expect(unknownIn(seen.links, LINKS)).toEqual([]);
  expect(unknownIn(seen.fields, NAMES)).toEqual([]);
});

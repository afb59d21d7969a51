/** What colleagues write for each other is in no file, result or sheet (docs/rules/peer-review.md#review-points). */
import { randomUUID } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { unzipSync } from "fflate";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayOf, daysAfter } from "#model/days.ts";
import routes from "../../app/routes.ts";
import { paths, resultPaths } from "../../app/views/paths.ts";
import { reviewPaths } from "../../app/views/peer-review.ts";
import { answerAll, answerAllItil, createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { addressesOf, variantsOf } from "../support/addresses.ts";
import type { Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient, askVoice, tokenOf } from "../support/seed.ts";
import type { App } from "../support/server.ts";
import { sharedApp } from "../support/shared.ts";

/** In each point, reply, decision and request. */
const MARKER = "Quittenmarmelade";
/** In the organization's name, which the files have: it shows that the search finds what is there. */
const CONTROL = "Pflaumenkuchen";

/** The routes of files: their addresses have an ending. */
const FILES = addressesOf(routes).filter((pattern) => /\.\w+$|:file$/.test(pattern));

/** Whether a text is in a file, in what is packed into it, and in what is packed into that. */
function holds(bytes: Uint8Array, text: string): boolean {
  const file = Buffer.from(bytes);
  const encodings = [Buffer.from(text, "utf8"), Buffer.from(text, "utf16le"), Buffer.from(text, "utf16le").swap16()];
  if (encodings.some((each) => file.includes(each))) return true;
  if (file.subarray(0, 2).toString("latin1") === "PK")
    return Object.entries(unzipSync(bytes)).some(([name, entry]) => name.includes(text) || holds(entry, text));
  return file[0] === 0x1f && file[1] === 0x8b && holds(gunzipSync(file), text);
}

let app: App;
let team: string;
let lead: Client;
let organization: number;
let engagement: number;
/** Drafts and results of both models. */
let drafts: number[];
let results: number[];
let sheet: Visitor;

/** Writes about everything that a point can be about, and decides. */
async function review(id: number, partner: Client, colleague: number): Promise<void> {
  const { perspectives = [], threads = [], capabilities = [] } = expectStatus(await lead.get(`/assessments/${id}`), 200).body;
  const place = capabilities.length > 0 ? `capability/${capabilities[0].id}` : `thread/${perspectives[0].id}/${threads[0].id}`;
  const until = daysAfter(dayOf(new Date(), "UTC"), 7);
  expectStatus(await lead.post(`/assessments/${id}/peer-review/requests`, { people: [colleague], message: MARKER, until }), 204);
  for (const about of ["", place, `${place}/statement/1`, "wording/summary", "wording/step-BM", "wording/BM", "wording/INM"]) {
    const { id: point } = expectStatus(
      await partner.post(`/assessments/${id}/review-points`, { about, text: `${MARKER} ${about}` }),
      201,
    ).body;
    expectStatus(await lead.post(`/assessments/${id}/review-points/${point}/replies`, { text: `${MARKER} too` }), 201);
  }
  const { seen } = expectStatus(await partner.get(`/assessments/${id}/peer-review`), 200).body;
  for (const decision of ["sentBack", "approved"])
    expectStatus(await partner.post(`/assessments/${id}/peer-review/decisions`, { decision, text: MARKER, seen }), 204);
}

/** What files have besides answers. */
async function fill(id: number, place: string): Promise<void> {
  const evidence = { kind: "document", what: "Mandate", where: "", who: "", remark: "", places: [{ place, supports: [], against: [] }] };
  expectStatus(await lead.post(`/assessments/${id}/evidence`, { ...evidence, date: "2025-01-01", goodUntil: null }), 201);
  const action = { title: "Write it down", why: "", owner: "", due: null, effort: null, effect: null, state: "open" };
  expectStatus(await lead.post(`/organizations/${organization}/actions`, { ...action, assessmentId: id, places: [place] }), 201);
}

beforeAll(async () => {
  app = await sharedApp();
  team = `Team ${randomUUID()}`;
  const at = (who: string) => `${who}.${randomUUID().slice(0, 8)}@example.org`;
  const [leadAt, partnerAt] = [at("ann"), at("kim")];
  lead = await apiClient(app.databaseUrl, leadAt, { team, permission: "lead" });
  const partner = await apiClient(app.databaseUrl, partnerAt, { team, permission: "viewer" });
  const { people } = expectStatus(await lead.get("/people"), 200).body;
  const colleague = people.find(({ email }: { email: string }) => email === partnerAt).id;
  organization = await createOrganization(lead, { name: `${CONTROL} Works` });
  const scope = { perspectiveIds: [1], threadIds: [1, 2] };
  const p3m3 = await createP3M3(lead, organization, scope);
  const itil = await createItil(lead, organization);
  await answerAll(lead, p3m3, "FRNNN");
  await answerAllItil(lead, itil, "F", 2);
  await fill(p3m3, "thread/1/1");
  await fill(itil, "capability/19");
  results = [p3m3, itil];
  for (const id of results) {
    await review(id, partner, colleague);
    expectStatus(await lead.post(`/assessments/${id}/complete`), 200);
  }
  const again = await createP3M3(lead, organization, scope);
  const itilAgain = await createItil(lead, organization);
  await answerAll(lead, again, "FFRNN");
  await answerAllItil(lead, itilAgain, "F", 2);
  await fill(again, "thread/1/1");
  await fill(itilAgain, "capability/19");
  drafts = [again, itilAgain];
  for (const id of drafts) await review(id, partner, colleague);
  const form = { name: "A job", sponsor: "", purpose: "", included: "", excluded: "", start: null, end: null, units: [], people: [] };
  engagement = expectStatus(await lead.post(`/organizations/${organization}/engagements`, form), 201).body.id;
  for (const id of [...results, ...drafts])
    expectStatus(await lead.put(`/engagements/${engagement}/members/${id}`, { unit: "", responsible: null, day: null }), 204);
  const row = { kind: "interview", what: "", withWhom: [], topics: [], who: [], day: "2026-12-07", state: "open" };
  expectStatus(await lead.post(`/engagements/${engagement}/plan`, { rows: [row] }), 204);
  const visitor = await anotherLead();
  const logo = await sharp({ create: { width: 300, height: 100, channels: 3, background: "#7a1f3d" } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.append("intent", "upload");
  body.append("logo", new File([new Uint8Array(logo)], "logo.png"));
  await visitor.post("/team/style", body);
  const voice = await askVoice(lead, again, { places: ["thread/1/1"], checksFacts: true });
  sheet = await new Visitor(app.url).get(`/voice/${await tokenOf(lead, again, voice)}`);
  await sheet.form().submit("Open my sheet");
});
afterAll(() => app.stop());

/** Somebody who may have every file. Each person has so many in a minute. */
async function anotherLead(): Promise<Visitor> {
  const email = `${randomUUID()}@example.org`;
  await apiClient(app.databaseUrl, email, { team, permission: "lead" });
  return new Visitor(app.url).enter(await app.entryLink(email));
}

/** The addresses of a route's files, with everything in them that can be chosen. @throws Error for what nobody has taught it to fill in */
async function filesAt(pattern: string, visitor: Visitor): Promise<[who: Visitor, path: string][]> {
  if (pattern.startsWith("/voice/")) {
    const logo = sheet.document.querySelectorAll("img").map((image) => image.getAttribute("src") ?? "");
    return logo.filter((path) => path.includes("/logo.png")).map((path) => [sheet, path]);
  }
  const ofHistory = ["entries.xlsx", "entries.jsonl"];
  const ids = /\/draft[/.]/.test(pattern) ? drafts : /\/(result|report)[/.]/.test(pattern) ? results : [...drafts, ...results];
  const filled = (pattern.includes(":assessmentId") ? ids : [0]).flatMap((id) =>
    (pattern.includes(":file") ? ofHistory : [""]).map((file) =>
      pattern
        .replace(":assessmentId", String(id))
        .replace(":organizationId", String(organization))
        .replace(":engagementId", String(engagement))
        .replace(":file", file),
    ),
  );
  const addresses: [Visitor, string][] = [];
  for (const path of filled) {
    if (path.includes(":exhibit")) {
      const [page] = path.split("/images/");
      const exhibits = await exhibitsOf(visitor, page ?? "");
      // All of them are in the archive. Words can be read in drawings.
      const some = exhibits.slice(0, path.endsWith(".svg") ? 4 : 1);
      addresses.push(...some.map((exhibit): [Visitor, string] => [visitor, path.replace(":exhibit", exhibit)]));
    } else if (/\/report\.\w+$/.test(path)) addresses.push([visitor, `${path}?${await everySection(visitor, path)}`]);
    else addresses.push([visitor, path]);
  }
  const unknown = addresses.filter(([, path]) => path.includes("/:"));
  if (unknown.length > 0) throw new Error(`Say where the files of ${pattern} are.`);
  return addresses;
}

/** The exhibits of a result or draft that can be had as images. */
async function exhibitsOf(visitor: Visitor, page: string): Promise<string[]> {
  await visitor.get(page);
  const links = visitor.document.querySelectorAll("a[href]").map((link) => link.getAttribute("href") ?? "");
  return [...new Set(links.flatMap((href) => /\/images\/([\w-]+)\.jpg/.exec(href)?.[1] ?? []))];
}

/** Ticks every section of a report. */
async function everySection(visitor: Visitor, path: string): Promise<string> {
  await visitor.get(path.replace(/\.\w+$/, ""));
  const sections = visitor.document.querySelectorAll("input[name=section]").map((box) => box.getAttribute("value") ?? "");
  return new URLSearchParams(sections.map((section) => ["section", section])).toString();
}

/** The files in which the organization is named. */
const NAMES_ORGANIZATION = /\/(actions|evidence|plan|result|draft|report)\.(xlsx|ics|docx|pptx)$/;

describe("what colleagues write for each other", () => {
  test.each(FILES.flatMap(variantsOf))("is in no file of %s", async (pattern) => {
    const addresses = await filesAt(pattern, await anotherLead());
    expect(addresses.length).toBeGreaterThan(0);
    const refused: string[] = [];
    for (const [who, path] of addresses) {
      await who.get(path);
      const isFile = who.status === 200 && !/^text\/html/.test(who.headers.get("Content-Type") ?? "");
      if (!isFile) refused.push(`${path} ${who.status} ${who.url}`);
      if (NAMES_ORGANIZATION.test(pattern)) expect([path, holds(who.body, CONTROL)]).toEqual([path, true]);
      expect([path, holds(who.body, MARKER)]).toEqual([path, false]);
    }
    // A file that is not given shows nothing.
    expect(refused).toEqual([]);
  });

  test("is looked for in each kind of file: one that is packed in another way has to be unpacked here", () => {
    const kinds = FILES.flatMap((pattern) => /\.(\w+)$/.exec(pattern)?.[1] ?? ["jsonl", "xlsx"]);
    expect([...new Set(kinds)].sort()).toEqual(["docx", "ics", "jpg", "json", "jsonl", "png", "pptx", "svg", "xlsx", "zip"]);
  });

  test("is on no result, no comparison, no history and no sheet of a voice, but where colleagues read it", async () => {
    const bodyHas = async (who: Visitor, path: string) => {
      await who.get(path);
      return [path, who.status, holds(who.body, MARKER)];
    };
    const visitor = await anotherLead();
    for (const [isDraft, ids] of [
      [true, drafts],
      [false, results],
    ] as const)
      for (const [index, id] of ids.entries()) {
        const model = index === 0 ? "P3M3" : "ITIL";
        for (const path of [
          resultPaths(isDraft).result(id, model),
          paths.history(id),
          paths.actions(organization),
          paths.comparison(drafts[index] ?? 0),
        ])
          expect(await bodyHas(visitor, path)).toEqual([path, 200, false]);
        const [screen, report] = [reviewPaths.screen(id), resultPaths(isDraft).report(id)];
        expect(await bodyHas(visitor, screen)).toEqual([screen, 200, true]);
        expect(await bodyHas(visitor, report)).toEqual([report, 200, true]);
      }
    for (const path of [sheet.url, `${sheet.url.replace(/\/done$/, "")}/thread/1/1`])
      expect(await bodyHas(sheet, path)).toEqual([path, 200, false]);
  });
});

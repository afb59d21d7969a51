import { setImmediate as nextTurn } from "node:timers/promises";
import { openStore } from "#api/store/open.ts";
import { dayOf, daysAfter } from "#model/days.ts";
import routes from "../../app/routes.ts";
import {
  answersFor,
  completeP3M3,
  createAgain,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
  organizationForm,
} from "../contract/scenario.ts";
import { addressesOf, variantsOf } from "../support/addresses.ts";
import type { Answer, Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient, askVoice, tokenOf, voiceClient } from "../support/seed.ts";
import { type App, startApp } from "../support/server.ts";
import type { Attack } from "./attack.ts";
import { type Attempt, outcomeOf, SECRET } from "./attempts.ts";

/** The name of the organization behind the wall, which nothing else has. Whoever is taken off may read it, and nothing of what is in it. */
const NAME = "Kestrel";
const SETUP = { perspectiveIds: [1], threadIds: [1, 2] };
/** Ids that nobody has. */
const NOBODYS = {
  ...{ organization: 2_000_000_001, open: 2_000_000_002, done: 2_000_000_003, later: 2_000_000_004, itil: 2_000_000_005 },
  engagement: 2_000_000_007,
};
const PROFILE = { assessmentType: "P3M3", name: "Mine" };
const ACTION = {
  ...{ title: "Write a plan", why: "", assessmentId: null as number | null, places: [] as string[], owner: "", due: null },
  ...{ effort: null, effect: null, state: "open" },
};
const ENGAGEMENT = {
  ...{ name: "A job", sponsor: "", purpose: "", included: "", excluded: "", start: null, end: null },
  ...{ units: [], people: [] },
};
const MEMBER = { unit: "", responsible: null, day: null };
const EVIDENCE = { kind: "data", what: "Figures", where: "", who: "", date: null, goodUntil: null, remark: "" };
const AT = [{ place: "thread/1/1", supports: [1], against: [] }];
const EARLIER = {
  model: "P3M3",
  scope: "Programme",
  date: "2021-05-03",
  source: "Report",
  maturity: null,
  scores: [{ code: "OG", score: 3 }],
};
const TARGETS = { model: "P3M3", scope: "Programme", targets: [{ code: "OG", score: 4, date: "2027-06-30", reason: "Agreed" }] };
/** More writes than are stored before somebody is taken off, and those that begin after it. */
const WRITES_MOST = 400;
const WRITES_AFTER = 10;

type Ids = typeof NOBODYS & { action: number; earlier: number; evidence: number; voice: number };

/** Everything that an organization can hold, with a word that nothing else has. */
async function fill(client: Client, organization: number, word: string): Promise<Ids> {
  const at = `/organizations/${organization}`;
  const open = await createP3M3(client, organization, SETUP);
  expectStatus(await client.put(`/assessments/${open}`, { ...PROFILE, name: `${word} open` }), 200);
  expectStatus(await client.post("/P3M3/notes", { assessmentId: open, perspectiveId: 1, threadId: 1, body: `${word} note` }), 200);
  expectStatus(await client.post(`/P3M3/assessments/${open}/answer`, await answersFor(client, open, 1, 1, "FPNNN")), 200);
  const done = await completeP3M3(client, organization, "FPNNN", SETUP);
  expectStatus(await client.put(`/assessments/${done}/wording`, { part: "summary", body: `${word} summary` }), 200);
  const places = { assessmentId: open, places: ["thread/1/1"] };
  const engagement = expectStatus(await client.post(`${at}/engagements`, { ...ENGAGEMENT, name: `${word} job` }), 201).body.id;
  expectStatus(await client.put(`/engagements/${engagement}/members/${open}`, MEMBER), 204);
  const planned = { kind: "interview", what: `${word} talk`, withWhom: [`${word} Person`], topics: [], who: [], day: null, state: "open" };
  expectStatus(await client.post(`/engagements/${engagement}/plan`, { rows: [planned] }), 204);
  return {
    ...{ organization, open, done, later: await createAgain(client, organization, done) },
    engagement,
    itil: await createItil(client, organization, { selectedScope: "Maturity" }),
    action: expectStatus(await client.post(`${at}/actions`, { ...ACTION, ...places, title: `${word} action` }), 201).body.id,
    earlier: expectStatus(await client.post(`${at}/earlier-scores`, { ...EARLIER, source: `${word} report` }), 201).body.id,
    evidence: expectStatus(await client.post(`/assessments/${open}/evidence`, { ...EVIDENCE, what: `${word} figures`, places: AT }), 201)
      .body.id,
    voice: await askVoice(client, open, { places: ["thread/1/1"], name: `${word} Voice` }),
  };
}

// --- what is compared ---------------------------------------------------------------------------------------------------

/** A page or a body without what differs from one request to the next, and without the ids that it was asked for. */
const bare = (text: string, ids: Ids) =>
  [...Object.values(ids), ...Object.values(NOBODYS)]
    .reduce((rest, id) => rest.replaceAll(new RegExp(`(?<![\\w.])${id}(?![\\w.])`, "g"), "#"), text)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "uuid")
    .replaceAll(/nonce="[^"]*"|"nonce":"[^"]*"/g, "")
    .replaceAll(/(refreshIn|expiresIn)\\*",\d+/g, "$1")
    .replaceAll(/(?<=(?:again|retry)=|"again\\",\\")\w+|(?<="id\\",\\")[0-9a-f]{8}(?=\\")/g, "once")
    .replaceAll(/\d{10,}/g, "time")
    // Of two reads at the same time, the one that fails first gives the words.
    .replaceAll(/The (?:report|file) was not prepared\./g, "Not prepared.")
    .replaceAll(
      /(?:Your texts or your house style|The result, or its comparison with an earlier assessment,) could not be read\.[^"<\\]*/g,
      "Unread.",
    );

/** Whether a text tells of it. A lead's home has its name, and nothing else. */
const isSaid = (text: string, { knowsName = false } = {}) => text.includes(SECRET) || (!knowsName && text.includes(NAME));
const HOME = /^\/(\?|$)/;

/** Whether two answers of the API are the same, whichever ids were asked for, and name nothing. */
async function alike(what: string, ids: Ids, ask: (of: Ids) => Promise<Answer>): Promise<Attempt> {
  const [theirs, nobodys] = [await ask(ids), await ask({ ...ids, ...NOBODYS })];
  const [one, other] = [theirs, nobodys].map(({ status, body }) => bare(`${status} ${JSON.stringify(body)}`, ids));
  return { what: `${what} (${theirs.status} ${nobodys.status})`, fell: one !== other || isSaid(JSON.stringify(theirs.body ?? "")) };
}

/** The same for a page: its text, its headers and its cookies. */
async function alikeOnPage(who: string, visitor: Visitor, ids: Ids, address: (of: Ids) => string, fields?: Record<string, string>) {
  const open = async (of: Ids) => {
    await (fields ? visitor.post(address(of), fields) : visitor.get(address(of)));
    const { status, headers, body } = visitor;
    const kept = ["content-type", "content-disposition", "location", "etag"].map((name) => headers.get(name) ?? "");
    return `${status} ${visitor.redirects.join(" ")} ${kept.join(" ")} ${new TextDecoder().decode(body)}`;
  };
  const [theirs, nobodys] = [await open(ids), await open({ ...ids, ...NOBODYS })];
  const what = `${who} ${fields ? "posts to" : "opens"} ${address(ids)} (${theirs.slice(0, 3)} ${nobodys.slice(0, 3)})`;
  return {
    what,
    fell: bare(theirs, ids) !== bare(nobodys, ids) || isSaid(theirs, { knowsName: who === "lead" && HOME.test(address(ids)) }),
  };
}

// --- what is tried ------------------------------------------------------------------------------------------------------

/** Ids in paths, queries and bodies, in odd spellings, with versions and keys, in what is wrong by itself, and beside ids of one's own. */
function byCalls(who: string, client: Client, ids: Ids, own: Ids): Promise<Attempt>[] {
  const at = `/organizations/${own.organization}`;
  const tries: [string, (of: Ids) => Promise<Answer>][] = [
    ["spells an id with zeros", (of) => client.get(`/organizations/000${of.organization}`)],
    ["spells a path in capitals", (of) => client.get(`/ORGANIZATIONS/${of.organization}/ASSESSMENTS`)],
    ["encodes an id", (of) => client.get(`/assessments/%3${String(of.open).split("").join("%3")}`)],
    ["adds a slash", (of) => client.get(`/assessments/${of.open}/`)],
    ["reads a part of a list", (of) => client.get(`${at}/actions?assessmentId=${of.open}`)],
    ["opens it in a list", (of) => client.get(`/organizations?page=1&open=${of.organization}`)],
    ["opens it in another", (of) => client.get(`${at}/assessments?tab=completed&open=${of.done}`)],
    ["compares with it", (of) => client.get(`/assessments/${own.later}/comparison?with=${of.done}`)],
    ["compares with a score of it", (of) => client.get(`/assessments/${own.later}/comparison?with=earlier-${of.earlier}`)],
    ["ends a trend with it", (of) => client.get(`${at}/trend?model=P3M3&until=${of.done}`)],
    ["compares by it", (of) => client.get(`/P3M3/benchmarks?perspectiveIds=1&assessmentId=${of.done}`)],
    [
      "puts it before a new one",
      (of) => client.post(`${at}/assessments`, { ...PROFILE, isTestAssessment: false, selectedScope: "Project", previousId: of.done }),
    ],
    ["puts it before its own", (of) => client.put(`/assessments/${own.open}`, { ...PROFILE, previousId: of.done })],
    ["agrees on something about it", (of) => client.post(`${at}/actions`, { ...ACTION, assessmentId: of.open, places: ["thread/1/1"] })],
    ["moves an action there", (of) => client.put(`${at}/actions/${own.action}`, { ...ACTION, assessmentId: of.open })],
    ["reads its engagement", (of) => client.get(`/engagements/${of.engagement}`)],
    ["reads the plan of its engagement", (of) => client.get(`/engagements/${of.engagement}/plan`)],
    ["lists its engagements", (of) => client.get(`/engagements?organization=${of.organization}&closed=1`)],
    ["puts it into an engagement of its own", (of) => client.put(`/engagements/${own.engagement}/members/${of.open}`, MEMBER)],
    ["puts its own into an engagement there", (of) => client.put(`/engagements/${of.engagement}/members/${own.done}`, MEMBER)],
    ["closes its engagement", (of) => client.put(`/engagements/${of.engagement}/state`, { state: "closed" })],
    ["ends its lock by a beacon", (of) => client.post(`/assessments/${of.open}/lock/delete`, { token: client.token })],
    [
      "writes from a version",
      (of) => client.put(`/organizations/${of.organization}`, organizationForm(), { "Made-From": "organization=99" }),
    ],
    [
      "writes targets from a version",
      (of) => client.put(`/organizations/${of.organization}/targets`, TARGETS, { "Made-From": "targets=99" }),
    ],
    ["writes what is wrong", (of) => client.put(`/organizations/${of.organization}`, { name: "" })],
    [
      "writes far too much",
      (of) => client.post("/P3M3/notes", { assessmentId: of.open, perspectiveId: 1, threadId: 1, body: "x".repeat(30_000) }),
    ],
    ["writes what is not in its scope", (of) => client.put(`/assessments/${of.open}/7/13/flag`, { flagged: true })],
    [
      "asks for a version of its access",
      (of) => client.put(`/organizations/${of.organization}/access`, { access: "team", reason: "Mine" }, { "Made-From": "access=0" }),
    ],
    ["corrects it", (of) => client.post(`/assessments/${of.done}/editions`, { reason: "Mine" })],
    ["certifies it", (of) => client.post(`/assessments/${of.done}/certify`)],
    ["notes that a file was taken", (of) => client.post(`/assessments/${of.done}/history/files`, { what: "Excel file" })],
    ["asks for its lock", (of) => client.post(`/assessments/${of.open}/lock/wish`, {})],
    ["takes its lock", (of) => client.post(`/assessments/${of.open}/lock`)],
    [
      "asks a voice there",
      (of) =>
        client.post(`/assessments/${of.open}/voices`, {
          voices: [{ name: "Jane", role: "Manager", email: null }],
          places: ["thread/1/1"],
          until: daysAfter(dayOf(new Date(), "UTC"), 7),
          message: "",
          checksFacts: false,
        }),
    ],
    ["copies the link of a voice", (of) => client.post(`/assessments/${of.open}/voices/${ids.voice}/link`, { renew: false })],
    [
      "changes evidence through its own",
      (of) =>
        client.put(`/assessments/${of === ids ? own.open : own.open}/evidence/${of === ids ? ids.evidence : 2_000_000_006}`, {
          ...EVIDENCE,
          places: AT,
        }),
    ],
    ["changes an action through its own", (of) => client.put(`${at}/actions/${of === ids ? ids.action : 2_000_000_006}`, ACTION)],
    ["changes a score through its own", (of) => client.put(`${at}/earlier-scores/${of === ids ? ids.earlier : 2_000_000_006}`, EARLIER)],
    [
      "answers a voice through its own",
      (of) => client.post(`/assessments/${own.open}/voices/${of === ids ? ids.voice : 2_000_000_006}/close`),
    ],
    [
      "answers many places there",
      (of) => client.post(`/assessments/${of.open}/answers`, { changes: [{ place: "thread/1/1", note: "x" }] }),
    ],
  ];
  // Leads may read and change who sees it.
  const may = who === "lead" ? tries.filter(([what]) => !what.includes("access")) : tries;
  return may.map(([what, ask]) => alike(`${who} ${what}`, ids, ask));
}

/** Values of the variables of an address. */
const CODES: Record<string, string> = {
  perspectiveCode: "BM",
  threadCode: "AM",
  practiceCode: "ARM",
  group: "general",
  exhibit: "overall-scores",
};
const OF_ONES_OWN = /^\/(entry|sign-in|sign-out|signed-out|session|demo|me|voice|team|people|choices)(\/|$)/;
/** Addresses at which a lead who is not named reads and changes who is. */
const FOR_LEADS = /^\/organizations\/:organizationId\/access/;

/** Every address that names an organization or an assessment, of each assessment there. */
const addresses = (who: string): ((of: Ids) => string)[] =>
  addressesOf(routes)
    .flatMap(variantsOf)
    .filter(
      (address) =>
        /:(organization|assessment|engagement)Id/.test(address) &&
        !OF_ONES_OWN.test(address) &&
        !(who === "lead" && FOR_LEADS.test(address)),
    )
    .flatMap((address) => {
      const isItil = /itil/.test(address);
      const which = address.includes(":assessmentId") ? (isItil ? (["itil"] as const) : (["open", "done"] as const)) : (["open"] as const);
      return which.map(
        (assessment) => (of: Ids) =>
          address
            .replaceAll(":assessmentId", String(of[assessment]))
            .replaceAll(":organizationId", String(of.organization))
            .replaceAll(":engagementId", String(of.engagement))
            .replaceAll(":actionId", String(of.action))
            .replaceAll(":earlierId", String(of.earlier))
            .replaceAll(":voiceId", String(of.voice))
            .replaceAll(/:(\w+)/g, (_, name) => CODES[name] ?? "1")
            .replace("*", "thread/1/1"),
      );
    });

/** What a form of any screen may hold. */
const FIELDS = {
  ...{ assessmentType: "P3M3", name: "Mine", selectedScope: "Programme", businessUnit: "", country: "826", size: "4", industry: "8" },
  ...{ base: "NNNNN", target: "FFNNN", "level-2": "Fully", note: "Mine", noteBase: "", go: "stay", intent: "save", formId: "1" },
  ...{ lines: "Mine", what: "Mine", kind: "document", at: "thread/1/1", reason: "Mine", answer: "keep", title: "Mine", state: "open" },
};

/** Addresses with the ids of what is behind the wall in their query. */
const QUERIES: ((of: Ids) => string)[] = [
  (of) => `/?organization=${of.organization}`,
  (of) => `/?organization=${of.organization}&tab=archive`,
  (of) => `/?search=est&organization=${of.organization}`,
  (of) => `/?organization=${of.organization}&confirm=archive&assessment=${of.open}`,
  (of) => `/questionItil?organization=${of.organization}`,
  (of) => `/engagements?organization=${of.organization}`,
  (of) => `/engagements/new?organization=${of.organization}`,
];

/** Lists of a team that hold what others did. */
const LISTS = ({ organization, done }: Ids) => [
  ...["/organizations", "/organizations?page=1&search=est", "/people", "/people/history", "/for-you", "/me", "/me/data", "/actions/due"],
  ...["/engagements", "/engagements?closed=1", "/in-progress"],
  ...["/history", "/history?kind=access", `/history?organization=${organization}`, "/history/export", "/invitations"],
  ...[
    `/P3M3/benchmarks?perspectiveIds=1&assessmentId=${done}`,
    "/outbox",
    "/requests",
    "/team/style",
    "/team/name",
    "/team/report-defaults",
    "/team/rules",
  ],
];

/** What a team's screens and lists show in all, for whoever is outside. */
const EVERYTHING = [
  ...[
    "/",
    "/?search=est",
    "/?page=2",
    "/organization",
    "/readonlyassessments",
    "/requests",
    "/sessions",
    "/me",
    "/team/style",
    "/team/name",
    "/team/report-defaults",
    "/team/rules",
  ],
  ...["/engagements", "/engagements/new", "/in-progress", "/people", "/people/history", "/for-you", "/questionItil", "/me/data.json"],
];

/** @param visitors by who they are; the home of a lead names what they are not named for */
async function everything(visitors: Readonly<Record<string, Visitor>>, own: Ids): Promise<string[]> {
  const pages: string[] = [];
  const ofOwn = [`/?organization=${own.organization}`, `/organizations/${own.organization}/actions`, `/assessments/${own.done}/result`];
  for (const [who, visitor] of Object.entries(visitors))
    for (const address of [
      ...EVERYTHING,
      ...ofOwn,
      `/organizations/${own.organization}/targets`,
      `/organizations/${own.organization}/assessment`,
    ]) {
      if (who === "lead" && HOME.test(address)) continue;
      await visitor.get(address);
      pages.push(`${who} ${address} ${visitor.status} ${bare(new TextDecoder().decode(visitor.body), own)}`);
    }
  return pages.map((page) => page.replaceAll(/"lastSeenAt":"[^"]*"|datetime="[^"]*"/gi, ""));
}

/** Somebody who was named, has everything open, and is taken off. */
async function takenOff(app: App, lead: Client, ids: Ids, named: readonly number[]): Promise<Attempt[]> {
  const tess = await apiClient(app.databaseUrl, "tess@walled.example");
  const visitor = await new Visitor(app.url).enter(await app.entryLink("tess@walled.example"));
  const image = `/assessments/${ids.done}/result/images/overall-scores.png`;
  await visitor.get(image);
  const etag = visitor.headers.get("etag") ?? "";
  await visitor.get(`/assessments/${ids.open}/questions/BM/AM`);
  const form = visitor
    .form("Save answers")
    .entries("Save answers")
    // A form that comes too late is given back as it was sent. So it says nothing but what its sender types.
    .map(([name, value]): [name: string, value: string] => [name, value.includes(SECRET) ? "Mine" : value]);
  const at = visitor.url;
  await visitor.get(`/assessments/${ids.done}/report`);
  const key = { "Idempotency-Key": "kept-for-later" };
  const note = { assessmentId: ids.open, perspectiveId: 1, threadId: 1, body: "Mine" };
  expectStatus(await tess.post("/P3M3/notes", note, key), 200);
  const handed = await tokenOf(tess, ids.open, ids.voice);

  let isOff = false;
  const early: number[] = [];
  const late: number[] = [];
  const keepWriting = async () => {
    for (let index = 0; late.length < WRITES_AFTER && index < WRITES_MOST; index += 1) {
      const began = isOff;
      const { status } = await tess.post("/P3M3/notes", { ...note, body: `Mine ${index}` });
      (began ? late : early).push(status);
      await nextTurn();
    }
  };
  const change = async () => {
    const { status } = await lead.put(`/organizations/${ids.organization}/access`, { access: "named", people: named, reason: "Over" });
    expectStatus({ status, body: undefined, headers: new Headers() }, 200);
    isOff = true;
  };
  await Promise.all([keepWriting(), change()]);

  const tried: Attempt[] = [
    { what: `writes on after the change (${late.join(" ")})`, fell: late.length < WRITES_AFTER || late.some((status) => status !== 404) },
    { what: `wrote ${early.length} notes before it`, fell: early.some((status) => ![200, 404].includes(status)) },
  ];
  const sees = async (what: string, status: readonly number[] = [404]) => {
    const text = `${visitor.redirects.join(" ")} ${new TextDecoder().decode(visitor.body)}`;
    const isTold = text.includes(SECRET) || (text.includes(NAME) && !/taken you off|no longer/i.test(text));
    tried.push({ what: `${what} (${visitor.status})`, fell: !status.includes(visitor.status) || isTold });
  };
  await visitor.get(image, { "If-None-Match": etag });
  await sees("asks whether an image is still the same");
  await visitor.post(at, form);
  await sees("sends the form that was open");
  await visitor.post(`${at}/save`, Object.fromEntries(form));
  await sees("saves by script what was open");
  await visitor.get(`/assessments/${ids.open}/continue`);
  await sees("goes on where it was left");
  for (const address of ["/", "/me/data.json", "/people", "/people/history", "/?search=est", `/?organization=${ids.organization}`]) {
    await visitor.get(address);
    const page = new TextDecoder().decode(visitor.body);
    tried.push({ what: `reads ${address} once taken off (${visitor.status})`, fell: page.includes(SECRET) });
  }
  for (const [what, answer] of [
    ["repeats a write", await tess.post("/P3M3/notes", note, key)],
    ["lets go of a lock", await tess.delete(`/assessments/${ids.open}/lock`)],
    ["copies a link again", await tess.post(`/assessments/${ids.open}/voices/${ids.voice}/link`, { renew: false })],
  ] as const)
    tried.push({ what: `${what} (${answer.status})`, fell: answer.status !== 404 || isSaid(JSON.stringify(answer.body ?? "")) });
  // The rule says that a copied link stays until somebody renews it, and what its bearer reaches: its own sheet.
  const voice = await voiceClient(app.databaseUrl, handed);
  for (const path of ["/organizations", `/organizations/${ids.organization}`, `/assessments/${ids.open}`, "/for-you", "/people"]) {
    const { status } = await voice.get(path);
    tried.push({ what: `a voice reads ${path} (${status})`, fell: status !== 401 });
  }
  return tried;
}

/** Colleagues outside a wall, and people of another team. */
export const attack: Attack = {
  title:
    "Looks for an organization behind a wall from outside it: by every address and call, by what changes elsewhere, and once taken off",
  async run() {
    const app = await startApp();
    const store = openStore(app.databaseUrl);
    try {
      const person = (name: string, permission: "lead" | "assessor" | "viewer", team = "Walled") =>
        apiClient(app.databaseUrl, `${name}@walled.example`, { team, permission });
      const [nan, ned, tess] = [await person("nan", "lead"), await person("ned", "assessor"), await person("tess", "assessor")];
      const outside = {
        lead: await person("lou", "lead"),
        assessor: await person("mal", "assessor"),
        viewer: await person("vic", "viewer"),
        stranger: await person("eve", "lead", "Elsewhere"),
      };
      const own = await fill(outside.assessor, await createOrganization(outside.assessor, { name: "Harbour" }), "Harbour");
      const theirs = await fill(outside.stranger, await createOrganization(outside.stranger, { name: "Distant" }), "Distant");
      const visitorOf = async (name: string) => new Visitor(app.url).enter(await app.entryLink(`${name}@walled.example`));
      const visitors = { lead: await visitorOf("lou"), assessor: await visitorOf("mal"), viewer: await visitorOf("vic") };
      const pages = async () => everything(visitors, own);
      await pages();
      const before = await pages();

      const { people } = expectStatus(await nan.get("/people"), 200).body as { people: { id: number; email: string }[] };
      const numbers = Object.fromEntries(people.map(({ id, email }) => [email.split("@")[0] ?? "", id]));
      const named = ["nan", "ned"].flatMap((name) => numbers[name] ?? []);
      const { id } = expectStatus(
        await nan.post("/organizations/behind-a-wall", organizationForm({ name: NAME, benchmarkConsent: true })),
        201,
      ).body as { id: number };
      const access = (of: readonly number[]) => nan.put(`/organizations/${id}/access`, { access: "named", people: of, reason: SECRET });
      expectStatus(await access([...named, numbers.tess ?? 0]), 200);
      const ids = await fill(ned, id, SECRET);
      for (const each of [ids.open, ids.later, ids.itil]) expectStatus(await ned.delete(`/assessments/${each}/lock`), 204);
      expectStatus(await tess.post(`/assessments/${ids.open}/lock`), 200);
      expectStatus(await tess.delete(`/assessments/${ids.open}/lock`), 204);
      const after = await pages();
      const changed = before.filter((page, index) => page !== after[index]).map((page) => page.slice(0, 60));
      const tried: Attempt[] = [
        {
          what: `${before.length} pages of three outside, before and after${changed.length > 0 ? `: ${changed.join(", ")}` : ""}`,
          fell: changed.length > 0,
        },
      ];

      const content = async () =>
        JSON.stringify(
          await Promise.all(
            [`/organizations/${id}`, `/organizations/${id}/actions`, `/organizations/${id}/targets`, `/organizations/${id}/access`]
              .concat([ids.open, ids.done, ids.itil].flatMap((each) => [`/assessments/${each}`, `/assessments/${each}/overview`]))
              .map(async (path) => (await nan.get(path)).body),
          ),
        );
      const stored = await content();
      for (const [who, client] of Object.entries(outside))
        for (const attempt of byCalls(who, client, ids, who === "stranger" ? theirs : own)) tried.push(await attempt);
      for (const [who, client] of Object.entries(outside))
        for (const path of LISTS(ids)) {
          const { status, body } = await client.get(path);
          tried.push({ what: `${who} reads ${path} (${status})`, fell: isSaid(JSON.stringify(body ?? "")) });
        }
      for (const [who, visitor] of Object.entries(visitors)) {
        for (const address of [...addresses(who), ...QUERIES]) tried.push(await alikeOnPage(who, visitor, ids, address));
        if (who !== "lead") for (const address of addresses(who)) tried.push(await alikeOnPage(who, visitor, ids, address, FIELDS));
      }
      const nobody = new Visitor(app.url);
      for (const address of addresses("nobody")) tried.push(await alikeOnPage("nobody", nobody, ids, address));
      tried.push({ what: "changes something of it", fell: (await content()) !== stored });
      tried.push(...(await takenOff(app, nan, ids, named)));
      return outcomeOf(tried);
    } finally {
      await store.destroy();
      await app.stop();
    }
  },
};

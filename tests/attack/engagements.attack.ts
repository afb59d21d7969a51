import { openStore } from "#api/store/open.ts";
import { completeP3M3, createItil, createOrganization, expectStatus } from "../contract/scenario.ts";
import type { Answer, Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import { type App, startApp } from "../support/server.ts";
import type { Attack } from "./attack.ts";
import { type Attempt, outcomeOf, textOfFile } from "./attempts.ts";

const TEAM = "Jobs";
const INTERNAL = "audit@jobs.example";
/** Words that nothing else has: in what a result says, of people of the client, and in everything of the other engagement. */
const [RESULT, PERSON, OTHER] = ["Zwetschgenkuchen", "Kestrelmann", "Wattwurm"];
const FORM = { name: "A job", sponsor: "", purpose: "", included: "", excluded: "", start: null, end: null, units: ["North"], people: [] };
const MEMBER = { unit: "North", responsible: null, day: null };

interface Job {
  organization: number;
  engagement: number;
  p3m3: number;
  itil: number;
  row: number;
}

/** An engagement with a result, a draft, a plan and a text, behind a wall. @param word in whatever can have it */
async function makeJob(owner: Client, name: string, word: string, person: string): Promise<Job> {
  const organization = await createOrganization(owner, { name });
  const p3m3 = await completeP3M3(owner, organization, "FPNNN", { perspectiveIds: [1], threadIds: [1] });
  expectStatus(await owner.put(`/assessments/${p3m3}/wording`, { part: "summary", body: word }), 200);
  const itil = await createItil(owner, organization);
  const engagement = expectStatus(await owner.post(`/organizations/${organization}/engagements`, { ...FORM, name: `${name} job` }), 201)
    .body.id;
  for (const id of [p3m3, itil]) expectStatus(await owner.put(`/engagements/${engagement}/members/${id}`, MEMBER), 204);
  expectStatus(await owner.put(`/engagements/${engagement}/texts`, { part: "summary", body: word, basis: null }), 204);
  const planned = { kind: "interview", what: "Talk", withWhom: [person], topics: [], who: [], day: "2026-11-05", state: "open" };
  expectStatus(await owner.post(`/engagements/${engagement}/plan`, { rows: [planned] }), 204);
  const { rows } = expectStatus(await owner.get(`/engagements/${engagement}/plan`), 200).body;
  return { organization, engagement, p3m3, itil, row: rows[0].id };
}

const ADDRESSES = (of: Job) => {
  const at = `/engagements/${of.engagement}`;
  return [
    ...[
      "/engagements",
      "/engagements.xlsx",
      "/in-progress",
      "/in-progress.xlsx",
      "/for-you",
      `/engagements?organization=${of.organization}`,
    ],
    ...["", "/overview.xlsx", "/edit", "/several", "/plan", "/plan.xlsx", "/plan.ics", "/profile", "/profile.xlsx"].map((end) => at + end),
    ...["/report", "/report?audience=full", "/report.docx", "/report.pptx", "/profile/images/p3m3-scores.png"].map((end) => at + end),
    ...[`?member=${of.p3m3}`, "?tests=1&archived=1", `/plan?row=${of.row}`].map((end) => at + end),
  ];
};
const READS = (of: Job) => ["", "/texts", "/plan"].map((end) => `/engagements/${of.engagement}${end}`);

type Write = [what: string, trying: (client: Client) => Promise<Answer>];
const WRITES = (of: Job): Write[] => {
  const at = `/engagements/${of.engagement}`;
  const row = { kind: "other", what: "Mine", withWhom: [], topics: [], who: [], day: null, state: "open" };
  return [
    ["changes it", (client) => client.put(at, { ...FORM, name: "Mine" })],
    ["closes it", (client) => client.put(`${at}/state`, { state: "closed" })],
    ["says when a member is due", (client) => client.put(`${at}/members/${of.p3m3}`, { ...MEMBER, day: "2026-01-01" })],
    ["takes a member out", (client) => client.post(`${at}/members/${of.p3m3}/remove`)],
    ["writes its summary", (client) => client.put(`${at}/texts`, { part: "summary", body: "Mine", basis: null })],
    ["adds to its plan", (client) => client.post(`${at}/plan`, { rows: [row] })],
    ["changes its plan", (client) => client.put(`${at}/plan/${of.row}`, row)],
    ["removes from its plan", (client) => client.post(`${at}/plan/${of.row}/remove`)],
    ["creates one", (client) => client.post(`/organizations/${of.organization}/engagements`, FORM)],
    ["deletes it", (client) => client.post(`${at}/remove`)],
  ];
};
/** Those that are about the member of a model, or about all results. */
const OF_MODEL = ["says when a member is due", "takes a member out", "writes its summary"];

interface Reader {
  who: string;
  email: string;
  client: Client;
  job: Job;
  secrets: string[];
  writes: Write[];
}

async function attemptsOf(app: App, { who, email, client, job, secrets, writes }: Reader): Promise<Attempt[]> {
  const visitor = await new Visitor(app.url).enter(await app.entryLink(email));
  const tried: Attempt[] = [];
  const leaksIn = (text: string) => secrets.filter((secret) => text.includes(secret));
  for (const address of ADDRESSES(job)) {
    await visitor.get(address);
    const text = visitor.status === 200 && visitor.text() === "" ? textOfAny(visitor) : visitor.text();
    const said = leaksIn(text);
    tried.push({ what: `${who} opens ${address} (${visitor.status} ${said.join(", ")})`, fell: said.length > 0 || visitor.status >= 500 });
  }
  for (const path of READS(job)) {
    const { status, body } = await client.get(path);
    const said = leaksIn(JSON.stringify(body ?? ""));
    tried.push({ what: `${who} reads ${path} (${status} ${said.join(", ")})`, fell: said.length > 0 || status >= 500 });
  }
  for (const [what, trying] of writes) {
    const { status } = await trying(client);
    tried.push({ what: `${who} ${what} (${status})`, fell: status < 400 || status === 429 || status >= 500 });
  }
  return tried;
}

/** An archive's parts as one text, and any other file as it is. */
function textOfAny(visitor: Visitor): string {
  const isArchive = new TextDecoder("latin1").decode(visitor.body.slice(0, 2)) === "PK";
  return isArchive ? textOfFile(visitor) : new TextDecoder("latin1").decode(visitor.body);
}

/** The words are there for somebody who may read them: otherwise nothing would be shown by their absence. */
async function controls(app: App, { engagement }: Job): Promise<Attempt[]> {
  const visitor = await new Visitor(app.url).enter(await app.entryLink("owner@jobs.example"));
  const tried: Attempt[] = [];
  for (const [address, word] of [
    [`/engagements/${engagement}/report.docx`, RESULT],
    [`/engagements/${engagement}/plan`, PERSON],
    [`/engagements/${engagement}/plan.ics`, PERSON],
  ] as const) {
    await visitor.get(address);
    const text = visitor.text() === "" ? textOfAny(visitor) : visitor.text();
    tried.push({ what: `its lead misses ${word} at ${address} (${visitor.status})`, fell: !text.includes(word) });
  }
  return tried;
}

/** Colleagues who lack a model, only read, are not named, or are named for another client; and an internal account. */
export const attack: Attack = {
  title:
    "Reads and changes an engagement without a model, as a viewer, as an internal account, from outside its wall, and from another engagement",
  async run() {
    const app = await startApp({ env: { ALL_ASSESSMENTS_ACCOUNTS: INTERNAL } });
    const store = openStore(app.databaseUrl);
    try {
      const owner = await apiClient(app.databaseUrl, "owner@jobs.example", { team: TEAM, permission: "lead" });
      const join = (name: string, more = {}) => apiClient(app.databaseUrl, `${name}@jobs.example`, { team: TEAM, ...more });
      const [one, viewer, noor, outside] = [
        await join("one", { permission: "assessor", roles: ["ITIL"] }),
        await join("viewer", { permission: "viewer" }),
        await join("noor", { permission: "assessor" }),
        await join("outside", { permission: "lead" }),
      ];
      const audit = await apiClient(app.databaseUrl, INTERNAL, { team: "Auditors" });
      const bank = await makeJob(owner, "Bank", RESULT, PERSON);
      const trust = await makeJob(owner, OTHER, OTHER, OTHER);
      const people = await store.selectFrom("user").select(["id", "email"]).execute();
      const ids = (...names: string[]) =>
        people.flatMap(({ id, email }) => (names.some((name) => email === `${name}@jobs.example`) ? [id] : []));
      const wall = async (organization: number, ...names: string[]) =>
        expectStatus(
          await owner.put(`/organizations/${organization}/access`, { access: "named", people: ids(...names), reason: "As agreed" }),
          200,
        );
      await wall(bank.organization, "owner", "one", "viewer", "noor");
      await wall(trust.organization, "owner");

      const state = async () =>
        JSON.stringify(await Promise.all([bank, trust].flatMap((job) => READS(job).map(async (path) => (await owner.get(path)).body))));
      const before = await state();
      const all = { job: bank, writes: WRITES(bank) };
      const readers: Reader[] = [
        {
          ...{ who: "a colleague without the model", email: "one@jobs.example", client: one, job: bank, secrets: [RESULT, OTHER] },
          writes: WRITES(bank).filter(([what]) => OF_MODEL.includes(what)),
        },
        { ...{ who: "a viewer", email: "viewer@jobs.example", client: viewer, secrets: [PERSON, OTHER] }, ...all },
        { ...{ who: "an internal account", email: INTERNAL, client: audit, secrets: [PERSON] }, ...all },
        {
          ...{ who: "a lead outside the wall", email: "outside@jobs.example", client: outside, secrets: [RESULT, PERSON, "Bank job"] },
          ...all,
        },
        {
          ...{ who: "somebody named for the other client", email: "noor@jobs.example", client: noor, job: trust, secrets: [OTHER] },
          writes: [
            ...WRITES(trust),
            [
              "takes a member there into an own one",
              (client) => client.put(`/engagements/${bank.engagement}/members/${trust.p3m3}`, MEMBER),
            ],
            ["puts an own member there", (client) => client.put(`/engagements/${trust.engagement}/members/${bank.p3m3}`, MEMBER)],
            [
              "gives a part to somebody outside",
              (client) =>
                client.put(`/engagements/${bank.engagement}`, { ...FORM, people: ids("outside").map((id) => ({ id, part: "lead" })) }),
            ],
          ],
        },
      ];
      const tried: Attempt[] = await controls(app, bank);
      for (const reader of readers) tried.push(...(await attemptsOf(app, reader)));
      tried.push({ what: "something has changed", fell: (await state()) !== before });
      return outcomeOf(tried);
    } finally {
      await store.destroy();
      await app.stop();
    }
  },
};

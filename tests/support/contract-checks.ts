/**
 * What any upstream has to do (docs/upstream-contract.md), as a list of checks that need nothing but its address and one
 * person who may create organizations. They run in this order, later ones on what earlier ones have made.
 */
import { deepStrictEqual as alike, ok } from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { addressOf, type Call, type CallInput, createApiClient, type Values } from "#model/contract/call.ts";
import { CONTRACT, type Extension } from "#model/contract/calls.ts";
import type { P3m3Answer } from "#model/contract/p3m3.ts";
import { PERSPECTIVES } from "#model/p3m3/catalogue.ts";
import { POINT_MAX } from "#model/peer-review.ts";
import { REPORT_TEXT_MAX } from "#model/text.ts";
import type { Answer, Client } from "./api.ts";

export interface Clients {
  /** Signed in. */
  client: Client;
  /** Without a token. */
  anonymous: Client;
}

interface TestData {
  organization: number | string;
  p3m3: number | string;
  itil: number | string;
}

export interface Check {
  name: string;
  /** A check for upstreams that name this extension, and no others. */
  extension?: Extension;
  run(held: Clients, made: TestData): Promise<void>;
}

function request(client: Client, call: Call, sent: Values, headers: Record<string, string> = {}): Promise<Answer> {
  const hasBody = call.method === "POST" || call.method === "PUT";
  return client.call(call.method, addressOf(call, sent), sent.body ?? (hasBody ? {} : undefined), headers);
}

/** Makes a call and holds its answer against the contract: the status of success, and the schema of its body. */
async function hold(client: Client, call: Call, sent: Values, headers: Record<string, string> | undefined): Promise<unknown> {
  const { status, body } = await request(client, call, sent, headers);
  const name = `${call.method} ${addressOf(call, sent)}`;
  const said = `${name}: ${status} ${JSON.stringify(body)?.slice(0, 300) ?? ""}`;
  if (!call.answer) {
    ok(status >= 200 && status < 300, `${said} instead of 2xx`);
    return undefined;
  }
  ok(status === call.status, `${said} instead of ${call.status}`);
  const parsed = call.answer.safeParse(body);
  const faults = parsed.error?.issues.map((issue) => `${issue.path.join(".") || "the body"}: ${issue.message}`);
  ok(parsed.success, `${name}: ${faults?.join("; ")}`);
  return parsed.data;
}

/** The calls of the contract, each checked against it. The options are headers. */
const callsOf = (client: Client) =>
  createApiClient<typeof CONTRACT, Record<string, string>>(CONTRACT, (call, sent, headers) => hold(client, call, sent, headers));

async function refusal<C extends Call>(client: Client, call: C, sent: CallInput<C>, statuses: number[]): Promise<void> {
  const { status } = await request(client, call, sent as Values);
  ok(statuses.includes(status), `${call.method} ${addressOf(call, sent as Values)}: ${status} instead of ${statuses.join(" or ")}`);
}

/** A sheet that somebody without an address was asked to fill in: its own side, and how to take it back. */
async function openedSheet({ client, anonymous }: Clients, made: TestData) {
  const { voices, locks } = callsOf(client);
  const of = { id: made.p3m3 };
  const { places, roles } = await voices.list(of);
  await locks.take(of);
  // The upstream may have a clock of its own.
  const until = ((await locks.get(of)).lockedAt ?? "").slice(0, 10);
  const sheet = { places: [places[0]?.place ?? ""], until, message: "", checksFacts: false };
  const sheets = await voices.ask({ ...of, body: { voices: [{ name: "Jane", role: roles[0] ?? "", email: null }], ...sheet } });
  const voiceId = sheets.voices[0]?.voice ?? 0;
  const { token } = await voices.link({ ...of, voiceId, body: {} });
  const entered = await callsOf(anonymous).voice.enter({ body: { token } });
  return { own: client.bearing(entered.token), end: () => voices.takeBack({ ...of, voiceId }) };
}

interface Ref {
  id: number;
  name: string;
}

const form = (name: string, lists: { country: Ref; industry: Ref; size: Ref }) => ({
  name,
  businessUnit: null,
  benchmarkConsent: false,
  ...lists,
});

async function anyOfEachList({ client }: Clients) {
  const { reference } = callsOf(client);
  const first = async (list: Promise<Ref[]>, name: string) => {
    const [item] = await list;
    ok(item, `the list of ${name} is empty`);
    return item;
  };
  return {
    country: await first(reference.countries(), "countries"),
    industry: await first(reference.industries(), "industries"),
    size: await first(reference.sizes(), "sizes"),
  };
}

async function p3m3Of({ client }: Clients, { p3m3: id }: TestData) {
  const assessment = await callsOf(client).assessments.get({ id });
  ok(assessment.assessmentType === "P3M3", "the assessment is of the other model");
  return assessment;
}

async function p3m3ProgressOf({ client }: Clients, made: TestData) {
  const progress = await callsOf(client).assessments.progress({ id: made.p3m3 });
  ok("perspectivesProgress" in progress, "the progress of a P3M3 assessment is that of the other model");
  return progress;
}

const SELECTIONS: P3m3Answer["selection"][] = ["Fully", "Partially", "N/A", "N/A", "N/A"];
const SCORES = { Fully: 1, Partially: 0.5, "Rarely/Never": 0, "N/A": 0 } as const;

const questionsOf = ({ client }: Clients, made: TestData, p: number, t: number) => callsOf(client).p3m3.questions({ id: made.p3m3, p, t });

/** The smallest P3M3 scope: two perspectives and two threads. */
const PLACES = PERSPECTIVES.slice(0, 2).map(({ id, code, name }) => ({ id, code, name }));
const FIRST = 1;
const IK = 6;
const THREADS = [
  { id: IK, code: "IK", name: "Information and knowledge management" },
  { id: 9, code: "OR", name: "Organization" },
];

async function answer(held: Clients, made: TestData, p: number, t: number) {
  const questions = await questionsOf(held, made, p, t);
  const answers = questions.map(({ id, level }) => {
    const selection = SELECTIONS[level - 1] ?? "N/A";
    return { questionId: id, selection, score: SCORES[selection] };
  });
  return callsOf(held.client).p3m3.answer({ id: made.p3m3, body: answers });
}

/** The extensions that an upstream names; none where it has no such call. */
async function extensionsOf({ anonymous }: Clients): Promise<string[]> {
  const answer = await anonymous.get(CONTRACT.session.extensions.path);
  if (answer.status === 404 || answer.status === 405) return [];
  return (await callsOf(anonymous).session.extensions()).extensions;
}

export const CHECKS: readonly Check[] = [
  {
    name: "refuses calls without a token, or with a wrong one, by 401",
    async run({ anonymous }) {
      await refusal(anonymous, CONTRACT.organizations.list, {}, [401]);
      const forged = await request(anonymous, CONTRACT.organizations.list, {}, { Authorization: "Bearer no.such.token" });
      ok(forged.status === 401, `a forged token: ${forged.status} instead of 401`);
      await refusal(anonymous, CONTRACT.session.enter, { body: { token: `unknown-${randomUUID()}` } }, [401]);
    },
  },
  {
    name: "gives the reference lists and both catalogues",
    async run(held) {
      await anyOfEachList(held);
      const { p3m3, itil } = callsOf(held.client);
      for (const list of [p3m3.perspectives, p3m3.threads, itil.capabilities, itil.maturities])
        ok((await list()).length > 0, "a list of a catalogue is empty");
    },
  },
  {
    name: "creates an organization, gives it back and changes it",
    async run(held, made) {
      const { organizations } = callsOf(held.client);
      const lists = await anyOfEachList(held);
      const name = `Contract <b>"Łódź"</b> ${randomUUID()}`;
      const { id } = await organizations.create({ body: form(name, lists) });
      made.organization = id;
      const { organization: read } = await organizations.get({ id });
      alike([read.name, read.country?.id, read.benchmarkConsent], [name, lists.country.id, false]);
      const changed = { ...form(`${name} 2`, lists), businessUnit: "Unit", benchmarkConsent: true };
      const { organization: answered } = await organizations.put({ id, body: changed });
      alike([answered.name, answered.businessUnit, answered.benchmarkConsent], [`${name} 2`, "Unit", true]);
      const { myOrgnizations } = await organizations.list({});
      const entry = myOrgnizations.find(({ organization }) => organization.id === id);
      ok(entry, "the new organization is not in the list");
      alike([entry.totalAssessments, entry.organization.name], [0, `${name} 2`]);
    },
  },
  {
    name: "refuses a form without a name by 422, and knows no organization or assessment of another id",
    async run(held) {
      await refusal(held.client, CONTRACT.organizations.create, { body: form("", await anyOfEachList(held)) }, [422, 400]);
      await refusal(held.client, CONTRACT.organizations.get, { id: 2147483000 }, [404]);
      await refusal(held.client, CONTRACT.assessments.get, { id: 2147483000 }, [404]);
    },
  },
  {
    name: "does a write with one Idempotency-Key once, however often it is sent",
    async run(held) {
      const { organizations } = callsOf(held.client);
      const name = `Once ${randomUUID()}`;
      const body = form(name, await anyOfEachList(held));
      const headers = { "Idempotency-Key": randomUUID() };
      const ids = [await organizations.create({ body }, headers), await organizations.create({ body }, headers)];
      alike(ids[0], ids[1]);
      const { myOrgnizations } = await organizations.list({});
      alike(myOrgnizations.filter(({ organization }) => organization.name === name).length, 1);
    },
  },
  {
    name: "creates a P3M3 assessment, lends its lock, and stores its scope",
    async run(held, made) {
      const { client } = held;
      const { organizations, assessments, locks } = callsOf(client);
      const body = {
        name: "Contract P3M3",
        assessmentType: "P3M3",
        isTestAssessment: true,
        selectedScope: "Programme",
        certified: false,
      } as const;
      const { id } = await organizations.assessments.create({ id: made.organization, body });
      made.p3m3 = id;
      alike((await assessments.get({ id })).status, "Created");
      await refusal(client, CONTRACT.locks.get, { id }, [404]);
      await locks.take({ id });
      await locks.get({ id });
      const scope = { selectedLevel: 2, perspectives: PLACES, threads: THREADS };
      await assessments.put({ id, body: { assessmentType: "P3M3", name: "Contract P3M3", ...scope } });
      const stored = await p3m3Of(held, made);
      alike([stored.status, stored.selectedLevel, stored.name], ["Drafted", 2, "Contract P3M3"]);
      alike(
        stored.perspectives?.map((perspective) => perspective.id),
        PLACES.map((perspective) => perspective.id),
      );
      const groups = (await organizations.assessments.list({ id: made.organization })).P3M3;
      alike(
        groups?.drafted.map((drafted) => drafted.id),
        [id],
      );
    },
  },
  {
    name: "keeps what a PUT leaves out as it is",
    async run(held, made) {
      await callsOf(held.client).assessments.put({ id: made.p3m3, body: { assessmentType: "P3M3", name: "Renamed" } });
      const stored = await p3m3Of(held, made);
      alike([stored.name, stored.selectedLevel, stored.threads?.length, stored.isTestAssessment], ["Renamed", 2, 2, true]);
    },
  },
  {
    name: "keeps no refusal under an Idempotency-Key: a refused write can be sent again as it was",
    async run({ client }, made) {
      const { assessments, locks } = callsOf(client);
      const change = { id: made.p3m3, body: { assessmentType: "P3M3" as const, name: "Renamed once more" } };
      const headers = { "Idempotency-Key": randomUUID() };
      await locks.release({ id: made.p3m3 });
      await request(client, CONTRACT.assessments.put, change, headers);
      await locks.take({ id: made.p3m3 });
      await assessments.put(change, headers);
      alike((await assessments.get({ id: made.p3m3 })).name, "Renamed once more");
    },
  },
  {
    name: "gives five statements for a thread, stores their answers, and becomes Active",
    async run(held, made) {
      const questions = await questionsOf(held, made, FIRST, IK);
      alike(questions.map(({ level }) => level).sort(), [1, 2, 3, 4, 5]);
      const { progress } = await answer(held, made, FIRST, IK);
      const perspective = progress.perspectivesProgress.find(({ id }) => id === FIRST);
      alike([perspective?.answeredThreads, perspective?.totalThreads], [1, 2]);
      const again = await questionsOf(held, made, FIRST, IK);
      alike(
        again.map(({ answer }) => answer?.selection),
        SELECTIONS,
      );
      alike((await callsOf(held.client).assessments.get({ id: made.p3m3 })).status, "Active");
    },
  },
  {
    name: "matches paths without regard to case",
    async run({ client }, made) {
      const [path = "", query = ""] = addressOf(CONTRACT.p3m3.questions, { id: made.p3m3, p: FIRST, t: IK }).split("?");
      const answers = [await client.get(`${path.toUpperCase()}?${query}`), await client.get(`${path.toLowerCase()}?${query}`)];
      alike(
        answers.map(({ status }) => status),
        [200, 200],
      );
    },
  },
  {
    name: "keeps diagnostics and notes",
    async run(held, made) {
      const { p3m3 } = callsOf(held.client);
      const [question] = await questionsOf(held, made, FIRST, IK);
      const [diagnostic] = question?.diagnostics ?? [];
      ok(question && diagnostic, "the first statement has no diagnostic");
      await p3m3.mark({ id: made.p3m3, questionId: question.id, body: { diagnosticId: diagnostic.id, isPositive: true } });
      const [after] = await questionsOf(held, made, FIRST, IK);
      alike(after?.diagnostics[0]?.isPositive, true);
      const place = { assessmentId: made.p3m3, perspectiveId: FIRST, threadId: IK };
      alike((await p3m3.notes.get(place)).body, "");
      const body = 'Line 1\nLine 2: =1+1 <script> "שלום" 😀';
      await p3m3.notes.put({ body: { ...place, body } });
      alike((await p3m3.notes.get(place)).body, body);
    },
  },
  {
    name: "leaves a thread out, clears its answers, and takes it in again",
    async run(held, made) {
      const { p3m3 } = callsOf(held.client);
      const place = { id: made.p3m3, perspectiveId: FIRST, threadId: IK };
      await p3m3.descope({ ...place, body: {} });
      const threadsIn = async () =>
        (await p3m3ProgressOf(held, made)).perspectivesProgress.find(({ id }) => id === FIRST)?.threads.map(({ descoped }) => descoped);
      alike(await threadsIn(), [true, false]);
      await p3m3.rescope(place);
      alike(await threadsIn(), [false, false]);
      alike(
        (await questionsOf(held, made, FIRST, IK)).map(({ answer }) => answer?.selection ?? "N/A"),
        Array(5).fill("N/A"),
      );
    },
  },
  {
    name: "flags a thread for later until the flag is taken off",
    extension: "flags",
    async run(held, made) {
      const { p3m3 } = callsOf(held.client);
      const flaggedAfter = async (flagged: boolean) => {
        alike((await p3m3.flag({ id: made.p3m3, perspectiveId: FIRST, threadId: IK, body: { flagged } })).flagged, flagged);
        const { perspectivesProgress } = await p3m3ProgressOf(held, made);
        const shown = perspectivesProgress.flatMap(({ id, threads }) =>
          threads.flatMap((each) => (each.flagged ? `${id}/${each.id}` : [])),
        );
        alike(shown, flagged ? [`${FIRST}/${IK}`] : []);
        return (await questionsOf(held, made, FIRST, IK)).map((question) => question.flagged);
      };
      alike(await flaggedAfter(true), Array(5).fill(true));
      alike(await flaggedAfter(false), Array(5).fill(false));
    },
  },
  {
    name: "keeps why a thread is descoped, and its note can be written",
    extension: "reasons",
    async run(held, made) {
      const { client } = held;
      const { p3m3 } = callsOf(client);
      const place = { id: made.p3m3, perspectiveId: FIRST, threadId: IK };
      const note = { assessmentId: made.p3m3, perspectiveId: FIRST, threadId: IK };
      const reasonNow = async () => (await questionsOf(held, made, FIRST, IK)).map(({ reason }) => reason);
      await refusal(client, CONTRACT.p3m3.reason, { ...place, body: { reason: "Too early" } }, [422]);
      await p3m3.descope({ ...place, body: { reason: "Bought in" } });
      alike(await reasonNow(), Array(5).fill("Bought in"));
      await p3m3.reason({ ...place, body: { reason: "" } });
      alike(await reasonNow(), Array(5).fill(""));
      await p3m3.notes.put({ body: { ...note, body: "Written while descoped" } });
      alike((await p3m3.notes.get(note)).body, "Written while descoped");
      await p3m3.rescope(place);
      alike(await reasonNow(), Array(5).fill(undefined));
    },
  },
  {
    name: "has the results of an assessment in progress as a draft",
    extension: "drafts",
    async run({ client }, made) {
      const { p3m3, assessments } = callsOf(client);
      const { results, progress } = await p3m3.draft({ id: made.p3m3 });
      alike(
        results.perspectives.map(({ id }) => id).sort(),
        PLACES.map(({ id }) => id),
      );
      alike(progress, await assessments.progress({ id: made.p3m3 }));
    },
  },
  {
    name: "keeps evidence for several threads, counts it, and puts a removed entry back",
    extension: "evidence",
    async run(held, made) {
      const { client } = held;
      const { evidence } = callsOf(client);
      const it = { id: made.p3m3 };
      const [first, second] = [`thread/${FIRST}/${IK}`, `thread/${PLACES[1]?.id}/${IK}`];
      const entry = {
        ...{ kind: "document" as const, what: "Handbook", where: "https://documents.example/handbook", who: "Programme office" },
        ...{ date: "2026-03-01", goodUntil: null, remark: "" },
        places: [
          { place: first, supports: [1, 2], against: [3] },
          { place: second, supports: [], against: [] },
        ],
      };
      const { id: evidenceId } = await evidence.add({ ...it, body: entry });
      const counted = async () =>
        (await p3m3ProgressOf(held, made)).perspectivesProgress.flatMap(({ id, threads }) =>
          threads.flatMap((each) => (each.evidence ? `thread/${id}/${each.id}` : [])),
        );
      alike(await counted(), [first, second]);
      await refusal(client, CONTRACT.evidence.add, { ...it, body: { ...entry, where: "http://documents.example" } }, [422]);
      await evidence.put({ ...it, evidenceId, body: { ...entry, what: "Handbook, 2nd edition", places: entry.places.slice(0, 1) } });
      const [stored] = (await evidence.list({ ...it, place: first })).entries;
      alike([stored?.id, stored?.what, stored?.places], [evidenceId, "Handbook, 2nd edition", entry.places.slice(0, 1)]);
      await evidence.remove({ ...it, evidenceId });
      alike((await evidence.list(it)).entries, []);
      await evidence.put({ ...it, evidenceId, body: entry });
      alike((await evidence.list(it)).entries.length, 1);
      await evidence.remove({ ...it, evidenceId });
      alike(await counted(), []);
    },
  },
  {
    name: "keeps which notes a report for a client may have",
    extension: "report-notes",
    async run({ client }, made) {
      const { reportNotes } = callsOf(client);
      const it = { id: made.p3m3 };
      const notes = [{ place: "thread/1/2", digest: "as it was", ticked: true }];
      await reportNotes.put({ ...it, body: { notes } });
      alike((await reportNotes.list(it)).notes, notes);
      await refusal(client, CONTRACT.reportNotes.put, { ...it, body: { notes: [...notes, ...notes] } }, [422]);
    },
  },
  {
    name: "keeps which versions of the report were issued, each number once",
    extension: "report-versions",
    async run({ client }, made) {
      const { reportVersions } = callsOf(client);
      const it = { id: made.p3m3 };
      const version = { number: "1.0", change: "First issue" };
      await reportVersions.issue({ ...it, body: version });
      alike(
        (await reportVersions.list(it)).issued.map(({ number, change }) => ({ number, change })),
        [version],
      );
      await refusal(client, CONTRACT.reportVersions.issue, { ...it, body: version }, [422]);
    },
  },
  {
    name: "keeps review points with their replies, and opens one again that is replied to",
    extension: "peer-review",
    async run({ client }, made) {
      const { peerReview } = callsOf(client);
      const it = { id: made.p3m3 };
      const point = { about: `thread/${FIRST}/${IK}/statement/1`, text: "Who says so?" };
      const { id: pointId } = await peerReview.add({ ...it, body: point });
      await refusal(client, CONTRACT.peerReview.add, { ...it, body: { ...point, text: "x".repeat(POINT_MAX + 1) } }, [422]);
      const [added] = (await peerReview.points(it)).points;
      if (added?.may.includes("correct")) {
        point.text = "Who has said so?";
        await peerReview.correct({ ...it, pointId, body: { text: point.text } });
      }
      await peerReview.settle({ ...it, pointId });
      alike((await peerReview.points({ ...it, state: "settled" })).points.length, 1);
      await peerReview.reply({ ...it, pointId, body: { text: "The sponsor" } });
      const [stored] = (await peerReview.points({ ...it, about: `thread/${FIRST}/${IK}` })).points;
      alike([stored?.text, stored?.settled, stored?.replies.map(({ text }) => text)], [point.text, null, ["The sponsor"]]);
      alike(await peerReview.counts(it), { open: 1, settled: 0, at: [{ about: point.about, open: 1, settled: 0 }] });
      await peerReview.remove({ ...it, pointId });
      await refusal(client, CONTRACT.peerReview.settle, { ...it, pointId }, [404]);
    },
  },
  {
    name: "lets approve what was seen, and says what has changed since",
    extension: "peer-review",
    async run({ client }, made) {
      const { peerReview } = callsOf(client);
      const it = { id: made.p3m3 };
      const { seen, may } = await peerReview.get(it);
      alike(may.includes("approve"), true);
      const body = { decision: "approved" as const, text: "", seen };
      await refusal(client, CONTRACT.peerReview.decide, { ...it, body: { ...body, seen: "something else" } }, [412]);
      await peerReview.decide({ ...it, body });
      alike((await peerReview.get(it)).decisions[0]?.changed, []);
      await peerReview.withdrawApproval(it);
      alike((await peerReview.get(it)).decisions[0]?.changed, null);
      await peerReview.look({ ...it, body: { until: "2026-01-01T00:00:00.000Z" } });
      await peerReview.decide({ ...it, body: { decision: "sentBack", text: "The names are wrong", seen } });
      alike((await peerReview.get(it)).decisions[0]?.decision, "sentBack");
      alike((await peerReview.fourEyes(it)).isOn, (await peerReview.get(it)).fourEyes.isOn);
      await refusal(client, CONTRACT.peerReview.withdraw, { ...it, requestId: "999999999" }, [404]);
    },
  },
  {
    name: "lists second ratings and their differences, and lets nobody ask themselves",
    extension: "ratings",
    async run({ client }, made) {
      const { ratings, people } = callsOf(client);
      const it = { id: made.p3m3 };
      const { groups, may } = await ratings.list(it);
      alike([groups.length > 0, may], [true, ["ask"]]);
      const form = { kind: "opinion" as const, groups: [groups[0]?.group ?? ""], until: "2099-12-01" };
      const [self] = (await people.list()).people;
      await refusal(client, CONTRACT.ratings.ask, { ...it, body: { ...form, person: self?.id ?? 1 } }, [422]);
      for (const call of [CONTRACT.ratings.get, CONTRACT.ratings.overview, CONTRACT.ratings.progress])
        await refusal(client, call, { ...it, number: "999999999" }, [404]);
      const { places, agreement } = await ratings.differences(it);
      alike([places, agreement], [[], null]);
    },
  },
  {
    name: "keeps the rules of a team, and wants a reason to switch one off",
    extension: "team-rules",
    async run({ client }) {
      const { teamRules } = callsOf(client);
      const { fourEyes, tooFew } = await teamRules.get();
      alike(fourEyes, false);
      if (tooFew.length > 0) await refusal(client, CONTRACT.teamRules.put, { body: { fourEyes: true, reason: "" } }, [422]);
      alike((await teamRules.put({ body: { fourEyes: false, reason: "" } })).fourEyes, false);
    },
  },
  {
    name: "keeps what is written into the report, and takes it back",
    extension: "wording",
    async run({ client }, made) {
      const { wording } = callsOf(client);
      const it = { id: made.p3m3 };
      await wording.put({ ...it, body: { part: "summary", body: "Written" } });
      alike(
        (await wording.list(it)).texts.map(({ part, body }) => [part, body]),
        [["summary", "Written"]],
      );
      await refusal(client, CONTRACT.wording.put, { ...it, body: { part: "summary", body: "x".repeat(REPORT_TEXT_MAX + 1) } }, [422]);
      await wording.put({ ...it, body: { part: "summary", body: "" } });
      alike(
        (await wording.list(it)).texts.filter(({ body }) => body !== ""),
        [],
      );
    },
  },
  {
    name: "keeps on which facts a text of the report rests",
    extension: "wording-basis",
    async run({ client }, made) {
      const { wordingBasis } = callsOf(client);
      const it = { id: made.p3m3 };
      const text = { part: "moved-1", body: "Written", basis: [{ what: "maturity", value: "2" }] };
      await wordingBasis.put({ ...it, body: text });
      alike(
        (await wordingBasis.list(it)).texts.filter(({ part }) => part === text.part).map(({ body, basis }) => ({ body, basis })),
        [{ body: text.body, basis: text.basis }],
      );
      await refusal(client, CONTRACT.wordingBasis.put, { ...it, body: { ...text, basis: [...text.basis, ...text.basis] } }, [422]);
      await wordingBasis.put({ ...it, body: { ...text, body: "", basis: [] } });
    },
  },
  {
    name: "has nothing to compare the first assessment with, and no scores of the years before",
    extension: "again",
    async run({ client }, made) {
      const { comparison, assessments } = callsOf(client);
      const { hasEarlier } = await assessments.get({ id: made.p3m3 });
      alike(hasEarlier, false);
      await refusal(client, CONTRACT.comparison.get, { id: made.p3m3 }, [404]);
      alike((await comparison.trend({ id: made.organization, model: "P3M3" })).points, []);
    },
  },
  {
    name: "says what the caller may do, as a person and with what they have made",
    extension: "permissions",
    async run({ client }, made) {
      const { permissions, organizations, assessments } = callsOf(client);
      const { permission } = await permissions.me();
      ok(permission !== "viewer", "somebody who may create organizations is a viewer");
      const { organization } = await organizations.get({ id: made.organization });
      const listed = (await organizations.list({})).myOrgnizations.find(({ organization: { id } }) => id === organization.id);
      for (const { may } of [organization, listed?.organization ?? {}, await assessments.get({ id: made.p3m3 })] as { may?: string[] }[])
        ok(may === undefined || may.includes("change"), "what the caller has just changed says that they may not");
    },
  },
  {
    name: "manages the people of a team for leads alone, and answers invitations alike whether an address is known or not",
    extension: "people",
    async run({ client }) {
      const { permissions, people, invitations, own } = callsOf(client);
      const { person } = await own.data();
      ok((await own.invitations()).invitations.length === 0, "somebody new is invited to other teams");
      const invite = { permission: "viewer" as const, roles: person.roles };
      if ((await permissions.me()).permission !== "lead") {
        await refusal(client, CONTRACT.people.list, {}, [403]);
        await refusal(client, CONTRACT.invitations.send, { body: { ...invite, people: [{ email: "a@example.invalid" }] } }, [403]);
        return;
      }
      const self = (await people.list()).people.find(({ isSelf }) => isSelf);
      ok(self?.email === person.email, "the caller is not among the people of their team");
      await refusal(client, CONTRACT.people.suspend, { id: self.id }, [422]);
      const email = `${randomUUID()}@example.invalid`;
      const answer = await invitations.send({ body: { ...invite, people: [{ email }, { email: "none" }, { email }] } });
      alike(
        answer.people.map(({ refused }) => refused),
        [undefined, "address", "twice"],
      );
      const [{ invitation: id } = {}] = answer.people;
      ok(id !== undefined, "the invitation has no id");
      alike((await invitations.again({ id })).email, email);
      await invitations.takeBack({ id });
      await refusal(client, CONTRACT.invitations.takeBack, { id }, [404]);
      ok(
        (await people.history({})).entries.some(({ kind }) => kind === "invitationTakenBack"),
        "the history does not tell of the invitation",
      );
    },
  },
  {
    name: "lets an invited person in once by a copied link, and tells leads what became of mails",
    extension: "joining",
    async run({ client, anonymous }) {
      const { permissions, own, invitations, joining } = callsOf(client);
      if ((await permissions.me()).permission !== "lead") return refusal(client, CONTRACT.joining.team, {}, [403]);
      const { person } = await own.data();
      const email = `${randomUUID()}@example.invalid`;
      const answer = await invitations.send({ body: { people: [{ email }], permission: "viewer", roles: person.roles } });
      const [{ invitation: id } = {}] = answer.people;
      ok(id !== undefined, "the invitation has no id");
      const before = await joining.team();
      const self = (await callsOf(client).people.list()).people.find(({ isSelf }) => isSelf);
      ok(self !== undefined && (await joining.openWork({ id: self.id })).sheets >= 0, "what is open of the caller");
      alike((await joining.suspension()).isSuspended, false);
      const { token } = await joining.link({ id });
      const visitor = callsOf(anonymous).joining;
      alike((await visitor.look({ body: { token } })).email, email);
      alike((await visitor.enter({ body: { token } })).user.email, email);
      await refusal(anonymous, CONTRACT.joining.look, { body: { token } }, [401]);
      await refusal(anonymous, CONTRACT.joining.enter, { body: { token } }, [401]);
      alike((await joining.team()).unconfirmed.length, before.unconfirmed.length + 1);
    },
  },
  {
    name: "keeps earlier scores that were entered by hand, compares with them, and has them in a trend",
    extension: "again",
    async run({ client }, made) {
      const { earlierScores, comparison, assessments } = callsOf(client);
      const ours = { model: "P3M3", scope: "Project", date: "2021-05-03", source: "Report", maturity: 2, scores: [] } as const;
      const of = { id: made.organization };
      const { id: earlierId } = await earlierScores.add({ ...of, body: { ...ours, scores: [{ code: "OG", score: 3.25 }] } });
      const changed = { ...ours, source: "Report of 2021", scores: [{ code: "OG", score: 3.5 }] };
      await earlierScores.put({ ...of, earlierId, body: changed });
      alike(
        (await earlierScores.list(of)).rows.map(({ source, scores }) => [source, scores]),
        [["Report of 2021", [{ code: "OG", score: 3.5 }]]],
      );
      for (const wrong of [{ date: "2999-01-01" }, { scope: null }, { scores: [] }, { model: "ITIL" as const, scope: null }])
        await refusal(client, CONTRACT.earlierScores.put, { ...of, earlierId, body: { ...changed, ...wrong } }, [422]);
      alike((await assessments.get({ id: made.p3m3 })).hasEarlier, true);
      const { before, choices } = await comparison.get({ id: made.p3m3 });
      alike([before.enteredByHand, choices.length], ["Report of 2021", 1]);
      const { points } = await comparison.trend({ id: made.organization, model: "P3M3" });
      alike(
        points.map(({ source, of }) => [source, of.enteredByHand]),
        [["entered by hand", "Report of 2021"]],
      );
      await earlierScores.remove({ ...of, earlierId });
      alike((await earlierScores.list(of)).rows, []);
      await refusal(client, CONTRACT.earlierScores.put, { ...of, earlierId, body: changed }, [404]);
    },
  },
  {
    name: "keeps targets of a model and scope",
    extension: "targets",
    async run({ client }, made) {
      const { targets } = callsOf(client);
      const of = { id: made.organization };
      const target = { code: "OG", score: 3.25, date: "2027-06-30", reason: "Agreed with the board" };
      const ours = { model: "P3M3" as const, scope: "Project", targets: [target] };
      alike((await targets.put({ ...of, body: ours })).targets, [target]);
      alike(
        (await targets.list({ ...of, model: "P3M3", scope: "Project", with: "latest" })).sets.map(({ scope, targets }) => [scope, targets]),
        [["Project", [target]]],
      );
      for (const wrong of [{ scope: null }, { targets: [target, target] }, { targets: [{ ...target, score: 5.5 }] }])
        await refusal(client, CONTRACT.targets.put, { ...of, body: { ...ours, ...wrong } }, [422]);
      await targets.put({ ...of, body: { ...ours, targets: [] } });
      alike(
        (await targets.list({ ...of, model: "P3M3", scope: "Project" })).sets.flatMap((set) => set.targets),
        [],
      );
    },
  },
  {
    name: "keeps an organization from everybody of the team who is not named, and tells leads who is",
    extension: "walls",
    async run(clients) {
      const { client } = clients;
      const { walls, organizations } = callsOf(client);
      const { id } = await walls.create({ body: form("Behind a wall", await anyOfEachList(clients)) });
      const access = await walls.get({ id });
      alike([access.access, access.people.length, access.isSeen], ["named", 1, true]);
      // Whoever makes these calls may be no lead.
      await refusal(client, CONTRACT.walls.put, { id, body: { access: "named", people: [], reason: "Too few" } }, [403, 422]);
      alike((await organizations.get({ id })).organization.name, "Behind a wall");
    },
  },
  {
    name: "gives leads the history of their team, and nobody else",
    extension: "team-history",
    async run({ client }, made) {
      const { teamHistory } = callsOf(client);
      const of = { organization: made.organization };
      const page = await teamHistory.list(of).catch(() => undefined);
      // Whoever makes these calls may be no lead.
      if (!page) return refusal(client, CONTRACT.teamHistory.list, of, [403]);
      ok(
        page.entries.every(({ organization }) => organization?.id === made.organization),
        "the entries of one organization",
      );
      const { entries } = await teamHistory.export(of);
      alike(entries.length >= page.entries.length, true);
      await teamHistory.fileTaken({ body: { what: "Excel file", organizations: [made.organization] } });
      alike(
        (await teamHistory.list(of)).entries.some(({ kind }) => kind === "read"),
        true,
      );
      await refusal(client, CONTRACT.teamHistory.list, { organization: 2_000_000_000 }, [404]);
    },
  },
  {
    name: "lists what the caller's team has in progress",
    extension: "in-progress",
    async run({ client }, made) {
      const { inProgress } = callsOf(client);
      const of = { organization: made.organization, model: "P3M3", tests: "1", archived: "1" } as const;
      const { rows, matches: matching, total } = await inProgress.list(of);
      ok(rows.length <= matching && matching <= total, "a page of a list");
      ok(
        rows.every(({ assessment, organization }) => assessment.status !== "Completed" && organization.id === made.organization),
        "open ones of one organization",
      );
      alike((await inProgress.list({ organization: 2_000_000_000 })).rows, []);
    },
  },
  {
    name: "keeps an engagement with its assessments and its plan, and deletes it without them",
    extension: "engagements",
    async run({ client }, made) {
      const { engagements, assessments } = callsOf(client);
      const form = {
        ...{ name: "Three scopes", sponsor: "", purpose: "Why", included: "", excluded: "", start: "2026-11-02", end: null },
        ...{ units: ["North"], people: [] },
      };
      const of = { id: (await engagements.create({ id: made.organization, body: form })).id };
      await refusal(client, CONTRACT.engagements.create, { id: made.organization, body: { ...form, end: "2026-11-01" } }, [422]);
      const member = { unit: "North", responsible: null, day: "2026-12-01" };
      await engagements.member({ ...of, memberId: made.p3m3, body: member });
      await refusal(client, CONTRACT.engagements.member, { ...of, memberId: made.p3m3, body: { ...member, unit: "West" } }, [422]);
      const { members } = await engagements.get(of);
      alike([members.length, members[0]?.unit, members[0]?.day], [1, "North", "2026-12-01"]);
      const text = { kind: "interview", what: "", day: null, state: "open" } as const;
      const row = { ...text, withWhom: ["Anna"], topics: ["OG"], who: [] };
      await engagements.addRows({ ...of, body: { rows: [row] } });
      const [stored] = (await engagements.plan(of)).rows;
      alike([stored?.people, stored?.withWhom, stored?.topics], [1, ["Anna"], ["OG"]]);
      await engagements.row({ ...of, rowId: stored?.id ?? 0, body: { ...row, state: "done" } });
      alike((await engagements.get(of)).plan, { rows: 1, done: 1, late: 0 });
      const written = { part: "summary", body: "Ours", basis: [{ what: "maturity", value: "2" }] };
      await engagements.text({ ...of, body: written });
      await refusal(client, CONTRACT.engagements.text, { ...of, body: { ...written, part: "OG" } }, [422]);
      alike(
        (await engagements.texts(of)).texts.map(({ part, body, basis }) => ({ part, body, basis })),
        [written],
      );
      await engagements.state({ ...of, body: { state: "closed" } });
      await refusal(client, CONTRACT.engagements.text, { ...of, body: written }, [422]);
      await refusal(client, CONTRACT.engagements.addRows, { ...of, body: { rows: [row] } }, [422]);
      ok(!(await engagements.list({})).engagements.some(({ id }) => id === of.id), "closed ones are left out");
      await engagements.state({ ...of, body: { state: "running" } });
      await engagements.removeRow({ ...of, rowId: stored?.id ?? 0 });
      await engagements.removeMember({ ...of, memberId: made.p3m3 });
      await engagements.remove(of);
      await refusal(client, CONTRACT.engagements.get, of, [404]);
      await assessments.get({ id: made.p3m3 });
    },
  },
  {
    name: "lists what waits for the caller",
    extension: "for-you",
    async run({ client }) {
      const { page, items, total } = await callsOf(client).forYou.list({});
      ok(page === 1 && items.length <= total, "the first page of a list");
    },
  },
  {
    name: "keeps actions with their remarks, and finds them again next time and when they are due",
    extension: "actions",
    async run({ client }, made) {
      const { actions } = callsOf(client);
      const of = { id: made.organization };
      const said = {
        title: "Write a plan",
        why: "",
        owner: "Anna",
        due: "2020-01-01",
        effort: "small",
        effect: null,
        state: "open",
      } as const;
      const body = { ...said, assessmentId: made.p3m3, places: [] };
      const { id: actionId } = await actions.add({ ...of, body });
      await actions.put({ ...of, actionId, body: { ...body, owner: "Ben" } });
      await actions.remark({ ...of, actionId, body: { text: "Begun" } });
      alike(
        (await actions.get({ ...of, actionId })).saidAbout.map(({ text }) => text),
        ["Begun"],
      );
      const { actions: matching, counts } = await actions.list({ ...of, owner: "Ben", overdue: "1", q: "plan" });
      alike([matching.map(({ remarks }) => remarks), counts.overdue], [[1], 1]);
      alike(
        (await actions.nextTime({ id: made.p3m3 })).actions.map(({ title }) => title),
        ["Write a plan"],
      );
      // An action from a test is not due.
      const { overdue } = await actions.due();
      await actions.add({ ...of, body: { ...body, assessmentId: null } });
      alike((await actions.due()).overdue, overdue + 1);
      for (const wrong of [{ title: "" }, { places: ["thread/1/1", "thread/1/1"] }, { assessmentId: null, places: ["thread/1/1"] }])
        await refusal(client, CONTRACT.actions.put, { ...of, actionId, body: { ...body, ...wrong } }, [422]);
      await actions.remove({ ...of, actionId });
      await refusal(client, CONTRACT.actions.get, { ...of, actionId }, [404]);
    },
  },
  {
    name: "asks voices, whose sheets nothing else opens, and keeps apart what they say",
    extension: "voices",
    async run({ client, anonymous }, made) {
      const { voices, locks } = callsOf(client);
      const of = { id: made.p3m3 };
      const { places, roles } = await voices.list(of);
      const [{ place } = { place: "" }] = places;
      await locks.take(of);
      // The upstream may have a clock of its own.
      const until = ((await locks.get(of)).lockedAt ?? "").slice(0, 10);
      const sheet = { places: [place], until, message: "Be frank.", checksFacts: false };
      const line = { name: "Jane", role: roles[0] ?? "", email: null };
      const { voices: sheets } = await voices.ask({ ...of, body: { voices: [line, { ...line, role: "no such role" }], ...sheet } });
      alike(
        sheets.map(({ refused }) => refused),
        [undefined, "role"],
      );
      const voiceId = sheets[0]?.voice ?? 0;
      alike((await callsOf(client).assessments.get(of)).hasVoices, true);
      const { token } = await voices.link({ ...of, voiceId, body: {} });
      const { links } = await voices.links({ ...of, body: { voices: [voiceId] } });
      alike(
        links.map((link) => link.token),
        [token],
      );
      const entered = await callsOf(anonymous).voice.enter({ body: { token } });
      const sheetOf = client.bearing(entered.token);
      const own = callsOf(sheetOf).voice;
      alike(
        (await own.sheet()).pages.map((page) => page.place),
        [place],
      );
      const { statements, versions } = await own.page({ place });
      const [first] = statements;
      const answers = [{ questionId: first?.questionId ?? 0, choice: first?.choices[0]?.key ?? "", comment: "", seen: "Intranet" }];
      await own.putPage({ place, body: { answers } }, { "Made-From": `voicePage=${versions?.voicePage}` });
      await own.done();
      await own.noMoreMail();
      await refusal(sheetOf, CONTRACT.assessments.get, of, [401]);
      await refusal(sheetOf, CONTRACT.voices.list, of, [401]);
      await refusal(client, CONTRACT.voice.sheet, {}, [401]);
      await refusal(
        sheetOf,
        CONTRACT.voice.putPage,
        { place, body: { answers: [{ ...answers[0], choice: "no answer" }] } as never },
        [422],
      );
      const [answered] = (await voices.answers({ ...of, without: "texts" })).places;
      alike([answered?.asked, answered?.answered, answered?.statements[0]?.answers], [1, 1, []]);
      const said = (await voices.answers({ ...of, place })).places[0]?.statements[0];
      alike([said?.said, said?.answers[0]?.seen], [[{ role: line.role, choice: answers[0]?.choice, voices: 1 }], "Intranet"]);
      await voices.put({ ...of, voiceId, body: { ...line, ...sheet, name: "Janet" } });
      await voices.settings({ ...of, body: { showInResults: true } });
      alike((await voices.views(of)).withheld, "draft");
      await voices.close({ ...of, voiceId });
      await refusal(sheetOf, CONTRACT.voice.page, { place }, [409]);
      await voices.closeAll(of);
      alike(await voices.views(of), { withheld: "draft", places: [] });
      await voices.settings({ ...of, body: { showInResults: false } });
      await voices.takeBack({ ...of, voiceId });
      await refusal(sheetOf, CONTRACT.voice.sheet, {}, [401]);
      await refusal(client, CONTRACT.voices.remind, { ...of, voiceId }, [422]);
      alike((await voices.forget(of)).forgotten, 1);
    },
  },
  {
    name: "lets leads name their team, and refuses a name that leads somewhere",
    extension: "team-name",
    async run({ client }) {
      const { teamName } = callsOf(client);
      const before = await teamName.get();
      await teamName.put({ body: { name: "Alder Consulting" } });
      alike((await teamName.get()).name, "Alder Consulting");
      await refusal(client, CONTRACT.teamName.put, { body: { name: "alder.example" } }, [422]);
      await teamName.put({ body: { name: before.name ?? "" } });
      alike((await teamName.get()).name, before.name);
    },
  },
  {
    name: "begins the report of a new assessment with the texts that leads have given",
    extension: "report-defaults",
    async run({ client }) {
      const { reportDefaults } = callsOf(client);
      const { authors, disclaimer } = await reportDefaults.get();
      await reportDefaults.put({ body: { authors: "Kim Alder", disclaimer: "For the client\nalone." } });
      const now = await reportDefaults.get();
      alike([now.authors, now.disclaimer], ["Kim Alder", "For the client\nalone."]);
      await refusal(client, CONTRACT.reportDefaults.put, { body: { authors: "x".repeat(201), disclaimer: "" } }, [422]);
      await reportDefaults.put({ body: { authors: authors ?? "", disclaimer: disclaimer ?? "" } });
      alike((await reportDefaults.get()).authors, authors);
    },
  },
  {
    name: "tells a sheet for whom it asks, and nobody else",
    extension: "voice-sender",
    async run(given, made) {
      const { own, end } = await openedSheet(given, made);
      const { logo } = await callsOf(own).voice.sender();
      if (logo === null) await refusal(own, CONTRACT.voice.logo, {}, [404]);
      else await callsOf(own).voice.logo();
      await refusal(given.client, CONTRACT.voice.sender, {}, [401]);
      await end();
      for (const call of [CONTRACT.voice.sender, CONTRACT.voice.logo]) await refusal(own, call, {}, [401]);
    },
  },
  {
    name: "lets a voice that has answered check facts, and change no answer any more",
    extension: "second-round",
    async run(held, made) {
      const { client, anonymous } = held;
      const { voices, secondRound, locks } = callsOf(client);
      const of = { id: made.p3m3 };
      const { roles } = await voices.list(of);
      await locks.take(of);
      await answer(held, made, FIRST, IK);
      await locks.release(of);
      const place = `thread/${FIRST}/${IK}`;
      const until = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
      const body = { places: [place], until, message: "", checksFacts: false };
      const people = [{ name: "Jane", role: roles[0] ?? "", email: null }];
      const voiceId = (await voices.ask({ ...of, body: { voices: people, ...body } })).voices[0]?.voice ?? 0;
      const { token } = await voices.link({ ...of, voiceId, body: {} });
      const bearer = client.bearing((await callsOf(anonymous).voice.enter({ body: { token } })).token);
      const own = callsOf(bearer).voice;
      const [{ questionId, choices } = { questionId: 0, choices: [] }] = (await own.page({ place })).statements;
      const answers = [{ questionId, choice: choices[0]?.key ?? null, comment: "", seen: "" }];
      await own.putPage({ place, body: { answers } });
      alike(await own.round(), { second: false, pages: [] });
      const form = { voices: [voiceId], until, message: "" };
      alike((await secondRound.ask({ ...of, body: form })).voices.map(String), [String(voiceId)]);
      alike(await own.round(), { second: true, pages: [{ place, checked: false }] });
      await refusal(
        bearer,
        CONTRACT.voice.putPage,
        { place, body: { answers: answers.map((each) => ({ ...each, choice: null })) } },
        [409],
      );
      const { check } = await own.page({ place });
      await own.putPage({ place, body: { answers: [], check: { agrees: false, reason: "Not so", verdicts: check?.verdicts ?? "" } } });
      alike((await own.round()).pages, [{ place, checked: true }]);
      await voices.takeBack({ ...of, voiceId });
    },
  },
  {
    name: "asks a voice about some levels alone",
    extension: "voice-levels",
    async run({ client, anonymous }, { p3m3 }) {
      const { voices, voiceLevels } = callsOf(client);
      const of = { id: p3m3 };
      const { roles, ...list } = await voices.list(of);
      const place = list.places.find((each) => !each.descoped && each.statements > 1)?.place ?? "";
      const line = { name: "Jane", role: roles[0] ?? "", email: null };
      const sheet = {
        places: [place],
        until: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
        message: "",
        checksFacts: false,
      };
      const { voices: sheets } = await voiceLevels.ask({ ...of, body: { voices: [line], ...sheet, levels: { from: 1, to: 1 } } });
      const voiceId = sheets[0]?.voice ?? 0;
      const { token } = await voices.link({ ...of, voiceId, body: {} });
      const own = callsOf(client.bearing((await callsOf(anonymous).voice.enter({ body: { token } })).token)).voice;
      alike((await own.page({ place })).statements.length, 1);
      alike(
        (await voiceLevels.list(of)).voices.filter(({ voice }) => String(voice) === String(voiceId)).map(({ levels }) => levels),
        [{ from: 1, to: 1 }],
      );
      await voiceLevels.put({ ...of, voiceId, body: { ...line, ...sheet, levels: null } });
      if ((await own.page({ place })).statements.length < 2) throw new Error("A sheet about all levels asks about one alone.");
      await refusal(client, CONTRACT.voiceLevels.ask, { ...of, body: { voices: [line], ...sheet, levels: { from: 2, to: 1 } } }, [422]);
      await voices.takeBack({ ...of, voiceId });
    },
  },
  {
    name: "says whether mails reach a voice",
    extension: "mails-again",
    async run(given, made) {
      const { own, end } = await openedSheet(given, made);
      alike((await callsOf(own).voice.mails()).mails, "none");
      await callsOf(own).voice.mailsAgain();
      await refusal(given.client, CONTRACT.voice.mails, {}, [401]);
      await end();
      await refusal(own, CONTRACT.voice.mailsAgain, {}, [401]);
    },
  },
  {
    name: "keeps the house style of a team, and its logo",
    extension: "style",
    async run({ client }) {
      const { style } = callsOf(client);
      const ours = { name: "Consultancy", accent: "#1f4e79", confidentiality: null, footer: "Footer" };
      const before = await style.get();
      await style.put({ body: ours });
      const { name, accent, footer } = await style.get();
      alike([name, accent, footer], ["Consultancy", "#1f4e79", "Footer"]);
      await refusal(client, CONTRACT.style.put, { body: { ...ours, accent: "#ffffff" } }, [422]);
      await style.logo.put({ body: { png: "iVBORw0KGgoAAAANSUhEUg==" } });
      alike((await style.logo.get()).png, "iVBORw0KGgoAAAANSUhEUg==");
      await style.logo.put({ body: { png: null } });
      await refusal(client, CONTRACT.style.logo.get, {}, [404]);
      const { name: was = null, accent: colour = null, confidentiality = null, footer: foot = null } = before;
      await style.put({ body: { name: was, accent: colour, confidentiality, footer: foot } });
    },
  },
  {
    name: "completes an assessment only when all is answered, and has results from then on",
    async run(held, made) {
      const { client } = held;
      const { p3m3, assessments, organizations } = callsOf(client);
      const it = { id: made.p3m3 };
      await refusal(client, CONTRACT.assessments.complete, it, [422]);
      await refusal(client, CONTRACT.p3m3.results, it, [404]);
      for (const perspective of PLACES) for (const thread of THREADS) await answer(held, made, perspective.id, thread.id);
      await assessments.complete(it);
      const done = await assessments.get(it);
      ok(done.status === "Completed" && done.dateCompleted, "the assessment is not completed");
      const results = await p3m3.results(it);
      alike(
        results.perspectives.map(({ id }) => id).sort(),
        PLACES.map(({ id }) => id),
      );
      alike(results.notes.length, 1);
      const { P3M3: lists } = await organizations.assessments.list({ id: made.organization });
      for (const each of [done, ...(lists?.completed ?? [])].filter(({ id }) => String(id) === String(made.p3m3)))
        if (each.assessmentType === "P3M3" && each.maturity !== undefined)
          alike({ maturity: each.maturity, decimal: each.score }, { ...results.overall });
      await assessments.scores(it);
      const late = { assessmentId: made.p3m3, perspectiveId: FIRST, threadId: IK, body: "late" };
      await refusal(client, CONTRACT.p3m3.notes.put, { body: late }, [422, 409]);
    },
  },
  {
    name: "compares with others, or says why it cannot",
    async run({ client }, made) {
      const query = { perspectiveIds: PLACES.map(({ id }) => id), assessmentId: made.p3m3 };
      const benchmark = await callsOf(client).p3m3.benchmark(query);
      ok(benchmark.perspectivesAndScores.length > 0 || benchmark.message, "there are neither scores nor a message");
    },
  },
  {
    name: "puts an assessment away and takes it out again",
    async run({ client }, made) {
      const { assessments } = callsOf(client);
      for (const [move, archived] of [
        ["archive", true],
        ["unarchive", false],
      ] as const) {
        await assessments[move]({ id: made.p3m3 });
        alike((await assessments.get({ id: made.p3m3 })).isArchived, archived);
      }
    },
  },
  {
    name: "takes an ITIL assessment from its scope to its results",
    async run({ client }, made) {
      const { organizations, assessments, locks, itil } = callsOf(client);
      const body = {
        name: "Contract ITIL",
        assessmentType: "ITIL",
        isTestAssessment: true,
        selectedScope: "Capability",
        endorsed: false,
      } as const;
      const { id } = await organizations.assessments.create({ id: made.organization, body });
      made.itil = id;
      await locks.take({ id });
      const [practice] = await itil.capabilities();
      ok(practice, "the list of practices is empty");
      const capabilities = [{ id: practice.id, name: practice.name, selectionMode: 1 as const }];
      await assessments.put({ id, body: { assessmentType: "ITIL", name: "Contract ITIL", capabilities } });
      const where = { id, capabilityId: practice.id };
      const questions = await itil.questions.capability(where);
      await refusal(client, CONTRACT.assessments.complete, { id }, [422]);
      const answers = questions.map((question) => ({ questionId: question.id, selection: "Fully" as const, score: 1 as const }));
      const { progress } = await itil.answer.capability({ id, body: answers });
      alike(
        progress.capabilityProgress.map((item) => [item.id, item.complete]),
        [[practice.id, true]],
      );
      ok(
        (await itil.questions.capability(where)).every(({ answer }) => answer?.selection === "Fully"),
        "an answer was not kept",
      );
      await itil.questions.maturity({ id });
      const note = { assessmentId: id, capabilityId: practice.id };
      await itil.notes.capability.put({ body: { ...note, body: "kept" } });
      alike((await itil.notes.capability.get(note)).body, "kept");
      await assessments.complete({ id });
      const results = await itil.results({ id });
      alike(
        results.capabilities.map((capability) => capability.id),
        [practice.id],
      );
    },
  },
  {
    name: "flags a practice for later until the flag is taken off, and the progress shows it",
    extension: "flags",
    async run({ client }, made) {
      const { organizations, assessments, locks, itil } = callsOf(client);
      const setUp = { name: "Contract flags", assessmentType: "ITIL", isTestAssessment: true, selectedScope: "Capability" } as const;
      const { id } = await organizations.assessments.create({ id: made.organization, body: { ...setUp, endorsed: false } });
      await locks.take({ id });
      const [practice] = await itil.capabilities();
      ok(practice, "the list of practices is empty");
      const capabilities = [{ id: practice.id, name: practice.name, selectionMode: 1 as const }];
      await assessments.put({ id, body: { assessmentType: "ITIL", name: setUp.name, capabilities } });
      const where = { id, capabilityId: practice.id };
      for (const flagged of [true, false]) {
        alike((await itil.flag({ ...where, body: { flagged } })).flagged, flagged);
        ok(
          (await itil.questions.capability(where)).every((question) => question.flagged === flagged),
          "the questions say something else",
        );
        const progress = await assessments.progress({ id });
        ok("capabilityProgress" in progress, "the progress of an ITIL assessment is that of the other model");
        alike(
          progress.capabilityProgress.map((item) => item.flagged),
          [flagged],
        );
      }
      await locks.release({ id });
    },
  },
  {
    name: "stores many changes at once, and none where one is refused",
    extension: "bulk",
    async run({ client }, made) {
      const { organizations, assessments, locks, itil } = callsOf(client);
      const setUp = { name: "Contract bulk", assessmentType: "ITIL", isTestAssessment: true, selectedScope: "Capability" } as const;
      const { id } = await organizations.assessments.create({ id: made.organization, body: { ...setUp, endorsed: false } });
      await locks.take({ id });
      const [first, second] = await itil.capabilities();
      ok(first && second, "the list of practices is too short");
      const capabilities = [first, second].map(({ id, name }) => ({ id, name, selectionMode: 1 as const }));
      await assessments.put({ id, body: { assessmentType: "ITIL", name: setUp.name, capabilities } });
      const questions = await itil.questions.capability({ id, capabilityId: first.id });
      const answersWith = (selection: "Fully" | "Partially") => questions.map((question) => ({ questionId: question.id, selection }));
      const place = `capability/${first.id}`;
      const note = { place: `capability/${second.id}`, note: "kept" };
      const bad = { changes: [note, { place, answers: answersWith("Partially") }] };
      await refusal(client, CONTRACT.assessments.bulk, { id, body: bad }, [422]);
      const noted = { assessmentId: id, capabilityId: second.id };
      alike((await itil.notes.capability.get(noted)).body, "");
      const { changes } = await assessments.bulk({ id, body: { changes: [note, { place, answers: answersWith("Fully") }] } });
      alike(
        changes.map((change) => change.place),
        [note.place, place],
      );
      alike((await itil.notes.capability.get(noted)).body, "kept");
      ok(
        (await itil.questions.capability({ id, capabilityId: first.id })).every(({ answer }) => answer?.selection === "Fully"),
        "an answer was not kept",
      );
      await locks.release({ id });
      await refusal(client, CONTRACT.assessments.bulk, { id, body: { changes: [note] } }, [409]);
    },
  },
  {
    name: "makes one corrected edition of a completed assessment at a time, which holds what that one holds",
    extension: "editions",
    async run(held, made) {
      const { client } = held;
      const { organizations, assessments, locks, p3m3, editions } = callsOf(client);
      const setUp = { name: "Contract edition", assessmentType: "P3M3", isTestAssessment: true, selectedScope: "Programme" } as const;
      const { id } = await organizations.assessments.create({ id: made.organization, body: setUp });
      await locks.take({ id });
      const scope = { selectedLevel: 2, perspectives: PLACES.slice(0, 1), threads: THREADS.slice(0, 1) };
      await assessments.put({ id, body: { assessmentType: "P3M3", name: setUp.name, ...scope } });
      const questions = await p3m3.questions({ id, p: FIRST, t: IK });
      const selectionAt = (level: number): P3m3Answer["selection"] => (level === 1 ? "Fully" : level === 2 ? "Rarely/Never" : "N/A");
      const answers = questions.map(({ id: questionId, level }) => {
        const selection = selectionAt(level);
        return { questionId, selection, score: SCORES[selection] };
      });
      await p3m3.answer({ id, body: answers });
      const body = { reason: "A figure was wrong" };
      await refusal(client, CONTRACT.editions.make, { id, body }, [422]);
      await assessments.complete({ id });
      await refusal(client, CONTRACT.editions.make, { id, body: { reason: "" } }, [422, 400]);
      const { id: editionId } = await editions.make({ id, body });
      await refusal(client, CONTRACT.editions.make, { id, body }, [409]);
      const edition = await assessments.get({ id: editionId });
      alike([edition.status, edition.name, edition.edition?.number, edition.edition?.reason], ["Active", setUp.name, 2, body.reason]);
      alike(
        (await p3m3.questions({ id: editionId, p: FIRST, t: IK })).map(({ answer }) => answer?.selection ?? "N/A"),
        answers.map(({ selection }) => selection),
      );
      await locks.take({ id: editionId });
      await assessments.complete({ id: editionId });
      const { edition: replaced } = await assessments.get({ id });
      alike([replaced?.replacedBy?.id, replaced?.replacedBy?.reason], [editionId, body.reason]);
      await refusal(client, CONTRACT.editions.make, { id, body }, [422]);
    },
  },
  {
    name: "says what the assessment before proposes, and never answers by it",
    extension: "again",
    async run(held, made) {
      const { client } = held;
      const { organizations, assessments, locks, itil } = callsOf(client);
      const setUp = { name: "Contract again", assessmentType: "ITIL", isTestAssessment: true, selectedScope: "Capability" } as const;
      const form = { ...setUp, endorsed: false, previousId: made.itil };
      await refusal(
        client,
        CONTRACT.organizations.assessments.create,
        { id: made.organization, body: { ...form, previousId: made.p3m3 } },
        [422],
      );
      const { id } = await organizations.assessments.create({ id: made.organization, body: form });
      alike((await assessments.get({ id })).previousId, made.itil);
      alike(await assessments.fit({ id: made.itil }), { otherPack: false, gone: [] });
      await locks.take({ id });
      const [practice] = await itil.capabilities();
      ok(practice, "the list of practices is empty");
      const capabilities = [{ id: practice.id, name: practice.name, selectionMode: 1 as const }];
      await assessments.put({ id, body: { assessmentType: "ITIL", name: setUp.name, capabilities } });
      const place = `capability/${practice.id}`;
      const { before, places } = await assessments.again({ id, place });
      alike(before.id, made.itil);
      const [said] = places;
      ok(
        said?.statements.every(({ state, proposal }) => state === "same" && proposal === "Fully"),
        "an answer is not proposed",
      );
      alike(said?.note, "kept");
      // An upstream may leave it out of the overview.
      if ((await extensionsOf(held)).includes("overview")) {
        const { again: previous } = await assessments.overview({ id, capabilityIds: [practice.id], with: "again" });
        alike((previous?.places ?? places).find((each) => each.place === place)?.statements, said?.statements);
      }
      const questions = await itil.questions.capability({ id, capabilityId: practice.id });
      ok(
        questions.every(({ answer }) => answer === null),
        "a proposal is an answer",
      );
      alike(
        said?.statements.map((statement) => statement.id),
        questions.map((question) => question.id),
      );
      const answers = questions.map((question) => ({
        questionId: question.id,
        selection: "Fully" as const,
        score: 1 as const,
        confirmed: true,
      }));
      await itil.answer.capability({ id, body: answers });
      const { counts } = await assessments.again({ id });
      alike(counts, { confirmed: questions.length, changed: 0 });
      await assessments.put({ id, body: { assessmentType: "ITIL", name: setUp.name, previousId: null } });
      await refusal(client, CONTRACT.assessments.again, { id }, [404]);
      await locks.release({ id });
    },
  },
  {
    name: "gives locks back, by call and by beacon",
    async run({ client }, made) {
      const { organizations, locks } = callsOf(client);
      const body = { name: "Contract lock", assessmentType: "P3M3", isTestAssessment: true, selectedScope: "Project" } as const;
      const { id } = await organizations.assessments.create({ id: made.organization, body });
      await locks.take({ id });
      await locks.release({ id });
      await locks.release({ id });
      await refusal(client, CONTRACT.locks.get, { id }, [404]);
      await locks.take({ id });
      await locks.releaseByBeacon({ id, body: { token: client.token ?? "" } });
      await refusal(client, CONTRACT.locks.get, { id }, [404]);
    },
  },
  {
    name: "names its extensions to anybody, or has no such call",
    async run(held) {
      await extensionsOf(held);
    },
  },
  {
    name: "lists the sessions of the one who asks, and ends none that is not theirs",
    extension: "logout",
    async run({ client, anonymous }) {
      const sessions = await callsOf(client).session.sessions.list();
      alike(sessions.filter(({ current }) => current).length, 1);
      await refusal(client, CONTRACT.session.sessions.end, { id: randomUUID() }, [404]);
      await refusal(anonymous, CONTRACT.session.sessions.list, {}, [401]);
      await refusal(anonymous, CONTRACT.session.sessions.endAll, {}, [401]);
    },
  },
  {
    name: "gives everything about an assessment at once, as the calls for one thread, practice or component do",
    extension: "overview",
    async run({ client }, { p3m3: first, itil: second }) {
      const { assessments, p3m3, itil } = callsOf(client);
      const threads = await assessments.overview({ id: first });
      ok(threads.assessmentType === "P3M3", "the overview is of the other model");
      ok(threads.threads.length > 0, "no thread is there");
      for (const { perspective, thread, questions, note } of threads.threads) {
        alike(questions, await p3m3.questions({ id: first, p: perspective.id, t: thread.id }));
        alike(note, await p3m3.notes.get({ assessmentId: first, perspectiveId: perspective.id, threadId: thread.id }));
      }
      const practices = await assessments.overview({ id: second });
      ok(practices.assessmentType === "ITIL", "the overview is of the other model");
      ok(practices.capabilities.length > 0, "no practice is there");
      for (const { capability, questions } of practices.capabilities)
        alike(questions, await itil.questions.capability({ id: second, capabilityId: capability.id }));
      alike(
        practices.maturities.map(({ question }) => question),
        await itil.questions.maturity({ id: second }),
      );
    },
  },
  {
    name: "answers alike whoever a mail is asked for, and takes no link or code that it has not sent",
    extension: "mail",
    async run({ anonymous }) {
      const { mail } = CONTRACT.session;
      const browser = `${randomUUID()}${randomUUID()}`;
      await callsOf(anonymous).session.mail.ask({ body: { address: `${randomUUID()}@example.invalid`, browser, network: "192.0.2.1" } });
      await refusal(anonymous, mail.look, { body: { token: randomUUID() } }, [401]);
      await refusal(anonymous, mail.enter, { body: { browser, token: randomUUID() } }, [401]);
      await refusal(anonymous, mail.enter, { body: { browser, code: "AAAA-AAAA" } }, [401, 422]);
    },
  },
  // The last of all: nothing can be asked after it.
  {
    name: "takes no token of a session that has logged out",
    extension: "logout",
    async run({ client, anonymous }) {
      await refusal(anonymous, CONTRACT.session.logout, {}, [401]);
      await callsOf(client).session.logout();
      await refusal(client, CONTRACT.organizations.list, {}, [401]);
      await callsOf(client).session.logout();
    },
  },
];

/** Runs all checks in order. It reports each one as it ends, and a failed check does not stop the others. */
export async function holdAgainstContract(held: Clients, report: (name: string, fault: Error | undefined) => void): Promise<number> {
  const made = { organization: 0, p3m3: 0, itil: 0 };
  let failed = 0;
  const named = await extensionsOf(held).catch((): string[] => []);
  for (const { name, run } of CHECKS.filter(({ extension }) => extension === undefined || named.includes(extension))) {
    const fault = await run(held, made).then(
      () => undefined,
      (error) => (error instanceof Error ? error : new Error(String(error))),
    );
    if (fault) failed += 1;
    report(name, fault);
  }
  return failed;
}

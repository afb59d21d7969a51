import { beforeAll, describe, expect, it } from "vitest";
import { deleteOrganization } from "#api/services/deleting-organizations.ts";
import { addressOf, type Call } from "#model/contract/call.ts";
import { CONTRACT_CALLS } from "#model/contract/calls.ts";
import type { Client, TestApi } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import {
  answersFor,
  completeP3M3,
  createAgain,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
  organizationForm,
  practiceAnswers,
} from "./scenario.ts";

/** What belongs to an organization, and where the values of calls come from. */
type Subject = "organization" | "p3m3" | "itil" | "done" | "later" | "engagement";
/** Of an organization: its assessments, and what they hold. */
interface Ids extends Record<Subject, number> {
  action: number;
  earlier: number;
  evidence: number;
  voice: number;
  point: number;
  reviewRequest: number;
  planRow: number;
  question: number;
  diagnostic: number;
  answers: unknown;
  practiceAnswers: unknown;
  componentAnswer: unknown;
}

interface About {
  about: Subject;
  /** Values of the path and the query beside the id. */
  with?: (ids: Ids) => Record<string, unknown>;
  body?: (ids: Ids) => unknown;
}
/**
 * What a wall means to a call: whom its id is about; a list, whose whole answers are compared; a write of the team, which names no organization; or
 * something that no organization is part of.
 */
type Verdict = About | "list" | "of the team" | "of no organization" | "of a voice";

const PLACE = { perspectiveId: 1, threadId: 6 };
const EVIDENCE = {
  ...{ kind: "data", what: "Figures", where: "", who: "", date: null, goodUntil: null, remark: "" },
  places: [{ place: "thread/1/6", supports: [1], against: [] }],
};
const EARLIER = {
  ...{ model: "P3M3", scope: "Programme", date: "2021-05-03", source: "Report", maturity: null },
  scores: [{ code: "OG", score: 3.25 }],
};
const TARGETS = { model: "P3M3", scope: "Programme", targets: [{ code: "OG", score: 4, date: "2027-06-30", reason: "Agreed" }] };
const SHEET = { places: ["thread/1/6"], until: "2026-12-01", message: "", checksFacts: false };
const ENGAGEMENT = {
  ...{ name: "Three scopes", sponsor: "", purpose: "", included: "", excluded: "", start: null, end: null },
  ...{ units: [], people: [] },
};
const PLAN_ROW = { kind: "interview", what: "", withWhom: ["Anna"], topics: [], who: [], day: null, state: "open" };
const POINT = { about: "thread/1/6", text: "Who says so?" };
const SOMEBODY = { name: "Jane", role: "Manager", email: null };
const P3M3 = { assessmentType: "P3M3", name: "Spring review" };
const actionOf = ({ p3m3 }: Pick<Ids, "p3m3">) => ({
  ...{ title: "Write a plan", why: "", assessmentId: p3m3, places: [], owner: "Anna", due: "2026-01-01", effort: null, effect: null },
  state: "open",
});
const organization = (rest: Omit<About, "about"> = {}): About => ({ about: "organization", ...rest });
const p3m3 = (rest: Omit<About, "about"> = {}): About => ({ about: "p3m3", ...rest });
const itil = (rest: Omit<About, "about"> = {}): About => ({ about: "itil", ...rest });
const engagement = (rest: Omit<About, "about"> = {}): About => ({ about: "engagement", ...rest });
const ofOrganization = ({ organization: id }: Ids) => ({ organization: id });
const ofEarlier = ({ earlier }: Ids) => ({ earlierId: earlier });
const ofAction = ({ action }: Ids) => ({ actionId: action });
const ofEvidence = ({ evidence }: Ids) => ({ evidenceId: evidence });
const ofPoint = ({ point }: Ids) => ({ pointId: point });
const ofRequest = ({ reviewRequest }: Ids) => ({ requestId: reviewRequest });
const ofMember = ({ p3m3: id }: Ids) => ({ memberId: id });
const ofPlanRow = ({ planRow }: Ids) => ({ rowId: planRow });
const ofVoice = ({ voice }: Ids) => ({ voiceId: voice });
const ofPlace = () => PLACE;

/** Every call of the contract. One that is missing here fails the first test. */
const VERDICTS: Record<string, Verdict> = {
  "session.enter": "of no organization",
  "session.refresh": "of no organization",
  "session.extensions": "of no organization",
  "session.logout": "of no organization",
  "session.mail.ask": "of no organization",
  "session.mail.look": "of no organization",
  "session.mail.enter": "of no organization",
  "session.sessions.list": "of no organization",
  "session.sessions.end": "of no organization",
  "session.sessions.endAll": "of no organization",
  "permissions.me": "list",
  "people.list": "list",
  "people.history": "list",
  "people.get": "list",
  "people.put": "of the team",
  "people.suspend": "of the team",
  "people.readmit": "of the team",
  "people.remove": "of the team",
  "invitations.send": "of the team",
  "invitations.again": "of the team",
  "invitations.takeBack": "of the team",
  "own.invitations": "list",
  "own.accept": "of the team",
  "own.decline": "of the team",
  "own.leave": "of the team",
  "own.data": "list",
  "joining.team": "list",
  "joining.invitation": "of the team",
  "joining.name.get": "list",
  "joining.name.put": "of the team",
  "joining.address.get": "list",
  "joining.address.ask": "of the team",
  "joining.address.change": "of the team",
  "joining.address.look": "of no organization",
  "joining.address.undo": "of no organization",
  "joining.suspension": "of no organization",
  "joining.openWork": "list",
  "joining.handOver": "of the team",
  "joining.voiceContact": "of a voice",
  "joining.link": "of the team",
  "joining.look": "of no organization",
  "joining.enter": "of no organization",
  "joining.voiceMails": p3m3(),
  "joining.mailVoiceAgain": p3m3({ with: ofVoice }),
  "organizations.list": "list",
  "organizations.create": "of the team",
  "organizations.get": organization(),
  "organizations.put": organization({ body: () => organizationForm() }),
  "organizations.assessments.list": organization(),
  "organizations.assessments.create": organization({ body: () => ({ ...P3M3, isTestAssessment: false, selectedScope: "Programme" }) }),
  "walls.get": organization(),
  "walls.put": organization({ body: () => ({ access: "team", reason: "No longer needed" }) }),
  "walls.create": "of the team",
  "walls.team": "list",
  "forYou.list": "list",
  "inProgress.list": "list",
  "assessments.get": p3m3(),
  "assessments.put": p3m3({ body: () => P3M3 }),
  "assessments.progress": p3m3(),
  "assessments.scores": p3m3(),
  "assessments.overview": p3m3(),
  "assessments.again": { about: "later" },
  "assessments.fit": p3m3(),
  "assessments.bulk": p3m3({ body: () => ({ changes: [{ place: "thread/1/6", note: "x" }] }) }),
  "history.list": p3m3(),
  "history.fileTaken": p3m3({ body: () => ({ what: "Excel file" }) }),
  "teamHistory.list": organization({ with: ofOrganization }),
  "teamHistory.export": organization({ with: ofOrganization }),
  "teamHistory.fileTaken": organization({ body: (ids) => ({ what: "Excel file", organizations: [ids.organization] }) }),
  "comparison.get": { about: "later" },
  "comparison.trend": organization({ with: () => ({ model: "P3M3" }) }),
  "earlierScores.list": organization(),
  "earlierScores.add": organization({ body: () => EARLIER }),
  "earlierScores.put": organization({ with: ofEarlier, body: () => ({ ...EARLIER, maturity: 2 }) }),
  "earlierScores.remove": organization({ with: ofEarlier }),
  "targets.list": organization(),
  "targets.put": organization({ body: () => TARGETS }),
  "actions.list": organization(),
  "actions.add": organization({ body: actionOf }),
  "actions.get": organization({ with: ofAction }),
  "actions.put": organization({ with: ofAction, body: (ids) => ({ ...actionOf(ids), owner: "Sam" }) }),
  "actions.remark": organization({ with: ofAction, body: () => ({ text: "Begun" }) }),
  "actions.remove": organization({ with: ofAction }),
  "actions.nextTime": p3m3(),
  "actions.due": "list",
  "evidence.list": p3m3(),
  "evidence.add": p3m3({ body: () => EVIDENCE }),
  "evidence.put": p3m3({ with: ofEvidence, body: () => ({ ...EVIDENCE, what: "Other figures" }) }),
  "evidence.remove": p3m3({ with: ofEvidence }),
  "editions.make": { about: "done", body: () => ({ reason: "A figure was wrong" }) },
  "voices.list": p3m3(),
  "voices.ask": p3m3({ body: () => ({ voices: [SOMEBODY], ...SHEET }) }),
  "voices.settings": p3m3({ body: () => ({ showInResults: true }) }),
  "voices.put": p3m3({ with: ofVoice, body: () => ({ ...SOMEBODY, ...SHEET, name: "Janet" }) }),
  "voices.remind": p3m3({ with: ofVoice }),
  "voices.link": p3m3({ with: ofVoice, body: () => ({ renew: false }) }),
  "voices.links": p3m3({ body: ({ voice }) => ({ voices: [voice] }) }),
  "voices.close": p3m3({ with: ofVoice }),
  "voices.takeBack": p3m3({ with: ofVoice }),
  "voices.closeAll": p3m3(),
  "voices.answers": p3m3(),
  "voices.views": p3m3(),
  "voices.forget": p3m3(),
  "voiceLevels.list": p3m3(),
  "voiceLevels.ask": p3m3({ body: () => ({ voices: [SOMEBODY], ...SHEET, levels: null }) }),
  "voiceLevels.put": p3m3({ with: ofVoice, body: () => ({ ...SOMEBODY, ...SHEET, name: "Janet", levels: null }) }),
  "voice.enter": "of a voice",
  "voice.sheet": "of a voice",
  "voice.page": "of a voice",
  "voice.putPage": "of a voice",
  "voice.done": "of a voice",
  "voice.noMoreMail": "of a voice",
  "voice.mails": "of a voice",
  "voice.mailsAgain": "of a voice",
  "voice.sender": "of a voice",
  "voice.logo": "of a voice",
  "teamName.get": "list",
  "teamName.put": "of the team",
  "reportDefaults.get": "list",
  "reportDefaults.put": "of the team",
  "wording.list": p3m3(),
  "wording.put": p3m3({ body: () => ({ part: "summary", body: "Written" }) }),
  "wordingBasis.list": p3m3(),
  "wordingBasis.put": p3m3({ body: () => ({ part: "summary", body: "Written", basis: [] }) }),
  "reportNotes.list": p3m3(),
  "reportNotes.put": p3m3({ body: () => ({ notes: [] }) }),
  "reportVersions.list": p3m3(),
  "reportVersions.issue": p3m3({ body: () => ({ number: "1.0", change: "First issue" }) }),
  "peerReview.points": p3m3(),
  "peerReview.counts": p3m3(),
  "peerReview.add": p3m3({ body: () => POINT }),
  "peerReview.reply": p3m3({ with: ofPoint, body: () => ({ text: "Done" }) }),
  "peerReview.settle": p3m3({ with: ofPoint }),
  "peerReview.remove": p3m3({ with: ofPoint }),
  "peerReview.get": p3m3(),
  "peerReview.ask": p3m3({ body: () => ({ people: [], message: "", until: "2099-12-01" }) }),
  "peerReview.withdraw": p3m3({ with: ofRequest }),
  "peerReview.fourEyes": p3m3(),
  "peerReview.decide": p3m3({ body: () => ({ decision: "sentBack", text: "The names are wrong", seen: "" }) }),
  "engagements.list": "list",
  "engagements.create": organization({ body: () => ENGAGEMENT }),
  "engagements.get": engagement(),
  "engagements.put": engagement({ body: () => ENGAGEMENT }),
  "engagements.state": engagement({ body: () => ({ state: "running" }) }),
  "engagements.member": engagement({ with: ofMember, body: () => ({ unit: "", responsible: null, day: null }) }),
  "engagements.plan": engagement(),
  "engagements.addRows": engagement({ body: () => ({ rows: [PLAN_ROW] }) }),
  "engagements.row": engagement({ with: ofPlanRow, body: () => PLAN_ROW }),
  "engagements.removeRow": engagement({ with: ofPlanRow }),
  "engagements.removeMember": engagement({ with: ofMember }),
  "engagements.remove": engagement(),
  "teamRules.get": "list",
  "teamRules.put": "of the team",
  "style.get": "list",
  "style.put": "of the team",
  "style.logo.get": "list",
  "style.logo.put": "of the team",
  "outbox.list": "list",
  "outbox.channels": "list",
  "locks.get": p3m3(),
  "locks.take": p3m3(),
  "locks.releaseByBeacon": "of no organization",
  "handover.get": p3m3(),
  "handover.ask": p3m3({ body: () => ({}) }),
  "handover.withdraw": p3m3(),
  "handover.answer": p3m3({ body: () => ({ answer: "keep" }) }),
  "p3m3.perspectives": "of no organization",
  "p3m3.threads": "of no organization",
  "p3m3.questions": p3m3({ with: () => ({ p: 1, t: 6 }) }),
  "p3m3.answer": p3m3({ body: ({ answers }) => answers }),
  "p3m3.mark": p3m3({
    with: ({ question }) => ({ questionId: question }),
    body: ({ diagnostic }) => ({ diagnosticId: diagnostic, isPositive: true }),
  }),
  "p3m3.descope": p3m3({ with: ofPlace, body: () => ({}) }),
  "p3m3.reason": p3m3({ with: ofPlace, body: () => ({ reason: "Not in use" }) }),
  "p3m3.rescope": p3m3({ with: ofPlace }),
  "p3m3.flag": p3m3({ with: ofPlace, body: () => ({ flagged: true }) }),
  "p3m3.notes.get": p3m3({ with: (ids) => ({ assessmentId: ids.p3m3, ...PLACE }) }),
  "p3m3.notes.put": p3m3({ body: (ids) => ({ assessmentId: ids.p3m3, ...PLACE, body: "x" }) }),
  "p3m3.results": { about: "done" },
  "p3m3.draft": p3m3(),
  "p3m3.benchmark": { about: "done", with: ({ done }) => ({ perspectiveIds: [1], assessmentId: done }) },
  "itil.capabilities": "of no organization",
  "itil.maturities": "of no organization",
  "itil.questions.capability": itil({ with: () => ({ capabilityId: 19 }) }),
  "itil.questions.maturity": itil(),
  "itil.answer.capability": itil({ body: (ids) => ids.practiceAnswers }),
  "itil.answer.maturity": itil({ body: (ids) => ids.componentAnswer }),
  "itil.flag": itil({ with: () => ({ capabilityId: 19 }), body: () => ({ flagged: true }) }),
  "itil.notes.capability.get": itil({ with: (ids) => ({ assessmentId: ids.itil, capabilityId: 19 }) }),
  "itil.notes.capability.put": itil({ body: (ids) => ({ assessmentId: ids.itil, capabilityId: 19, body: "x" }) }),
  "itil.notes.maturity.get": itil({ with: (ids) => ({ assessmentId: ids.itil, maturityId: 1 }) }),
  "itil.notes.maturity.put": itil({ body: (ids) => ({ assessmentId: ids.itil, maturityId: 1, body: "x" }) }),
  "itil.results": itil(),
  "itil.draft": itil(),
  "assessments.endorse": itil(),
  "assessments.certify": { about: "done" },
  "assessments.archive": itil(),
  "assessments.unarchive": itil(),
  "assessments.complete": itil(),
  "locks.release": p3m3(),
  "reference.countries": "of no organization",
  "reference.industries": "of no organization",
  "reference.sizes": "of no organization",
};

/** In this order, so that the calls that end something come last. */
const CALLS = Object.entries(VERDICTS).flatMap(([name, verdict]): { name: string; call: Call; verdict: About }[] => {
  const call = CONTRACT_CALLS.find((each) => each.name === name)?.call;
  return call && typeof verdict === "object" ? [{ name, call, verdict }] : [];
});

/** What a lead who is not named may read and change. */
const FOR_LEADS = ["walls.get", "walls.put"];
/** What answers 404 to those who are named as well, because there is no such thing. */
const NOT_THERE = ["itil.results"];

const NONE: Subject[] = ["organization", "p3m3", "itil", "done", "later", "engagement"];
const unknown = (ids: Ids): Ids => ({ ...ids, ...Object.fromEntries(NONE.map((name) => [name, 2_000_000_000])) });

async function send(client: Client, { call, verdict }: (typeof CALLS)[number], ids: Ids) {
  const path = addressOf(call, { id: ids[verdict.about], ...verdict.with?.(ids) });
  return client.call(call.method, path, call.method === "GET" ? undefined : (verdict.body?.(ids) ?? {}));
}

const ROLES = { lead: "lead", assessor: "assessor", viewer: "viewer" } as const;

/** A team of its own: three who are named, and three who are not. */
async function team(api: TestApi, name: string) {
  const signIn = (who: string, permission: keyof typeof ROLES) =>
    api.signIn({ email: `${who}@${name}.example`, team: name, permission: ROLES[permission] });
  return {
    named: await signIn("named", "lead"),
    namedAssessor: await signIn("named-assessor", "assessor"),
    namedViewer: await signIn("named-viewer", "viewer"),
    lead: await signIn("lead", "lead"),
    assessor: await signIn("assessor", "assessor"),
    viewer: await signIn("viewer", "viewer"),
  };
}
type Team = Awaited<ReturnType<typeof team>>;

/** The numbers of people by the first part of their addresses. */
async function numbersIn(lead: Client): Promise<Record<string, number>> {
  const { people } = expectStatus(await lead.get("/people"), 200).body as { people: { id: number; email: string }[] };
  return Object.fromEntries(people.map(({ id, email }) => [email.split("@")[0] ?? "", id]));
}

/** The addresses of the people of a team. */
const namesOf = async (lead: Client): Promise<string[]> =>
  expectStatus(await lead.get("/people"), 200).body.people.map(({ email }: { email: string }) => email);

const REASON = "The client asks for three named people";

/** Names the three. */
async function raise({ named }: Team, id: number): Promise<void> {
  const people = await numbersIn(named);
  const three = [people.named, people["named-assessor"], people["named-viewer"]];
  expectStatus(await named.put(`/organizations/${id}/access`, { access: "named", people: three, reason: REASON }), 200);
}

/** Everything that an organization can hold. The assessor holds the locks. */
async function fill(client: Client, organizationId: number): Promise<Ids> {
  const done = await completeP3M3(client, organizationId, "FRNNN", { perspectiveIds: [1], threadIds: [6] });
  const open = await createP3M3(client, organizationId, { threadIds: [2, 6, 9, 11, 12] });
  const service = await createItil(client, organizationId, {
    selectedScope: "Comprehensive",
    practices: Array.from({ length: 34 }, (_, index) => ({ id: index + 1, selectionMode: 1 as const })),
  });
  const [question] = (await client.get(`/P3M3/assessments/${open}/questions?p=1&t=6`)).body;
  const [component] = (await client.get(`/itil/assessments/${service}/questions/maturity`)).body;
  const at = `/organizations/${organizationId}`;
  const { colleagues } = expectStatus(await client.get(`/assessments/${open}/peer-review`), 200).body;
  const asking = { people: [colleagues.at(-1).id], message: "", until: "2099-12-01" };
  expectStatus(await client.post(`/assessments/${open}/peer-review/requests`, asking), 204);
  const engagementId = expectStatus(await client.post(`${at}/engagements`, ENGAGEMENT), 201).body.id;
  expectStatus(await client.put(`/engagements/${engagementId}/members/${open}`, { unit: "", responsible: null, day: null }), 204);
  expectStatus(await client.post(`/engagements/${engagementId}/plan`, { rows: [PLAN_ROW] }), 204);
  return {
    engagement: engagementId,
    planRow: expectStatus(await client.get(`/engagements/${engagementId}/plan`), 200).body.rows[0].id,
    ...{ organization: organizationId, p3m3: open, itil: service, done },
    later: await createAgain(client, organizationId, done),
    action: expectStatus(await client.post(`${at}/actions`, actionOf({ p3m3: open })), 201).body.id,
    earlier: expectStatus(await client.post(`${at}/earlier-scores`, EARLIER), 201).body.id,
    evidence: expectStatus(await client.post(`/assessments/${open}/evidence`, EVIDENCE), 201).body.id,
    voice: expectStatus(await client.post(`/assessments/${open}/voices`, { voices: [SOMEBODY], ...SHEET }), 200).body.voices[0].voice,
    point: expectStatus(await client.post(`/assessments/${open}/review-points`, POINT), 201).body.id,
    reviewRequest: expectStatus(await client.get(`/assessments/${open}/peer-review`), 200).body.requests[0].id,
    ...{ question: question.id, diagnostic: question.diagnostics[0].id },
    answers: await answersFor(client, open, 1, 6, "FRNNN"),
    practiceAnswers: await practiceAnswers(client, service, 19, "F"),
    componentAnswer: { questionId: component.id, optionId: component.options[2].id },
  };
}

describe("walls", () => {
  it("have a verdict about every call of the contract", () => {
    const names = CONTRACT_CALLS.flatMap(({ name, call }) => (call.extension === "demo" ? [] : [name]));
    expect(Object.keys(VERDICTS).toSorted()).toEqual(names.toSorted());
  });

  onEachDatabase(
    (api) => {
      describe("each call that names an organization, or something of it", () => {
        let people: Team;
        let ids: Ids;
        beforeAll(async () => {
          people = await team(api(), "calls");
          ids = await fill(people.namedAssessor, await createOrganization(people.named));
          await raise(people, ids.organization);
        });

        it.each(["lead", "assessor", "viewer", "stranger"] as const)("answers %s as if there were none", async (who) => {
          const client = who === "stranger" ? await api().signIn({ email: "stranger@elsewhere.example", permission: "lead" }) : people[who];
          const none = unknown(ids);
          const wrong: string[] = [];
          for (const each of CALLS) {
            if (who === "lead" && FOR_LEADS.includes(each.name)) continue;
            const [theirs, nobodys] = [await send(client, each, ids), await send(client, each, none)];
            const isRefused = theirs.status === 404 || (who !== "lead" && theirs.status === 403);
            if (!isRefused || theirs.status !== nobodys.status || JSON.stringify(theirs.body) !== JSON.stringify(nobodys.body))
              wrong.push(`${each.name}: ${theirs.status} ${JSON.stringify(theirs.body)} instead of ${nobodys.status}`);
          }
          expect(wrong).toEqual([]);
        });

        it("answers nobody, and a voice, with 401", async () => {
          const token = expectStatus(
            await people.namedAssessor.post(`/assessments/${ids.p3m3}/voices/${ids.voice}/link`, { renew: false }),
            200,
          ).body.token;
          const entered = expectStatus(await api().anonymous.post("/auth/voice", { token, network: "walls" }), 200).body;
          const voice = api().anonymous.bearing(entered.token);
          expect((await voice.get("/voice")).status).toBe(200);
          for (const each of CALLS)
            for (const client of [api().anonymous, voice])
              expect([each.name, (await send(client, each, ids)).status]).toEqual([each.name, 401]);
        });

        it("lets an internal account read, and write nothing", async () => {
          const client = await api().signIn({ email: "internal@walls.example", team: "calls", permission: "assessor" });
          const wrong: string[] = [];
          for (const each of CALLS) {
            const { status } = await send(client, each, ids);
            const isWrite = each.call.method !== "GET";
            const may = isWrite ? [403] : [200];
            // A trace of what was read, and the lock of what is only read.
            const also = ["history.fileTaken", "locks.take", "locks.release", ...NOT_THERE].includes(each.name) ? [200, 204, 404] : [];
            const assessorsOnly =
              !isWrite && /^(voices\.(list|answers)|voiceLevels\.list|joining\.voiceMails|handover\.get|teamHistory\.\w+)$/.test(each.name)
                ? [403]
                : [];
            if (![...may, ...also, ...assessorsOnly].includes(status)) wrong.push(`${each.name}: ${status}`);
          }
          expect(wrong).toEqual([]);
        });

        it("lets those who are named do what their permission says", async () => {
          const wrong: string[] = [];
          for (const who of ["namedViewer", "named", "namedAssessor"] as const)
            for (const each of CALLS) {
              if (who !== "namedAssessor" && each.call.method !== "GET") continue;
              const { status } = await send(people[who], each, ids);
              const isLeads = who !== "named" && each.call.permission === "lead";
              const isAssessors = who === "namedViewer" && each.call.permission === "assessor";
              const may = isLeads || isAssessors ? [403] : NOT_THERE.includes(each.name) ? [404] : [200, 201, 204, 409, 422];
              if (!may.includes(status)) wrong.push(`${who} ${each.name}: ${status}`);
            }
          expect(wrong).toEqual([]);
        });
      });

      it("an id in a query or a body is answered as one that does not exist", async () => {
        const people = await team(api(), "bodies");
        const ids = await fill(people.namedAssessor, await createOrganization(people.named));
        await raise(people, ids.organization);
        const own = await fill(people.assessor, await createOrganization(people.assessor));
        const { assessor } = people;
        const at = `/organizations/${own.organization}`;
        const form = { ...P3M3, isTestAssessment: false, selectedScope: "Programme" };
        const attempts: ((id: number) => Promise<{ status: number; body: unknown }>)[] = [
          (id) => assessor.post(`${at}/assessments`, { ...form, previousId: id }),
          (id) => assessor.put(`/assessments/${own.p3m3}`, { ...P3M3, previousId: id }),
          (id) => assessor.get(`/assessments/${own.later}/comparison?with=${id}`),
          (id) => assessor.get(`${at}/trend?model=P3M3&until=${id}`),
          (id) => assessor.get(`${at}/actions?assessmentId=${id}`),
          (id) => assessor.post(`${at}/actions`, { ...actionOf({ p3m3: id }) }),
          (id) => assessor.put(`${at}/actions/${own.action}`, { ...actionOf({ p3m3: id }) }),
          (id) => assessor.get(`/P3M3/benchmarks?perspectiveIds=1&assessmentId=${id}`),
          (id) => assessor.get(`/organizations?page=1&open=${id}`),
          (id) => assessor.get(`${at}/assessments?tab=active&open=${id}`),
          (id) => assessor.post("/P3M3/notes", { assessmentId: id, ...PLACE, body: "x" }),
          (id) => people.lead.get(`/history?organization=${id}`),
          (id) => people.lead.post("/history/files", { what: "Excel file", organization: id }),
          (id) => people.lead.post("/history/files", { what: "Excel file", organizations: [own.organization, id] }),
          (id) => assessor.post(`/assessments/${id}/lock/delete`, { token: assessor.token }),
        ];
        for (const attempt of attempts)
          for (const id of [ids.done, ids.p3m3, ids.organization]) {
            const [theirs, nobodys] = [await attempt(id), await attempt(2_000_000_000)];
            expect([String(attempt), theirs.status, theirs.body]).toEqual([String(attempt), nobodys.status, nobodys.body]);
          }
        // Nobody reaches parts of the walled organization through another one.
        for (const path of [
          `${at}/actions/${ids.action}`,
          `/assessments/${own.p3m3}/evidence/${ids.evidence}`,
          `${at}/earlier-scores/${ids.earlier}`,
        ])
          expect(
            (await assessor.put(path, path.includes("actions") ? actionOf(own) : path.includes("evidence") ? EVIDENCE : EARLIER)).status,
          ).toBe(404);
      });

      it("an odd spelling, a version, or a fault in what is sent tells nobody outside that there is one", async () => {
        const people = await team(api(), "odd");
        const ids = await fill(people.namedAssessor, await createOrganization(people.named));
        await raise(people, ids.organization);
        const digits = (id: number) => `%3${String(id).split("").join("%3")}`;
        const from = (version: string) => ({ "Made-From": version });
        const attempts: ((client: Client, of: Ids) => Promise<{ status: number; body: unknown }>)[] = [
          (client, of) => client.get(`/organizations/000${of.organization}`),
          (client, of) => client.get(`/ORGANIZATIONS/${of.organization}/ASSESSMENTS`),
          (client, of) => client.get(`/organizations/${digits(of.organization)}`),
          (client, of) => client.get(`/assessments/${of.p3m3}/`),
          (client, of) => client.get(`/assessments/${of.p3m3}.0`),
          (client, of) => client.call("HEAD", `/assessments/${of.p3m3}`),
          (client, of) => client.put(`/organizations/${of.organization}`, organizationForm(), from("organization=99")),
          (client, of) => client.put(`/organizations/${of.organization}/targets`, TARGETS, from("targets=99")),
          (client, of) => client.put(`/assessments/${of.p3m3}`, P3M3, from("profile=99")),
          (client, of) => client.put(`/organizations/${of.organization}`, { name: "" }),
          (client, of) => client.put(`/assessments/${of.p3m3}`, { assessmentType: "ITIL", name: "Mine" }),
          (client, of) => client.put(`/assessments/${of.p3m3}/7/13/flag`, { flagged: true }),
          (client, of) => client.post("/P3M3/notes", { assessmentId: of.p3m3, ...PLACE, body: "x".repeat(30_000) }),
          (client, of) => client.get(`/itil/assessments/${of.p3m3}/questions/maturity`),
          (client, of) => client.get(`/P3M3/assessments/${of.itil}/questions?p=1&t=6`),
          (client, of) => client.get(`/assessments/${of.done}/comparison?with=${of.done}`),
          (client, of) => client.get(`/assessments/${of.done}/comparison?with=earlier-${ids.earlier}`),
          (client, of) => client.post(`/assessments/${of.done}/editions`, { reason: "" }),
          (client, of) => client.post(`/assessments/${of.p3m3}/voices/${ids.voice}/link`, { renew: true }),
        ];
        const secret = ["Harbour", "Jane", "Write a plan", ...(await namesOf(people.named))];
        for (const client of [people.lead, people.assessor, people.viewer])
          for (const attempt of attempts) {
            const [theirs, nobodys] = [await attempt(client, ids), await attempt(client, unknown(ids))];
            expect([String(attempt), theirs.status, theirs.body]).toEqual([String(attempt), nobodys.status, nobodys.body]);
            expect(theirs.status).toBeGreaterThanOrEqual(400);
            expect(secret.filter((name) => JSON.stringify(theirs.body ?? "").includes(name))).toEqual([]);
          }
      });

      it("nothing that somebody outside reads changes when the organization appears, grows, opens to nobody else, or goes", async () => {
        const people = await team(api(), "lists");
        const stranger = await api().signIn({ email: "lists@elsewhere.example", permission: "lead" });
        const own = await fill(people.assessor, await createOrganization(people.assessor, { name: "Another client" }));
        const numbers = await numbersIn(people.lead);
        const outsiders = [people.lead, people.assessor, people.viewer, stranger];
        const lists = CONTRACT_CALLS.flatMap(({ name, call }) =>
          VERDICTS[name] === "list" && name !== "walls.team" ? [{ name, call }] : [],
        );
        const values = [
          ...lists.flatMap(({ name, call }) =>
            name === "people.get" || name === "joining.openWork"
              ? Object.values(numbers).map((id) => addressOf(call, { id }))
              : [addressOf(call, {})],
          ),
          "/organizations?page=1&search=harbour",
          "/organizations?page=1",
          "/P3M3/benchmarks?perspectiveIds=1",
          "/in-progress?q=harbour&tests=1&archived=1",
          "/people/history",
          "/history",
          "/history?kind=organization,answers,access",
          "/history?by=named-assessor%40lists.example",
          "/history/export",
        ];
        /** Whole answers. The outsiders' own organization is among what is read. */
        const everything = async () => {
          const answers: [string, number, unknown][] = [];
          for (const [index, client] of outsiders.entries()) {
            for (const path of values) {
              const { status, body } = await client.get(path);
              answers.push([`${index} ${path}`, status, body]);
            }
            for (const each of CALLS)
              if (each.call.method === "GET") {
                const { status, body } = await send(client, each, own);
                answers.push([`${index} ${each.name}`, status, body]);
              }
          }
          return answers;
        };
        // What leads read of the history is recorded there once an hour, before they read it.
        for (const client of outsiders) for (const query of ["", `?organization=${own.organization}`]) await client.get(`/history${query}`);
        const before = await everything();
        const created = expectStatus(
          await people.named.post("/organizations/behind-a-wall", organizationForm({ benchmarkConsent: true })),
          201,
        );
        expect(await everything()).toEqual(before);
        const { id } = created.body;
        await raise(people, id);
        await fill(people.namedAssessor, id);
        expect(await everything()).toEqual(before);
        await api()
          .store.transaction()
          .execute((db) => deleteOrganization(db, id));
        expect(await everything()).toEqual(before);
      });
    },
    { internalAccounts: ["internal@walls.example"] },
  );
});

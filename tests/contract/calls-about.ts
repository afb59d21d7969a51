/** Every call of the contract with what it is about, for tests that a new call falls under. */
import { addressOf, type Call } from "#model/contract/call.ts";
import { CONTRACT_CALLS } from "#model/contract/calls.ts";
import type { Client } from "../support/api.ts";
import {
  answersFor,
  completeP3M3,
  createAgain,
  createItil,
  createP3M3,
  expectStatus,
  organizationForm,
  practiceAnswers,
} from "./scenario.ts";

/** What belongs to an organization, and where the values of calls come from. */
export type Subject = "organization" | "p3m3" | "itil" | "done" | "later" | "engagement";
/** Of an organization: its assessments, and what they hold. */
export interface Ids extends Record<Subject, number> {
  action: number;
  earlier: number;
  evidence: number;
  voice: number;
  point: number;
  reviewRequest: number;
  /** Of somebody in charge. */
  rating: number;
  planRow: number;
  question: number;
  diagnostic: number;
  answers: unknown;
  practiceAnswers: unknown;
  componentAnswer: unknown;
}

export interface About {
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

export const PLACE = { perspectiveId: 1, threadId: 6 };
export const EVIDENCE = {
  ...{ kind: "data", what: "Figures", where: "", who: "", date: null, goodUntil: null, remark: "" },
  places: [{ place: "thread/1/6", supports: [1], against: [] }],
};
export const EARLIER = {
  ...{ model: "P3M3", scope: "Programme", date: "2021-05-03", source: "Report", maturity: null },
  scores: [{ code: "OG", score: 3.25 }],
};
export const TARGETS = { model: "P3M3", scope: "Programme", targets: [{ code: "OG", score: 4, date: "2027-06-30", reason: "Agreed" }] };
const SHEET = { places: ["thread/1/6"], until: "2026-12-01", message: "", checksFacts: false };
const ENGAGEMENT = {
  ...{ name: "Three scopes", sponsor: "", purpose: "", included: "", excluded: "", start: null, end: null },
  ...{ units: [], people: [] },
};
const PLAN_ROW = { kind: "interview", what: "", withWhom: ["Anna"], topics: [], who: [], day: null, state: "open" };
const RATED = "perspective/1";
const POINT = { about: "thread/1/6", text: "Who says so?" };
const SOMEBODY = { name: "Jane", role: "Manager", email: null };
export const P3M3 = { assessmentType: "P3M3", name: "Spring review" };
export const actionOf = ({ p3m3 }: Pick<Ids, "p3m3">) => ({
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
const ofRating = ({ rating }: Ids) => ({ number: rating });
const ofMember = ({ p3m3: id }: Ids) => ({ memberId: id });
const ofPlanRow = ({ planRow }: Ids) => ({ rowId: planRow });
const ofVoice = ({ voice }: Ids) => ({ voiceId: voice });
const ofPlace = () => PLACE;

/** Every call of the contract. One that is missing here fails the first test. */
export const VERDICTS: Record<string, Verdict> = {
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
  "secondRound.get": p3m3(),
  "secondRound.ask": p3m3({ body: ({ voice }) => ({ voices: [voice], until: SHEET.until, message: "" }) }),
  "voice.round": "of a voice",
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
  "peerReview.correct": p3m3({ with: ofPoint, body: () => ({ text: "Why?" }) }),
  "peerReview.settle": p3m3({ with: ofPoint }),
  "peerReview.remove": p3m3({ with: ofPoint }),
  "peerReview.get": p3m3(),
  "peerReview.ask": p3m3({ body: () => ({ people: [], message: "", until: "2099-12-01" }) }),
  "peerReview.withdraw": p3m3({ with: ofRequest }),
  "peerReview.fourEyes": p3m3(),
  "peerReview.decide": p3m3({ body: () => ({ decision: "sentBack", text: "The names are wrong", seen: "" }) }),
  "peerReview.withdrawApproval": p3m3(),
  "peerReview.look": p3m3({ body: () => ({ until: "2026-01-01T00:00:00.000Z" }) }),
  "ratings.list": p3m3(),
  "ratings.ask": p3m3({ body: () => ({ person: 2_000_000_000, kind: "charge", groups: [RATED], until: "2099-12-01" }) }),
  "ratings.get": p3m3({ with: ofRating }),
  "ratings.begin": p3m3({ with: ofRating, body: () => ({ seen: [] }) }),
  "ratings.progress": p3m3({ with: ofRating }),
  "ratings.overview": p3m3({ with: ofRating }),
  "ratings.answer": p3m3({ with: ofRating, body: ({ answers }) => ({ place: "thread/1/6", answers }) }),
  "ratings.note": p3m3({ with: ofRating, body: () => ({ place: "thread/1/6", body: "x" }) }),
  "ratings.decline": p3m3({ with: ofRating }),
  "ratings.done": p3m3({ with: ofRating, body: () => ({ group: RATED }) }),
  "ratings.giveBack": p3m3({ with: ofRating }),
  "ratings.withdraw": p3m3({ with: ofRating }),
  "ratings.differences": p3m3(),
  "ratings.use": p3m3({ with: ofRating, body: () => ({ place: "thread/1/6", withNote: false }) }),
  "ratings.useGroup": p3m3({ with: ofRating, body: () => ({ group: RATED, withNotes: false }) }),
  "ratings.depart": p3m3({ body: () => ({ place: "thread/1/6", text: "The auditors say so" }) }),
  "engagements.list": "list",
  "engagements.create": organization({ body: () => ENGAGEMENT }),
  "engagements.get": engagement(),
  "engagements.put": engagement({ body: () => ENGAGEMENT }),
  "engagements.state": engagement({ body: () => ({ state: "running" }) }),
  "engagements.member": engagement({ with: ofMember, body: () => ({ unit: "", responsible: null, day: null }) }),
  "engagements.texts": engagement(),
  "engagements.text": engagement({ body: () => ({ part: "summary", body: "Mine", basis: null }) }),
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
export const CALLS = Object.entries(VERDICTS).flatMap(([name, verdict]): { name: string; call: Call; verdict: About }[] => {
  const call = CONTRACT_CALLS.find((each) => each.name === name)?.call;
  return call && typeof verdict === "object" ? [{ name, call, verdict }] : [];
});

export async function send(client: Client, { call, verdict }: (typeof CALLS)[number], ids: Ids) {
  const path = addressOf(call, { id: ids[verdict.about], ...verdict.with?.(ids) });
  return client.call(call.method, path, call.method === "GET" ? undefined : (verdict.body?.(ids) ?? {}));
}

/** Somebody of the team in charge of the first perspective. @returns the number of the rating */
async function askToRate(client: Client, id: number): Promise<number> {
  const { colleagues } = expectStatus(await client.get(`/assessments/${id}/ratings`), 200).body;
  const form = { person: colleagues.at(-1).id, kind: "charge", groups: [RATED], until: "2099-12-01" };
  return expectStatus(await client.post(`/assessments/${id}/ratings`, form), 201).body.id;
}

/** Calls about one's own rating, which refuse everybody else. */
export const OF_ONES_RATING = ["get", "begin", "progress", "overview", "answer", "note", "decline", "done", "giveBack"].map(
  (name) => `ratings.${name}`,
);

/** Everything that an organization can hold. The assessor holds the locks. */
export async function fill(client: Client, organizationId: number): Promise<Ids> {
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
    rating: await askToRate(client, open),
    ...{ question: question.id, diagnostic: question.diagnostics[0].id },
    answers: await answersFor(client, open, 1, 6, "FRNNN"),
    practiceAnswers: await practiceAnswers(client, service, 19, "F"),
    componentAnswer: { questionId: component.id, optionId: component.options[2].id },
  };
}

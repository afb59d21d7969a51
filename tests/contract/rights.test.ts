import { beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import {
  answerComponent,
  answerPractice,
  answersFor,
  answerThread,
  completeP3M3,
  createAgain,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
  organizationForm,
  practiceAnswers,
} from "./scenario.ts";

/** Nobody; somebody of another team; a colleague without the model's role; an internal account with and without it; the owner; a viewer of the owner's team. */
const CALLERS = [
  "nobody",
  "stranger",
  "colleague without the role",
  "internal account",
  "internal account without the role",
  "owner",
  "viewer",
] as const;
type Caller = (typeof CALLERS)[number];
/** Of all callers but the viewer. */
type Statuses = readonly [number, number, number, number, number, number];

const ANYBODY: Statuses = [401, 200, 200, 200, 200, 200];
const READ: Statuses = [401, 404, 403, 200, 403, 200];
const WRITE: Statuses = [401, 404, 403, 403, 403, 200];
const LEADS: Statuses = [401, 403, 403, 403, 403, 200];
const ORGANIZATION_READ: Statuses = [401, 404, 200, 200, 200, 200];
const ORGANIZATION_WRITE: Statuses = [401, 404, 200, 403, 403, 200];

interface Ids {
  organization: number;
  p3m3: number;
  itil: number;
  /** With one before it. */
  later: number;
  question: number;
  diagnostic: number;
  answers: unknown;
  practiceAnswers: unknown;
  componentAnswer: unknown;
  evidence: number;
  earlier: number;
  voice: number;
  point: number;
  removedPoint: number;
  ownPoint: number;
  engagement: number;
  removedEngagement: number;
  planRow: number;
  removedRow: number;
  /** Another colleague of the owner. */
  reviewer: number;
  reviewRequest: number;
  action: number;
  removedAction: number;
  /** A colleague of the owner. */
  person: number;
  invitation: number;
  /** Of the owner, on another device. */
  session: string;
}

/** The smallest PNG there is: one pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";
const STYLE = { name: "Consultancy", accent: "#1f4e79", confidentiality: null, footer: null };

const P3M3 = { assessmentType: "P3M3", name: "Spring review" };
const ITIL = { assessmentType: "ITIL", name: "Service review" };
const EVIDENCE = {
  kind: "data",
  what: "Figures",
  where: "",
  who: "",
  date: null,
  goodUntil: null,
  remark: "",
  places: [{ place: "thread/1/6", supports: [1], against: [] }],
};
const TARGETS = { model: "P3M3", scope: "Project", targets: [{ code: "OG", score: 4, date: "2027-06-30", reason: "Agreed" }] };
const actionOf = ({ p3m3 }: Pick<Ids, "p3m3">) => ({
  ...{ title: "Write a plan", why: "", assessmentId: p3m3, places: [], owner: "", due: "2026-01-01", effort: null, effect: null },
  state: "open",
});
const SHEET = { places: ["thread/1/6"], until: "2026-12-01", message: "", checksFacts: false };
const SOMEBODY = { name: "Jane", role: "Manager", email: null };
const POINT = { about: "thread/1/6", text: "Who says so?" };
const ENGAGEMENT = {
  ...{ name: "Three scopes", sponsor: "", purpose: "", included: "", excluded: "", start: null, end: null },
  ...{ units: [], people: [] },
};
const RATING = { kind: "charge", groups: ["perspective/1", "perspective/2"], until: "2099-12-01" };
const GROUP = { group: "perspective/1", withNotes: false };
const MEMBER = { unit: "", responsible: null, day: null };
const PLAN_ROW = { kind: "interview", what: "", withWhom: ["Anna"], topics: [], who: [], day: null, state: "open" };
const DONE = [401, 404, 403, 403, 403, 204] as const;
/** A colleague without the role may change an engagement. */
const OF_ENGAGEMENT = [401, 404, 204, 403, 403, 204] as const;
const CREATED = [401, 404, 403, 403, 403, 201] as const;
const EARLIER = {
  ...{ model: "P3M3", scope: "Project", date: "2021-05-03", source: "Report", maturity: null },
  scores: [{ code: "OG", score: 3.25 }],
};
const withScope = { isTestAssessment: false, selectedScope: "Project" };

/** Every call of the contract but `/auth` and the beacon, which know no bearer. The owner makes them in this order, so the last ones come last. */
const CALLS: [method: string, path: (ids: Ids) => string, statuses: Statuses, body?: (ids: Ids) => unknown][] = [
  ["GET", () => "/countries", ANYBODY],
  ["GET", () => "/industries", ANYBODY],
  ["GET", () => "/sizes", ANYBODY],
  ["GET", () => "/P3M3/perspectives", ANYBODY],
  ["GET", () => "/P3M3/threads", ANYBODY],
  ["GET", () => "/ITIL/capabilities", ANYBODY],
  ["GET", () => "/ITIL/maturities", ANYBODY],
  ["GET", () => "/me", ANYBODY],
  ["GET", () => "/people", LEADS],
  ["GET", () => "/team/history", LEADS],
  ["GET", () => "/history", LEADS],
  ["GET", () => "/history/export", LEADS],
  ["POST", () => "/history/files", [401, 403, 403, 403, 403, 204], () => ({ what: "Excel file" })],
  ["GET", (ids) => `/people/${ids.person}`, LEADS],
  ["PUT", (ids) => `/people/${ids.person}`, LEADS, () => ({ firstName: "Leo" })],
  ["GET", (ids) => `/people/${ids.person}/open`, LEADS],
  ["POST", (ids) => `/people/${ids.person}/hand-over`, LEADS, (ids) => ({ to: ids.person })],
  ["POST", (ids) => `/people/${ids.person}/suspend`, LEADS, () => ({})],
  ["POST", (ids) => `/people/${ids.person}/readmit`, [401, 403, 403, 403, 403, 204], () => ({})],
  ["POST", (ids) => `/people/${ids.person}/remove`, LEADS, () => ({})],
  ["POST", () => "/invitations", LEADS, () => ({ people: [{ email: "new@rights.example" }], permission: "viewer", roles: ["P3M3"] })],
  ["POST", (ids) => `/invitations/${ids.invitation}/again`, LEADS, () => ({})],
  ["PUT", (ids) => `/invitations/${ids.invitation}`, LEADS, () => ({ name: "Kim" })],
  ["POST", (ids) => `/invitations/${ids.invitation}/link`, LEADS, () => ({})],
  ["POST", (ids) => `/invitations/${ids.invitation}/take-back`, [401, 403, 403, 403, 403, 204], () => ({})],
  ["GET", () => "/team/joining", LEADS],
  ["POST", () => "/auth/suspension", [200, 200, 200, 200, 200, 200], () => ({})],
  ["GET", () => "/me/name", ANYBODY],
  ["PUT", () => "/me/name", ANYBODY, () => ({ firstName: "Kim" })],
  ["GET", () => "/me/address", ANYBODY],
  ["POST", () => "/me/address", [401, 422, 422, 422, 422, 422], () => ({ email: "new@rights.example" })],
  ["POST", () => "/me/address/codes", ANYBODY, () => ({ code: "AAAA-AAAA" })],
  ["GET", () => "/me/data", ANYBODY],
  ["GET", () => "/me/invitations", ANYBODY],
  ["POST", (ids) => `/me/invitations/${ids.invitation}/accept`, [401, 404, 404, 404, 404, 404], () => ({})],
  ["POST", (ids) => `/me/invitations/${ids.invitation}/decline`, [401, 404, 404, 404, 404, 404], () => ({})],
  ["GET", () => "/organizations", ANYBODY],
  ["POST", () => "/organizations", [401, 201, 201, 201, 201, 201], () => organizationForm()],
  ["GET", (ids) => `/organizations/${ids.organization}`, ORGANIZATION_READ],
  ["PUT", (ids) => `/organizations/${ids.organization}`, ORGANIZATION_WRITE, () => organizationForm()],
  ["GET", (ids) => `/organizations/${ids.organization}/access`, ORGANIZATION_READ],
  ["PUT", (ids) => `/organizations/${ids.organization}/access`, LEADS, () => ({ access: "team", reason: "As it is" })],
  ["GET", () => "/team/access", LEADS],
  ["GET", () => "/for-you", ANYBODY],
  ["GET", () => "/in-progress", ANYBODY],
  ["GET", (ids) => `/organizations/${ids.organization}/assessments`, ORGANIZATION_READ],
  ["POST", (ids) => `/organizations/${ids.organization}/assessments`, [401, 404, 403, 403, 403, 201], () => ({ ...P3M3, ...withScope })],

  ["GET", (ids) => `/assessments/${ids.p3m3}`, READ],
  ["GET", (ids) => `/assessments/${ids.p3m3}/comparison`, READ],
  ["GET", (ids) => `/organizations/${ids.organization}/trend?model=P3M3`, READ],
  ["GET", (ids) => `/organizations/${ids.organization}/earlier-scores`, ORGANIZATION_READ],
  ["POST", (ids) => `/organizations/${ids.organization}/earlier-scores`, [401, 404, 403, 403, 403, 201], () => EARLIER],
  ["PUT", (ids) => `/organizations/${ids.organization}/earlier-scores/${ids.earlier}`, WRITE, () => ({ ...EARLIER, maturity: 2 })],
  ["POST", (ids) => `/organizations/${ids.organization}/earlier-scores/${ids.earlier}/remove`, [401, 404, 403, 403, 403, 204], () => ({})],
  ["GET", (ids) => `/organizations/${ids.organization}/targets`, ORGANIZATION_READ],
  ["PUT", (ids) => `/organizations/${ids.organization}/targets`, WRITE, () => TARGETS],
  ["GET", (ids) => `/organizations/${ids.organization}/actions`, ORGANIZATION_READ],
  ["POST", (ids) => `/organizations/${ids.organization}/actions`, [401, 404, 403, 403, 403, 201], actionOf],
  ["GET", (ids) => `/organizations/${ids.organization}/actions/${ids.action}`, READ],
  ["PUT", (ids) => `/organizations/${ids.organization}/actions/${ids.action}`, WRITE, (ids) => ({ ...actionOf(ids), owner: "Anna" })],
  [
    "POST",
    (ids) => `/organizations/${ids.organization}/actions/${ids.action}/remarks`,
    [401, 404, 403, 403, 403, 201],
    () => ({ text: "Begun" }),
  ],
  ["POST", (ids) => `/organizations/${ids.organization}/actions/${ids.removedAction}/remove`, [401, 404, 403, 403, 403, 204], () => ({})],
  ["GET", (ids) => `/assessments/${ids.p3m3}/actions`, READ],
  ["GET", (ids) => `/assessments/${ids.p3m3}/voices`, WRITE],
  ["POST", (ids) => `/assessments/${ids.p3m3}/voices`, WRITE, () => ({ voices: [SOMEBODY], ...SHEET })],
  ["PUT", (ids) => `/assessments/${ids.p3m3}/voice-settings`, WRITE, () => ({ showInResults: true })],
  ["PUT", (ids) => `/assessments/${ids.p3m3}/voices/${ids.voice}`, WRITE, () => ({ ...SOMEBODY, ...SHEET, name: "Janet" })],
  ["GET", (ids) => `/assessments/${ids.p3m3}/voices/levels`, WRITE],
  ["POST", (ids) => `/assessments/${ids.p3m3}/voices/levels`, WRITE, () => ({ voices: [SOMEBODY], ...SHEET, levels: null })],
  [
    "PUT",
    (ids) => `/assessments/${ids.p3m3}/voices/${ids.voice}/levels`,
    WRITE,
    () => ({ ...SOMEBODY, ...SHEET, name: "Janet", levels: { from: 1, to: 2 } }),
  ],
  ["GET", (ids) => `/assessments/${ids.p3m3}/voices/second-round`, WRITE],
  [
    "POST",
    (ids) => `/assessments/${ids.p3m3}/voices/second-round`,
    WRITE,
    (ids) => ({ voices: [ids.voice], until: SHEET.until, message: "" }),
  ],
  ["POST", (ids) => `/assessments/${ids.p3m3}/voices/${ids.voice}/link`, WRITE, () => ({ renew: true })],
  ["POST", (ids) => `/assessments/${ids.p3m3}/voices/links`, WRITE, (ids) => ({ voices: [ids.voice] })],
  ["POST", (ids) => `/assessments/${ids.p3m3}/voices/${ids.voice}/reminder`, [401, 404, 403, 403, 403, 422]],
  ["POST", (ids) => `/assessments/${ids.p3m3}/voices/${ids.voice}/closing`, WRITE],
  ["POST", (ids) => `/assessments/${ids.p3m3}/voices/${ids.voice}/take-back`, WRITE],
  ["POST", (ids) => `/assessments/${ids.p3m3}/voices/closing`, DONE],
  ["POST", (ids) => `/assessments/${ids.p3m3}/voices/${ids.voice}/mail-again`, [401, 404, 403, 403, 403, 422]],
  ["GET", (ids) => `/assessments/${ids.p3m3}/voices/mails`, WRITE],
  ["GET", (ids) => `/assessments/${ids.p3m3}/voices/answers`, WRITE],
  ["GET", (ids) => `/assessments/${ids.p3m3}/voices/views`, READ],
  ["DELETE", (ids) => `/assessments/${ids.p3m3}/voices/names`, WRITE],
  ["GET", () => "/actions/due", ANYBODY],
  ["GET", (ids) => `/assessments/${ids.p3m3}/progress`, READ],
  ["GET", (ids) => `/assessments/${ids.p3m3}/scores`, READ],
  ["GET", (ids) => `/assessments/${ids.later}/again`, READ],
  ["GET", (ids) => `/assessments/${ids.p3m3}/fit`, READ],
  ["GET", (ids) => `/assessments/${ids.p3m3}/lock`, READ],
  ["POST", (ids) => `/assessments/${ids.p3m3}/lock`, READ, () => ({})],
  ["GET", (ids) => `/assessments/${ids.p3m3}/lock/wish`, WRITE],
  ["POST", (ids) => `/assessments/${ids.p3m3}/lock/wish`, WRITE, () => ({})],
  ["POST", (ids) => `/assessments/${ids.p3m3}/lock/handover`, WRITE, () => ({ answer: "keep" })],
  ["DELETE", (ids) => `/assessments/${ids.p3m3}/lock/wish`, [401, 404, 403, 403, 403, 204]],
  ["PUT", (ids) => `/assessments/${ids.p3m3}`, WRITE, () => P3M3],
  ["GET", (ids) => `/P3M3/assessments/${ids.p3m3}/questions?p=1&t=6`, READ],
  ["POST", (ids) => `/P3M3/assessments/${ids.p3m3}/answer`, WRITE, (ids) => ids.answers],
  [
    "PUT",
    (ids) => `/p3m3/assessments/${ids.p3m3}/diagnostics/${ids.question}`,
    WRITE,
    (ids) => ({ diagnosticId: ids.diagnostic, isPositive: true }),
  ],
  ["POST", (ids) => `/assessments/${ids.p3m3}/1/2/rescope`, WRITE, () => ({})],
  ["POST", (ids) => `/assessments/${ids.p3m3}/1/2/descope`, WRITE, () => ({})],
  ["PUT", (ids) => `/assessments/${ids.p3m3}/1/2/reason`, WRITE, () => ({ reason: "Not in use" })],
  ["PUT", (ids) => `/assessments/${ids.p3m3}/1/6/flag`, WRITE, () => ({ flagged: true })],
  ["GET", (ids) => `/assessments/${ids.p3m3}/overview`, READ],
  ["GET", (ids) => `/P3M3/assessments/${ids.p3m3}/draft`, READ],
  ["GET", (ids) => `/assessments/${ids.p3m3}/evidence`, READ],
  ["POST", (ids) => `/assessments/${ids.p3m3}/evidence`, [401, 404, 403, 403, 403, 201], () => EVIDENCE],
  ["PUT", (ids) => `/assessments/${ids.p3m3}/evidence/${ids.evidence}`, WRITE, () => ({ ...EVIDENCE, what: "Changed" })],
  ["POST", (ids) => `/assessments/${ids.p3m3}/evidence/${ids.evidence}/remove`, [401, 404, 403, 403, 403, 204], () => ({})],
  ["POST", (ids) => `/assessments/${ids.p3m3}/answers`, WRITE, () => ({ changes: [{ place: "thread/1/6", note: "x" }] })],
  ["GET", (ids) => `/assessments/${ids.p3m3}/wording`, READ],
  ["PUT", (ids) => `/assessments/${ids.p3m3}/wording`, WRITE, () => ({ part: "summary", body: "Written" })],
  ["GET", (ids) => `/assessments/${ids.p3m3}/wording-basis`, READ],
  ["PUT", (ids) => `/assessments/${ids.p3m3}/wording-basis`, WRITE, () => ({ part: "summary", body: "Written", basis: [] })],
  ["GET", (ids) => `/assessments/${ids.p3m3}/report-notes`, READ],
  ["PUT", (ids) => `/assessments/${ids.p3m3}/report-notes`, WRITE, () => ({ notes: [] })],
  ["GET", (ids) => `/assessments/${ids.p3m3}/report-versions`, READ],
  [
    "POST",
    (ids) => `/assessments/${ids.p3m3}/report-versions`,
    [401, 404, 403, 403, 403, 201],
    () => ({ number: "1.0", change: "First issue" }),
  ],
  ["GET", (ids) => `/assessments/${ids.p3m3}/review-points`, READ],
  ["GET", (ids) => `/assessments/${ids.p3m3}/review-points/counts`, READ],
  ["POST", (ids) => `/assessments/${ids.p3m3}/review-points`, CREATED, () => POINT],
  ["POST", (ids) => `/assessments/${ids.p3m3}/review-points/${ids.point}/replies`, CREATED, () => ({ text: "The sponsor" })],
  ["PUT", (ids) => `/assessments/${ids.p3m3}/review-points/${ids.ownPoint}`, DONE, () => ({ text: "Who says so now?" })],
  ["POST", (ids) => `/assessments/${ids.p3m3}/review-points/${ids.point}/settle`, DONE, () => ({})],
  ["POST", (ids) => `/assessments/${ids.p3m3}/review-points/${ids.removedPoint}/remove`, DONE, () => ({})],
  ["GET", (ids) => `/assessments/${ids.p3m3}/peer-review`, READ],
  ["GET", (ids) => `/assessments/${ids.p3m3}/peer-review/four-eyes`, READ],
  ["POST", (ids) => `/assessments/${ids.p3m3}/peer-review/requests/${ids.reviewRequest}/withdraw`, DONE, () => ({})],
  [
    "POST",
    (ids) => `/assessments/${ids.p3m3}/peer-review/requests`,
    DONE,
    (ids) => ({ people: [ids.reviewer], message: "", until: "2099-12-01" }),
  ],
  [
    "POST",
    (ids) => `/assessments/${ids.p3m3}/peer-review/decisions`,
    DONE,
    () => ({ decision: "sentBack", text: "The names are wrong", seen: "" }),
  ],
  // The first is one of the owner's, in charge of two perspectives.
  ["GET", (ids) => `/assessments/${ids.p3m3}/ratings`, READ],
  ["GET", (ids) => `/assessments/${ids.p3m3}/ratings/1`, WRITE],
  ["POST", (ids) => `/assessments/${ids.p3m3}/ratings/1/begin`, DONE, () => ({ seen: [] })],
  ["GET", (ids) => `/assessments/${ids.p3m3}/ratings/1/progress`, WRITE],
  ["GET", (ids) => `/assessments/${ids.p3m3}/ratings/1/overview`, WRITE],
  ["POST", (ids) => `/assessments/${ids.p3m3}/ratings/1/answers`, WRITE, ({ answers }) => ({ place: "thread/1/6", answers })],
  ["PUT", (ids) => `/assessments/${ids.p3m3}/ratings/1/notes`, WRITE, () => ({ place: "thread/1/6", body: "Two plans" })],
  ["POST", (ids) => `/assessments/${ids.p3m3}/ratings/1/use`, WRITE, () => ({ place: "thread/1/6", withNote: true })],
  // Everything is answered.
  ["POST", (ids) => `/assessments/${ids.p3m3}/ratings/1/use-group`, [401, 404, 403, 403, 403, 422], () => GROUP],
  ["PUT", (ids) => `/assessments/${ids.p3m3}/rating-departures`, WRITE, () => ({ place: "thread/1/6", text: "Agreed" })],
  ["GET", (ids) => `/assessments/${ids.p3m3}/rating-differences`, WRITE],
  ["POST", (ids) => `/assessments/${ids.p3m3}/ratings/1/done`, DONE, () => ({ group: "perspective/1" })],
  ["POST", (ids) => `/assessments/${ids.p3m3}/ratings/1/decline`, [401, 404, 403, 403, 403, 422], () => ({})],
  ["POST", (ids) => `/assessments/${ids.p3m3}/ratings/1/give-back`, DONE, () => ({})],
  ["POST", (ids) => `/assessments/${ids.p3m3}/ratings`, CREATED, (ids) => ({ ...RATING, person: ids.reviewer })],
  ["POST", (ids) => `/assessments/${ids.p3m3}/ratings/2/withdraw`, DONE, () => ({})],
  // Nobody has approved it.
  ["POST", (ids) => `/assessments/${ids.p3m3}/peer-review/approval/withdraw`, [401, 404, 403, 403, 403, 422], () => ({})],
  ["POST", (ids) => `/assessments/${ids.p3m3}/peer-review/look`, DONE, () => ({ until: "2026-01-01T00:00:00.000Z" })],
  ["GET", () => "/engagements", ANYBODY],
  ["POST", (ids) => `/organizations/${ids.organization}/engagements`, [401, 404, 201, 403, 403, 201], () => ENGAGEMENT],
  ["GET", (ids) => `/engagements/${ids.engagement}`, ORGANIZATION_READ],
  ["PUT", (ids) => `/engagements/${ids.engagement}`, OF_ENGAGEMENT, () => ENGAGEMENT],
  ["PUT", (ids) => `/engagements/${ids.engagement}/state`, OF_ENGAGEMENT, () => ({ state: "running" })],
  ["PUT", (ids) => `/engagements/${ids.engagement}/members/${ids.p3m3}`, DONE, () => MEMBER],
  // The texts of its report tell of the results of its members.
  ["GET", (ids) => `/engagements/${ids.engagement}/texts`, READ],
  ["PUT", (ids) => `/engagements/${ids.engagement}/texts`, DONE, () => ({ part: "summary", body: "Ours", basis: null })],
  ["GET", (ids) => `/engagements/${ids.engagement}/plan`, ORGANIZATION_READ],
  ["POST", (ids) => `/engagements/${ids.engagement}/plan`, OF_ENGAGEMENT, () => ({ rows: [PLAN_ROW] })],
  ["PUT", (ids) => `/engagements/${ids.engagement}/plan/${ids.planRow}`, OF_ENGAGEMENT, () => PLAN_ROW],
  ["POST", (ids) => `/engagements/${ids.engagement}/plan/${ids.removedRow}/remove`, [401, 404, 204, 403, 403, 404], () => ({})],
  ["POST", (ids) => `/engagements/${ids.engagement}/members/${ids.p3m3}/remove`, DONE, () => ({})],
  ["POST", (ids) => `/engagements/${ids.removedEngagement}/remove`, [401, 404, 204, 404, 404, 404], () => ({})],
  ["GET", () => "/team/rules", LEADS],
  ["PUT", () => "/team/rules", LEADS, () => ({ fourEyes: false, reason: "" })],
  ["GET", () => "/team/name", LEADS],
  ["PUT", () => "/team/name", LEADS, () => ({ name: "Alder Consulting" })],
  ["GET", () => "/team/report-defaults", LEADS],
  ["PUT", () => "/team/report-defaults", LEADS, () => ({ authors: "Kim Alder", disclaimer: "For the client alone." })],
  ["GET", () => "/team/style", ANYBODY],
  ["PUT", () => "/team/style", ANYBODY, () => STYLE],
  ["PUT", () => "/team/style/logo", ANYBODY, () => ({ png: PIXEL })],
  ["GET", () => "/team/style/logo", ANYBODY],
  ["GET", (ids) => `/P3M3/notes/${ids.p3m3}/1/6`, READ],
  ["POST", () => "/P3M3/notes", WRITE, (ids) => ({ assessmentId: ids.p3m3, perspectiveId: 1, threadId: 6, body: "x" })],
  ["GET", (ids) => `/P3M3/benchmarks?perspectiveIds=1&assessmentId=${ids.p3m3}`, READ],
  ["GET", () => "/P3M3/benchmarks?perspectiveIds=1", [401, 200, 403, 200, 403, 200]],

  ["GET", (ids) => `/assessments/${ids.itil}`, READ],
  ["GET", (ids) => `/assessments/${ids.itil}/progress`, READ],
  ["GET", (ids) => `/assessments/${ids.itil}/scores`, READ],
  ["PUT", (ids) => `/assessments/${ids.itil}`, WRITE, () => ITIL],
  ["GET", (ids) => `/itil/assessments/${ids.itil}/questions/capability?capabilityId=2`, READ],
  ["GET", (ids) => `/itil/assessments/${ids.itil}/questions/maturity`, READ],
  ["POST", (ids) => `/ITIL/assessments/${ids.itil}/answer/capability`, WRITE, (ids) => ids.practiceAnswers],
  ["POST", (ids) => `/ITIL/assessments/${ids.itil}/answer/maturity`, WRITE, (ids) => ids.componentAnswer],
  ["PUT", (ids) => `/itil/assessments/${ids.itil}/capability/2/flag`, WRITE, () => ({ flagged: true })],
  ["GET", (ids) => `/assessments/${ids.itil}/overview`, READ],
  ["GET", (ids) => `/ITIL/notes/${ids.itil}/capability/2`, READ],
  ["GET", (ids) => `/ITIL/notes/${ids.itil}/maturity/1`, READ],
  ["POST", () => "/ITIL/notes/capability", WRITE, (ids) => ({ assessmentId: ids.itil, capabilityId: 2, body: "x" })],
  ["POST", () => "/ITIL/notes/maturity", WRITE, (ids) => ({ assessmentId: ids.itil, maturityId: 1, body: "x" })],
  ["POST", (ids) => `/assessments/${ids.itil}/endorse`, WRITE, () => ({})],
  ["POST", (ids) => `/assessments/${ids.itil}/archive`, WRITE, () => ({})],
  ["POST", (ids) => `/assessments/${ids.itil}/unarchive`, WRITE, () => ({})],

  ["POST", (ids) => `/assessments/${ids.p3m3}/complete`, WRITE, () => ({})],
  ["POST", (ids) => `/assessments/${ids.p3m3}/certify`, WRITE, () => ({})],
  ["GET", (ids) => `/assessments/${ids.p3m3}/history`, READ],
  ["POST", (ids) => `/assessments/${ids.p3m3}/history/files`, [401, 404, 403, 204, 403, 204], () => ({ what: "Excel file" })],
  ["POST", (ids) => `/assessments/${ids.p3m3}/editions`, [401, 404, 403, 403, 403, 201], () => ({ reason: "A figure was wrong" })],
  ["GET", () => "/outbox", [401, 403, 403, 200, 200, 403]],
  ["GET", () => "/outbox/channels", ANYBODY],
  ["GET", (ids) => `/P3M3/assessments/${ids.p3m3}/results`, [401, 404, 403, 404, 403, 200]],
  ["GET", (ids) => `/ITIL/assessments/${ids.itil}/results`, [401, 404, 403, 404, 403, 404]],
  ["GET", (ids) => `/ITIL/assessments/${ids.itil}/draft`, READ],
  ["DELETE", (ids) => `/assessments/${ids.itil}/lock`, [401, 404, 403, 204, 403, 204]],

  // The owner is the last lead. The stranger is alone in the team, and so are internal accounts, which do not count for each other.
  ["POST", () => "/me/leave", [401, 422, 204, 422, 422, 422], () => ({})],
  // After that: whoever is the only one named for an organization does not leave.
  ["POST", () => "/organizations/behind-a-wall", [401, 201, 201, 201, 201, 201], () => organizationForm()],
  ["GET", () => "/auth/sessions", ANYBODY],
  ["POST", (ids) => `/auth/sessions/${ids.session}/end`, [401, 404, 404, 404, 404, 204], () => ({})],
  ["POST", () => "/auth/sessions/end", [401, 204, 204, 204, 204, 204], () => ({})],
  ["POST", () => "/auth/logout", [401, 204, 204, 204, 204, 204], () => ({})],
];

/** The exceptions: a viewer gets an answer to every other GET, and a refusal of every other write. */
const OF_VIEWERS: readonly [call: RegExp, status: number][] = [
  [/^POST \/assessments\/.*\/history\/files$/, 204],
  [/^DELETE .*\/lock$/, 204],
  [/^POST .*\/review-points(\/\d+\/replies)?$/, 201],
  [/^POST .*\/(review-points\/\d+\/settle|peer-review\/(decisions|look))$/, 204],
  [/^POST .*\/peer-review\/approval\/withdraw$/, 422],
  [/^POST \/auth\/sessions\/.+\/end$/, 404],
  [/^POST \/auth\/suspension$/, 200],
  [/^POST \/auth\/(sessions\/end|logout)$/, 204],
  [/^GET \/(outbox|people.*|history(\/export)?|team\/(history|name|rules|report-defaults|access|joining))$/, 403],
  [/^GET .*\/(ratings(\/\d+(\/\w+)?)?|rating-differences)$/, 403],
  [/^GET .*\/voices(\/(answers|mails|levels|second-round))?$/, 403],
  [/^POST \/me\/invitations\/.*$/, 404],
  [/^PUT \/me\/name$/, 200],
  [/^POST \/me\/address$/, 422],
  [/^POST \/me\/address\/codes$/, 200],
  [/^POST \/me\/leave$/, 204],
  // By then they have left, and lead a team of their own.
  [/^POST \/organizations\/behind-a-wall$/, 201],
  [/^GET .*\/results$/, 404],
];

function expectedOf(caller: Caller, call: string, statuses: Statuses): number | undefined {
  if (caller !== "viewer") return statuses[CALLERS.indexOf(caller)];
  return OF_VIEWERS.find(([pattern]) => pattern.test(call))?.[1] ?? (call.startsWith("GET ") ? 200 : 403);
}

describe("who may do what", () => {
  onEachDatabase(
    (api) => {
      let ids: Ids;
      let callers: Record<"P3M3" | "ITIL", Record<Caller, Client>>;

      beforeAll(async () => {
        const signIn = (name: string, team: string, roles?: ("P3M3" | "ITIL")[], permission?: "viewer" | "lead") =>
          api().signIn({ email: `${name}@rights.example`, team, permission, ...(roles ? { roles } : {}) });
        const owner = await signIn("owner", "Owners", undefined, "lead");
        const colleague = await signIn("leo", "Owners");
        await signIn("rita", "Owners");
        const organization = await createOrganization(owner);
        await completeP3M3(owner, organization, "FRNNN", { perspectiveIds: [1], threadIds: [6] });
        const p3m3 = await createP3M3(owner, organization, { threadIds: [2, 6, 9, 11, 12] });
        const itil = await createItil(owner, organization, { selectedScope: "Maturity", practices: [] });
        // Everything is answered, so that the owner can submit; the calls of the table repeat what is there.
        const { perspectives, threads } = (await owner.get(`/assessments/${p3m3}`)).body;
        for (const perspective of perspectives)
          for (const thread of threads) expectStatus(await answerThread(owner, p3m3, perspective.id, thread.id, "FRNNN"), 200);
        expectStatus(await answerPractice(owner, itil, 2, "F"), 200);
        expectStatus(await answerComponent(owner, itil, "M-GP", 3), 200);
        const [question] = (await owner.get(`/P3M3/assessments/${p3m3}/questions?p=1&t=6`)).body;
        const [component] = (await owner.get(`/itil/assessments/${itil}/questions/maturity`)).body;
        await signIn("owner", "Owners");
        const sessions: { id: string; current: boolean }[] = (await owner.get("/auth/sessions")).body;
        const invited = { people: [{ email: "invited@rights.example" }], permission: "assessor", roles: ["ITIL"] };
        const { people } = (await owner.get("/people")).body;
        const [leo] = people.filter(({ email }: { email: string }) => email === "leo@rights.example");
        const asking = { people: [leo.id], message: "", until: "2099-12-01" };
        expectStatus(await owner.post(`/assessments/${p3m3}/peer-review/requests`, asking), 204);
        const { id: self } = people.find(({ email }: { email: string }) => email === "owner@rights.example");
        expectStatus(await colleague.post(`/assessments/${p3m3}/ratings`, { ...RATING, person: self }), 201);
        const engagement = expectStatus(await owner.post(`/organizations/${organization}/engagements`, ENGAGEMENT), 201).body.id;
        expectStatus(await owner.put(`/engagements/${engagement}/members/${p3m3}`, MEMBER), 204);
        expectStatus(await owner.post(`/engagements/${engagement}/plan`, { rows: [PLAN_ROW, PLAN_ROW] }), 204);
        const { rows: planRows } = expectStatus(await owner.get(`/engagements/${engagement}/plan`), 200).body;
        ids = {
          person: leo.id,
          reviewRequest: expectStatus(await owner.get(`/assessments/${p3m3}/peer-review`), 200).body.requests[0].id,
          reviewer: people.find(({ email }: { email: string }) => email === "rita@rights.example").id,
          point: expectStatus(await owner.post(`/assessments/${p3m3}/review-points`, POINT), 201).body.id,
          ownPoint: expectStatus(await owner.post(`/assessments/${p3m3}/review-points`, POINT), 201).body.id,
          removedPoint: expectStatus(await owner.post(`/assessments/${p3m3}/review-points`, POINT), 201).body.id,
          engagement,
          removedEngagement: expectStatus(await owner.post(`/organizations/${organization}/engagements`, ENGAGEMENT), 201).body.id,
          planRow: planRows[0].id,
          removedRow: planRows[1].id,
          invitation: expectStatus(await owner.post("/invitations", invited), 200).body.people[0].invitation,
          earlier: expectStatus(await owner.post(`/organizations/${organization}/earlier-scores`, EARLIER), 201).body.id,
          action: expectStatus(await owner.post(`/organizations/${organization}/actions`, actionOf({ p3m3 })), 201).body.id,
          voice: expectStatus(
            await owner.post(`/assessments/${p3m3}/voices`, { voices: [{ ...SOMEBODY, email: "jane@rights.example" }], ...SHEET }),
            200,
          ).body.voices[0].voice,
          removedAction: expectStatus(await owner.post(`/organizations/${organization}/actions`, actionOf({ p3m3 })), 201).body.id,
          evidence: expectStatus(await owner.post(`/assessments/${p3m3}/evidence`, EVIDENCE), 201).body.id,
          session: sessions.find(({ current }) => !current)?.id ?? "",
          organization,
          p3m3,
          itil,
          later: await createAgain(owner, organization, await completeP3M3(owner, organization, "FFFFF", { threadIds: [6] })),
          question: question.id,
          diagnostic: question.diagnostics[0].id,
          answers: await answersFor(owner, p3m3, 1, 6, "FRNNN"),
          practiceAnswers: await practiceAnswers(owner, itil, 2, "F"),
          componentAnswer: { questionId: component.id, optionId: component.options[2].id },
        };
        const everybody = async (without: "P3M3" | "ITIL") => ({
          nobody: api().anonymous,
          stranger: await signIn("stranger", "Strangers"),
          "colleague without the role": await signIn(`colleague-${without}`, "Owners", [without]),
          "internal account": await signIn("internal", "Office"),
          "internal account without the role": await signIn(`internal-${without}`, "Office", [without]),
          owner,
          viewer: await signIn("viewer", "Owners", undefined, "viewer"),
        });
        callers = { P3M3: await everybody("ITIL"), ITIL: await everybody("P3M3") };
      });

      /** The callers that a call is about: those who lack the role of its model. */
      const callersOf = (path: string) => callers[path.startsWith(`/assessments/${ids.itil}`) || /^\/itil\//i.test(path) ? "ITIL" : "P3M3"];

      it("names every call that the API has, but those without a bearer", () => {
        const withoutBearer = [
          "/health",
          "/ready",
          "/openapi.json",
          "/extensions",
          "/auth",
          "/auth/refresh",
          "/auth/joining",
          "/auth/joining/link",
          "/auth/address/link",
          "/auth/address/undo",
          // Those of voices refuse every bearer of the table: tests/contract/voices.test.ts.
          "/auth/voice",
          "/voice",
          "/voice/pages/:place",
          "/voice/done",
          "/voice/no-more-mail",
          "/voice/round",
          "/voice/mails",
          "/voice/mails-again",
          "/voice/contact",
          "/voice/sender",
          "/voice/logo",
          "/assessments/:id/lock/delete",
        ];
        const called = CALLS.map(([method, path]) => `${method} ${path(ids).toLowerCase().replace(/\?.*/, "")}`);
        const missing = api()
          .routes.filter(({ method, path }) => method !== "ALL" && !withoutBearer.includes(path))
          .filter(({ method, path }) => !called.some((call) => new RegExp(`^${method} ${path.replaceAll(/:\w+/g, "[^/]+")}$`).test(call)));
        expect(missing).toEqual([]);
      });

      it("a stranger cannot tell another team's ids from those that do not exist", async () => {
        const { stranger } = callers.P3M3;
        const none = 2_000_000_000;
        const other = (id: number) => (id === ids.organization || id === ids.p3m3 || id === ids.itil || id === ids.later ? none : id);
        let compared = 0;
        for (const [method, path, [, status], body] of CALLS) {
          if (status !== 404 || path(ids).includes(ids.session)) continue;
          const unknown = {
            ...ids,
            organization: other(ids.organization),
            p3m3: other(ids.p3m3),
            itil: other(ids.itil),
            later: other(ids.later),
          };
          const [theirs, nobodys] = [
            await stranger.call(method, path(ids), body?.(ids)),
            await stranger.call(method, path(unknown), body?.(unknown)),
          ];
          expect([method, path(ids), theirs.status, theirs.body]).toEqual([method, path(ids), nobodys.status, nobodys.body]);
          compared += 1;
        }
        expect(compared).toBeGreaterThan(30);
      });

      it("an internal account leaves a trace, whichever call gives it something of another team", async () => {
        const { store } = api();
        const none = 2_000_000_000;
        const withoutTrace: string[] = [];
        /** Some calls give something of two assessments, or of one and its organization; a trend gives it of both, and of the organization. */
        const tracesOf = (path: string) =>
          /\/(?:again|comparison)\b|assessments\/\d+\/actions$/.test(path) ? 2 : /\/trend\b/.test(path) ? 3 : 1;
        let traced = 0;
        for (const [method, path, statuses, body] of CALLS) {
          const isOfAnother = path(ids) !== path({ ...ids, p3m3: none, itil: none, later: none, organization: none });
          if (!isOfAnother || ![200, 204].includes(statuses[CALLERS.indexOf("internal account")] ?? 0)) continue;
          await store.deleteFrom("history").where("kind", "=", "read").execute();
          const { status } = await callersOf(path(ids))["internal account"].call(method, path(ids), body?.(ids));
          const traces = await store.selectFrom("history").select("id").where("kind", "=", "read").execute();
          if (traces.length !== tracesOf(path(ids))) withoutTrace.push(`${method} ${path(ids)}: ${status}, ${traces.length} entries`);
          traced += 1;
        }
        expect(withoutTrace).toEqual([]);
        expect(traced).toBeGreaterThan(20);
      });

      it.each(CALLERS.filter((caller) => caller !== "owner"))(
        "%s is refused what is not theirs, and changes nothing of it",
        async (caller) => {
          const owned = async () => [
            // How far its peer review is, is theirs too.
            { ...(await callers.P3M3.owner.get(`/assessments/${ids.p3m3}`)).body, review: undefined },
            (await callers.P3M3.owner.get(`/assessments/${ids.itil}`)).body,
            (await callers.P3M3.owner.get(`/assessments/${ids.p3m3}/progress`)).body,
            (await callers.P3M3.owner.get(`/P3M3/notes/${ids.p3m3}/1/6`)).body,
            (await callers.P3M3.owner.get(`/assessments/${ids.p3m3}/overview`)).body,
            (await callers.P3M3.owner.get(`/assessments/${ids.itil}/overview`)).body,
            (await callers.P3M3.owner.get(`/assessments/${ids.p3m3}/evidence`)).body,
            (await callers.P3M3.owner.get(`/organizations/${ids.organization}/earlier-scores`)).body,
            (await callers.P3M3.owner.get(`/organizations/${ids.organization}/targets`)).body,
            (await callers.P3M3.owner.get(`/organizations/${ids.organization}/actions`)).body,
            (await callers.P3M3.owner.get(`/assessments/${ids.p3m3}/voices`)).body,
            (await callers.P3M3.owner.get(`/assessments/${ids.p3m3}/lock`)).body.lockedBy,
            (await callers.P3M3.owner.get(`/assessments/${ids.itil}/lock`)).body.lockedBy,
          ];
          const before = await owned();
          const wrong: string[] = [];
          for (const [method, path, statuses, body] of CALLS) {
            const expected = expectedOf(caller, `${method} ${path(ids)}`, statuses);
            const status = (await callersOf(path(ids))[caller].call(method, path(ids), body?.(ids))).status;
            if (status !== expected) wrong.push(`${method} ${path(ids)}: ${status} instead of ${expected}`);
          }
          expect(wrong).toEqual([]);
          expect(await owned()).toEqual(before);
        },
      );

      it("the owner may do everything", async () => {
        const wrong: string[] = [];
        for (const [method, path, statuses, body] of CALLS) {
          const answer = await callers.P3M3.owner.call(method, path(ids), body?.(ids));
          if (answer.status !== statuses[CALLERS.indexOf("owner")])
            wrong.push(`${method} ${path(ids)}: ${answer.status} ${JSON.stringify(answer.body)}`);
        }
        expect(wrong).toEqual([]);
      });
    },
    { internalAccounts: ["internal@rights.example", "internal-p3m3@rights.example", "internal-itil@rights.example"] },
  );
});

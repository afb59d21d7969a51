/** Every call of the contract: its place, what goes in and what comes out. Described by /openapi.json, held by the contract suites. */
import type { ZodType } from "zod";
import * as assessments from "./assessments.ts";
import { created, refList } from "./common.ts";
import * as itil from "./itil.ts";
import * as organizations from "./organizations.ts";
import * as p3m3 from "./p3m3.ts";
import * as session from "./session.ts";

export interface ContractCall {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** As the client spells it, with `{name}` where an id stands. */
  path: string;
  summary: string;
  /** The status of success. */
  status: 200 | 201 | 204;
  /** Absent: the client uses no body of the answer, so that any 2xx will do. */
  answer?: ZodType;
  /** Absent: the call carries no body, or an empty object. */
  body?: ZodType;
  query?: { name: string; required?: true; list?: true }[];
  /** What else may be answered, beside 401, 403 and 404. */
  refusals?: (404 | 409 | 422)[];
  /** `none`: without a bearer token, since the body or a cookie authenticates. */
  authentication?: "none";
}

/** Nearly any write on an assessment: 409 without the lock, 422 against a rule. */
const WRITE: ContractCall["refusals"] = [404, 409, 422];
const READ: ContractCall["refusals"] = [404];

const get = (path: string, summary: string, answer: ZodType, more: Partial<ContractCall> = {}): ContractCall => ({
  method: "GET",
  path,
  summary,
  status: 200,
  answer,
  ...more,
});
const act = (path: string, summary: string): ContractCall => ({ method: "POST", path, summary, status: 200, refusals: WRITE });

export const CONTRACT_CALLS: readonly ContractCall[] = [
  {
    method: "POST",
    path: "/auth",
    summary: "Exchanges an entry token, which serves once, for a session",
    status: 200,
    body: session.entryRequest,
    answer: session.session,
    authentication: "none",
  },
  {
    method: "POST",
    path: "/auth/refresh",
    summary: "A new token; the cookie that /auth has set authenticates",
    status: 200,
    answer: session.refreshedSession,
    authentication: "none",
  },

  get("/organizations", "The caller's organizations, and everybody's for internal accounts", organizations.organizations),
  {
    method: "POST",
    path: "/organizations",
    summary: "Creates an organization",
    status: 201,
    body: organizations.organizationForm,
    answer: created,
    refusals: [422],
  },
  get("/organizations/{id}", "One organization", organizations.organizationEnvelope, { refusals: READ }),
  {
    method: "PUT",
    path: "/organizations/{id}",
    summary: "Changes an organization",
    status: 200,
    body: organizations.organizationForm,
    answer: organizations.organizationEnvelope,
    refusals: [404, 422],
  },
  get("/organizations/{id}/assessments", "Its assessments by model and state", organizations.organizationAssessments, { refusals: READ }),
  {
    method: "POST",
    path: "/organizations/{id}/assessments",
    summary: "Creates an assessment",
    status: 201,
    body: assessments.assessmentForm,
    answer: created,
    refusals: [404, 422],
  },

  get("/assessments/{id}", "One assessment", assessments.assessment, { refusals: READ }),
  {
    method: "PUT",
    path: "/assessments/{id}",
    summary: "Changes an assessment; a field that is left out stays as it is",
    status: 200,
    body: assessments.assessmentUpdate,
    answer: assessments.assessment,
    refusals: WRITE,
  },
  get("/assessments/{id}/progress", "How far it is answered", p3m3.p3m3Progress.or(itil.itilProgress), { refusals: READ }),
  get("/assessments/{id}/scores", "Its scores so far", p3m3.p3m3Scores.or(itil.itilScores), { refusals: READ }),
  act("/assessments/{id}/complete", "Submits an assessment that is answered in full"),
  act("/assessments/{id}/certify", "Certifies a completed P3M3 assessment"),
  act("/assessments/{id}/endorse", "Endorses an ITIL assessment"),
  act("/assessments/{id}/archive", "Puts an assessment away"),
  act("/assessments/{id}/unarchive", "Takes it out again"),

  get("/assessments/{id}/lock", "The edit lock while anybody holds it", assessments.lock, { refusals: READ }),
  {
    method: "POST",
    path: "/assessments/{id}/lock",
    summary: "Takes or renews the edit lock",
    status: 200,
    refusals: [404, 409],
  },
  { method: "DELETE", path: "/assessments/{id}/lock", summary: "Gives the edit lock back", status: 204, refusals: READ },
  {
    method: "POST",
    path: "/assessments/{id}/lock/delete",
    summary: "The same from a page that is being left; the token in the body authenticates",
    status: 204,
    body: assessments.lockRelease,
    authentication: "none",
  },

  get("/P3M3/perspectives", "The perspectives of P3M3", p3m3.catalogueList),
  get("/P3M3/threads", "The threads of P3M3", p3m3.catalogueList),
  get("/P3M3/assessments/{id}/questions", "The five statements of a thread, with answers", p3m3.p3m3Questions, {
    query: [
      { name: "p", required: true },
      { name: "t", required: true },
    ],
    refusals: [404, 422],
  }),
  {
    method: "POST",
    path: "/P3M3/assessments/{id}/answer",
    summary: "Stores all five answers of a thread",
    status: 200,
    body: p3m3.p3m3Answers,
    answer: p3m3.p3m3AnswerResult,
    refusals: WRITE,
  },
  {
    method: "PUT",
    path: "/p3m3/assessments/{id}/diagnostics/{questionId}",
    summary: "Marks a diagnostic, or takes the mark back",
    status: 200,
    body: p3m3.diagnosticMark,
    refusals: WRITE,
  },
  act("/assessments/{id}/{perspectiveId}/{threadId}/descope", "Leaves a thread out, and clears its answers"),
  act("/assessments/{id}/{perspectiveId}/{threadId}/rescope", "Takes a thread in again"),
  get("/P3M3/notes/{assessmentId}/{perspectiveId}/{threadId}", "The note of a thread", p3m3.note, { refusals: READ }),
  { method: "POST", path: "/P3M3/notes", summary: "Writes the note of a thread", status: 200, body: p3m3.p3m3NoteForm, refusals: WRITE },
  get("/P3M3/assessments/{id}/results", "The results of a completed assessment", p3m3.p3m3Results, { refusals: READ }),
  get("/P3M3/benchmarks", "Scores of comparable organizations", p3m3.benchmark, {
    query: [
      { name: "perspectiveIds", required: true, list: true },
      { name: "countryId" },
      { name: "industryId" },
      { name: "sizeId" },
      { name: "assessmentId" },
    ],
    refusals: [422],
  }),

  get("/ITIL/capabilities", "The practices of ITIL", itil.itilCapabilities),
  get("/ITIL/maturities", "The maturity components of ITIL", p3m3.catalogueList),
  get("/itil/assessments/{id}/questions/capability", "The criteria of a practice, with answers", itil.itilCapabilityQuestions, {
    query: [{ name: "capabilityId", required: true }],
    refusals: [404, 422],
  }),
  get("/itil/assessments/{id}/questions/maturity", "The maturity components, with answers", itil.itilMaturityQuestions, {
    refusals: READ,
  }),
  {
    method: "POST",
    path: "/ITIL/assessments/{id}/answer/capability",
    summary: "Stores all answers of a practice",
    status: 200,
    body: itil.itilCapabilityAnswers,
    answer: itil.itilCapabilityAnswerResult,
    refusals: WRITE,
  },
  {
    method: "POST",
    path: "/ITIL/assessments/{id}/answer/maturity",
    summary: "Stores the answer to a maturity component",
    status: 200,
    body: itil.itilMaturityAnswer,
    answer: itil.itilMaturityAnswerResult,
    refusals: WRITE,
  },
  get("/ITIL/notes/{assessmentId}/capability/{capabilityId}", "The note of a practice", p3m3.note, { refusals: READ }),
  get("/ITIL/notes/{assessmentId}/maturity/{maturityId}", "The note of a maturity component", p3m3.note, { refusals: READ }),
  {
    method: "POST",
    path: "/ITIL/notes/capability",
    summary: "Writes the note of a practice",
    status: 200,
    body: itil.itilCapabilityNoteForm,
    refusals: WRITE,
  },
  {
    method: "POST",
    path: "/ITIL/notes/maturity",
    summary: "Writes the note of a maturity component",
    status: 200,
    body: itil.itilMaturityNoteForm,
    refusals: WRITE,
  },
  get("/ITIL/assessments/{id}/results", "The results of a completed assessment", itil.itilResults, { refusals: READ }),

  get("/countries", "Countries", refList),
  get("/industries", "Industries", refList),
  get("/sizes", "Sizes of organizations", refList),
];

/** What the screens of peer reviews show and post (docs/rules/peer-review.md). Addresses are here, because `paths.ts` is part of every screen. */
import type { SubmissionResult } from "@conform-to/react";
import type { Id } from "#model/contract/common.ts";
import { DECISION_TEXT_MAX, POINT_MAX, REVIEW_MESSAGE_MAX, RULES_REASON_MAX } from "#model/peer-review.ts";
import { dayProblem, type TextRule } from "#model/text.ts";
import type { Screens } from "~/views/screens";

/** What an address asks for: which points, and what is open on the page. */
export interface ReviewAddress {
  about?: string | undefined;
  state?: string | undefined;
  by?: string | undefined;
  page?: string | undefined;
  /** The screen from which somebody came to write a point. */
  from?: string | undefined;
  /** What a new point is about. */
  new?: string | undefined;
  /** The point that is replied to, that is corrected, or that is to be removed. */
  reply?: string | undefined;
  correct?: string | undefined;
  remove?: string | undefined;
}

const withQuery = (path: string, query: object): string => {
  const fields = Object.entries(query).filter((field): field is [string, string] => Boolean(field[1]));
  return fields.length === 0 ? path : `${path}?${new URLSearchParams(fields)}`;
};

/** The forms of the screen, whose ids begin those of their fields. */
export const NEW_POINT = "new-point";
export const REPLY = "reply";
export const CORRECT = "correct";
/** Where somebody types what `FORM` sends. */
export const textOf = (form: string) => `${form}-text`;
/** Where a questions screen leads to a new point about a statement, from 1, or about the whole. */
export const writeId = (statement: number | undefined) => `write${statement ?? ""}`;
/** Where a point stands on a screen. */
export const pointAnchor = (id: unknown) => `point-${id}`;

export const reviewPaths = {
  screen: (assessmentId: Id, query: ReviewAddress = {}) =>
    withQuery(`/assessments/${encodeURIComponent(String(assessmentId))}/peer-review`, query),
  /** The same with the form for a point about a place, without the fragment. @param from the screen that this leads back to */
  write: (assessmentId: Id, place: string, from: string) => reviewPaths.screen(assessmentId, { from, new: place }),
  rules: () => "/team/rules",
} as const;

export const REVIEW_INTENTS = {
  add: "add",
  reply: "reply",
  correct: "correct",
  settle: "settle",
  remove: "remove",
  withdraw: "withdraw",
  ask: "ask",
  approve: "approved",
  sendBack: "sentBack",
  withdrawApproval: "withdrawApproval",
} as const;
export const REVIEW = {
  intent: "intent",
  formId: "formId",
  about: "about",
  statement: "statement",
  text: "text",
  point: "point",
  request: "request",
  version: "version",
  people: "people",
  message: "message",
  until: "until",
  seen: "seen",
  /** Of an approval: that there are open points is known. */
  confirmed: "confirmed",
} as const;

export const POINT_LABELS = { about: "What it is about", statement: "Statement", text: "Review point" } as const;
export const REPLY_LABELS = { text: "Reply" } as const;
export const ASK_LABELS = { people: "Colleagues", message: "Message", until: "Until" } as const;
export const DECISION_LABELS = { text: "What you want to say" } as const;
export const POINT_RULES: Record<string, TextRule> = { text: { required: true, max: POINT_MAX } };
export const ASK_RULES: Record<string, TextRule> = {
  message: { max: REVIEW_MESSAGE_MAX },
  until: { required: true, check: (day) => dayProblem(day) },
};
export const DECISION_RULES: Record<string, TextRule> = { text: { max: DECISION_TEXT_MAX } };

/** The whole, in the filter and in the form: an empty value means that nothing is chosen. */
export const WHOLE = "whole";

/** A point as it is shown. */
export interface PointView {
  id: Id;
  about: string;
  /** What buttons call it: whose it is, what it is about, and how it begins. */
  called: string;
  /** Where that is; undefined where there is no such screen for the reader. */
  to: string | undefined;
  text: string;
  by: string;
  at: string;
  settled: { by: string; at: string } | undefined;
  replies: { by: string; at: string; text: string }[];
  version: number | undefined;
  may: readonly string[];
  links: { reply: string; correct: string; remove: string };
}

/** A decision as it is shown. */
export interface DecisionView {
  /** Such as 'Approved by Kim'. */
  words: string;
  /** ISO 8601, also of when an approval was withdrawn. */
  at: string;
  withdrawn: string | undefined;
  /** Its person has decided anew, or withdrew it. */
  isFormer: boolean;
  /** Whether it still holds, in words. */
  standing: string;
  text: string;
  /** What has changed since; undefined where that does not matter any more. */
  changes: { words: string; to: string | undefined }[] | undefined;
}

export interface ReviewPage {
  assessment: { id: Id; name: string; organization: string | undefined; scope: string };
  screens: Screens;
  decisions: DecisionView[];
  /** Those that wait for an answer, then those that ended without one. `withdraw`: for whoever may take it back. */
  requests: { words: string; withdraw?: { id: Id; of: string } }[];
  fourEyes: string | undefined;
  points: PointView[];
  total: number;
  /** Open ones, wherever they are. */
  open: number;
  filter: Pick<ReviewAddress, "about" | "state" | "by">;
  isFiltered: boolean;
  people: string[];
  places: { group: string; items: { value: string; label: string }[] }[];
  newer: string | undefined;
  older: string | undefined;
  /** The forms that the reader gets. */
  write: PointDraft | undefined;
  writing: PointWriting | undefined;
  removing: { id: Id; version: number | undefined } | undefined;
  ask: { people: { value: string; label: string }[]; others: string[]; until: string; today: string; formId: string } | undefined;
  decide:
    | {
        mayApprove: boolean;
        /** Why they may only send back. */
        whyNot: string | undefined;
        mayWithdraw: boolean;
        seen: string;
        /** Which texts no longer fit; undefined without any, and where the reader cannot approve. */
        misfits: string | undefined;
        sinceSentBack: SinceSentBack | undefined;
      }
    | undefined;
  /** Why the reader can write nothing; undefined where they can. */
  closed: string | undefined;
  /** `report`: its screen, and the files as the client gets them; undefined where there is none. */
  links: { here: string; all: string; report: { screen: string; docx: string; pptx: string } | undefined };
}

/** A point to which somebody replies, or that its author corrects. */
export interface PointWriting {
  form: "reply" | "correct";
  id: Id;
  /** What is in the box at first. */
  text: string;
  formId: string;
  version: number | undefined;
}

/** A new point, before anybody writes it. */
export interface PointDraft {
  about: string;
  /** The number of the statement, from 1; empty for the whole of what it is about. */
  statement: string;
  formId: string;
  /** Somebody came here to write it. */
  isAsked: boolean;
  /** The screen that they came from. */
  from: string | undefined;
}

export interface ReviewReply {
  id: string;
  form: "point" | PointWriting["form"] | "ask" | "decision";
  result: SubmissionResult<string[]>;
  /** An approval that is asked about first: why, and what its reader had seen. */
  approval?: { lines: string[]; seen: string };
  /** Of an approval of something else than is there now: what has changed. */
  moved?: NonNullable<DecisionView["changes"]>;
}

/** What was done since the reader sent it back. */
export interface SinceSentBack {
  at: string;
  /** Empty where nothing has changed. */
  changes: NonNullable<DecisionView["changes"]>;
  /** Settled points and replies in words; undefined without any. */
  points: string | undefined;
}

/** Names the forms of review points on the screen of the report, and the part of the page with what was decided. */
export const REPORT_REVIEW = "peer-review";
/** The form by which an approval fills the cover's reviewer. */
export const REVIEWER_FORM = "reviewer";
/** Where the points about a text are on the screen of the report. */
export const besideId = (part: string) => `points-${part}`;

/** An approval on the screen of the report. */
export interface ReportDecision extends DecisionView {
  /** Of an approval that holds: whose, and the name that the cover gets, unless nobody knows one. */
  approver?: { by: string; name: string | undefined };
}

/** What the screen of the report has of the peer review (docs/rules/peer-review.md#on-the-reports-screen). */
export interface ReportReview {
  /** What the newest decision of each person says. */
  decisions: ReportDecision[];
  /** What is not in order before the report leaves the house, in sentences. */
  before: string[];
  /** Who asks the reader for a review, and until when; undefined for others. */
  request: string | undefined;
  /** Where the reader approves or sends back; undefined for those who may not. */
  decide: { words: string; to: string } | undefined;
  /** Open points, wherever they are. */
  open: number;
  /** The points about each text, by its part. */
  points: Readonly<Record<string, PointView[]>>;
  /** How many points about texts have no room here. */
  further: number;
  /** Whether the reader may write points. */
  mayWrite: boolean;
  /** Whether anybody has used the peer review of the assessment. */
  isUsed: boolean;
  /** Tells a form that is sent twice. */
  formId: string;
  /** The screen of the peer review. */
  all: string;
}

export const RULES_LABELS = {
  fourEyes: "Somebody else has to approve before an assessment is submitted",
  reason: "Why do you switch the rule off?",
} as const;
export const RULES_RULES: Record<string, TextRule> = { reason: { max: RULES_REASON_MAX } };

/** The rules of a team. */
export interface RulesPage {
  fourEyes: boolean;
  /** Why it cannot be switched on. */
  problem: string | undefined;
  changed: { by: string; at: string; reason: string } | undefined;
  version: number | undefined;
}

export interface RulesReply {
  id: string;
  result: SubmissionResult<string[]>;
}

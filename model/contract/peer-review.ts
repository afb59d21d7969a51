/** Extensions `peer-review` and `team-rules`: what colleagues write and decide before a report is delivered (docs/rules/peer-review.md). */
import { z } from "zod";
import { ASKED_AT_ONCE, DECISION_TEXT_MAX, POINT_MAX, REVIEW_MESSAGE_MAX, RULES_REASON_MAX, SEEN_MAX } from "../peer-review.ts";
import { textMessages } from "../text.ts";
import { id, mailAddress, requiredText, role, typedText, versioned } from "./common.ts";

/** `thread/{perspectiveId}/{threadId}`, `capability/{id}` or `maturity/{id}`, with `/statement/{n}` for one of its statements from 1; `wording/{part}` for a text or step of the report; empty for the whole. */
export const pointAbout = z.union([
  z.literal(""),
  z.string().regex(/^(thread\/\d{1,9}\/\d{1,9}|(capability|maturity)\/\d{1,9})(\/statement\/[1-9]\d{0,2})?$/),
  z.string().regex(/^wording\/[A-Za-z][\w-]{0,63}$/),
]);

export const reviewPointForm = z.object({ about: pointAbout, text: requiredText(POINT_MAX) });
export type ReviewPointForm = z.output<typeof reviewPointForm>;
/** A reply, or the corrected text of a point. */
export const reviewTextForm = z.object({ text: requiredText(POINT_MAX) });
export type ReviewTextForm = z.output<typeof reviewTextForm>;

/** Until which moment the caller has looked. */
export const reviewLookForm = z.object({ until: z.iso.datetime() });

const said = { by: mailAddress, firstName: z.string().nullable(), at: z.iso.datetime() };

export const reviewReply = z.object({ ...said, text: z.string() });

/** A point, with its replies in their order. */
export const reviewPoint = z.object({
  id,
  /** Where it is, as above. It may have left the scope since. */
  about: z.string(),
  text: z.string(),
  ...said,
  settled: z.object(said).nullable(),
  replies: z.array(reviewReply),
  /** What the caller may do: `reply`, `settle`, `correct`, `remove`. */
  may: z.array(z.string()),
  ...versioned,
});
export type ReviewPoint = z.infer<typeof reviewPoint>;

export const POINT_STATES = ["open", "settled"] as const;

export const reviewPointsQuery = z.object({
  /** `whole`, or what the points' `about` is or begins with, up to a slash. */
  about: z
    .string()
    .regex(/^[A-Za-z][\w/-]{0,99}$/)
    .optional(),
  state: z.enum(POINT_STATES).optional(),
  by: z.string().max(320).optional(),
  page: z.coerce.number<number>().int().min(1).max(1_000_000).default(1).meta({ type: "integer" }),
});
export type ReviewPointsQuery = z.output<typeof reviewPointsQuery>;

/** A page of points, the open ones first, the newest before. */
export const reviewPoints = z.object({
  points: z.array(reviewPoint),
  page: z.number(),
  pages: z.number(),
  /** How many fit, on all pages. */
  total: z.number(),
  /** Everybody who wrote a point. */
  people: z.array(mailAddress),
  /** Whether the caller may write one. */
  may: z.array(z.string()),
});
export type ReviewPoints = z.infer<typeof reviewPoints>;

/** How many points there are, and where. */
export const reviewPointCounts = z.object({
  open: z.number(),
  settled: z.number(),
  at: z.array(z.object({ about: z.string(), open: z.number(), settled: z.number() })),
});
export type ReviewPointCounts = z.infer<typeof reviewPointCounts>;

const colleague = z.object({ id, email: mailAddress, firstName: z.string().nullable() });

/** The people to ask, by their numbers. */
export const reviewRequestForm = z.object({
  people: z.array(id).max(ASKED_AT_ONCE),
  message: typedText(REVIEW_MESSAGE_MAX),
  /** The last day. */
  until: z.iso.date({ error: textMessages.day }),
});
export type ReviewRequestForm = z.output<typeof reviewRequestForm>;

export const DECISIONS = ["approved", "sentBack"] as const;

/** @property seen the digest of the content that the caller has looked at */
export const reviewDecisionForm = z.object({
  decision: z.enum(DECISIONS, { error: textMessages.oneOf }),
  text: typedText(DECISION_TEXT_MAX),
  seen: z.string().max(SEEN_MAX),
});
export type ReviewDecisionForm = z.output<typeof reviewDecisionForm>;

/** How much of a part has changed. */
const changes = z.array(z.object({ part: z.string(), count: z.number() }));

export const reviewDecision = z.object({
  decision: z.enum(DECISIONS),
  ...said,
  text: z.string(),
  /** Of the newest approval of each person: what has changed since, by part. Null for all others. */
  changed: changes.nullable(),
  /** Whether it is one that the rule of four eyes asks for, whoever submits. */
  counts: z.boolean(),
  /** When its person withdrew the approval. */
  withdrawn: z.iso.datetime().nullish(),
});
export type ReviewDecision = z.infer<typeof reviewDecision>;

/** The rule of four eyes: whether the team has it, whether an approval fulfils it now, and who could approve. */
export const fourEyes = z.object({
  isOn: z.boolean(),
  isMet: z.boolean(),
  approvers: z.array(colleague),
  /** With the rule, the newest approval of each person, with what has changed since. `counts`: the rule asks for such a one. `why`: what else keeps it from counting. */
  approvals: z.array(z.object({ ...said, changed: changes, counts: z.boolean(), why: z.string().nullish() })).optional(),
});
export type FourEyes = z.infer<typeof fourEyes>;

/** How far the peer review of an assessment is. */
export const peerReview = z.object({
  /** Digest of the content that an approval covers now. */
  seen: z.string(),
  /** Those that wait for an answer, the newest first. */
  requests: z.array(
    z.object({
      id,
      person: colleague,
      by: mailAddress,
      firstName: z.string().nullable(),
      at: z.iso.datetime(),
      message: z.string(),
      until: z.iso.date(),
      /** What the caller may do: `withdraw`. */
      may: z.array(z.string()),
    }),
  ),
  /** Those that ended because their person can no longer be asked, the newest first. `why`: `left`, `suspended`, `noModel`, `walledOff`. */
  ended: z.array(
    z.object({
      person: colleague,
      by: mailAddress,
      firstName: z.string().nullable(),
      at: z.iso.datetime(),
      endedAt: z.iso.datetime(),
      why: z.string(),
    }),
  ),
  /** The newest first. */
  decisions: z.array(reviewDecision),
  openPoints: z.number(),
  /** Who can be asked. None for whoever may not ask. `changed`: has changed something, so that four eyes, if the team has the rule, keep them from approving. */
  colleagues: z.array(colleague.extend({ changed: z.boolean().optional() })),
  /** Who cannot be asked, and why: `suspended`, `noModel`, `walledOff` or `unconfirmed`. */
  others: z.array(z.object({ email: mailAddress, firstName: z.string().nullable(), why: z.string() })).optional(),
  /** What the caller may do: `ask`, `approve`, `sendBack`, `withdrawApproval`. */
  may: z.array(z.string()),
  fourEyes,
  /** If the caller's newest decision sent it back: what was done since. */
  sinceSentBack: z.object({ at: z.iso.datetime(), changed: changes, settled: z.number(), replies: z.number() }).nullish(),
  /** The moment of the newest of its news for the caller, who has not looked at them yet. */
  news: z.iso.datetime().nullish(),
  ...versioned,
});
export type PeerReview = z.infer<typeof peerReview>;

/** How far a peer review is: requests that wait, what was decided last, and open points. */
export const reviewState = z.object({
  requests: z.number(),
  decision: z.object({ decision: z.string(), at: z.iso.datetime(), by: mailAddress, firstName: z.string().nullable() }).nullable(),
  openPoints: z.number(),
});
export type ReviewState = z.infer<typeof reviewState>;

/** A reason is needed to switch a rule off. */
export const teamRulesForm = z.object({ fourEyes: z.boolean(), reason: typedText(RULES_REASON_MAX) });
export type TeamRulesForm = z.output<typeof teamRulesForm>;

/** The rules that a team has given itself. */
export const teamRules = z.object({
  fourEyes: z.boolean(),
  /** The models of which too few people are active to switch the rule on. */
  tooFew: z.array(role),
  /** The newest change; null while nobody has changed anything. */
  changed: z.object({ ...said, reason: z.string() }).nullable(),
  ...versioned,
});
export type TeamRules = z.infer<typeof teamRules>;

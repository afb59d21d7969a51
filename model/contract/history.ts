import { z } from "zod";
import { mailAddress, queryId, requiredText } from "./common.ts";

/** The subject of an entry of the history. Those after `file` are kept for the team, and no call gives them. */
export const historyKind = z.enum([
  "created",
  "edition",
  "profile",
  "scope",
  "answers",
  "marks",
  "note",
  "flag",
  "reason",
  "evidence",
  "wording",
  "voicesAsked",
  "voice",
  "voiceTakenBack",
  "voiceReminded",
  "voiceMailedAgain",
  "voicesHandedOver",
  "voiceLink",
  "voicesClosed",
  "voicesSecondRound",
  "voiceNames",
  "voices",
  "bulk",
  "reviewPoint",
  "reviewReply",
  "reviewPointCorrected",
  "reviewPointSettled",
  "reviewPointRemoved",
  "reviewAsked",
  "reviewApproved",
  "reviewSentBack",
  "reviewWithdrawn",
  "reviewApprovalWithdrawn",
  "descoped",
  "rescoped",
  "submitted",
  "certification",
  "validation",
  "archived",
  "restored",
  "read",
  "file",
  "lockAsked",
  "lockWithdrawn",
  "lockKept",
  "lockHandedOver",
  "lockTakenOver",
  "organization",
  "earlier",
  "targets",
  "action",
  "actionRemark",
  "style",
  "teamName",
  "signedIn",
  "signedOut",
  "roles",
  "permission",
  "team",
  "suspended",
  "readmitted",
  "removed",
  "name",
  "invited",
  "invitedAgain",
  "invitationTakenBack",
  "invitationDeclined",
  "joined",
  "left",
  "invitationLink",
  "addressConfirmed",
  "address",
  "addressBack",
  "invitationName",
  "access",
  "teamRules",
  "reportDefaults",
  "engagement",
  "engagementMember",
  "engagementPlan",
  "departure",
  "ratingAsked",
  "ratingBegun",
  "ratingDeclined",
  "ratingDone",
  "ratingEnded",
]);
export type HistoryKind = z.infer<typeof historyKind>;

/** What is answered and noted: a thread of a perspective, a practice, or a maturity component (docs/rules/notes-and-diagnostics.md#notes). */
export type Subject = { kind: "thread"; perspectiveId: number; threadId: number } | { kind: "capability" | "maturity"; id: number };

/** A subject as text, such as `thread/2/7`. */
export const placeOf = (subject: Subject) =>
  subject.kind === "thread" ? `thread/${subject.perspectiveId}/${subject.threadId}` : `${subject.kind}/${subject.id}`;

/** The subject that a text names; undefined when it names none. */
export function subjectAt(place: string): Subject | undefined {
  const [kind = "", first, second] = place.split("/");
  if (kind === "thread") return { kind, perspectiveId: Number(first), threadId: Number(second) };
  return kind === "capability" || kind === "maturity" ? { kind, id: Number(first) } : undefined;
}

/** The place of a thread, practice or component. */
export const requiredPlace = z.string().regex(/^(thread\/\d+\/\d+|(capability|maturity)\/\d+)$/);
const place = z
  .literal("")
  .or(requiredPlace)
  .or(z.string().regex(/^evidence\/\d+$/))
  .or(z.string().regex(/^voice\/\d+$/))
  .or(z.string().regex(/^point\/\d+$/))
  .or(z.string().regex(/^wording\/[A-Za-z][\w-]{0,63}$/));
/** Kinds in a query, with commas between them. */
export const kinds = z
  .preprocess((list: string | readonly HistoryKind[]) => (typeof list === "string" ? list.split(",") : list), z.array(historyKind).min(1))
  .meta({ type: "array", items: { type: "string" } });

/** Answers that were confirmed: their numbers from 0 in the order of `before` and `after`, and when the assessment before was completed. */
export const confirmedAnswers = z.object({ answers: z.array(z.number()), from: z.string().nullable() });
export type ConfirmedAnswers = z.infer<typeof confirmedAnswers>;

/** Evidence from the assessment before: when that was completed. */
export const takenOver = z.object({ from: z.string().nullable() });
export type Takeover = z.infer<typeof takenOver>;

/** Answers or a note from a second rating: its number, and whose it is. */
export const fromRating = z.object({ number: z.number(), by: mailAddress, firstName: z.string().nullable() });
export type FromRating = z.infer<typeof fromRating>;

export const historyEntry = z.object({
  /** Grows with each entry. */
  id: z.number(),
  at: z.iso.datetime(),
  /** One of the names above, or one that a newer upstream has. */
  kind: z.string(),
  /** An e-mail address. */
  by: mailAddress,
  /**
   * What it is about: `thread/{perspectiveId}/{threadId}`, `capability/{id}`, `maturity/{id}`, `evidence/{id}`, `voice/{number}`, `point/{id}` or `wording/{part}`; empty for the assessment
   * as a whole.
   */
  place: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  /** Which of the answers somebody confirmed (extension `again`). */
  confirmed: confirmedAnswers.optional().catch(undefined),
  /** Somebody took this evidence over (extension `again`). */
  takenOver: takenOver.optional().catch(undefined),
  /** Somebody used a second rating (extension `ratings`). Told to those who may change the assessment. */
  fromRating: fromRating.optional().catch(undefined),
  /** Before and after are no longer kept. */
  erased: z.boolean().optional(),
  /** They were erased because a later note of the same sitting is kept. */
  thinned: z.boolean().optional(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

export const history = z.object({ entries: z.array(historyEntry), more: z.boolean(), people: z.array(mailAddress) });
export type History = z.infer<typeof history>;

export const historyQuery = z.object({
  /** The entries before this one, or else those after it. */
  before: queryId.optional(),
  after: queryId.optional(),
  kind: kinds.optional(),
  by: z.string().max(320).optional(),
  /** From this moment on, and up to but without that one. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  place: place.optional(),
});

/**
 * The content of an entry of the kind `edition`. In the history of the edition, `of` names the assessment that it corrects. In the history of
 * that one, `by` names the edition that somebody began or submitted.
 */
export const editionMade = z.object({
  number: z.number(),
  reason: z.string(),
  of: z.number().optional(),
  by: z.number().optional(),
  submitted: z.boolean().optional(),
});
export type EditionMade = z.infer<typeof editionMade>;

/**
 * The content of entries about voices. It names nobody. `voicesAsked` and `voicesClosed` say which numbers, and so does `voiceLink` of several. Before
 * and after of `voice` say what its sheet asks; `changed` names what else differs and is in no entry: name, address, message.
 */
export const voicesTold = z.object({ numbers: z.array(z.number()) });
export const voiceTold = z.object({
  role: z.string(),
  places: z.array(z.string()),
  until: z.iso.date(),
  checksFacts: z.boolean(),
  /** Absent for all levels. */
  levels: z.object({ from: z.number(), to: z.number() }).optional(),
  changed: z.array(z.enum(["name", "address", "message"])).optional(),
});
export type VoiceTold = z.infer<typeof voiceTold>;

/** A file that was taken out. */
export const fileTaken = z.object({ what: requiredText(100) });

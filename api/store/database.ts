/**
 * The tables of the store. Both kinds of database have the same columns. Truth values are 0 and 1, times are ISO 8601 texts in UTC (of
 * fixed width, so that they compare as texts), and lists are JSON texts.
 */
import type { Generated } from "kysely";
import type { ActionSize, ActionState } from "#model/actions.ts";
import type { Status } from "#model/contract/assessments.ts";
import type { Role } from "#model/contract/common.ts";
import type { HistoryKind } from "#model/contract/history.ts";
import type { Channel, RequestKind } from "#model/contract/outbox.ts";
import type { EngagementPart, EngagementState, PlanKind, PlanState } from "#model/engagements.ts";
import type { EvidenceKind } from "#model/evidence.ts";
import type { Permission } from "#model/permissions.ts";

/** What a mail says, and which table it is about. */
export type MailKind =
  | "signIn"
  | "invitation"
  | "joinLink"
  | "newAddress"
  | "oldAddress"
  | "addressChanged"
  | "addressUndo"
  | "voice"
  | "voiceReminder"
  | "voiceSecondRound"
  | "access"
  | "review"
  | "reviewDecided"
  | "rating"
  | "ratingDone";

/** A truth value as it is stored. */
export type Flag = 0 | 1;

/** Turns a truth value into what is stored. */
export function asFlag(value: boolean): Flag {
  return value ? 1 : 0;
}

export interface TeamTable {
  id: Generated<number>;
  /** Null for a team without a name, which one person starts in. */
  name: string | null;
  /** The team from which somebody left who is this one since: benchmarks count both as one. Null: itself. */
  counts_as: Generated<number | null>;
  /** How the team calls itself where outsiders read it. Null: by its name. */
  shown_name: Generated<string | null>;
  /** Whether somebody else has to approve before an assessment is submitted. */
  four_eyes: Generated<Flag>;
  /** What new reports begin with. */
  report_authors: string | null;
  report_disclaimer: string | null;
}

export interface UserTable {
  id: Generated<number>;
  /** Lower case. 'removed person' and a number for somebody who was removed. */
  email: string;
  first_name: string | null;
  /** JSON list of roles. */
  roles: string;
  team_id: number;
  permission: Generated<Permission>;
  /** Null for people who may sign in. */
  suspended_at: string | null;
  /** When they last signed in; null for those who have not since this is kept. */
  last_seen_at: Generated<string | null>;
  /** Whether they came by a copied link, and nothing has proved their address yet. */
  is_unconfirmed: Generated<Flag>;
}

/** How an invitation ended. */
export type InvitationOutcome = "accepted" | "declined" | "takenBack" | "lapsed";

/** An invitation to a team (docs/rules/people.md#invitations). */
export interface InvitationTable {
  id: Generated<number>;
  /** A UUID, by which mails name it. */
  reference: string;
  /** Raised when it is sent again. */
  generation: number;
  team_id: number;
  /** In lower case; null once it was accepted. Then the person tells. */
  email: string | null;
  name: string | null;
  /** What the person gets. */
  permission: Permission;
  roles: string;
  invited_by: number | null;
  /** When it was sent last. */
  invited_at: string;
  expires_at: string;
  /** Null while it is open, or has lapsed. */
  outcome: InvitationOutcome | null;
  ended_at: string | null;
  /** Who has accepted it. */
  user_id: number | null;
}

/** A link that lets somebody in who is invited (docs/rules/people.md#copied-links). */
export interface JoinLinkTable {
  id: Generated<number>;
  /** A UUID. The link is made of it and of the generation. */
  reference: string;
  generation: number;
  invitation_id: number;
  /** The lead who copied it. */
  created_by: number;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

/** Another address for somebody: asked for, or made (docs/rules/people.md#another-address). */
export interface AddressChangeTable {
  id: Generated<number>;
  /** A UUID. The codes, and the link that undoes it, are made of it and of the generation. */
  reference: string;
  generation: number;
  user_id: number;
  old_email: string;
  new_email: string;
  /** Whether the code to the old address is needed, too. */
  needs_old: Flag;
  asked_at: string;
  /** When the codes end. */
  expires_at: string;
  /** How many wrong codes were typed. */
  tries: number;
  done_at: string | null;
  undone_at: string | null;
}

export interface EntryTokenTable {
  /** SHA-256 of the token, in hexadecimal. */
  hash: string;
  user_id: number;
  expires_at: string;
  used_at: string | null;
}

/** A session of one person on one device, with its family of refresh tokens (docs/rules/sign-in-and-session.md#session-families). */
export interface SessionFamilyTable {
  /** A UUID. */
  id: string;
  user_id: number;
  /** What the person signed in with, in everyday words: 'Firefox on Windows'. */
  device: string | null;
  created_at: string;
  last_seen_at: string;
  /** The latest end, however often the session is refreshed. */
  ends_at: string;
  /** When it was ended earlier: by log-out, from another device, or because a refresh token was used again. */
  ended_at: string | null;
  /** The generation of the newest refresh token that was presented; 0 before the first. */
  generation: number;
}

export interface RefreshTokenTable {
  /** SHA-256 of the token, in hexadecimal. */
  hash: string;
  family_id: string;
  /** 1 for the token from sign-in, and one more for each successor. */
  generation: number;
}

export interface SettingTable {
  name: string;
  value: string;
}

export interface OrganizationTable {
  id: Generated<number>;
  team_id: number;
  name: string;
  business_unit: string | null;
  benchmark_consent: Flag;
  country_id: number;
  industry_id: number;
  size_id: number;
  /** Whether only those who are named see it (docs/rules/walls.md). */
  is_walled: Generated<Flag>;
}

/** A change of who may see an organization. */
export interface AccessChangeTable {
  id: Generated<number>;
  /** A UUID, by which mails name it. */
  reference: string;
  organization_id: number;
  /** The organization's name at that time: whoever was taken off the list reads no later one. */
  name: string;
  at: string;
  /** Null for an operator. */
  by_id: number | null;
  reason: string;
  /** Whether only those who are named see it from then on. */
  is_walled: Flag;
}

/** Somebody who is named, or was, from one change on until another. */
export interface NamingTable {
  id: Generated<number>;
  organization_id: number;
  user_id: number;
  from_id: number;
  /** Null while they are named. */
  until_id: number | null;
}

export interface AssessmentTable {
  id: Generated<number>;
  organization_id: number;
  /** The content pack that the assessment was created with, which it keeps. */
  pack_seq: number;
  model: Role;
  name: string;
  selected_scope: string;
  selected_level: number | null;
  created_by: number;
  status: Status;
  is_archived: Flag;
  is_test: Flag;
  certified: Flag;
  endorsed: Flag;
  /** JSON lists of ids; null until the scope is saved. */
  perspective_ids: string | null;
  thread_ids: string | null;
  /** JSON list of {id, mode}; null until the scope is saved. */
  practices: string | null;
  date_started: string;
  date_completed: string | null;
  /** The assessment before. */
  previous_id: number | null;
  /** The first edition; null in the row of that one. */
  first_edition_id: number | null;
  /** 1 for what is no edition of anything. */
  edition_number: Generated<number>;
  /** Why this edition was made; empty for the first. */
  edition_reason: Generated<string>;
}

/** One thread of one perspective of one assessment: the unit that the gate works on (docs/rules/gate.md). */
export interface ThreadAnswerTable {
  id: Generated<number>;
  assessment_id: number;
  perspective_id: number;
  thread_id: number;
  /** Five letters, level 1 first: Fully, Partially, Rarely/Never, or N for no selection. */
  selections: string;
  descoped: Flag;
  /** Why it is descoped; empty for a thread that is not. */
  reason: Generated<string>;
  updated_at: string;
}

/** One practice of one assessment: the unit that the gate works on (docs/rules/itil.md#gate-of-a-practice). */
export interface PracticeAnswerTable {
  id: Generated<number>;
  assessment_id: number;
  practice_id: number;
  /** A letter for each criterion in the order of the content pack: Fully, Rarely, or N for no selection. */
  selections: string;
  updated_at: string;
}

/** The level of the option that was chosen for a maturity component. */
export interface ComponentAnswerTable {
  id: Generated<number>;
  assessment_id: number;
  component_id: number;
  level: number;
  updated_at: string;
}

export interface DiagnosticMarkTable {
  assessment_id: number;
  diagnostic_id: number;
  is_positive: Flag;
}

export interface NoteTable {
  assessment_id: number;
  kind: "thread" | "capability" | "maturity";
  /** The perspective, the practice or the component. */
  first_id: number;
  /** The thread; 0 where one id is enough. */
  second_id: number;
  body: string;
  updated_at: string;
}

/** A thread or practice that is flagged for later. */
export interface FlagTable {
  assessment_id: number;
  /** Such as `thread/2/7`. */
  place: string;
}

/** An entry of evidence: what answers rest on, and where it is found. */
export interface EvidenceTable {
  id: Generated<number>;
  assessment_id: number;
  kind: EvidenceKind;
  what: string;
  /** An https address, or words. */
  found_at: string;
  /** A role. */
  who: string;
  /** Days such as 2026-11-05. */
  date: string | null;
  good_until: string | null;
  remark: string;
}

/** What an entry is evidence for. */
export interface EvidencePlaceTable {
  assessment_id: number;
  evidence_id: number;
  /** Such as `thread/2/7`. */
  place: string;
  /** JSON lists of levels. */
  supports: string;
  against: string;
}

/** The decimal score of each perspective, kept when an assessment is completed, for benchmarks. */
export interface PerspectiveScoreTable {
  assessment_id: number;
  perspective_id: number;
  score: number;
}

/** A group of scores of one perspective. Benchmarks are made of such groups (model/p3m3/benchmark-groups.ts). */
export interface BenchmarkGroupTable {
  id: Generated<number>;
  scope: string;
  perspective_id: number;
  /** `over` when none of its organizations counts any more. It is kept so that no score enters a second group. */
  state: "live" | "waiting" | "over";
  /** What all its organizations have in common; null where they differ. */
  country_id: number | null;
  industry_id: number | null;
  size_id: number | null;
  /** JSON list of lists: organization, team, assessment, score, country, industry, size, whether it counts (0 or 1). */
  entries: string;
}

export interface LockTable {
  assessment_id: number;
  user_id: number;
  locked_at: string;
  expires_at: string;
  /** When its holder last changed something, or took it; null for one taken before this was kept. */
  changed_at: string | null;
  /** Whose it was, while its holder has not yet come for it. */
  passed_from: number | null;
}

/** Who wishes to take over an assessment that somebody else is editing (docs/rules/locks-and-saving.md#asking-to-take-over). */
export interface LockWishTable {
  assessment_id: number;
  user_id: number;
  asked_at: string;
  until: string;
  /** When the holder answered that they keep the lock. */
  kept_at: string | null;
}

export interface IdempotencyKeyTable {
  user_id: number;
  key: string;
  /** Method, path and query of the request. */
  request: string;
  /** The team and the roles that the caller had; null in a row of an older version. */
  rights: string | null;
  /** JSON list of the organizations that the write was about; null in a row of an older version. */
  organizations: string | null;
  body_hash: string;
  status: number;
  /** The answer's JSON, compressed, as base64; null when it had no body. */
  body: string | null;
  created_at: string;
}

/** How often a part that is edited on its own has changed. */
export interface PartVersionTable {
  /** Such as `assessment/12/thread/2/7/answers`. */
  part: string;
  version: number;
}

/** What somebody did. */
export interface HistoryTable {
  id: Generated<number>;
  /** Such as `assessment/12` or `team/3`. */
  chain: string;
  seq: number;
  at: string;
  kind: HistoryKind;
  /** Such as `thread/2/7`; empty for the whole. */
  place: string;
  user_id: number;
  salt: string;
  /** Before and after, as compressed JSON in base64; null once it was erased. */
  content: string | null;
  /** Why the content was erased, where it was not for a person's sake. */
  erased: Generated<"thinned" | null>;
  commitment: string;
  seal: string;
  /** Whose history it is in: that of an organization, by its number, or of a team, by its number below zero; 0 where nobody knows. */
  scope: number;
}

/** The last entry of each chain. */
export interface HistoryHeadTable {
  chain: string;
  seq: number;
  seal: string;
}

/** A request for certification or validation. */
export interface OutboxTable {
  id: Generated<number>;
  /** A UUID, by which a receiver who gets the request twice recognises it. */
  reference: string;
  kind: RequestKind;
  assessment_id: number;
  requested_by: number;
  requested_at: string;
}

/** A request on its way through one channel. It waits while it is neither sent nor failed. */
export interface OutboxDeliveryTable {
  id: Generated<number>;
  outbox_id: number;
  channel: Channel;
  /** How often it was tried, the attempt under way included. */
  attempts: number;
  /** Not tried before. While an attempt is under way: when another process may take it over. */
  next_at: string;
  sent_at: string | null;
  failed_at: string | null;
  last_error: string | null;
}

/** A mail to a person. It holds no secret: what signs in is made when the mail is sent (docs/rules/sign-in-by-mail.md#mails). */
export interface MailTable {
  id: Generated<number>;
  /** A UUID. The Message-ID is made of it, so that a mail that arrives twice can be recognised. */
  reference: string;
  kind: MailKind;
  /** An e-mail address. */
  recipient: string;
  /** The reference of what it is about: a row of the table that its kind belongs to. */
  about: string;
  /** Of that row when the mail was posted. Once the row has moved on, the mail is not sent any more. */
  generation: number;
  /** Whose quota it counts for; null where nobody in the store caused it. */
  caused_by: Generated<number | null>;
  created_at: string;
  /** How often it was tried, the attempt under way included. */
  attempts: number;
  /** Not tried before. While an attempt is under way: when another process may take it over. */
  next_at: string;
  sent_at: string | null;
  failed_at: string | null;
  last_error: string | null;
  /** When it turned out that nobody needs it any more, before anybody had tried to send it. */
  dropped_at: Generated<string | null>;
  /** How often somebody had it sent again that was refused. Each counts for their quota. */
  repeats: Generated<number>;
}

/** A request to sign in by mail. There is one for each address that somebody asked for, also where nobody has it. */
export interface SignInTable {
  id: Generated<number>;
  /** A UUID. Link and code are made of it and of the generation. */
  reference: string;
  /** Raised when the request is over, which ends link and code. */
  generation: number;
  /** SHA-256 of what the same call has in common when it comes again. */
  asked_once: string;
  /** Who gets the mail; null where none is sent, or to somebody who is only invited. */
  user_id: number | null;
  /** Which invitation signing in accepts. */
  invitation_id: Generated<number | null>;
  /** SHA-256 of the secret that the browser keeps. */
  browser: string;
  /** A keyed hash of the network that it came from. */
  network: string;
  /** The number of a browser that had signed in as this person before, if the mail counts as one of its own. */
  known_browser: string | null;
  asked_at: string;
  expires_at: string;
  /** How many codes were typed. */
  tries: number;
  used_at: string | null;
}

export interface ContentPackTable {
  seq: Generated<number>;
  id: string;
  version: string;
  model: Role;
  json: string;
  hash: string;
  imported_at: string;
}

/** What assessors wrote into a report: the summary, or how a chapter opens. */
export interface ReportTextTable {
  assessment_id: number;
  part: string;
  body: string;
  /** The facts on which it rests, as JSON; null where nobody has said them. */
  basis: string | null;
  updated_at: string;
}

/** A note that somebody has looked at for a report; whether it is ticked is 0 or 1. */
export interface ReportNoteTable {
  assessment_id: number;
  place: string;
  /** Of the note as it was then. */
  digest: string;
  ticked: Flag;
}

/** A version of a report that was issued, with who issued it. */
export interface ReportVersionTable {
  id: Generated<number>;
  assessment_id: number;
  number: string;
  /** One line. */
  change: string;
  at: string;
  user_id: number;
  /** Whether anybody had asked for a peer review, or decided, when it was issued. */
  is_reviewed: Generated<Flag>;
  /** Whose approval was current then. */
  approved_by: number | null;
}

/** The house style of a team; null where it says nothing. */
export interface TeamStyleTable {
  team_id: number;
  name: string | null;
  accent: string | null;
  confidentiality: string | null;
  footer: string | null;
  /** A PNG in base64, and a digest that changes with it. */
  logo: string | null;
  logo_digest: string | null;
  updated_at: string;
}

/** Scores of an assessment that was made elsewhere. */
export interface EarlierScoresTable {
  id: Generated<number>;
  organization_id: number;
  model: Role;
  /** Of P3M3. */
  scope: string | null;
  /** A day such as 2021-11-05. */
  date: string;
  /** Where the scores come from, in words. */
  source: string;
  maturity: number | null;
  /** A JSON list of codes and scores. */
  scores: string;
}

/** What was agreed after an assessment. */
export interface ActionTable {
  id: Generated<number>;
  organization_id: number;
  /** Where it comes from; null where that was no assessment. */
  assessment_id: number | null;
  /** Of that assessment. */
  model: Role | null;
  title: string;
  why: string;
  /** A JSON list. */
  places: string;
  owner: string;
  /** A day such as 2026-11-05. */
  due: string | null;
  effort: ActionSize | null;
  effect: ActionSize | null;
  state: ActionState;
  created_at: string;
  state_since: string;
}

export interface ActionRemarkTable {
  id: Generated<number>;
  action_id: number;
  user_id: number;
  at: string;
  body: string;
}

/** The scores that an organization wants to reach. */
export interface TargetSetTable {
  organization_id: number;
  model: Role;
  /** Of P3M3; empty for ITIL. */
  scope: string;
  /** A JSON list. */
  targets: string;
}

/** What a colleague wrote about an assessment (docs/rules/peer-review.md#review-points). */
export interface ReviewPointTable {
  id: Generated<number>;
  assessment_id: number;
  /** Such as `thread/2/7/statement/3`; empty for the whole. */
  about: string;
  body: string;
  user_id: number;
  at: string;
  settled_by: number | null;
  settled_at: string | null;
}

export interface ReviewReplyTable {
  id: Generated<number>;
  assessment_id: number;
  point_id: number;
  body: string;
  user_id: number;
  at: string;
}

/** Somebody is asked for a peer review. */
export interface ReviewRequestTable {
  id: Generated<number>;
  /** A UUID. */
  reference: string;
  assessment_id: number;
  user_id: number;
  asked_by: number;
  at: string;
  message: string;
  /** A day such as 2026-11-05. */
  until: string;
  /** When the person decided, or it ended otherwise. */
  ended_at: string | null;
  /** Why, unless the person decided. */
  ended_why: string | null;
}

/** Somebody is asked for a second rating. */
export interface RatingTable {
  id: Generated<number>;
  assessment_id: number;
  /** From 1, within the assessment. */
  number: number;
  user_id: number;
  asked_by: number;
  at: string;
  kind: "charge" | "opinion";
  /** The last day, such as 2026-11-05. */
  until: string;
  begun_at: string | null;
  /** When all of it was done, or it ended otherwise. */
  ended_at: string | null;
  /** Why, unless all of it was done. */
  ended_why: string | null;
}

/** What is rated together. */
export interface RatingGroupTable {
  id: Generated<number>;
  assessment_id: number;
  rating_id: number;
  /** Such as `perspective/2`, or `general`. */
  name: string;
  /** Whether the rater has seen results of it; null before it begins, and where nobody asks. */
  seen: Flag | null;
  done_at: string | null;
  /** It was rated blind until it was done. */
  is_blind: Flag;
}

/** What a rater answered and noted at a place. */
export interface RatingAnswerTable {
  id: Generated<number>;
  assessment_id: number;
  rating_id: number;
  /** Such as `thread/2/7`. */
  place: string;
  /** Letters, or the level chosen for a component; null while only a note is stored. */
  answers: string | null;
  note: string;
  /** Both as they were when a blind group was done: what counts for agreement. */
  blind_answers: string | null;
  verdict_then: string | null;
  updated_at: string;
}

/** Why a verdict departs from the ratings of a place. */
export interface RatingDepartureTable {
  assessment_id: number;
  place: string;
  user_id: number;
  at: string;
  body: string;
}

/** Who has ever held the edit lock of an assessment. */
export interface LockHolderTable {
  assessment_id: number;
  user_id: number;
}

/** That somebody approved an assessment or sent it back. */
export interface ReviewDecisionTable {
  id: Generated<number>;
  assessment_id: number;
  user_id: number;
  at: string;
  approved: Flag;
  body: string;
  /** JSON: the content that was there. Null once the same person has decided anew, or has withdrawn the approval. */
  content: string | null;
  /** When the person withdrew the approval. */
  withdrawn_at: string | null;
}

/** When somebody has last looked at the peer review of an assessment (docs/rules/peer-review.md#who-is-told). */
export interface ReviewLookTable {
  assessment_id: number;
  user_id: number;
  at: string;
}

/** A job for one client (docs/rules/engagements.md). */
export interface EngagementTable {
  id: Generated<number>;
  organization_id: number;
  name: string;
  sponsor: string;
  purpose: string;
  included: string;
  excluded: string;
  /** Days such as 2026-11-05. */
  start_day: string | null;
  end_day: string | null;
  state: EngagementState;
  closed_at: string | null;
  /** JSON: names, in their order. */
  units: string;
  /** When the names of people of the client were forgotten last. */
  forgotten_at: string | null;
}

/** The part that somebody of the team has in an engagement. */
export interface EngagementPersonTable {
  engagement_id: number;
  user_id: number;
  part: EngagementPart;
}

/** An assessment that belongs to an engagement, named by its first edition. */
export interface EngagementMemberTable {
  assessment_id: number;
  engagement_id: number;
  /** Empty for none. */
  unit: string;
  /** Somebody of the team. */
  responsible: number | null;
  day: string | null;
}

/** A row of the plan of an engagement. */
export interface PlanRowTable {
  id: Generated<number>;
  engagement_id: number;
  kind: PlanKind;
  what: string;
  /** JSON: names of people of the client, until they are forgotten. */
  with_whom: string;
  /** JSON. */
  topics: string;
  day: string | null;
  state: PlanState;
  changed_by: number;
  changed_at: string;
}

/** What the assessors wrote into the report of an engagement. */
export interface EngagementTextTable {
  engagement_id: number;
  part: string;
  body: string;
  /** JSON: the facts on which it rests; null where nobody has said so. */
  basis: string | null;
  updated_at: string;
}

/** Somebody of the team who does what a row of the plan says. */
export interface PlanPersonTable {
  row_id: number;
  user_id: number;
}

/** One of the client's people, with a sheet to fill in (docs/rules/voices.md). */
export interface VoiceTable {
  id: Generated<number>;
  /** A UUID. The link is made of it and of the generation. */
  reference: string;
  /** Raised when the link is renewed or ends. */
  generation: number;
  assessment_id: number;
  /** From 1 within the assessment. */
  number: number;
  /** Null once it is forgotten. */
  name: string | null;
  role: string;
  email: string | null;
  /** A JSON list. */
  places: string;
  /** The first and the last level that the sheet asks about; null for all. */
  level_from: number | null;
  level_to: number | null;
  /** A day such as 2026-11-05. */
  until: string;
  message: string;
  checks_facts: Flag;
  /** When the voice was asked to check facts, after it had answered; null before that. */
  second_asked_at: string | null;
  asked_by: number;
  asked_at: string;
  mailed_at: string | null;
  reminded_at: string | null;
  closed_at: string | null;
  taken_back_at: string | null;
  first_answered_at: string | null;
  last_answered_at: string | null;
  done_at: string | null;
  forgotten_at: string | null;
}

/** What a voice filled in of a page. */
export interface VoicePageTable {
  voice_id: number;
  place: string;
  assessment_id: number;
  /** Of the first statement: another scope has other statements, whose answers are kept. */
  question_id: number;
  /** A character for each statement in the order of the pack: the number of the choice from the lowest, `?` for 'I cannot tell', `-` for none. */
  choices: string;
  /** JSON: comments and where it can be seen, by the number of the statement. */
  texts: string | null;
  agrees: Flag | null;
  /** Those that `agrees` is about, as `choices`. */
  verdicts: string | null;
  reason: string;
}

export interface VoiceSettingTable {
  assessment_id: number;
  /** A JSON list. */
  roles: string;
  show_in_results: Flag;
}

/** An address that no voice is mailed at, as a keyed hash. */
export interface MailRefusalTable {
  hash: string;
  at: string;
  /** The sheet and the generation of its link by which it was said, and can be taken back. Null where an older version stored it. */
  reference: Generated<string | null>;
  generation: Generated<number | null>;
}

export interface Database {
  team: TeamTable;
  team_style: TeamStyleTable;
  user: UserTable;
  entry_token: EntryTokenTable;
  session_family: SessionFamilyTable;
  refresh_token: RefreshTokenTable;
  setting: SettingTable;
  organization: OrganizationTable;
  access_change: AccessChangeTable;
  naming: NamingTable;
  earlier_scores: EarlierScoresTable;
  target_set: TargetSetTable;
  action: ActionTable;
  action_remark: ActionRemarkTable;
  assessment: AssessmentTable;
  thread_answer: ThreadAnswerTable;
  practice_answer: PracticeAnswerTable;
  component_answer: ComponentAnswerTable;
  diagnostic_mark: DiagnosticMarkTable;
  note: NoteTable;
  flag: FlagTable;
  evidence: EvidenceTable;
  evidence_place: EvidencePlaceTable;
  report_text: ReportTextTable;
  report_note: ReportNoteTable;
  report_version: ReportVersionTable;
  perspective_score: PerspectiveScoreTable;
  benchmark_group: BenchmarkGroupTable;
  lock: LockTable;
  lock_wish: LockWishTable;
  idempotency_key: IdempotencyKeyTable;
  content_pack: ContentPackTable;
  part_version: PartVersionTable;
  history: HistoryTable;
  history_head: HistoryHeadTable;
  outbox: OutboxTable;
  outbox_delivery: OutboxDeliveryTable;
  mail: MailTable;
  sign_in: SignInTable;
  invitation: InvitationTable;
  join_link: JoinLinkTable;
  address_change: AddressChangeTable;
  review_point: ReviewPointTable;
  review_reply: ReviewReplyTable;
  review_request: ReviewRequestTable;
  review_decision: ReviewDecisionTable;
  rating: RatingTable;
  rating_group: RatingGroupTable;
  rating_answer: RatingAnswerTable;
  rating_departure: RatingDepartureTable;
  lock_holder: LockHolderTable;
  review_look: ReviewLookTable;
  engagement: EngagementTable;
  engagement_person: EngagementPersonTable;
  engagement_member: EngagementMemberTable;
  plan_row: PlanRowTable;
  engagement_text: EngagementTextTable;
  plan_person: PlanPersonTable;
  voice: VoiceTable;
  voice_page: VoicePageTable;
  voice_setting: VoiceSettingTable;
  mail_refusal: MailRefusalTable;
}

/** Extension `people`: managing the people of a team (docs/upstream-contract.md#people). */
import { z } from "zod";
import { INVITE_MAX, INVITE_REFUSALS, LINE_MAX, PERSON_NAME_MAX, personNameProblem } from "../people.ts";
import { id, mailAddress, queryId, role, typedText, versioned } from "./common.ts";
import { permission } from "./permissions.ts";
import { signedInSessions } from "./session.ts";

const name = typedText(PERSON_NAME_MAX).superRefine((text, { addIssue }) => {
  const message = personNameProblem(text);
  if (message !== undefined) addIssue({ code: "custom", message });
});
const roles = z.array(role).min(1).max(role.options.length);
/** Somebody by address; null where an operator has invited. */
const somebody = z.object({ email: mailAddress, firstName: z.string().nullable() });

/** A person of the caller's team. */
export const person = z.object({
  id,
  email: mailAddress,
  firstName: z.string().nullable(),
  permission,
  roles: z.array(role),
  /** When they last signed in or changed something. */
  lastSeenAt: z.string().nullable(),
  suspendedAt: z.string().nullable(),
  isSelf: z.boolean(),
  ...versioned,
});
export type Person = z.infer<typeof person>;

/** Somebody who is invited and has not answered. */
export const invitation = z.object({
  id,
  email: mailAddress,
  name: z.string().nullable(),
  permission,
  roles: z.array(role),
  /** When it was sent last. */
  invitedAt: z.string(),
  invitedBy: somebody.nullable(),
  /** In the past: it has lapsed, and can be sent again. */
  expiresAt: z.string(),
  ...versioned,
});
export type Invitation = z.infer<typeof invitation>;

/** By address. `name` is null for a team without a name. */
export const people = z.object({
  team: z.object({ name: z.string().nullable() }),
  people: z.array(person),
  invitations: z.array(invitation),
});
export type People = z.infer<typeof people>;

export const personDetails = person.extend({
  /** How many devices they are signed in on. */
  devices: z.number(),
  /** How many edit locks they hold. */
  locks: z.number(),
});
export type PersonDetails = z.infer<typeof personDetails>;

/** What is left out stays. */
export const personForm = z.object({ firstName: name.optional(), permission: permission.optional(), roles: roles.optional() });
export type PersonForm = z.output<typeof personForm>;

/** What ended with somebody's access. */
export const ended = z.object({
  sessions: z.number(),
  locks: z.number(),
  /** Open invitations that they had made. */
  invitations: z.number().optional(),
});

/** Each line is judged by itself: a wrong address or name is no fault of the whole. */
export const invitationsForm = z.object({
  people: z
    .array(z.object({ email: typedText(LINE_MAX), name: typedText(LINE_MAX).optional() }))
    .min(1)
    .max(INVITE_MAX),
  permission,
  roles,
});
export type InvitationsForm = z.output<typeof invitationsForm>;

/** What became of each line, in their order. */
export const invited = z.object({
  people: z.array(
    z.object({
      email: mailAddress,
      name: z.string().nullable(),
      invitation: id.optional(),
      /** Why not; absent where somebody was invited. */
      refused: z.enum(INVITE_REFUSALS).optional(),
    }),
  ),
});
export type InviteResult = z.infer<typeof invited>;

/** An invitation as the person sees it whom it is for. */
export const ownInvitation = z.object({
  id,
  team: z.object({ name: z.string().nullable() }),
  permission,
  roles: z.array(role),
  invitedAt: z.string(),
  invitedBy: somebody.nullable(),
  expiresAt: z.string(),
});
export type OwnInvitation = z.infer<typeof ownInvitation>;

export const ownInvitations = z.object({
  /** The caller's present team; null where it has no name. */
  team: z.object({ name: z.string().nullable() }),
  /** Somebody else is in it: the caller has to leave it before they accept. */
  mustLeaveFirst: z.boolean(),
  /** The caller may leave it: somebody else is in it, and a lead remains if it has one. */
  mayLeave: z.boolean(),
  /** How many organizations come along, where nobody else is in it. */
  organizations: z.number(),
  invitations: z.array(ownInvitation),
  /** Of the caller, as `person`: leaving can be made from it. */
  ...versioned,
});
export type OwnInvitations = z.infer<typeof ownInvitations>;

/** An entry of a team's history about people. It names nobody: whoever is removed is removed here, too. */
export const peopleHistoryEntry = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  /** `invited`, `invitedAgain`, `invitationTakenBack`, `invitationDeclined`, `joined`, `left`, `name`, `permission`, `roles`, `team`, `suspended`, `readmitted`, `removed`, or one that a newer upstream has. */
  kind: z.string(),
  /** Who did it; null for an operator. */
  by: mailAddress.nullable(),
  /** Whom it is about: an e-mail address, or `removed person` and a number; null where that is forgotten. */
  about: mailAddress.nullable(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  erased: z.boolean().optional(),
});
export type PeopleHistoryEntry = z.infer<typeof peopleHistoryEntry>;

/** The newest first. `more`: there are further ones in the same direction. */
export const peopleHistory = z.object({ entries: z.array(peopleHistoryEntry), more: z.boolean() });
export type PeopleHistory = z.infer<typeof peopleHistory>;

export const peopleHistoryQuery = z.object({
  /** The entries before this one, or else those after it. */
  before: queryId.optional(),
  after: queryId.optional(),
});
export type PeopleHistoryQuery = z.output<typeof peopleHistoryQuery>;

/** The data that the store holds about the caller, for them to read. Contents of mails, of stored answers and of the history are not in it. */
export const ownData = z.object({
  person: person.omit({ isSelf: true, versions: true }).extend({ team: z.string().nullable() }),
  devices: signedInSessions,
  /** Their requests to sign in by mail, and entry links, kept for about 15 minutes. */
  signInRequests: z.array(z.object({ at: z.string(), expiresAt: z.string(), usedAt: z.string().nullable() })),
  entryLinks: z.array(z.object({ expiresAt: z.string(), usedAt: z.string().nullable() })),
  /** Invitations to them: open, accepted, and for 30 days those that are over. */
  invitations: z.array(
    z.object({
      team: z.string().nullable(),
      invitedAt: z.string(),
      expiresAt: z.string(),
      /** `open`, `accepted`, `declined`, `takenBack`, `lapsed`, or one that a newer upstream has. */
      state: z.string(),
      endedAt: z.string().nullable(),
    }),
  ),
  /** Those that they have made, for as long as the store knows to whom. */
  invited: z.array(z.object({ email: mailAddress, name: z.string().nullable(), invitedAt: z.string(), expiresAt: z.string() })),
  /** To their address, the newest first; kept for 30 days. */
  mails: z.array(z.object({ kind: z.string(), at: z.string(), sentAt: z.string().nullable() })),
  /** Those that they caused, such as invitations. */
  mailsCaused: z.array(z.object({ kind: z.string(), to: mailAddress, at: z.string(), sentAt: z.string().nullable() })),
  locks: z.array(z.object({ assessmentId: id, since: z.string() })),
  assessmentsCreated: z.number(),
  requestsMade: z.number(),
  /** On actions. */
  remarksMade: z.number(),
  /** People whom they asked for their view, and sheets that were sent to their own address (extension `voices`). */
  voicesAsked: z.number().optional(),
  sheets: z.array(z.object({ askedAt: z.string(), until: z.string() })).optional(),
  /** Their parts in engagements and assessments that they are responsible for there, and rows of plans that they are to do (extension `engagements`). */
  engagementParts: z.number().optional(),
  /** Second ratings that they gave or were asked for (extension `ratings`). */
  ratings: z.number().optional(),
  planRows: z.number().optional(),
  /** Answers to their writes, kept for 24 hours. */
  storedAnswers: z.number(),
  history: z.object({ entries: z.number(), first: z.string().nullable(), last: z.string().nullable() }),
});
export type OwnData = z.infer<typeof ownData>;

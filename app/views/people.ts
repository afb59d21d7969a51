/** The people of a team: what the screens about them show and post (docs/rules/people.md). */
import type { SubmissionResult } from "@conform-to/react";
import type { Id, Role } from "#model/contract/common.ts";
import { PERSON_NAME_MAX, personNameProblem } from "#model/people.ts";
import { PERMISSIONS, type Permission } from "#model/permissions.ts";
import type { TextRule } from "#model/text.ts";
import { choiceLabels, type FieldLabels } from "~/views/form-labels";
import type { Delivery, LinkReply } from "~/views/joining";
import type { PeopleAddress } from "~/views/paths";
import type { LineLeft, Understood } from "~/views/understood";

/** What a permission is called, and what it allows. */
export const PERMISSION_WORDS: Record<Permission, { label: string; hint: string }> = {
  lead: { label: "Lead", hint: "Does what an assessor does, and manages the people of the team." },
  assessor: { label: "Assessor", hint: "Creates and changes organizations and assessments." },
  viewer: { label: "Viewer", hint: "Reads everything of the team and changes nothing." },
};

/** The models, without the schema that names them: it would load zod in every browser. */
export const MODELS: readonly Role[] = ["P3M3", "ITIL"];

/** The models that somebody works with, always in the same order. */
export const modelsInWords = (roles: readonly Role[]): string => MODELS.filter((model) => roles.includes(model)).join(", ") || "None";

/** What somebody is called who has invited; undefined for somebody who was removed, who has no address any more. */
export const nameOfInviter = ({ firstName, email }: { firstName: string | null; email: string }): string | undefined =>
  firstName ?? (email.includes("@") ? email : undefined);

/** The choice of a permission, the strongest first. */
export const permissionOptions = [...PERMISSIONS].reverse().map((value) => ({ value, ...PERMISSION_WORDS[value] }));

/** How somebody stands to the team. */
export const STATES = { active: "Active", suspended: "Suspended", invited: "Invited", lapsed: "Invitation lapsed" } as const;
export type PersonState = keyof typeof STATES;
/** What the list can be filtered by. */
export const STATE_FILTERS = { ...STATES, refused: "Mail refused" } as const;

/** Whether the mail of an open invitation was refused. */
export const isRefused = ({ state, mail }: Pick<PersonRow, "state" | "mail">): boolean => state === "invited" && mail?.state === "refused";

/** A person, or somebody who is invited. */
export interface PersonRow {
  /** Tells rows apart. */
  key: string;
  /** The address where nobody has given a name. */
  name: string;
  email: string;
  permission: Permission;
  roles: readonly Role[];
  state: PersonState;
  /** ISO 8601; null where nothing is known. */
  lastSeenAt: string | null;
  isSelf: boolean;
  /** Where a person is changed. */
  to?: string;
  /** Who invited them, when, and until when they can accept. */
  invited?: { by: string | null; at: string; until: string };
  /** What became of the mail that invites; absent where none was sent, or nobody knows. */
  mail?: Delivery | undefined;
  /** They came by a copied link, and nothing has proved their address. */
  isUnconfirmed?: boolean;
  /** What can be done with an invitation: its number, its version, the address that asks whether to take it back, and whether the reader has its models. */
  invitation?: { id: Id; version: number | undefined; back: string; maySendAgain: boolean; mayCopyLink: boolean };
}

/** What becomes of the people who are invited, before the reader has chosen. */
export const INVITE_DEFAULT: Permission = "assessor";

export interface PeoplePage {
  /** Whether the team can have rules. */
  hasRules: boolean;
  /** Whether leads can name the team. */
  hasTeamName: boolean;
  hasReportDefaults: boolean;
  /** Where it is said who may see what; undefined for somebody alone. */
  access: string | undefined;
  hasTeamHistory: boolean;
  /** Null where it has no name. */
  team: string | null;
  rows: PersonRow[];
  /** How many people and invitations there are, and how many of them fit. */
  counts: { people: number; invitations: number; fitting: number; refused: number };
  page: number;
  pages: number;
  query: PeopleAddress;
  isFiltered: boolean;
  /** The models that the reader may give. */
  models: readonly Role[];
  /** The name of the form: however often it is sent, it invites once. */
  formId: string;
  /** Whether the upstream mails invitations. */
  mails: boolean;
  /** The day, as ISO 8601, for a list on paper. */
  today: string;
  /** Accounts that read everything of every team, by address. */
  internalAccounts: string[];
  /** The list as a file, and all rows on one page, if there are several. */
  links: { workbook: string; all: string | undefined };
  /** The invitation that is about to be taken back. */
  back: PersonRow | undefined;
}

/** The fields of the form that invites. */
export const INVITE = { lines: "lines", permission: "permission", roles: "roles", formId: "formId" } as const;
/** What the buttons of a row do; the form that invites has none. */
export const INVITATION_INTENTS = { again: "again", back: "back", link: "link" } as const;

export const INVITE_LABELS = {
  lines: "Whom to invite",
  permission: "What they may do",
  roles: "Models that they work with",
} as const;

const rolesAsOptions = (roles: readonly Role[]) => roles.map((value) => ({ value, label: value }));

/** What the form asks in words, for the page that gives it back. */
export const inviteFormLabels = (models: readonly Role[]): FieldLabels[] => [
  { ask: { [INVITE.lines]: INVITE_LABELS.lines } },
  choiceLabels(INVITE.permission, INVITE_LABELS.permission, permissionOptions),
  choiceLabels(INVITE.roles, INVITE_LABELS.roles, rolesAsOptions(models)),
];

/** The rules that the browser can check. */
export const INVITE_RULES: Record<string, TextRule> = { [INVITE.lines]: { required: true } };

/** The form that invites, as it comes back. */
export interface InviteReply {
  /** Another one for each answer, for the form that is sent next. */
  id: string;
  result: SubmissionResult<string[]>;
  /** Says who was invited nevertheless. */
  invited: string | undefined;
  /** The lines that invited nobody, in their order. */
  left?: readonly LineLeft[];
  /** What is to be looked at before anybody is invited. */
  understood?: Understood;
  /** How many of those it invites; the others are in the team, or invited. */
  invites?: number;
}

/** What the screen of people gets back. */
export type PeopleReply = InviteReply | LinkReply;

/** The fields of the form that changes a person. */
export const PERSON = { firstName: "firstName", permission: "permission", roles: "roles", version: "version", base: "base" } as const;
/** What its other forms do. */
/** The field that says who takes over what is open. */
export const HAND_OVER = "to";
export const PERSON_INTENTS = { suspend: "suspend", readmit: "readmit", remove: "remove" } as const;

export const PERSON_LABELS = {
  firstName: "First name",
  permission: "What this person may do",
  roles: "Models that this person works with",
} as const;

export const PERSON_RULES: Record<string, TextRule> = {
  [PERSON.firstName]: { max: PERSON_NAME_MAX, check: personNameProblem },
};

export const personFormLabels = (models: readonly Role[]): FieldLabels[] => [
  { ask: { [PERSON.firstName]: PERSON_LABELS.firstName } },
  choiceLabels(PERSON.permission, PERSON_LABELS.permission, permissionOptions),
  choiceLabels(PERSON.roles, PERSON_LABELS.roles, rolesAsOptions(models)),
];

/** A model that a person may work with. */
export interface ModelChoice {
  model: Role;
  /** The reader does not work with it, so it stays as it is. */
  isFixed: boolean;
}

export interface PersonPage {
  id: Id;
  /** The address where nobody has given a name. */
  name: string;
  email: string;
  firstName: string;
  permission: Permission;
  roles: readonly Role[];
  /** ISO 8601; null where nothing is known. */
  lastSeenAt: string | null;
  suspendedAt: string | null;
  devices: number;
  locks: number;
  isSelf: boolean;
  models: readonly ModelChoice[];
  version: number | undefined;
  /** What the form is made from, as text for it to carry. */
  base: string;
  /** Why this person has to stay a lead; undefined where they need not. */
  staysLead: string | undefined;
  confirm: "suspend" | "remove" | undefined;
  /** Open sheets that this person asked for, and who can take them over; undefined where there are none, or nobody knows. */
  open: { sheets: number; colleagues: { id: Id; name: string; sheets: number }[] } | undefined;
  /** What of this person's work the reader does not see, in words; undefined for nothing. */
  unseen: string | undefined;
  /** What else ends for others, in sentences. It is looked for where somebody is to be kept out. */
  ends: readonly string[];
}

/** What became of a form about a person. */
export interface PersonReply {
  result: SubmissionResult<string[]>;
  /** The present version, where somebody has changed the person since the form was made. */
  changedTo?: number;
}

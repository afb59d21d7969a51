/** Who may see an organization, and what waits for the reader: what their screens show and post (docs/rules/walls.md). */
import type { SubmissionResult } from "@conform-to/react";
import type { Id } from "#model/contract/common.ts";
import type { TextRule } from "#model/text.ts";
import { ACCESS_REASON_MAX, type Access } from "#model/walls.ts";
import { choiceLabels, type FieldLabels } from "~/views/form-labels";

/** Which day, as typed, and which page. */
export type TeamAccessAddress = Partial<Record<"on" | "page", string>>;

const withQuery = (path: string, request: Record<string, string | undefined>) => {
  const query = new URLSearchParams(Object.entries(request).filter((field): field is [string, string] => Boolean(field[1]))).toString();
  return query === "" ? path : `${path}?${query}`;
};

/** The addresses of these screens. They are apart from `paths`, which every screen of answering loads. */
export const accessPaths = {
  organization: (organizationId: Id) => `/organizations/${encodeURIComponent(String(organizationId))}/access`,
  team: (request: TeamAccessAddress = {}) => withQuery("/people/access", request),
  workbook: ({ on }: Pick<TeamAccessAddress, "on"> = {}) => withQuery("/people/access.xlsx", { on }),
  forYou: (page?: number) => withQuery("/for-you", { page: page === undefined || page === 1 ? undefined : String(page) }),
} as const;

/** The fields of the form that changes who may see an organization. */
export const ACCESS_FORM = { access: "access", people: "people", reason: "reason", base: "base" } as const;
export type AccessField = "access" | "people" | "reason";

export const ACCESS_LABELS: Record<AccessField, string> = {
  access: "Who may see it",
  people: "Who is named",
  reason: "Why this changes",
};

export const ACCESS_WORDS: Record<Access, { label: string; hint: string }> = {
  team: { label: "The whole team", hint: "Everybody of your team, as for any other organization." },
  named: { label: "Named people only", hint: "For everybody else of your team the organization does not exist." },
};

/** The rules that the browser can check. */
export const ACCESS_RULES: Record<string, TextRule> = { [ACCESS_FORM.reason]: { required: true, max: ACCESS_REASON_MAX } };

/** Somebody who can be named. */
export interface PersonChoice {
  value: string;
  label: string;
  hint?: string;
  disabled?: boolean;
}

export const accessOptions = (Object.keys(ACCESS_WORDS) as Access[]).map((value) => ({ value, ...ACCESS_WORDS[value] }));

/** What the form asks in words, for the page that gives it back. */
export const accessFormLabels = (people: readonly PersonChoice[]): FieldLabels[] => [
  choiceLabels(ACCESS_FORM.access, ACCESS_LABELS.access, accessOptions),
  choiceLabels(ACCESS_FORM.people, ACCESS_LABELS.people, people),
  { ask: { [ACCESS_FORM.reason]: ACCESS_LABELS.reason } },
];

/** The field of the form of a new organization that keeps it from the team at first. */
export const WALL = "wall";
export const WALL_LABELS = { [WALL]: "Only I may see it at first" };

/** Somebody who may see an organization. */
export interface NamedRow {
  key: string;
  name: string;
  email: string;
  /** ISO 8601. */
  since: string;
}

export interface AccessPage {
  organization: { id: Id; name: string };
  access: Access;
  /** Since when, ISO 8601; null where nobody has changed it. */
  since: string | null;
  people: readonly NamedRow[];
  /** Whether the reader sees the organization itself. */
  isSeen: boolean;
  /** Who reads it besides, in words; undefined for nobody. */
  internal: string | undefined;
  /** For leads: what the form holds and offers, and what it is made from, as text for it to carry. */
  form: { access: Access; people: readonly string[]; choices: readonly PersonChoice[]; base: string } | undefined;
  /** Where 'Go Back' leads. */
  back: string;
  /** Who may see what, for leads. */
  all: string | undefined;
}

/** The form that was not stored. */
export interface AccessReply {
  id: string;
  result: SubmissionResult<string[]>;
  /** What the form is made from now, where somebody has changed the list. */
  changedTo?: string;
}

/** An organization behind a wall, and those who are or were named for it. */
export interface WalledRow {
  id: Id;
  name: string;
  to: string;
  people: readonly ThenNamed[];
  /** How many more there are than the page has room for. */
  more: number;
}

/** Somebody who was named, from when until when. ISO 8601. */
export interface ThenNamed {
  key: string;
  name: string;
  email: string;
  from: string;
  until: string | null;
}

export interface TeamAccessPage {
  /** The day as it is typed; "" for now. */
  typed: string;
  /** What is wrong with it. */
  problem: string | undefined;
  /** What is shown; undefined where the day makes no sense. */
  shown: ShownAccess | undefined;
}

export interface ShownAccess {
  /** The day that the list is about; undefined for now. */
  on: string | undefined;
  rows: readonly WalledRow[];
  page: number;
  pages: number;
  total: number;
  /** Who reads it besides, in words; undefined for nobody. */
  internal: string | undefined;
  workbook: string;
}

/** Something that waits for the reader. */
export interface ForYouRow {
  key: string;
  /** ISO 8601. */
  at: string;
  words: string;
  /** The organization, and where it leads; absent where the reader no longer sees it. */
  link: { to: string; label: string } | undefined;
  /** Who did it, and why. */
  by: string;
  reason: string;
}

/** The list `For you`, or the beginning of it. */
export interface ForYouList {
  rows: readonly ForYouRow[];
  total: number;
  /** Where all of it is; undefined where all is shown. */
  all: string | undefined;
}

export interface ForYouPage {
  rows: readonly ForYouRow[];
  page: number;
  pages: number;
  total: number;
}

/** Organizations of the team that a lead may not see, by name. */
export interface UnseenOrganizations {
  organizations: readonly { id: Id; name: string; to: string }[];
  /** Where the rest is; undefined where there are no more. */
  all: string | undefined;
}

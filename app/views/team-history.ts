/** What the history of a team shows (docs/rules/history.md#of-a-team), and its addresses: `paths.ts` is part of every screen, and this is of few. */
import type { Id } from "#model/contract/common.ts";
import type { HistoryKind } from "#model/contract/history.ts";
import { type EntryView, KIND_GROUPS } from "~/views/history";

/** The choices of the filter: those of one assessment, and what else is done in a team. */
export const TEAM_KIND_GROUPS: readonly { id: string; label: string; kinds: readonly HistoryKind[] }[] = [
  ...KIND_GROUPS,
  { id: "organizations", label: "Organizations", kinds: ["organization"] },
  { id: "access", label: "Who may see an organization", kinds: ["access"] },
  { id: "plans", label: "Actions, targets and earlier scores", kinds: ["action", "actionRemark", "targets", "earlier"] },
  { id: "engagements", label: "Engagements", kinds: ["engagement", "engagementMember", "engagementPlan"] },
  {
    id: "people",
    label: "People",
    kinds: [
      ...(["invited", "invitedAgain", "invitationTakenBack", "invitationDeclined", "joined", "left"] as const),
      ...([
        "invitationLink",
        "invitationName",
        "address",
        "addressBack",
        "addressConfirmed",
        "name",
        "permission",
        "roles",
        "team",
        "suspended",
        "readmitted",
        "removed",
      ] as const),
    ],
  },
  { id: "team", label: "Name, rules and house style of the team", kinds: ["teamName", "teamRules", "style", "reportDefaults"] },
  { id: "signing-in", label: "Signing in and out", kinds: ["signedIn", "signedOut"] },
];

/** The most entries that a file has. */
export const FILE_MAX = 50_000;

/** The kinds of file, by the ending of their address. */
export const TEAM_HISTORY_FILES = ["xlsx", "jsonl"] as const;
export type TeamHistoryFormat = (typeof TEAM_HISTORY_FILES)[number];
/** The end of its address. */
export const teamHistoryFileName = (format: TeamHistoryFormat): string => `entries.${format}`;

/** What the address asks for: which entries, and from where on. */
export type TeamHistoryAddress = Partial<Record<"from" | "to" | "by" | "kind" | "organization" | "zone" | "before" | "after", string>>;
export type TeamHistoryFilter = Omit<TeamHistoryAddress, "before" | "after">;
/** The fields that can be wrong. */
export type TeamHistoryErrors = Partial<Record<"from" | "to" | "by" | "kind" | "organization", string>>;

const withQuery = (path: string, query: TeamHistoryAddress): string => {
  const fields = Object.entries(query).filter((field): field is [string, string] => Boolean(field[1]));
  return fields.length === 0 ? path : `${path}?${new URLSearchParams(fields)}`;
};

export const teamHistoryPaths = {
  screen: (query: TeamHistoryAddress = {}) => withQuery("/team/history", query),
  file: (format: TeamHistoryFormat, query: TeamHistoryFilter = {}) => withQuery(`/team/history/${teamHistoryFileName(format)}`, query),
  /** What was done about the people of the team alone. */
  people: (query: Pick<TeamHistoryAddress, "before" | "after"> = {}) => withQuery("/people/history", query),
};

/** An entry, and what it is about. */
export interface TeamEntryView extends EntryView {
  /** Its place in the list. */
  cursor: string;
  organization: { id: Id; name: string } | undefined;
  /** `to` is its history. */
  assessment: { name: string; to: string } | undefined;
}

/** A page of the history of a team. */
export interface TeamHistoryPage {
  entries: TeamEntryView[];
  filter: TeamHistoryFilter;
  errors: TeamHistoryErrors;
  isFiltered: boolean;
  /** The choices of the filter. */
  people: string[];
  kinds: { id: string; label: string }[];
  organizations: { id: string; name: string }[];
  newer: string | undefined;
  older: string | undefined;
  /** Where the files are, by their ending. */
  files: Record<TeamHistoryFormat, string>;
}

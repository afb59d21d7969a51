/** Rules about who may see an organization (docs/rules/walls.md). */
import { TEAM_MAX } from "./people.ts";

/** Who may see an organization: the whole team, or those who are named. */
export const ACCESS = ["team", "named"] as const;
export type Access = (typeof ACCESS)[number];

/** Characters of the reason for a change. */
export const ACCESS_REASON_MAX = 500;
/** The most people that can be named: everybody of the largest team. */
export const NAMED_MAX = TEAM_MAX;
/** Organizations on a page of `/people/access`. */
export const WALLED_AT_ONCE = 50;
/** For how long a change is among what waits for somebody. */
export const ACCESS_NEWS_DAYS = 30;
/** Rows of what waits for somebody, on home and on a page. */
export const FOR_YOU_AT_ONCE = 10;

/** Why a change of access is refused. */
export const accessMessages = {
  nobody: "Name at least one person who is active.",
  unknown: "Your team has no such person.",
  suspended: (who: string) => `${who} is suspended.`,
  last: (who: string, where: string) => `${who} is the only active person who may see ${where}. Name somebody else there first.`,
  lastSelf: "You are the only active person who may see one of your organizations. Ask a lead to name somebody else first.",
};

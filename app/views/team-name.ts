/** What a team is called where outsiders read it: what its screen shows and posts (docs/rules/people.md#the-name-of-a-team). */
import type { SubmissionResult } from "@conform-to/react";
import { PERSON_NAME_MAX, personNameProblem } from "#model/people.ts";
import type { TextRule } from "#model/text.ts";

export const TEAM_NAME = { name: "name", base: "base" } as const;
export const TEAM_NAME_LABELS = { name: "Name of the team" } as const;
export const TEAM_NAME_RULES: Record<string, TextRule> = { name: { max: PERSON_NAME_MAX, check: personNameProblem } };

export interface TeamNamePage {
  name: string;
  /** What the form is made from. */
  base: string;
}

export interface TeamNameReply {
  id: string;
  result: SubmissionResult<string[]>;
  /** What the form is made from now, where another lead has changed the name. */
  changedTo?: string;
}

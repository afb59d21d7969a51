/** Finds queries on organizations and assessments that do not ask who may see them (docs/rules/walls.md#the-rule). */

/** A query that begins at one of the two tables, or joins it, up to its end. */
const QUERIES = [
  /\.(?:selectFrom|innerJoin|leftJoin)\(\s*"(?:organization|assessment)(?: as \w+)?"[^;]*/g,
  /\b(?:from|join)\s+(?:organization|assessment)\b[^;]*/g,
];
const ASKS = /\bis(?:Seen|Readable)\(/;

/** How many queries of a module ask for organizations or assessments without the rule. */
export const queriesWithoutRule = (text: string): number =>
  QUERIES.flatMap((query) => [...text.matchAll(query)]).filter(([query]) => !ASKS.test(query)).length;

/**
 * The modules that may, how often, and why nobody reads there what is behind a wall without them. Any other query begins with a function of
 * `api/services/access.ts`.
 */
export const WITHOUT_RULE: Readonly<Record<string, readonly [queries: number, because: string]>> = {
  "api/mail/quota.ts": [1, "a limit counts what is behind a wall, too, and its refusal names no number"],
  "api/mail/voice-letter.ts": [1, "it goes to a voice, whom no wall concerns"],
  "api/services/access.ts": [2, "it is the rule, and what leads read of the access alone"],
  "api/services/actions.ts": [1, "the assessments are joined to actions of one organization, which the caller reads"],
  "api/services/assessments.ts": [3, "the organization is one that the caller reads"],
  "api/services/comparison.ts": [2, "the organization is one that the caller reads"],
  "api/services/covered-content.ts": [1, "the assessment is one that the caller reads"],
  "api/services/deleting-organizations.ts": [5, "an operator deletes"],
  "api/services/editions.ts": [2, "the editions are of an assessment that the caller reads"],
  "api/services/ending-requests.ts": [1, "ends what somebody is asked, by what can no longer be asked of them, and tells nobody"],
  "api/services/forgetting-voices.ts": [1, "nobody reads it"],
  "api/services/history.ts": [1, "it writes whose history an entry is in"],
  "api/services/invitations.ts": [1, "the organizations go with whoever is alone in a team"],
  "api/services/lifting-walls.ts": [1, "an operator lifts a wall"],
  "api/services/namings.ts": [1, "nobody reads it; a refusal goes to leads, and to whoever is named"],
  "api/services/organizations.ts": [2, "limits count what is behind a wall, too, and their refusals name no number"],
  "api/services/outbox.ts": [1, "only internal accounts read it, and who is asked"],
  "api/services/own-data.ts": [1, "it counts what the caller made"],
  "api/services/p3m3/benchmark-snapshot.ts": [1, "benchmarks of other teams contain what is behind a wall"],
  "api/services/p3m3/other-organizations.ts": [1, "the first editions are joined to assessments that the caller sees"],
  "api/services/people.ts": [2, "an operator reads it"],
  "api/services/review-people.ts": [1, "it asks the rule for everybody of a team, and gives no organization"],
  "api/services/review-states.ts": [1, "the assessments are ones that the caller reads"],
  "api/services/voice-content.ts": [1, "a voice reads it, whom no wall concerns"],
  "api/services/voice-sheet.ts": [1, "a voice reads it, whom no wall concerns"],
  "api/services/walls.ts": [3, "leads read who is named, wherever that is"],
};

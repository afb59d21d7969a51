/** What a team is called where outsiders read it (docs/rules/people.md#the-name-of-a-team). */
import type { Db } from "#api/store/open.ts";
import type { TeamName, TeamNameForm } from "#model/contract/team-name.ts";
import { personNameProblem } from "#model/people.ts";
import { record, teamChain } from "./history.ts";
import { advance, type PartAddress, versionsOf } from "./versions.ts";
import type { Work } from "./work.ts";

const partOf = ({ user }: Work): PartAddress => ({ name: "teamName", of: `team/${user.teamId}`, place: "" });

const given = async (db: Db, teamId: number) =>
  (await db.selectFrom("team").select("shown_name").where("id", "=", teamId).executeTakeFirstOrThrow()).shown_name;

/** What the leads of the caller's team have called it. */
export async function readTeamName(work: Work): Promise<TeamName> {
  // Versions come before what they are versions of: see `versionsOf`.
  const versions = await versionsOf(work.db, [partOf(work)]);
  return { name: await given(work.db, work.user.teamId), versions };
}

/** Names the caller's team; an empty name takes it away. @throws Problem 412 */
export async function writeTeamName(work: Work, { name: typed }: TeamNameForm): Promise<TeamName> {
  const { db, user } = work;
  const [before, after] = [await given(db, user.teamId), typed === "" ? null : typed];
  if (before === after) return readTeamName(work);
  await advance(work, partOf(work), () => readTeamName(work));
  await record(work, teamChain(user.teamId), { kind: "teamName", before, after });
  await db.updateTable("team").set({ shown_name: after }).where("id", "=", user.teamId).execute();
  return readTeamName(work);
}

/**
 * The name of a team for outsiders: the one that its leads gave, else the operator's, if leads could have given it.
 * @returns null for a team without either
 */
export async function outwardName(db: Db, teamId: number): Promise<string | null> {
  const { name, shown_name } = await db
    .selectFrom("team")
    .select(["name", "shown_name"])
    .where("id", "=", teamId)
    .executeTakeFirstOrThrow();
  const shown = shown_name ?? name;
  return shown !== null && personNameProblem(shown) === undefined ? shown : null;
}

/** Who is in a team, and who leads it (docs/rules/rights.md#teams). */
import type { SelectQueryBuilder } from "kysely";
import { refused, refusedField } from "#api/problem.ts";
import type { Database } from "#api/store/database.ts";
import { type Db, isPostgres } from "#api/store/open.ts";
import type { Role } from "#model/contract/common.ts";
import type { User, Work } from "./work.ts";

/**
 * Keeps everybody else waiting who changes the people of this team, until the transaction ends. It comes before any lock on a person:
 * otherwise two leads who change each other would wait for one another.
 */
export async function holdTeam(db: Db, teamId: number): Promise<void> {
  // A write that only refers to the team, such as a new organization, does not wait.
  if (isPostgres(db)) await db.selectFrom("team").select("id").where("id", "=", teamId).forNoKeyUpdate().execute();
}

/** Who reads a team, and who does not count in it. */
export type TeamContext = Pick<Work, "db" | "internalAccounts">;

/** The people of a team, suspended ones included. Internal accounts do not count (docs/rules/people.md#who-manages-whom). */
export const membersOf = ({ db, internalAccounts }: TeamContext, teamId: number) =>
  db
    .selectFrom("user")
    .where("user.team_id", "=", teamId)
    .where("user.email", "like", "%@%")
    .$if(internalAccounts.length > 0, (query) => query.where("user.email", "not in", internalAccounts));

/** The leads of a team who may sign in. */
export const leadsOf = (context: TeamContext, teamId: number) =>
  membersOf(context, teamId).where("permission", "=", "lead").where("suspended_at", "is", null);

/** Whether nobody else is in somebody's team. */
export const isAlone = async (context: TeamContext, { id, teamId }: Pick<User, "id" | "teamId">): Promise<boolean> =>
  (await membersOf(context, teamId).select("id").where("id", "!=", id).limit(1).executeTakeFirst()) === undefined;

export const hasLead = async (context: TeamContext, teamId: number): Promise<boolean> =>
  (await leadsOf(context, teamId).select("id").limit(1).executeTakeFirst()) !== undefined;

/**
 * Changes the people of a team, unless that takes away its last lead. The caller holds the team (docs/rules/people.md#the-last-lead).
 * @throws Problem 422
 */
export async function keepingALead<T>(context: TeamContext, teamId: number, change: () => Promise<T>): Promise<T> {
  const hadLead = await hasLead(context, teamId);
  const done = await change();
  if (hadLead && !(await hasLead(context, teamId))) throw refused("Somebody has to lead the team. Make somebody else a lead first.");
  return done;
}

/** As which team benchmarks count a team: one that somebody made by leaving counts as the one they left (docs/rules/benchmark.md#who-is-compared). */
export async function countedAs(db: Db, teamId: number): Promise<number> {
  const { counts_as } = await db.selectFrom("team").select("counts_as").where("id", "=", teamId).executeTakeFirstOrThrow();
  return counts_as ?? teamId;
}

/** The name of a team; null where it has none. */
export async function nameOfTeam(db: Db, teamId: number): Promise<string | null> {
  const { name } = await db.selectFrom("team").select("name").where("id", "=", teamId).executeTakeFirstOrThrow();
  return name;
}

/**
 * The roles that somebody gets. Those that the lead lacks stay as they are.
 * @throws Problem 422 when the lead gives one that they lack
 */
export function rolesGiven(given: readonly Role[], lead: readonly Role[], before: readonly Role[] = []): Role[] {
  if (given.some((role) => !lead.includes(role) && !before.includes(role)))
    throw refusedField("roles", "You can give only models that you work with yourself.");
  return [...new Set([...given.filter((role) => lead.includes(role)), ...before.filter((role) => !lead.includes(role))])].sort();
}

/** How many people a team has. */
export const sizeOfTeam = (context: TeamContext, teamId: number): Promise<number> => count(membersOf(context, teamId));

/** How many rows a query finds. */
export const count = async <T extends keyof Database>(rows: SelectQueryBuilder<Database, T, object>): Promise<number> =>
  Number((await rows.select(({ fn }) => fn.countAll<number | string>().as("n")).executeTakeFirstOrThrow()).n);

/** Who is in a team, and who leads it (docs/rules/rights.md#teams). */
import { refused, refusedField } from "#api/problem.ts";
import { type Db, isPostgres } from "#api/store/open.ts";
import type { Role } from "#model/contract/common.ts";
import { leadsOf } from "./permissions.ts";
import type { User } from "./work.ts";

/**
 * Keeps everybody else waiting who changes the people of this team, until the transaction ends. It comes before any lock on a person:
 * otherwise two leads who change each other would wait for one another.
 */
export async function holdTeam(db: Db, teamId: number): Promise<void> {
  // Who only refers to the team, such as with a new organization, does not wait.
  if (isPostgres(db)) await db.selectFrom("team").select("id").where("id", "=", teamId).forNoKeyUpdate().execute();
}

/** Whether leads manage somebody: they have an address, and are no internal account. */
export const isManaged = (email: string, internal: readonly string[]): boolean => email.includes("@") && !internal.includes(email);

/** The other people of somebody's team, suspended ones included. */
export const othersOf = (db: Db, { id, teamId }: Pick<User, "id" | "teamId">) =>
  db.selectFrom("user").where("team_id", "=", teamId).where("id", "!=", id).where("email", "like", "%@%");

/** Whether nobody else is in somebody's team. */
export const isAlone = async (db: Db, user: Pick<User, "id" | "teamId">): Promise<boolean> =>
  (await othersOf(db, user).select("id").limit(1).executeTakeFirst()) === undefined;

export const hasLead = async (db: Db, teamId: number): Promise<boolean> =>
  (await leadsOf(db, teamId).select("id").limit(1).executeTakeFirst()) !== undefined;

/**
 * Refuses a change that took away the last lead of a team (docs/rules/people.md#the-last-lead). The team is held.
 * @throws Problem 422
 */
export async function requireLead(db: Db, teamId: number): Promise<void> {
  if (!(await hasLead(db, teamId))) throw refused("Somebody has to lead the team. Make somebody else a lead first.");
}

/** As which team benchmarks count a team: one that somebody made by leaving counts as the one they left (docs/rules/benchmark.md#who-is-compared). */
export async function countedAs(db: Db, teamId: number): Promise<number> {
  const { counts_as } = await db.selectFrom("team").select("counts_as").where("id", "=", teamId).executeTakeFirstOrThrow();
  return counts_as ?? teamId;
}

/** The name of a team; null for a team of one. */
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
export const sizeOfTeam = (db: Db, teamId: number): Promise<number> =>
  count(
    db
      .selectFrom("user")
      .where("team_id", "=", teamId)
      .where("email", "like", "%@%")
      .select(({ fn }) => fn.countAll<number | string>().as("n")),
  );

/** The figure of a query that counts. */
export const count = async (query: { executeTakeFirstOrThrow(): Promise<{ n: number | string }> }): Promise<number> =>
  Number((await query.executeTakeFirstOrThrow()).n);

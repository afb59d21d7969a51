import type { Selectable } from "kysely";
import { z } from "zod";
import { asFlag, type UserTable } from "#api/store/database.ts";
import { type Db, isPostgres } from "#api/store/open.ts";
import { type Role, role } from "#model/contract/common.ts";
import { formsOfAddress, storedAddress } from "#model/mail-address.ts";
import { type Permission, permissionAtFirst } from "#model/permissions.ts";
import type { User } from "./work.ts";

/** The columns that are read for a user. */
export const USER_COLUMNS = ["id", "email", "first_name", "roles", "team_id", "permission"] as const;
const storedRoles = z.array(role);

/** The roles in a stored list. @throws ZodError when it holds anything else */
export const rolesIn = (json: string): Role[] => storedRoles.parse(JSON.parse(json));

/** Makes a user of the columns. */
export const asUser = (row: Pick<Selectable<UserTable>, (typeof USER_COLUMNS)[number]>): User => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  roles: rolesIn(row.roles),
  teamId: row.team_id,
  permission: row.permission,
});

/**
 * The user with this id who may sign in, or undefined.
 * @param forSigningIn whoever suspends them waits until the transaction ends, or is waited for
 */
export async function findAdmittedUser(db: Db, id: number, { forSigningIn = false } = {}): Promise<User | undefined> {
  const row = await db
    .selectFrom("user")
    .select(USER_COLUMNS)
    .where("id", "=", id)
    .where("suspended_at", "is", null)
    .$if(forSigningIn && isPostgres(db), (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row && asUser(row);
}

/**
 * The user with this e-mail address in any case, or undefined. Of two people who have one address in two forms, it is the one whose form this
 * is (docs/rules/people.md#international-domains).
 * @param forWriting whether their calls wait until the transaction ends
 */
export async function findUserByEmail(db: Db, email: string, { forWriting = false } = {}): Promise<User | undefined> {
  const forms = formsOfAddress(email.trim());
  const rows = await db
    .selectFrom("user")
    .select(USER_COLUMNS)
    .where("email", "in", forms)
    .$if(forWriting && isPostgres(db), (query) => query.forUpdate())
    .execute();
  const row = forms.map((form) => rows.find((each) => each.email === form)).find((each) => each !== undefined);
  return row && asUser(row);
}

/** A user to be created. */
export interface NewUser {
  email: string;
  firstName?: string | null | undefined;
  roles: readonly Role[];
  /** The team's name. Without one the user is a team of one (docs/rules/rights.md#teams). */
  team?: string | undefined;
  /** Instead of a name. */
  teamId?: number;
  /** By default, that of docs/rules/rights.md#permissions. */
  permission?: Permission | undefined;
  /** Nothing has proved the address yet. */
  isUnconfirmed?: boolean;
}

/** Creates a user, and the team if there is none with this name. @returns whoever has the address by now, if somebody was created at the same time */
export async function createUser(
  db: Db,
  { email, firstName, roles, team, permission, isUnconfirmed = false, ...given }: NewUser,
): Promise<User> {
  const teamId = given.teamId ?? (await findOrCreateTeam(db, team ?? null));
  const row = await db
    .insertInto("user")
    .values({
      email: storedAddress(email.trim()),
      first_name: firstName?.trim() || null,
      roles: JSON.stringify([...new Set(roles)]),
      team_id: teamId,
      permission: permission ?? permissionAtFirst(team),
      is_unconfirmed: asFlag(isUnconfirmed),
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning(USER_COLUMNS)
    .executeTakeFirst();
  const user = row ? asUser(row) : await findUserByEmail(db, email);
  if (!user) throw new Error(`${email} was neither created nor found.`);
  return user;
}

/**
 * The id of the team with this name, or of a new one without a name. Safe to call concurrently.
 * @param countsAs as which other team a new one counts in benchmarks
 */
export async function findOrCreateTeam(db: Db, name: string | null, countsAs: number | null = null): Promise<number> {
  const { id } = await db
    .insertInto("team")
    .values({ name, counts_as: countsAs })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ name }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

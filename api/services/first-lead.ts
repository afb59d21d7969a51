/** The first person of a new store, whom the settings name (docs/operating.md#the-first-lead). */
import { sql } from "kysely";
import { inTransaction, isPostgres, type Store } from "#api/store/open.ts";
import { role } from "#model/contract/common.ts";
import { createUser } from "./users.ts";

/** Whom the settings name. */
export interface FirstLead {
  /** As it is stored. */
  email: string;
  /** Without one they are a team of one. */
  team?: string | undefined;
}

/** Creates the first lead in a store without people. @returns whether it did */
export function createFirstLead(store: Store, { email, team }: FirstLead): Promise<boolean> {
  return inTransaction(store, async (db) => {
    // Several processes may start at once.
    if (isPostgres(db)) await sql`lock table "user" in share row exclusive mode`.execute(db);
    const anybody = await db.selectFrom("user").select("id").where("email", "like", "%@%").limit(1).executeTakeFirst();
    if (anybody) return false;
    await createUser(db, { email, roles: role.options, team, permission: "lead" });
    return true;
  });
}

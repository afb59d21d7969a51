/** The demo's data, made through the API's own functions. */
import type { Catalogue } from "../content/catalogue.ts";
import { createUser, findUserByEmail } from "../services/users.ts";
import { inTransaction, type Store } from "../store/open.ts";
import { DEMO_USERS } from "./users.ts";

/** Seeds the demo; nothing happens when its users exist. */
export async function seedDemo(store: Store, _catalogue: Catalogue, _now: Date): Promise<void> {
  await inTransaction(store, async (db) => {
    if (await findUserByEmail(db, DEMO_USERS[0]?.email ?? "")) return;
    for (const user of DEMO_USERS) await createUser(db, user);
  });
}

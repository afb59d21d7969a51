import { randomBytes } from "node:crypto";
import { inTransaction, type Store } from "./open.ts";

/** More than the longest body of a call brings, so that what people write fits as well. */
const BYTES = 1_500_000;
const NAME = "room";

/** Makes sure that there is room on the disk: writes so much, and takes it away again. @throws the database's error when it is full */
export async function requireRoom(store: Store): Promise<void> {
  // Nothing that PostgreSQL could press together.
  const value = randomBytes((BYTES * 3) / 4).toString("base64");
  await inTransaction(store, (db) =>
    db
      .insertInto("setting")
      .values({ name: NAME, value })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute(),
  );
  await store.deleteFrom("setting").where("name", "=", NAME).execute();
}

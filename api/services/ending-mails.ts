import type { Db } from "#api/store/open.ts";
import { formsOfAddress } from "#model/mail-address.ts";
import type { User } from "./work.ts";

/** Ends all requests of somebody, and forgets the mails to their address. The rows stay, so that who types a code notices nothing. */
export async function endMailsTo(db: Db, { id, email }: Pick<User, "id" | "email">): Promise<void> {
  await db
    .updateTable("sign_in")
    .set(({ eb }) => ({ generation: eb("generation", "+", 1), user_id: null }))
    .where("user_id", "=", id)
    .execute();
  await db.deleteFrom("mail").where("recipient", "in", formsOfAddress(email)).execute();
}

/** Invitations that end because of what happens to people (docs/rules/people.md#invitations). */
import type { Db } from "#api/store/open.ts";
import { formsOfAddress } from "#model/mail-address.ts";
import type { User } from "./work.ts";

/** Where the history of a team tells of an invitation. It names nobody: the row does, for as long as it is kept. */
export const invitationPlace = (id: number) => `invitation/${id}`;

const ending = (db: Db, now: Date) =>
  db.updateTable("invitation").set({ outcome: "takenBack", ended_at: now.toISOString() }).where("outcome", "is", null);

/** Ends all invitations to a team. @returns how many */
export async function endInvitationsTo(db: Db, now: Date, teamId: number): Promise<number> {
  return Number((await ending(db, now).where("team_id", "=", teamId).executeTakeFirst()).numUpdatedRows);
}

/** Ends those that a lead has made, and the links that they have copied, so that they leave no way in. @returns the invitations that were open */
export async function endInvitationsBy(db: Db, now: Date, { id, teamId }: Pick<User, "id" | "teamId">): Promise<number[]> {
  await db.deleteFrom("join_link").where("created_by", "=", id).execute();
  const rows = await ending(db, now).where("team_id", "=", teamId).where("invited_by", "=", id).returning("id").execute();
  return rows.map((row) => row.id);
}

/** Ends the one of an address, who is in the team now, or was. What invited them otherwise would let them in again. */
export async function endInvitationOf(db: Db, now: Date, { email, teamId }: Pick<User, "email" | "teamId">): Promise<void> {
  await ending(db, now).where("team_id", "=", teamId).where("email", "in", formsOfAddress(email)).execute();
}

/** Forgets whom the invitations of a team to an address were for. They have ended. */
export async function forgetInvited(db: Db, { email, teamId }: Pick<User, "email" | "teamId">): Promise<void> {
  await db
    .updateTable("invitation")
    .set({ email: null, name: null })
    .where("team_id", "=", teamId)
    .where("email", "in", formsOfAddress(email))
    .execute();
}

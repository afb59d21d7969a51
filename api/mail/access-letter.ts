import { isSeen } from "#api/services/access.ts";
import type { Db } from "#api/store/open.ts";
import { leadingProblem } from "#model/leading.ts";
import { shownAddress } from "#model/mail-address.ts";
import { personNameProblem } from "#model/people.ts";
import type { Letter, MailRow, Writing } from "./letter.ts";

/**
 * The mail that tells somebody who was named for an organization that its list has changed (docs/rules/walls.md#for-you). The list itself is in the
 * application. A later change makes an earlier mail needless.
 */
export async function accessLetter({ db, publicUrl }: Writing, { about, generation, recipient }: MailRow): Promise<Letter | undefined> {
  const row = await db
    .selectFrom("access_change")
    .innerJoin("naming", "naming.organization_id", "access_change.organization_id")
    .innerJoin("user", "user.id", "naming.user_id")
    .leftJoin("user as doer", "doer.id", "access_change.by_id")
    .select(["access_change.id", "access_change.organization_id", "access_change.name", "access_change.reason", "access_change.is_walled"])
    .select(["naming.until_id", "doer.email as by", "doer.first_name", "user.id as userId", "user.team_id as teamId"])
    .where("access_change.reference", "=", about)
    .where("naming.id", "=", generation)
    .where("user.email", "=", recipient)
    .where("user.suspended_at", "is", null)
    .executeTakeFirst();
  // Somebody who was taken off since gets the mail about that alone.
  if (!row || (row.until_id !== null && row.until_id < row.id)) return undefined;
  const isTakenOff = row.until_id !== null && row.is_walled === 1;
  if (isTakenOff && row.until_id !== row.id) return undefined;
  // Nor does anybody read of an opening whom a later wall keeps out.
  if (!isTakenOff && !(await sees(db, row))) return undefined;
  const name = row.first_name !== null && personNameProblem(row.first_name) === undefined ? row.first_name : undefined;
  const who = row.by?.includes("@") ? (name ?? shownAddress(row.by)) : "An operator";
  // Mail programs would make a link of such a name.
  const organization = leadingProblem(row.name) === undefined ? row.name : "one of your organizations";
  const link = isTakenOff ? publicUrl : `${publicUrl}/organizations/${row.organization_id}/access`;
  return {
    subject: "Who may see an organization has changed",
    ...(row.by?.includes("@") ? { replyTo: { name: name ?? shownAddress(row.by), address: row.by } } : {}),
    paragraphs: [
      isTakenOff
        ? `${who} has taken you off the list of people who may see ${organization}.`
        : row.is_walled
          ? `${who} has changed who may see ${organization}. You are still named.`
          : `${who} has opened ${organization} to your whole team.`,
      { link },
    ],
  };
}

/** Whether somebody sees an organization now. */
async function sees(db: Db, row: { organization_id: number; userId: number; teamId: number }): Promise<boolean> {
  const seen = await db
    .selectFrom("organization")
    .select("id")
    .where("id", "=", row.organization_id)
    .where(isSeen({ user: { id: row.userId, teamId: row.teamId } }))
    .executeTakeFirst();
  return seen !== undefined;
}

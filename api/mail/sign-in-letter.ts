import { inHalves } from "#model/mailed-code.ts";
import { dayOfLetter, type Letter, type MailRow, type Writing } from "./letter.ts";

/** How long link and code serve, and how far back mails count, milliseconds. */
export const SIGN_IN_MS = 15 * 60_000;

/** Such as '09:00 UTC'. */
const timeOf = (moment: string) => `${moment.slice(11, 16)} UTC`;

/** The mail that signs in, for as long as its request lives (docs/rules/sign-in-by-mail.md#link-and-code). */
export async function signInLetter({ db, secrets, publicUrl, now }: Writing, { about, generation }: MailRow): Promise<Letter | undefined> {
  const row = await db
    .selectFrom("sign_in")
    .leftJoin("user", "user.id", "sign_in.user_id")
    .select(["sign_in.reference", "sign_in.generation", "sign_in.asked_at", "sign_in.expires_at"])
    .where("sign_in.reference", "=", about)
    .where("sign_in.generation", "=", generation)
    .where("sign_in.used_at", "is", null)
    .where("sign_in.expires_at", ">", now.toISOString())
    .where("user.suspended_at", "is", null)
    .where(({ or, eb }) => or([eb("sign_in.user_id", "is not", null), eb("sign_in.invitation_id", "is not", null)]))
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    subject: "Sign in to the Maturity Assessment Tool",
    until: row.expires_at,
    paragraphs: [
      `Somebody, probably you, asked on ${dayOfLetter(row.asked_at)} at ${timeOf(row.asked_at)} to sign in to the Maturity Assessment Tool with this address.`,
      "Open this link in the browser in which you asked:",
      { link: `${publicUrl}/sign-in/${secrets.linkOf(row)}` },
      "Or type this code there:",
      { code: inHalves(secrets.codeOf(row)) },
      `Link and code work once, until ${timeOf(row.expires_at)}.`,
      "If you did not ask, do nothing, and give the code to nobody: without this mail nobody can sign in as you.",
    ],
  };
}

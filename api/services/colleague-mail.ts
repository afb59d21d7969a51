import { postMail } from "#api/mail/queue.ts";
import { openMailQuota } from "#api/mail/quota.ts";
import type { Work } from "./work.ts";

type Mail = Pick<Parameters<typeof postMail>[1], "kind" | "recipient" | "about" | "generation">;

/**
 * Opens the post for mails that the caller sends to colleagues. What waits for a colleague in the application says the same, so nothing is
 * refused over the caller's quota, or where no mail can be sent: it is not posted.
 */
export async function openColleagueMail({ db, user, now, mails }: Work): Promise<(mail: Mail) => Promise<void>> {
  if (!mails) return async () => undefined;
  const mayPost = await openMailQuota(db, { userId: user.id, teamId: user.teamId }, now);
  return async (mail) => {
    if (mayPost(mail.recipient)) await postMail(db, { ...mail, caused_by: user.id }, now);
  };
}

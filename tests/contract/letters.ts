import { MailedSecrets } from "#api/auth/mailed-secrets.ts";
import { letterOf } from "#api/mail/queue.ts";
import { HISTORY_KEY, MAIL, type TestApi, testConfig } from "../support/api.ts";

/** The mails to addresses with an ending, in their order, each with its letter; undefined for one that is not sent any more. */
export async function lettersTo(api: TestApi, ending: string) {
  const rows = await api.store.selectFrom("mail").selectAll().orderBy("id").execute();
  const secrets = new MailedSecrets(testConfig("").tokenSecrets);
  const { store: db, now, catalogue } = api;
  const writing = { db, secrets, publicUrl: MAIL.publicUrl, now, timeZone: "UTC", historyKey: HISTORY_KEY, catalogue };
  const own = rows.filter(({ recipient }) => recipient.endsWith(ending));
  return Promise.all(own.map(async (mail) => ({ to: mail.recipient, kind: mail.kind, letter: await letterOf(writing, mail) })));
}

/** Who wants no more mails about voices (docs/rules/voices.md#mails). The store knows keyed hashes of addresses alone. */
import { createHmac } from "node:crypto";
import { formsOfAddress } from "#model/mail-address.ts";
import { moment, type Work } from "./work.ts";

type Refusals = Pick<Work, "db" | "historyKey">;

/** A keyed hash of an address. The key is the history's, which stays when secrets of tokens change. */
const hashOf = ({ historyKey }: Refusals, email: string): string =>
  createHmac("sha256", historyKey).update(`no more mails to ${email}`).digest("base64url");

/** Those of some addresses that want no more mails. A hash may be of any form of an address: a migration cannot bring hashes into the stored one. */
export async function refusingOf(work: Refusals, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const byHash = new Map(emails.flatMap((email) => formsOfAddress(email).map((form) => [hashOf(work, form), email] as const)));
  const rows = await work.db
    .selectFrom("mail_refusal")
    .select("hash")
    .where("hash", "in", [...byHash.keys()])
    .execute();
  return new Set(rows.flatMap(({ hash }) => byHash.get(hash) ?? []));
}

/** Whether an address wants no more mails. */
export const refusesMail = async (work: Refusals, email: string | null): Promise<boolean> =>
  email !== null && (await refusingOf(work, [email])).has(email);

/** Notes that an address wants no more mails, now and later. */
export async function refuseMailsTo(work: Refusals & Pick<Work, "now">, email: string): Promise<void> {
  await work.db
    .insertInto("mail_refusal")
    .values({ hash: hashOf(work, email), at: moment(work) })
    .onConflict((conflicting) => conflicting.column("hash").doNothing())
    .execute();
}

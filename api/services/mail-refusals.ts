/** Who wants no more mails about voices (docs/rules/voices.md#mails). The store knows keyed hashes of addresses alone. */
import { createHmac } from "node:crypto";
import type { SecretRow } from "#api/auth/mailed-secrets.ts";
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

/** Notes that an address wants no more mails, now and later. @param by the link by which it says so, and can take it back */
export async function refuseMailsTo(
  work: Refusals & Pick<Work, "now">,
  email: string,
  { reference, generation }: SecretRow,
): Promise<void> {
  await work.db
    .insertInto("mail_refusal")
    .values({ hash: hashOf(work, email), at: moment(work), reference, generation })
    .onConflict((conflicting) => conflicting.column("hash").doNothing())
    .execute();
}

/** How many refusals there are of an address, whatever its form, and how many of them this link said. */
const refusalsOf = async (work: Refusals, email: string, { reference, generation }: SecretRow) => {
  const hashes = formsOfAddress(email).map((form) => hashOf(work, form));
  const rows = await work.db.selectFrom("mail_refusal").selectAll().where("hash", "in", hashes).execute();
  return {
    hashes,
    isRefused: rows.length > 0,
    isByLink: rows.every((row) => row.reference === reference && row.generation === generation),
  };
};

/** Whether an address wants no more mails, and whether this link said so. */
export async function howRefused(work: Refusals, email: string, by: SecretRow): Promise<"sent" | "refused" | "refusedHere"> {
  const { isRefused, isByLink } = await refusalsOf(work, email, by);
  return isRefused ? (isByLink ? "refusedHere" : "refused") : "sent";
}

/** Takes back what the same link said. @returns false where another link said it, or this one before it was renewed */
export async function allowMailsTo(work: Refusals, email: string, by: SecretRow): Promise<boolean> {
  const { hashes, isByLink } = await refusalsOf(work, email, by);
  if (!isByLink) return false;
  await work.db.deleteFrom("mail_refusal").where("hash", "in", hashes).execute();
  return true;
}

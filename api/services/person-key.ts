/** Who has a session, for good (docs/upstream-contract.md#person-key). */
import { createHmac } from "node:crypto";
import type { Session } from "#model/contract/session.ts";
import { formerAddressesOf } from "./addresses.ts";
import type { User, Work } from "./work.ts";

/**
 * The key of a person, and the addresses that they had within 90 days, the latest first. The key is made with that of the history, which is
 * one for each store and stays when secrets of tokens change.
 */
export async function personOf(context: Pick<Work, "db" | "now" | "historyKey">, user: User): Promise<NonNullable<Session["person"]>> {
  const former = await formerAddressesOf(context, user);
  return {
    key: createHmac("sha256", context.historyKey).update(`person ${user.id}`).digest("base64url"),
    formerAddresses: [...new Set(former.reverse().map(({ old_email }) => old_email))],
  };
}

/** Signing in by an entry link. */
import { setTimeout as wait } from "node:timers/promises";
import { AddressCounter } from "~/services/http/address-counter.server";
import { log } from "~/services/http/log.server";
import { type Entered, signInBy } from "~/services/session/authenticator.server";
import { reasonOf, UpstreamFault } from "~/services/upstream/upstream.server";

/** How many entry links of one address may fail within a quarter of an hour. After that, answers to failing links are delayed. */
const UNHINDERED = 20;
const SLOWER_BY_MS = 500;
const SLOWEST_MS = 5_000;
/** Beyond this many, holding answers back would cost more than it hinders. */
const WAITING_MAX = 100;

const failures = new AddressCounter({ windowSeconds: 15 * 60 });
let waiting = 0;

/** Counts an entry link that did not work, and waits where many from the same address did not. */
async function slowDown(address: string): Promise<void> {
  const { counted } = await failures.count(address);
  if (counted <= UNHINDERED || waiting >= WAITING_MAX) return;
  waiting += 1;
  try {
    await wait(Math.min(SLOWEST_MS, (counted - UNHINDERED) * SLOWER_BY_MS), undefined, { ref: false });
  } finally {
    waiting -= 1;
  }
}

/**
 * Whether following an entry link is somebody's wish, as a click on it is. What looks ahead, or embeds the address in another page, is not
 * (docs/rules/sign-in-and-session.md#entry-link). A client that sends no such headers, such as a mail scanner or an old browser, gets a
 * question.
 */
export function isPlainNavigation({ headers }: Request): boolean {
  if (["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"].some((name) => /prefetch|prerender|preview/i.test(headers.get(name) ?? "")))
    return false;
  return headers.get("Sec-Fetch-Dest") === "document";
}

/**
 * Signs in with an entry token. A token that works is never refused or slowed, because a whole office may share one address
 * (docs/rules/sign-in-and-session.md#sign-in-attempts).
 * @returns undefined when the token is not accepted, or the upstream fails; the reason is logged
 */
export async function signInByEntryToken(
  request: Request,
  token: string,
  { requestId, address }: { requestId: string; address: string },
): Promise<Entered | undefined> {
  if (token === "") return undefined;
  try {
    return await signInBy("entry-link", request, { token }, requestId);
  } catch (error) {
    // A fault of the upstream does not count as a failed attempt.
    log("warn", "sign-in refused", { requestId, reason: reasonOf(error) });
    if (!(error instanceof UpstreamFault) || (typeof error.status === "number" && error.status < 500)) await slowDown(address);
    return undefined;
  }
}

/** The messages after a request for certification or validation (docs/rules/submission-and-certification.md#what-is-said-of-a-request). */
import { hasExtension } from "~/services/upstream/extensions.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { Flash } from "~/views/shell";

/** Whether requests are sent at all; undefined where the upstream does not tell. */
async function isSent(api: UserApi): Promise<boolean | undefined> {
  if (!(await hasExtension("outbox"))) return undefined;
  const outbox = await api.outbox.channels().catch(ignoreFault);
  return outbox && outbox.channels.length > 0;
}

const SENT = "The request is being sent to the certifying body, which gets in touch about the fee.";
const KEPT = "The request is kept. It cannot be sent yet, because no address has been set up for requests.";
const MARKED = "The home screen marks it as certified, which says that this was requested, not that the body has agreed.";

/** What may be done later about a request that came to nothing. */
export const SEND_AGAIN = "send the request again";

/**
 * The message after a request for certification. It says no more of sending than the upstream does.
 * @throws SessionOver
 */
export async function certificationRequested(api: UserApi): Promise<Flash> {
  const sent = await isSent(api);
  const sending = sent === undefined ? [] : [sent ? SENT : KEPT];
  return { kind: "success", modal: true, title: "Certification was requested.", text: [...sending, MARKED].join(" ") };
}

/**
 * The message after a request for independent validation, from a row or from the summary. Its text is fixed; where nothing can be sent, a
 * paragraph says so.
 * @throws SessionOver
 */
export async function validationRequested(api: UserApi): Promise<Flash> {
  const kept = "This installation has no address for requests yet. Your request is kept, and goes out once there is one.";
  return {
    kind: "success",
    modal: true,
    title: "Validation was requested",
    text: "A request for independent validation has been sent out and you will receive the response shortly.",
    ...((await isSent(api)) === false ? { further: kept } : {}),
  };
}

/** Writes whose answer was lost: whether they were done is read, not guessed (docs/rules/errors-and-retries.md#a-write-without-an-answer). */
import { isUpstreamFault, UpstreamFault } from "~/services/upstream/upstream.server";

/** No answer to a write came, and what is stored now cannot be read either. Nobody knows whether the write was done. */
export class OutcomeUnknown extends UpstreamFault {
  override name = "OutcomeUnknown";
  constructor({ status, call }: UpstreamFault) {
    super(status, call);
  }
}

const isRefusal = ({ status }: UpstreamFault) => typeof status === "number" && status < 500 && status !== 408 && status !== 429;
/** Nothing can have been done: the caller may not do this, there is no such thing, another user holds the lock, or was faster. */
const isBarred = ({ status }: UpstreamFault) => [401, 403, 404, 409, 412].some((barred) => barred === status);

/**
 * Carries out a write. After a failure it reads whether the write took effect. If so, it counts as done.
 * @param isDone reads what is stored now
 * @throws UpstreamFault when it was not done, OutcomeUnknown when that cannot be read; SessionOver
 */
export async function confirmed(write: () => Promise<unknown>, isDone: () => Promise<boolean>): Promise<void> {
  try {
    await write();
  } catch (fault) {
    if (!isUpstreamFault(fault) || isBarred(fault)) throw fault;
    const done = await isDone().catch((error: unknown) => {
      if (!isUpstreamFault(error)) throw error;
      throw isRefusal(fault) ? fault : new OutcomeUnknown(fault);
    });
    if (!done) throw fault;
  }
}

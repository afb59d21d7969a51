/** Waiting for something no longer than it is worth. */
import { TimeoutError, timeout } from "remix-utils/promise";

/**
 * The value of a promise, if it comes in time. The work itself goes on.
 * @param ms for how long to wait
 * @param late the value when the time is up
 */
export async function withTimeout<T, Late = undefined>(promise: Promise<T>, ms: number, late?: Late): Promise<T | Late> {
  try {
    return await timeout(promise, { ms });
  } catch (error) {
    if (error instanceof TimeoutError) return late as Late;
    throw error;
  }
}

/** Waiting for something no longer than it is worth. */
import { TimeoutError, timeout } from "remix-utils/promise";

/**
 * What a promise gives, if it does so in time. What it waits for goes on.
 * @param ms for how long to wait
 * @param late what is given when the time is up
 */
export async function withTimeout<T, Late = undefined>(promise: Promise<T>, ms: number, late?: Late): Promise<T | Late> {
  try {
    return await timeout(promise, { ms });
  } catch (error) {
    if (error instanceof TimeoutError) return late as Late;
    throw error;
  }
}

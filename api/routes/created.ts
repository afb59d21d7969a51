import type { Quota } from "#model/quota.ts";
import { tooMany } from "../problem.ts";
import type { Work } from "../services/work.ts";

/** Counts something that a person creates. @param what in the plural @throws Problem 429 when it is too much */
export function countCreated(quota: Quota, what: string, { user, now }: Work): void {
  const seconds = quota.take(String(user.id), now.getTime());
  if (seconds !== undefined) throw tooMany(`You have created many ${what} within a minute.`, seconds);
}

/** Entry tokens that say until when they serve (docs/upstream-contract.md#signing-in). What they say is a hint: the upstream decides. */

/** A token with its end. */
export const withEnd = (token: string, end: Date): string => `${token}~${Math.ceil(end.getTime() / 1000)}`;

/** Whether a token says that it has expired. One that says nothing has not. */
export function saysExpired(token: string, now: Date): boolean {
  const [, end] = /~(\d{1,12})$/.exec(token) ?? [];
  return end !== undefined && Number(end) * 1000 <= now.getTime();
}

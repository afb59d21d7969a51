/** Who reads every organization besides, in words (docs/rules/walls.md#internal-accounts-and-voices). */
import { listed } from "#model/words.ts";

/** A sentence about the internal accounts; undefined where there are none. */
export const internalAccountsInWords = (addresses: readonly string[]): string | undefined =>
  addresses.length === 0
    ? undefined
    : `Of whoever runs this service, ${listed(addresses)} ${addresses.length === 1 ? "reads" : "read"} every organization. What they read is recorded.`;

import { discardUnsent, listUnsent } from "~/components/saving/unsent";

/** Forgets all that the browser keeps for an owner. */
export function discardAllUnsent(owner: string): void {
  for (const { href, part } of listUnsent(owner)) discardUnsent({ owner, href, part });
}

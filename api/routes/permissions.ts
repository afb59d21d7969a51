import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { readMe } from "../services/permissions.ts";

/** What the caller may do in their team (docs/upstream-contract.md#permissions). */
export const permissionHandlers: Handlers<typeof CONTRACT.permissions> = { me: (work) => readMe(work) };

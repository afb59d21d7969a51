import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { listWording, writeWording } from "../services/wording.ts";

/** What assessors write into reports (docs/upstream-contract.md#wording). */
export const wordingHandlers: Handlers<typeof CONTRACT.wording> = {
  list: (work, { id }) => listWording(work, id),
  put: (work, { id, body }) => writeWording(work, id, body),
};

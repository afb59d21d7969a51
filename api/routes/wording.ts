import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { listBasedTexts, listWording, writeBasedText, writeWording } from "../services/wording.ts";

/** What assessors write into reports (docs/upstream-contract.md#wording). */
export const wordingHandlers: Handlers<typeof CONTRACT.wording> = {
  list: (work, { id }) => listWording(work, id),
  put: (work, { id, body }) => writeWording(work, id, body),
};

/** The same with what they rest on (docs/upstream-contract.md#wording-basis). */
export const wordingBasisHandlers: Handlers<typeof CONTRACT.wordingBasis> = {
  list: (work, { id }) => listBasedTexts(work, id),
  put: (work, { id, body }) => writeBasedText(work, id, body),
};

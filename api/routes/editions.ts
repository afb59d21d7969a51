import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { makeEdition } from "../services/editions.ts";

/** Corrected editions of completed assessments. */
export const editionHandlers: Handlers<typeof CONTRACT.editions> = {
  make: (work, { id, body }) => makeEdition(work, id, body),
};

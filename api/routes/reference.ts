import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { COUNTRIES, INDUSTRIES, SIZES } from "../services/reference.ts";

/** Countries, industries and sizes. */
export const referenceHandlers: Handlers<typeof CONTRACT.reference> = {
  countries: async () => COUNTRIES,
  industries: async () => INDUSTRIES,
  sizes: async () => SIZES,
};

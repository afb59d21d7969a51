import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { readLogo, readStyle, writeLogo, writeStyle } from "../services/style.ts";

/** The house style of the caller's team (docs/upstream-contract.md#style). */
export const styleHandlers: Handlers<typeof CONTRACT.style> = {
  get: (work) => readStyle(work),
  put: (work, { body }) => writeStyle(work, body),
  logo: {
    get: (work) => readLogo(work),
    put: (work, { body }) => writeLogo(work, body),
  },
};

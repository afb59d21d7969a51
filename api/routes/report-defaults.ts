import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { readReportDefaults, writeReportDefaults } from "../services/report-defaults.ts";

/** What the reports of the caller's team begin with (docs/upstream-contract.md#report-defaults). */
export const reportDefaultsHandlers: Handlers<typeof CONTRACT.reportDefaults> = {
  get: (work) => readReportDefaults(work),
  put: (work, { body }) => writeReportDefaults(work, body),
};

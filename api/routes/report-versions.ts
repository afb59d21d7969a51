import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { issueVersion, listReportVersions } from "../services/report-versions.ts";

/** The versions of a report that were issued (docs/upstream-contract.md#report-versions). */
export const reportVersionsHandlers: Handlers<typeof CONTRACT.reportVersions> = {
  list: (work, { id }) => listReportVersions(work, id),
  issue: (work, { id, body }) => issueVersion(work, id, body),
};

import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { listReportNotes, writeReportNotes } from "../services/report-notes.ts";

/** Which notes a report for a client may have (docs/upstream-contract.md#report-notes). */
export const reportNotesHandlers: Handlers<typeof CONTRACT.reportNotes> = {
  list: (work, { id }) => listReportNotes(work, id),
  put: (work, { id, body }) => writeReportNotes(work, id, body),
};

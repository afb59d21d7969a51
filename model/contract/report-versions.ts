/** Extension `report-versions`: the versions of its report that were issued (docs/upstream-contract.md#report-versions). */
import { z } from "zod";
import { ISSUED_FIELDS } from "../report-versions.ts";
import { mailAddress, requiredText } from "./common.ts";

/** What somebody says when a version is issued: its number, and one line of what changed. */
export const issueForm = z.object({ number: requiredText(ISSUED_FIELDS.number.max), change: requiredText(ISSUED_FIELDS.change.max) });

/**
 * A version that was issued. `by` is the first name of who issued it, where the upstream knows one. `approval` says whose approval was current then;
 * null: nobody's. It is absent where nobody had asked for a peer review.
 */
export const issuedVersion = z.object({
  number: z.string(),
  change: z.string(),
  at: z.iso.datetime(),
  by: z.string().nullable(),
  approval: z.object({ by: mailAddress, firstName: z.string().nullable() }).nullish(),
});
export type IssuedVersion = z.infer<typeof issuedVersion>;

/** All of them, in the order in which they were issued. */
export const reportVersions = z.object({ issued: z.array(issuedVersion) });
export type ReportVersions = z.infer<typeof reportVersions>;

import { evidenceWorkbook } from "~/services/evidence/workbook.server";
import { withUser } from "~/with-user.server";

/** The Excel file of the register. */
export const loader = withUser(({ request, params, context }) => evidenceWorkbook(context, params.assessmentId ?? "", request));

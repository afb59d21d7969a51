import { evidenceWorkbook } from "~/services/evidence/workbook.server";
import { withFile } from "~/with-user.server";

/** The Excel file of the register. */
export const loader = withFile(({ request, params, context }) => evidenceWorkbook(context, params.assessmentId ?? "", request));

import { signedIn } from "~/answer.server";
import { evidenceWorkbook } from "~/services/evidence/workbook.server";

/** The Excel file of the register. */
export const loader = signedIn(({ request, params, context }) => evidenceWorkbook(context, params.assessmentId ?? "", request));

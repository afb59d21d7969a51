import { differencesWorkbook } from "~/services/voices/workbook.server";
import { withFile } from "~/with-user.server";

/** The Excel file of where views differ. */
export const loader = withFile(({ request, params, context }) => differencesWorkbook(context, params.assessmentId ?? "", request));

import { differencesWorkbook } from "~/services/voices/workbook.server";
import { withUser } from "~/with-user.server";

/** The Excel file of where views differ. */
export const loader = withUser(({ request, params, context }) => differencesWorkbook(context, params.assessmentId ?? "", request));

import { overviewWorkbook } from "~/services/engagements/overview-workbook.server";
import { withFile } from "~/with-user.server";

/** The Excel file of an engagement's overview. */
export const loader = withFile(({ request, params, context }) => overviewWorkbook(context, params.engagementId ?? "", request));

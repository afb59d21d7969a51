import { planWorkbook } from "~/services/engagements/plan-workbook.server";
import { withFile } from "~/with-user.server";

/** The Excel file of a plan. */
export const loader = withFile(({ request, params, context }) => planWorkbook(context, params.engagementId ?? "", request));

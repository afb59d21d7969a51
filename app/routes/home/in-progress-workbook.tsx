import { inProgressWorkbook } from "~/services/home/in-progress-workbook.server";
import { withFile } from "~/with-user.server";

/** The Excel file of everything in progress. */
export const loader = withFile(({ request, context }) => inProgressWorkbook(context, request));

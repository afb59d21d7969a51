import { engagementsWorkbook } from "~/services/engagements/overview-workbook.server";
import { withFile } from "~/with-user.server";

/** The Excel file of the engagements of a team. */
export const loader = withFile(({ request, context }) => engagementsWorkbook(context, request));

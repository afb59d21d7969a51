import { actionsWorkbook } from "~/services/actions/workbook.server";
import { withFile } from "~/with-user.server";

/** The Excel file of the register of actions. */
export const loader = withFile(({ request, params, context }) => actionsWorkbook(context, params.organizationId ?? "", request));

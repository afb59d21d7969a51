import { actionsWorkbook } from "~/services/actions/workbook.server";
import { withUser } from "~/with-user.server";

/** The Excel file of the register of actions. */
export const loader = withUser(({ request, params, context }) => actionsWorkbook(context, params.organizationId ?? "", request));

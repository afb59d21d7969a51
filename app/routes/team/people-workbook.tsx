import { peopleWorkbook } from "~/services/team/people-workbook.server";
import { withFile } from "~/with-user.server";

/** The Excel file of the people of a team. */
export const loader = withFile(({ request, context }) => peopleWorkbook(context, request));

import { peopleWorkbook } from "~/services/team/people-workbook.server";
import { withUser } from "~/with-user.server";

/** The Excel file of the people of a team. */
export const loader = withUser(({ request, context }) => peopleWorkbook(context, request));

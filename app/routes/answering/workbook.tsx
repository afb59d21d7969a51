import { answersWorkbookResponse } from "~/services/answering/workbook/download.server";
import { withUser } from "~/with-user.server";

/** The workbook of answers, to fill in offline. */
export const loader = withUser(({ params, context }) => answersWorkbookResponse(context, params.assessmentId ?? ""));

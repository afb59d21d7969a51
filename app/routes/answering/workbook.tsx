import { answersWorkbookResponse } from "~/services/answering/workbook/download.server";
import { withFile } from "~/with-user.server";

/** The workbook of answers, to fill in offline. */
export const loader = withFile(({ params, context }) => answersWorkbookResponse(context, params.assessmentId ?? ""));

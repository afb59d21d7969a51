import { signedIn } from "~/answer.server";
import { answersWorkbookResponse } from "~/services/answering/workbook/download.server";

/** The workbook of answers, to fill in offline. */
export const loader = signedIn(({ params, context }) => answersWorkbookResponse(context, params.assessmentId ?? ""));

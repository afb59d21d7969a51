import { saveText } from "~/services/results/files/client-report/report-page.server";
import { savePostedText } from "~/services/saving/posted-text.server";
import { nothingToRead, withVisitor } from "~/with-user.server";

/** Saves one text of a report in the background and answers with the outcome as JSON. */
export const action = withVisitor(({ request, params, context }) =>
  savePostedText(context, request, (reader, form) => saveText(reader, params.assessmentId ?? "", form)),
);

export const loader = nothingToRead;

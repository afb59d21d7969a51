import { saveEngagementText } from "~/services/engagements/report.server";
import { savePostedText } from "~/services/saving/posted-text.server";
import { nothingToRead, withVisitor } from "~/with-user.server";

/** Saves the summary of an engagement's report in the background and answers with the outcome as JSON. */
export const action = withVisitor(({ request, params, context }) =>
  savePostedText(context, request, (reader, form) => saveEngagementText(reader, params.engagementId ?? "", form)),
);

export const loader = nothingToRead;

import { savePageInBackground } from "~/services/voice/page.server";
import { nothingToRead, withVisitor } from "~/with-user.server";

/** Saves a page of a sheet in the background and answers with the outcome as JSON. */
export const action = withVisitor(({ request, params, context }) =>
  savePageInBackground(context, params.sheet ?? "", params["*"] ?? "", request),
);

export const loader = nothingToRead;

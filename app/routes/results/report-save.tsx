import { anyone, nothingToRead } from "~/answer.server";
import { isSessionOver } from "~/services/http/failures.server";
import { saveText } from "~/services/results/client-report/report-page.server";

/** Saves one text of a report in the background and answers with the outcome as JSON. */
export const action = anyone(async ({ request, params, context }) => {
  const form = await request.formData();
  try {
    if (!context.session.current) return Response.json({ kind: "signed-out" }, { status: 401 });
    return Response.json(await saveText(context, params.assessmentId ?? "", form));
  } catch (error) {
    if (isSessionOver(error)) return Response.json({ kind: "signed-out" }, { status: 401 });
    throw error;
  }
});

export const loader = nothingToRead;

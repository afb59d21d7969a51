import { failureOf, isSessionOver } from "~/services/http/failures.server";
import { readForm } from "~/services/http/posted.server";
import { saveText } from "~/services/results/files/client-report/report-page.server";
import { saveInit } from "~/services/saving/posted-form.server";
import { userOf } from "~/services/session/session-data.server";
import { findSuspension } from "~/services/session/suspension.server";
import { nothingToRead, withVisitor } from "~/with-user.server";

/** Saves one text of a report in the background and answers with the outcome as JSON. */
export const action = withVisitor(async ({ request, params, context }) => {
  const form = await readForm(request);
  const [part, typed, base] = ["part", "body", "base"].map((name) => String(form.get(name) ?? ""));
  const signedOut = async () => {
    const suspension = await findSuspension(context);
    if (!suspension) return Response.json({ kind: "signed-out" }, { status: 401 });
    return Response.json({ kind: "failed", part, typed, base, message: `${suspension.title} ${suspension.description}` }, { status: 401 });
  };
  try {
    const { session } = context;
    if (!session.current) return signedOut();
    const outcome = await saveText({ ...context, user: userOf(session.current) }, params.assessmentId ?? "", form);
    return Response.json(outcome, "retryAfter" in outcome ? saveInit(outcome) : {});
  } catch (error) {
    if (isSessionOver(error)) return signedOut();
    const failure = failureOf(error);
    if (failure?.status !== 403) throw error;
    const message = [failure.page?.title, failure.page?.description].filter(Boolean).join(" ");
    return Response.json({ kind: "failed", part, typed, base, message }, { status: 403 });
  }
});

export const loader = nothingToRead;

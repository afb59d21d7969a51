/** Saves one text of a report in the background: the answer is the outcome as JSON. */
import type { RequestContext, UserContext } from "~/services/context.server";
import { failureOf, isSessionOver } from "~/services/http/failures.server";
import { readForm } from "~/services/http/posted.server";
import { saveInit } from "~/services/saving/posted-form.server";
import { userOf } from "~/services/session/session-data.server";
import { findSuspension } from "~/services/session/suspension.server";
import type { TextOutcome } from "~/views/client-report";

/** @param save stores the posted text; whoever is signed out, or may not, is told so beside the text */
export async function savePostedText(
  context: RequestContext,
  request: Request,
  save: (reader: UserContext, form: FormData) => Promise<TextOutcome>,
): Promise<Response> {
  const form = await readForm(request);
  const [part, typed, base] = ["part", "body", "base"].map((name) => String(form.get(name) ?? ""));
  const failed = (message: string, status: 401 | 403) => Response.json({ kind: "failed", part, typed, base, message }, { status });
  const signedOut = async () => {
    const suspension = await findSuspension(context);
    if (!suspension) return Response.json({ kind: "signed-out" }, { status: 401 });
    return failed(`${suspension.title} ${suspension.description}`, 401);
  };
  try {
    const { session } = context;
    if (!session.current) return await signedOut();
    const outcome = await save({ ...context, user: userOf(session.current) }, form);
    return Response.json(outcome, "retryAfter" in outcome ? saveInit(outcome) : {});
  } catch (error) {
    if (isSessionOver(error)) return signedOut();
    const failure = failureOf(error);
    if (failure?.status !== 403) throw error;
    return failed([failure.page?.title, failure.page?.description].filter(Boolean).join(" "), 403);
  }
}

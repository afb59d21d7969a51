/** Answers script that saves something. */
import { failureOf, isSessionOver, putOff } from "~/services/http/failures.server";
import { saveInit } from "~/services/saving/posted-form.server";
import { userOf } from "~/services/session/session-data.server";
import { findSuspension, type Suspended } from "~/services/session/suspension.server";
import type { SaveOutcome } from "~/views/saving";
import type { User } from "~/views/session";

/** Answers a background save with its outcome as JSON. A session that has ended and an assessment that is gone are outcomes too. */
export async function saveInBackground(context: Suspended, save: (user: User) => Promise<SaveOutcome>): Promise<Response> {
  const answer = async (user: User) => {
    const outcome = await save(user);
    return Response.json(outcome, saveInit(outcome));
  };
  return answerInBackground(context, answer, (outcome) => outcome);
}

/** Answers script that changes something. @param shape how an outcome that the change did not come to is sent */
export async function answerInBackground(
  context: Suspended,
  change: (user: User) => Promise<Response>,
  shape: (outcome: { kind: string; message?: string; retryAfter?: number }) => object,
): Promise<Response> {
  const { session } = context;
  // Signing in again would not help somebody who was suspended.
  const signedOut = async () => {
    const suspension = await findSuspension(context);
    const message = suspension && `${suspension.title} ${suspension.description}`;
    return Response.json(shape(message ? { kind: "refused", message } : { kind: "signed-out" }), { status: 401 });
  };
  if (!session.current) return signedOut();
  try {
    return await change(userOf(session.current));
  } catch (error) {
    if (isSessionOver(error)) return signedOut();
    const failure = failureOf(error);
    if (!failure) throw error;
    const { status, page } = failure;
    const late = status === 429 || status === 507 ? putOff({ status }) : undefined;
    if (late) return Response.json(shape(late), { status });
    const message = [page?.title, page?.description].filter(Boolean).join(" ");
    return Response.json(shape(status >= 500 ? { kind: "failed" } : { kind: "refused", message }), { status });
  }
}

/** Descoping a thread, and bringing it back (docs/rules/descoping.md). */

import { reason as reasonBody } from "#model/contract/answering.ts";
import { fingerprint } from "#model/note.ts";
import { asStored, REASON_MAX } from "#model/text.ts";
import { lowerFirst } from "#model/words.ts";
import { markRenewed } from "~/services/answering/locks.server";
import { getThread, type ThreadAddress } from "~/services/answering/p3m3/questions.server";
import { formNotSaved, settleForm } from "~/services/answering/posted-form.server";
import { p3m3ProgressView } from "~/services/answering/progress-view.server";
import { catchFaults, inOrder, withLock } from "~/services/answering/saving.server";
import type { RequestContext } from "~/services/context.server";
import { Redirect, ScreenUnavailable } from "~/services/faults.server";
import { GENERIC } from "~/services/http/failures.server";
import { confirmed } from "~/services/upstream/lost-answers.server";
import { readP3m3Progress } from "~/services/upstream/p3m3-assessments.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import type { Change, FieldReader, FormResult, SaveOutcome } from "~/views/answering";
import { paths } from "~/views/paths";
import type { Reply } from "~/views/shell";

/** The messages after a thread was descoped or brought back (docs/rules/descoping.md#what-is-said). */
const DESCOPING = {
  descope: {
    done: "The thread was descoped",
    text: "It counts in no score from now on. Its note is kept, and you can rescope it at any time.",
  },
  rescope: { done: "The thread is back in scope", text: "It has no answers yet." },
} as const;

/** The reason for descoping that was typed; nothing where none was. */
export function typedReason(posted: FieldReader): Pick<Change, "reason"> {
  const reason = asStored(posted("reason") ?? "", REASON_MAX);
  return reason === "" ? {} : { reason: { base: fingerprint(""), target: reason } };
}

/**
 * Descopes or rescopes a thread (docs/rules/descoping.md).
 * @param posted the form: the page that holds the lock, and the reason if the form has one
 * @returns the reply to show when it was not done
 * @throws Redirect for the thread, which then shows that it was done; ScreenUnavailable when it is not known, or the progress cannot be
 * read; NotFound, LoadFailure, SessionOver
 */
export async function setDescoped(
  context: RequestContext,
  place: ThreadAddress,
  intent: keyof typeof DESCOPING,
  posted: FieldReader,
): Promise<Reply<FormResult>> {
  const { api, lockMarkers, flash, unsavedForm } = context;
  const pageId = posted("page");
  const typed = intent === "descope" ? typedReason(posted) : {};
  const reason = typed.reason?.target ?? "";
  const issue = reasonBody.safeParse({ reason }).error?.issues[0];
  if (issue) return formNotSaved({ kind: "refused", message: issue.message, about: "reason" }, typed, intent);
  const { found, perspective, thread, key } = await getThread(api, place);
  const here = paths.questions(found.id, perspective.code, thread.code);
  const isDone = async () => {
    const { groups } = p3m3ProgressView(found, await readP3m3Progress(api, found.id));
    const state = groups.find(({ id }) => id === perspective.id)?.items.find(({ id }) => id === thread.id)?.state;
    return (state === "descoped") === (intent === "descope");
  };
  const write = async (): Promise<SaveOutcome> => {
    await confirmed(
      () => api.p3m3[intent]({ id: found.id, perspectiveId: perspective.id, threadId: thread.id, body: reason === "" ? {} : { reason } }),
      isDone,
    );
    return { kind: "saved" };
  };
  const outcome = await catchFaults(() => inOrder(`${found.id}/${key}`, () => withLock(context, found.id, pageId, write)));
  const { done, text } = DESCOPING[intent];
  const asQuestion = lowerFirst(done);
  settleForm(unsavedForm, outcome);
  if (outcome.kind === "failed" && outcome.unknown)
    throw new ScreenUnavailable(GENERIC.title, `It is not known whether ${asQuestion}. Look at the thread before you try again.`, here);
  if (outcome.kind !== "saved") return formNotSaved(outcome, typed, intent);
  markRenewed(lockMarkers, found.id);
  await readP3m3Progress(api, found.id).catch((error: unknown) => {
    if (!isUpstreamFault(error)) throw error;
    throw new ScreenUnavailable(GENERIC.title, `${done}, but the progress could not be read. ${GENERIC.description}`, here);
  });
  flash.leave({ kind: "success", modal: true, title: `${done}.`, text });
  throw new Redirect(here);
}

/** Descoping a thread, and bringing it back (docs/rules/descoping.md). */

import { reason as reasonBody } from "#model/contract/answering.ts";
import { placeOf } from "#model/contract/history.ts";
import { fingerprint } from "#model/note.ts";
import { asStored, REASON_MAX } from "#model/text.ts";
import { counted, listed } from "#model/words.ts";
import { markRenewed } from "~/services/answering/locks.server";
import { getThread, listElsewhere, type ThreadAddress } from "~/services/answering/p3m3/item.server";
import { p3m3ProgressView } from "~/services/answering/progress-view.server";
import { verdictStore } from "~/services/answering/store.server";
import type { RequestContext } from "~/services/context.server";
import { Redirect, ScreenUnavailable } from "~/services/faults.server";
import { GENERIC } from "~/services/http/failures.server";
import { clearSavedForm, formNotSaved } from "~/services/saving/posted-form.server";
import { catchFaults, inOrder } from "~/services/saving/save-versioned.server";
import { withLock } from "~/services/saving/with-lock.server";
import { readP3m3Progress, setThreadDescoped } from "~/services/upstream/p3m3-assessments.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import type { FormResult } from "~/views/answering";
import {
  changedElsewhere,
  type Descoping,
  EVERYWHERE,
  type EverywhereResult,
  howFar,
  LOSES_FIELD,
  staysIn,
  WHERE_FIELD,
} from "~/views/answering/descoping";
import { paths } from "~/views/paths";
import type { Change, FieldReader, SaveOutcome } from "~/views/saving";
import type { Reply } from "~/views/shell";

/** The message about a thread that was descoped or brought back (docs/rules/descoping.md#what-is-said). */
const DESCOPING = {
  descope: {
    did: "was descoped",
    text: "It counts in no score from now on. Its note is kept, and you can rescope it at any time.",
  },
  rescope: { did: "is back in scope", text: "It has no answers yet." },
} as const;

/** The reason for descoping that was typed; nothing where none was. */
export function typedReason(posted: FieldReader): Pick<Change, "reason"> {
  const reason = asStored(posted("reason") ?? "", REASON_MAX);
  return reason === "" ? {} : { reason: { base: fingerprint(""), target: reason } };
}

/** How far it came: perspectives by their names. */
type DescopeProgress = Omit<EverywhereResult, "elsewhere">;

/**
 * Descopes or rescopes a thread, in its perspective or in all (docs/rules/descoping.md).
 * @param posted the form: the page that holds the lock, where to do it, and the reason if the form has one
 * @returns the reply to show when it was not done, or not everywhere
 * @throws Redirect for the thread, which then shows that it was done; ScreenUnavailable when it is not known, or the progress cannot be
 * read; NotFound, LoadFailure, SessionOver
 */
export async function setDescoped(
  context: RequestContext,
  place: ThreadAddress,
  intent: Descoping,
  posted: FieldReader,
): Promise<Reply<FormResult>> {
  const { api, lockMarkers, flash, unsavedForm } = context;
  const pageId = posted("page");
  const typed = intent === "descope" ? typedReason(posted) : {};
  const reason = typed.reason?.target ?? "";
  const issue = reasonBody.safeParse({ reason }).error?.issues[0];
  const { assessment, perspective, thread } = await getThread(verdictStore(api), place);
  const here = paths.questions(assessment.id, perspective.code, thread.code);
  const isEverywhere = posted(WHERE_FIELD) === EVERYWHERE;
  const readView = async () => p3m3ProgressView(assessment, await readP3m3Progress(api, assessment.id));
  const read = await catchFaults(async () => (isEverywhere ? listElsewhere(assessment, await readView(), perspective.id, thread.id) : []));
  if (!Array.isArray(read)) return formNotSaved(read, typed, intent);
  const others = changedElsewhere(read, intent);
  /** The reply when it was not done everywhere. The page is not loaded again, so it also says how the other perspectives are by now. */
  const reply = (outcome: SaveOutcome, reached: DescopeProgress): Reply<FormResult> => {
    const [result, init] = formNotSaved(outcome, typed, intent);
    if (!isEverywhere) return [result, init];
    const now = read.map((each) =>
      reached.done.includes(each.name) ? { ...each, descoped: intent === "descope", hasAnswers: false } : each,
    );
    return [{ ...result, everywhere: { ...reached, elsewhere: now } }, init];
  };
  // The thread of this screen comes last, so that the screen still asks when it stops half way.
  const targets = [...others, perspective];
  const untouched: DescopeProgress = { done: [], left: targets.map(({ name }) => name), refused: [] };
  if (issue) return reply({ kind: "refused", message: issue.message, about: "reason" }, untouched);
  const known = posted(LOSES_FIELD)?.split(" ") ?? [];
  const unasked = intent === "descope" ? others.filter(({ hasAnswers, code }) => hasAnswers && !known.includes(code)) : [];
  if (unasked.length > 0) {
    const message = newAnswers(unasked.map(({ name }) => name));
    return reply({ kind: "refused", message }, { ...untouched, unasked: message });
  }

  const write = async (perspectiveId: number): Promise<SaveOutcome> => {
    await setThreadDescoped(api, { id: assessment.id, perspectiveId, threadId: thread.id }, intent, reason, assessment.threads);
    return { kind: "saved" };
  };
  const reached: DescopeProgress = { done: [], left: [], refused: [] };
  let last: SaveOutcome = { kind: "saved" };
  for (const [index, { id, name }] of targets.entries()) {
    const outcome = await catchFaults(() =>
      inOrder(`${assessment.id}/${placeOf({ kind: "thread", perspectiveId: id, threadId: thread.id })}`, () =>
        withLock(context, assessment.id, pageId, () => write(id)),
      ),
    );
    const isRefused = outcome.kind === "refused" && outcome.retryAfter === undefined;
    if (outcome.kind === "saved") reached.done.push(name);
    // The upstream may refuse it in one perspective and do it in the others.
    else if (isRefused) reached.refused.push({ name, why: outcome.message });
    if (outcome.kind !== "saved") last = outcome;
    if (outcome.kind === "saved" || isRefused) continue;
    reached.left = targets.slice(index).map((target) => target.name);
    break;
  }
  const { did, text } = DESCOPING[intent];
  const isOver = reached.left.length === 0 && reached.done.length > 0;
  clearSavedForm(unsavedForm, isOver ? { kind: "saved" } : last);
  if (last.kind === "failed" && last.unknown) {
    const unknown = `It is not known whether the thread ${did}${isEverywhere ? ` in ${reached.left[0]}` : ""}.`;
    const rest = isEverywhere ? howFar(intent, { ...reached, left: reached.left.slice(1) }) : "";
    throw new ScreenUnavailable(GENERIC.title, [unknown, rest, "Look at the thread before you try again."].filter(Boolean).join(" "), here);
  }
  if (!isOver) return reply(last, reached);
  markRenewed(lockMarkers, assessment.id);
  const done = `The thread ${did}${others.length > 0 ? ` in ${counted(reached.done.length, "perspective")}` : ""}`;
  await readP3m3Progress(api, assessment.id).catch((error: unknown) => {
    if (!isUpstreamFault(error)) throw error;
    throw new ScreenUnavailable(GENERIC.title, `${done}, but the progress could not be read. ${GENERIC.description}`, here);
  });
  const barred = read.flatMap(({ name, refusal }) => (refusal === undefined || intent === "rescope" ? [] : [{ name, why: refusal }]));
  const stays = [...barred, ...reached.refused];
  flash.leave({ kind: "success", modal: true, title: `${done}.`, text: [text, ...staysIn(intent, stays)].join(" ") });
  throw new Redirect(here);
}

const newAnswers = (names: readonly string[]) =>
  `There are answers in ${listed(names)} by now, which you were not asked about. Look at what would be lost, then confirm again.`;

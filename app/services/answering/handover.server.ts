/** Asking for the edit lock, and handing it over (docs/rules/locks-and-saving.md#asking-to-take-over). */

import { WISH_SECONDS, wishAnswer } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { handoverIn } from "~/services/answering/locks.server";
import type { RequestContext } from "~/services/context.server";
import { BadRequest, Redirect } from "~/services/faults.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { paths, sameSitePath, viewedAt } from "~/views/paths";

const unavailable = (error: unknown): Response => {
  if (!isUpstreamFault(error)) throw error;
  return new Response(null, { status: error.status === 403 || error.status === 404 ? error.status : 503 });
};

/** Answers the open page of a holder, as JSON. The page asks again soon, so it only gets the status of a failure. */
export async function findHandover(api: UserApi, assessmentId: Id): Promise<Response> {
  if (!(await hasExtension("handover"))) return new Response(null, { status: 404 });
  return api.handover.get({ id: assessmentId }).then(({ lock }) => Response.json(handoverIn(lock)), unavailable);
}

/** Renews the wish of an open page, and answers its outcome as JSON. @param lasts seconds */
export async function renewWish(api: UserApi, assessmentId: Id, lasts: number): Promise<Response> {
  if (!(await hasExtension("handover"))) return new Response(null, { status: 404 });
  const { least, most } = WISH_SECONDS;
  if (!(lasts >= least && lasts <= most)) throw new BadRequest();
  try {
    const handover = await api.handover.get({ id: assessmentId });
    // If the wish was answered or taken back in another tab, it is not made again.
    if (!handover.lock?.wish?.mine || handover.lock.wish.keptAt) return Response.json(handover);
    return Response.json(await api.handover.ask({ id: assessmentId, body: { lasts: Math.round(lasts) } }));
  } catch (error) {
    return unavailable(error);
  }
}

/**
 * Hands the lock over, leaves a message about it, and forgets that this browser had it.
 * @param here the address of the screen
 * @param view where the assessment can be read from now on
 * @returns the address to lead to: `view`, or `here` when it was not handed over
 * @throws SessionOver
 */
export async function handOverFrom(
  { api, lockMarkers, flash }: RequestContext,
  assessmentId: Id,
  here: string,
  view = viewedAt(here),
): Promise<string> {
  try {
    const { lock } = await api.handover.answer({ id: assessmentId, body: { answer: "handOver" } });
    if (lock?.mine) {
      flash.leave({ kind: "info", title: "Nobody wishes to take over any more", text: "You are still editing." });
      return here;
    }
    flash.leave({ kind: "success", title: "You have handed over.", text: "What you see here can be read, not changed." });
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    flash.leave(error.status === 409 ? PASSED_ON : NOT_ANSWERED);
    if (error.status !== 409) return here;
  }
  lockMarkers.clear(assessmentId);
  return view;
}

/**
 * Carries out the answer of a holder, and leads on: to the view of the screen where it was handed over, else back to the screen.
 * @param form holds `answer`, the address `here` of the screen, and `view`, where the assessment can be read
 * @throws Redirect, always, except for BadRequest and SessionOver
 */
export async function answerWish(context: RequestContext, assessmentId: Id, form: FormData): Promise<never> {
  const answer = wishAnswer.safeParse({ answer: form.get("answer") }).data?.answer;
  const address = (name: string) => sameSitePath(String(form.get(name) ?? "")) ?? paths.home();
  if (!answer) throw new BadRequest();
  if (answer === "handOver") throw new Redirect(await handOverFrom(context, assessmentId, address("here"), address("view")));
  try {
    await context.api.handover.answer({ id: assessmentId, body: { answer } });
    context.flash.leave({ kind: "success", title: "You keep editing. Your colleague is told so." });
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    context.flash.leave(error.status === 409 ? PASSED_ON : NOT_ANSWERED);
  }
  throw new Redirect(address("here"));
}

const PASSED_ON = { kind: "info", title: "The assessment has passed on already" } as const;
const NOT_ANSWERED = { kind: "error", title: "Something went wrong, please try again later", text: "You are still editing." } as const;

import { answerWish, findHandover, renewWish } from "~/services/answering/handover.server";
import { openByBeacon, releaseByBeacon } from "~/services/answering/locks.server";
import { NotFound } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { withUser, withVisitor } from "~/with-user.server";

/**
 * Requests that pages send by themselves: `open`, that script shows a page, `release`, the beacon of pages that were left, and `wish`, the
 * renewal of a wish. A holder answers a wish by the form `answer`.
 */
export const action = withVisitor(async (args) => {
  const { request, params, context } = args;
  const { act, assessmentId } = params;
  if (assessmentId === undefined) throw new NotFound();
  if (act === "answer") return answer(args);
  const form = await readForm(request);
  const { current } = context.session;
  if (act === "open" || act === "release") {
    const [pageIds, leftId] = [form.getAll("page").map(String), String(form.get("left") ?? "")];
    if (current && act === "open") await openByBeacon(context, assessmentId, pageIds[0] ?? "", leftId);
    else if (current) await releaseByBeacon(context, current.token, assessmentId, pageIds);
    // A beacon needs no page in return.
    return new Response(null, { status: 204 });
  }
  if (act !== "wish") throw new NotFound();
  return current ? renewWish(context.api, assessmentId, Number(form.get("lasts"))) : new Response(null, { status: 401 });
});

const answer = withUser(async ({ request, params, context }) => {
  return answerWish(context, params.assessmentId ?? "", await readForm(request));
});

/** What the open page of a holder asks: who wishes to take over. */
export const loader = withVisitor(async ({ params, context }) => {
  if (params.act !== "wish" || params.assessmentId === undefined) throw new NotFound();
  return context.session.current ? findHandover(context.api, params.assessmentId) : new Response(null, { status: 401 });
});

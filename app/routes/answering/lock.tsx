import { anyone, nothingToRead } from "~/answer.server";
import { releaseByBeacon } from "~/services/answering/locks.server";
import { NotFound } from "~/services/faults.server";

/** Receives the beacon of a page that was left. A beacon needs no page in return. */
export const action = anyone(async ({ request, params, context }) => {
  if (params.act !== "release" || params.assessmentId === undefined) throw new NotFound();
  const pageId = String((await request.formData()).get("page") ?? "");
  if (context.session.current) await releaseByBeacon(context, context.session.current.token, params.assessmentId, pageId);
  return new Response(null, { status: 204 });
});

export const loader = nothingToRead;

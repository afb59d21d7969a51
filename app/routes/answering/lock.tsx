import { type ActionFunctionArgs, data } from "@remix-run/node";
import { releaseByBeacon } from "~/services/answering/locks.server";

/** Takes the beacon of a page that was left. A beacon needs no page in return. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  if (params.act !== "release" || params.assessmentId === undefined) throw data(null, { status: 404 });
  await releaseByBeacon(context, params.assessmentId, String((await request.formData()).get("page") ?? ""));
  return new Response(null, { status: 204 });
}

export function loader() {
  throw data(null, { status: 405 });
}

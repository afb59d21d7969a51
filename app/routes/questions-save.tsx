import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import type { Level } from "#model/p3m3/catalogue.ts";
import { findThread, saveThread } from "~/services/answers.server";
import { readThreadChange } from "~/services/thread-form.server";
import { UpstreamError } from "~/services/upstream.server";

/** Saves one change of the questions screen in the background and answers with the outcome as JSON. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  if (!context.currentUser()) return Response.json({ kind: "signed-out" }, { status: 401 });
  const { assessmentId = "", perspectiveCode = "", threadCode = "" } = params;
  const here = { assessmentId, perspectiveCode, threadCode };
  const { found } = await findThread(context, here);
  try {
    const outcome = await saveThread(context, here, readThreadChange(await request.formData(), found.selectedLevel as Level));
    const status = outcome.kind === "saved" ? 200 : outcome.kind === "refused" ? 422 : 409;
    return Response.json(outcome, { status });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return Response.json({ kind: "failed" }, { status: 502 });
  }
}

export function loader(_: LoaderFunctionArgs) {
  throw data(null, { status: 405 });
}

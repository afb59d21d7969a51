import type { LoaderFunctionArgs } from "@remix-run/node";
import { pictureResponse } from "~/services/results/result-files.server";

/** 'Download image' of one table or chart. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  return pictureResponse(context, params.assessmentId ?? "", params.exhibit ?? "", request);
}

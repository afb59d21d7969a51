import type { LoaderFunctionArgs } from "@remix-run/node";
import { workbookResponse } from "~/services/results/result-files.server";

/** 'Export to Excel'. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  return workbookResponse(context, params.assessmentId ?? "", request);
}

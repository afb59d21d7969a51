import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { nextToAnswer } from "~/services/answering/next-question.server";

/** 'Start' and 'Continue': leads to the first thread or practice that is not answered. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  throw redirect(await nextToAnswer(context, params.assessmentId ?? ""));
}

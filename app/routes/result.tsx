import type { LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { radarSvg } from "~/components/charts/radar.server";
import { P3M3Result } from "~/components/results/P3M3Result";
import { screenTitle } from "~/components/shell/Page";
import { releaseLocks } from "~/services/locks.server";
import { loadResult } from "~/services/results.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: screenTitle(data ? `Result of ${data.result.assessment.name}` : "Result") },
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  const [result] = await Promise.all([loadResult(context, params.assessmentId ?? ""), releaseLocks(context, request)]);
  const { perspectives, assessment } = result;
  const radar = radarSvg(
    perspectives.map(({ name }) => name),
    [{ name: assessment.name, values: perspectives.map(({ decimal }) => decimal), color: "#3e63dd" }],
  );
  return { result, radar };
}

export default function Result() {
  return <P3M3Result {...useLoaderData<typeof loader>()} />;
}

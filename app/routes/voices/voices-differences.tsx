import { useLoaderData } from "@remix-run/react";
import { titled } from "~/components/shell/Page";
import { DifferencesScreen } from "~/components/voices/DifferencesScreen";
import { loadDifferences } from "~/services/voices/differences.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ assessment }) => `Where views differ on ${assessment.name}`, "Where views differ");

/** The agenda of the next interview. The screen does not exist if the upstream has no voices. */
export const loader = withUser(({ request, params, context }) =>
  loadDifferences(context, params.assessmentId ?? "", new URL(request.url).searchParams),
);

export default function Differences() {
  return <DifferencesScreen page={useLoaderData<typeof loader>()} />;
}

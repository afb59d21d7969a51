import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "~/components/shell/Page";
import { VoicesScreen } from "~/components/voices/VoicesScreen";
import { changeVoices, loadVoices } from "~/services/voices/voices.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ assessment }) => `Voices of ${assessment.name}`, "Voices");

/** The voices of an assessment, and how far they are. The screen does not exist if the upstream has no voices. */
export const loader = withUser(({ request, params, context }) =>
  loadVoices(context, params.assessmentId ?? "", new URL(request.url).searchParams),
);

export const action = withUser(async ({ request, params, context }) =>
  data(...(await changeVoices(context, params.assessmentId ?? "", request))),
);

export default function Voices() {
  return <VoicesScreen page={useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />;
}

import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "~/components/shell/Page";
import { AskScreen } from "~/components/voices/AskScreen";
import { askVoices, loadAsk } from "~/services/voices/ask.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ assessment }) => `Ask people about ${assessment.name}`, "Ask people");

/** Asks several people at once. The screen does not exist if the upstream has no voices. */
export const loader = withUser(({ params, context }) => loadAsk(context, params.assessmentId ?? ""));

export const action = withUser(async ({ request, params, context }) =>
  data(...(await askVoices(context, params.assessmentId ?? "", request))),
);

export default function AskVoices() {
  return <AskScreen page={useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />;
}

import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "~/components/shell/Page";
import { VoiceScreen } from "~/components/voices/VoiceScreen";
import { changeVoice, loadVoice } from "~/services/voices/voice.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ name, assessment }) => `${name} – voice of ${assessment.name}`, "Voice");

/** One voice. The screen does not exist if the upstream has no voices. */
export const loader = withUser(({ request, params, context }) =>
  loadVoice(context, params.assessmentId ?? "", params.voiceId ?? "", new URL(request.url).searchParams),
);

export const action = withUser(async ({ request, params, context }) =>
  data(...(await changeVoice(context, params.assessmentId ?? "", params.voiceId ?? "", request))),
);

export default function Voice() {
  return <VoiceScreen page={useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />;
}

import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "~/components/shell/Page";
import { VoiceSettingsScreen } from "~/components/voices/VoiceSettingsScreen";
import { loadVoiceSettings, saveVoiceSettings } from "~/services/voices/settings.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ assessment }) => `Settings of the voices of ${assessment.name}`, "Settings of voices");

/** The roles of voices, and whether results show how views differ. The screen does not exist if the upstream has no voices. */
export const loader = withUser(({ params, context }) => loadVoiceSettings(context, params.assessmentId ?? ""));

export const action = withUser(async ({ request, params, context }) =>
  data(...(await saveVoiceSettings(context, params.assessmentId ?? "", request))),
);

export default function VoiceSettings() {
  return <VoiceSettingsScreen page={useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />;
}

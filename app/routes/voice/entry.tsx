import { data } from "@remix-run/node";
import { type MetaFunction, useActionData } from "@remix-run/react";
import { screenTitle } from "~/components/shell/Page";
import { LinkIsOver, LinkQuestion } from "~/components/voice/LinkPages";
import { refuseWithout } from "~/services/upstream/extensions.server";
import { enterSheet } from "~/services/voice/sheet.server";
import { withVisitor } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Your view is asked for") }];

/** The personal link of a voice (docs/rules/voices.md#links). Opening it asks nobody and changes nothing, so that whatever looks ahead may. */
export const loader = withVisitor(async () => {
  await refuseWithout("voices");
  return null;
});

/** The page's button. It works as often as it is pressed. */
export const action = withVisitor(async ({ params, context }) => {
  await refuseWithout("voices");
  await enterSheet(context, params.token ?? "");
  return data({ isOver: true }, { status: 410 });
});

export default function VoiceEntry() {
  return useActionData<typeof action>()?.isOver ? <LinkIsOver /> : <LinkQuestion />;
}

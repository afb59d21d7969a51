import { data } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { OwnNameScreen } from "~/components/session/OwnPersonScreens";
import { screenTitle } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadOwnName, saveOwnName } from "~/services/session/own-person.server";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Your name") }];

/** One's own name. The screen does not exist if the upstream lets nobody change it. */
export const loader = withUser(async ({ request, context }) => {
  const [page] = await Promise.all([loadOwnName(context), releaseLeft(context, request)]);
  return page;
});

export const action = withUser(async ({ request, context }) => data(...(await saveOwnName(context, request))));

export default function OwnName() {
  const reply = useActionData<typeof action>();
  return <OwnNameScreen key={reply?.id} {...useLoaderData<typeof loader>()} reply={reply} />;
}

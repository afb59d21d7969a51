import { data } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { OwnAddressScreen } from "~/components/session/OwnPersonScreens";
import { screenTitle } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { changeOwnAddress, loadOwnAddress } from "~/services/session/own-person.server";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Your address") }];

/** One's own address. The screen does not exist if the upstream lets nobody change it. */
export const loader = withUser(async ({ request, context }) => {
  const [page] = await Promise.all([loadOwnAddress(context, new URL(request.url).searchParams), releaseLeft(context, request)]);
  return page;
});

export const action = withUser(async ({ request, context }) => data(...(await changeOwnAddress(context, request))));

export default function OwnAddress() {
  const reply = useActionData<typeof action>();
  return <OwnAddressScreen key={reply?.id} page={useLoaderData<typeof loader>()} reply={reply} />;
}

import { data } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { screenTitle } from "~/components/shell/Page";
import { InvitationScreen } from "~/components/team/InvitationScreen";
import { releaseLeft } from "~/services/answering/locks.server";
import { correctInvitation, loadInvitation } from "~/services/team/invitation.server";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Correct an invitation") }];

/** An open invitation, for leads. The screen does not exist if the upstream cannot correct invitations. */
export const loader = withUser(async ({ request, params, context }) => {
  const [page] = await Promise.all([loadInvitation(context, params.invitationId ?? ""), releaseLeft(context, request)]);
  return page;
});

export const action = withUser(async ({ request, params, context }) =>
  data(...(await correctInvitation(context, params.invitationId ?? "", request))),
);

export default function Invitation() {
  const reply = useActionData<typeof action>();
  return <InvitationScreen key={reply?.id} page={useLoaderData<typeof loader>()} reply={reply} />;
}

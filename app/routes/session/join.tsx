import { data } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { JoinQuestion } from "~/components/session/JoinPages";
import { screenTitle } from "~/components/shell/Page";
import { BrandBar } from "~/components/shell/TopBar";
import { Redirect } from "~/services/faults.server";
import { joinByLink, lookAtJoinLink } from "~/services/session/joining.server";
import { withVisitor } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Join") }];

/** Public; a link that a lead has copied (docs/rules/people.md#copied-links). Opening it uses nothing up, the button `Join` does. */
export const loader = withVisitor(async ({ params, context }) => {
  const page = await lookAtJoinLink(context, params.token ?? "");
  return data(page, { status: page.offer ? 200 : 410 });
});

/** The page's button. A link that does not serve says so. */
export const action = withVisitor(async ({ request, params, context }) => {
  await joinByLink(context, request, params.token ?? "");
  throw new Redirect(new URL(request.url).pathname);
});

export default function Join() {
  return (
    <>
      <BrandBar />
      <JoinQuestion page={useLoaderData<typeof loader>()} />
    </>
  );
}

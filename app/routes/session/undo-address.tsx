import { data } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { UndoQuestion } from "~/components/session/OwnPersonScreens";
import { screenTitle } from "~/components/shell/Page";
import { BrandBar } from "~/components/shell/TopBar";
import { Redirect } from "~/services/faults.server";
import { lookAtUndo, undoChange } from "~/services/session/own-person.server";
import { withVisitor } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Bring your address back") }];

/** Public; the link of a mail to an old address (docs/rules/people.md#another-address). Opening it uses nothing up. */
export const loader = withVisitor(async ({ params, context }) => {
  const page = await lookAtUndo(context, params.token ?? "");
  return data(page, { status: page.offer ? 200 : 410 });
});

/** The page's button. A link that does not serve says so. */
export const action = withVisitor(async ({ request, params, context }) => {
  await undoChange(context, params.token ?? "");
  throw new Redirect(new URL(request.url).pathname);
});

export default function UndoAddress() {
  return (
    <>
      <BrandBar />
      <UndoQuestion page={useLoaderData<typeof loader>()} />
    </>
  );
}

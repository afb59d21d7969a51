import type { LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, Outlet, useLoaderData, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { Callout } from "~/components/shell/Callout";
import { ErrorPage } from "~/components/shell/ErrorPage";
import { TopBar } from "~/components/shell/TopBar";
import { seesAllAssessments } from "~/services/organizations.server";

/** What every screen of a signed-in user shows: the navigation and the message left by the page before. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await context.requireUser(request);
  return { email: user.email, allAssessments: seesAllAssessments(context), flash: context.takeFlash() };
}

export default function Shell() {
  const { email, allAssessments, flash } = useLoaderData<typeof loader>();
  return (
    <>
      <TopBar email={email} allAssessments={allAssessments} />
      {flash ? (
        <div className="messages">
          <Callout kind={flash.kind} title={flash.title}>
            {flash.text}
          </Callout>
        </div>
      ) : null}
      <Outlet />
    </>
  );
}

/** Failures of a screen keep the navigation, so that there is always a way on. */
export function ErrorBoundary() {
  const error = useRouteError();
  const known = useRouteLoaderData<typeof loader>("routes/shell");
  const signedIn = !(isRouteErrorResponse(error) && error.status === 401);
  return (
    <>
      {signedIn ? <TopBar email={known?.email} allAssessments={known?.allAssessments ?? false} /> : null}
      <ErrorPage error={error} />
    </>
  );
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, Outlet, useLoaderData, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/shell/ErrorPage";
import { FlashMessage } from "~/components/shell/FlashMessage";
import { SessionKeeper } from "~/components/shell/SessionKeeper";
import { BrandBar, TopBar } from "~/components/shell/TopBar";
import { useScreenFocus } from "~/components/shell/useScreenFocus";
import { Waiting } from "~/components/shell/Waiting";
import { seesAllAssessments } from "~/services/organizations.server";

/** What every screen of a signed-in user shows: the navigation and the message left by the page before. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await context.requireUser(request);
  return { email: user.email, allAssessments: seesAllAssessments(context), flash: context.takeFlash(), clock: context.sessionClock() };
}

export default function Shell() {
  const { email, allAssessments, flash, clock } = useLoaderData<typeof loader>();
  useScreenFocus();
  return (
    <>
      <Waiting />
      <TopBar email={email} allAssessments={allAssessments} />
      <FlashMessage flash={flash} />
      <Outlet />
      <p className="footnote without-script">
        You stay signed in while you open or send pages. After 26 minutes without either you are logged out; what you send after that is
        kept for you until you have signed in again.
      </p>
      <SessionKeeper clock={clock} />
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
      {signedIn ? <TopBar email={known?.email} allAssessments={known?.allAssessments ?? false} /> : <BrandBar />}
      <ErrorPage error={error} />
    </>
  );
}

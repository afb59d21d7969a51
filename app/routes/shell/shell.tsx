import { isRouteErrorResponse, Link, Outlet, useLoaderData, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { SessionKeeper } from "~/components/session/SessionKeeper";
import { ErrorPage } from "~/components/shell/ErrorPage";
import { FlashMessage } from "~/components/shell/FlashMessage";
import { exceptForQueryOfAnswers } from "~/components/shell/revalidation";
import { BrandBar, TopBar } from "~/components/shell/TopBar";
import { useScreenFocus } from "~/components/shell/useScreenFocus";
import { Waiting } from "~/components/shell/Waiting";
import { isLive } from "~/services/session/liveness.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { seesAllAssessments } from "~/services/upstream/organizations.server";
import { mayWrite } from "~/services/upstream/permissions.server";
import { paths } from "~/views/paths";
import { withUser } from "~/with-user.server";

/** What every screen of a signed-in user shows: the navigation, and a message from the previous page. */
export const loader = withUser(async ({ context }) => {
  const [lives, listsDevices, hasStyle, mayCreate] = await Promise.all([
    isLive(context),
    hasExtension("logout"),
    hasExtension("style"),
    // A session that is over shows in the screen itself.
    mayWrite(context).catch(() => false),
  ]);
  // After a session was ended on another device, the frame shows no name; the screen itself tells that the session is over.
  const [email, allAssessments] = lives ? [context.user.email, seesAllAssessments(context.user)] : [undefined, false];
  return {
    email,
    allAssessments,
    mayCreate,
    listsDevices,
    hasStyle: hasStyle && mayCreate,
    flash: context.flash.take(),
    clock: context.session.clock(),
  };
});

export const shouldRevalidate = exceptForQueryOfAnswers;

export default function Shell() {
  const { email, allAssessments, mayCreate, listsDevices, hasStyle, flash, clock } = useLoaderData<typeof loader>();
  useScreenFocus();
  return (
    <>
      <Waiting />
      <TopBar email={email} allAssessments={allAssessments} mayCreate={mayCreate} />
      <FlashMessage flash={flash} />
      <Outlet />
      <footer>
        <p className="column small muted without-script">
          You stay signed in as long as you open or send pages. After 26 minutes without either you are logged out. Anything you send after
          that is kept for you until you have signed in again.
        </p>
        {listsDevices || hasStyle ? (
          <p className="column row small muted no-print">
            {hasStyle ? <Link to={paths.style()}>House style</Link> : null}{" "}
            {listsDevices ? <Link to={paths.sessions()}>Signed-in devices</Link> : null}
          </p>
        ) : null}
      </footer>
      <SessionKeeper clock={clock} />
    </>
  );
}

/** The error page of a screen keeps the navigation, so that there is always somewhere to go. */
export function ErrorBoundary() {
  const error = useRouteError();
  const known = useRouteLoaderData<typeof loader>("routes/shell/shell");
  const signedIn = !(isRouteErrorResponse(error) && error.status === 401);
  return (
    <>
      {signedIn ? (
        <TopBar email={known?.email} allAssessments={known?.allAssessments ?? false} mayCreate={known?.mayCreate ?? false} />
      ) : (
        <BrandBar />
      )}
      <ErrorPage error={error} />
    </>
  );
}

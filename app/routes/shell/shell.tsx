import { isRouteErrorResponse, Outlet, useLoaderData, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { VERSION } from "#model/version.ts";
import { ErrorPage } from "~/components/shell/ErrorPage";
import { Frame } from "~/components/shell/Frame";
import { exceptForQueryOfAnswers } from "~/components/shell/revalidation";
import { BrandBar, TopBar } from "~/components/shell/TopBar";
import { reopenLast } from "~/services/home/dashboard.server";
import { isLive } from "~/services/session/liveness.server";
import { listInvitingTeams } from "~/services/session/me.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { seesAllAssessments } from "~/services/upstream/organizations.server";
import { leads, mayWrite } from "~/services/upstream/permissions.server";
import { paths } from "~/views/paths";
import { withUser } from "~/with-user.server";

const pathOf = ({ url }: Request) => new URL(url).pathname.replace(/(?<=.)(_root)?\.data$/, "") || "/";

/** Whether a request is for a screen on which people begin, and which says that another team invites them. */
const isBeginning = (request: Request) => [paths.home(), paths.organizationCreate()].includes(pathOf(request));

/** What every screen of a signed-in user shows: the navigation, and a message from the previous page. A file leaves no page. */
export const loader = withUser(async ({ request, context }) => {
  context.lockMarkers.leave();
  // Where home leads on, its frame is not shown.
  if (request.method === "GET" && pathOf(request) === paths.home()) reopenLast(context, new URL(request.url).searchParams);
  // A session that is over shows in the screen itself.
  const otherwise = <T,>(reading: Promise<T>, unknown: T) => reading.catch(() => unknown);
  const [lives, listsDevices, hasStyle, hasPeople, mayCreate, isLead, invitedTo] = await Promise.all([
    isLive(context),
    hasExtension("logout"),
    hasExtension("style"),
    hasExtension("people"),
    otherwise(mayWrite(context), false),
    otherwise(leads(context), false),
    isBeginning(request) ? otherwise(listInvitingTeams(context), []) : [],
  ]);
  // After a session was ended on another device, the frame shows no name; the screen itself tells that the session is over.
  const { email, firstName } = context.user;
  const [user, allAssessments] = lives ? [{ email, firstName }, seesAllAssessments(context.user)] : [undefined, false];
  return {
    user,
    allAssessments,
    mayCreate,
    listsDevices,
    hasStyle: hasStyle && mayCreate,
    hasPeople,
    isLead: hasPeople && isLead,
    invitedTo,
    flash: context.flash.take(),
    clock: context.session.clock(),
    version: VERSION,
  };
});

export const shouldRevalidate = exceptForQueryOfAnswers;

export default function Shell() {
  return (
    <Frame {...useLoaderData<typeof loader>()}>
      <Outlet />
    </Frame>
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
        <TopBar user={known?.user} allAssessments={known?.allAssessments ?? false} mayCreate={known?.mayCreate ?? false} />
      ) : (
        <BrandBar />
      )}
      <ErrorPage error={error} />
    </>
  );
}

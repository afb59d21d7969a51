import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { SessionKeeper } from "~/components/session/SessionKeeper";
import { FlashMessage } from "~/components/shell/FlashMessage";
import { TopBar } from "~/components/shell/TopBar";
import { inlinedAt } from "../inlined.server";

export function loader({ request }: LoaderFunctionArgs) {
  return inlinedAt(request).shell;
}

/** The frame of every screen of a signed-in user, as in app/routes/shell/shell.tsx. */
export default function Frame() {
  const { email, clock } = useLoaderData<typeof loader>();
  return (
    <>
      <TopBar email={email} allAssessments={false} mayCreate />
      <FlashMessage flash={undefined} />
      <Outlet />
      <p className="footnote without-script">
        You stay signed in as long as you open or send pages. After 26 minutes without either you are logged out. Anything you send after
        that is kept for you until you have signed in again.
      </p>
      <SessionKeeper clock={clock} />
    </>
  );
}

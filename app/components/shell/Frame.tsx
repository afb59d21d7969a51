import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useAskedScreens } from "~/components/answering/useAskedScreens";
import { InvitedNotice } from "~/components/session/InvitedNotice";
import { SessionKeeper } from "~/components/session/SessionKeeper";
import { FlashMessage } from "~/components/shell/FlashMessage";
import { TopBar } from "~/components/shell/TopBar";
import { Waiting } from "~/components/shell/Waiting";
import { paths } from "~/views/paths";
import type { SessionClock } from "~/views/session";
import type { Flash } from "~/views/shell";

/** What the frame shows of its user. */
export interface FrameFacts {
  /** Unknown after the session was ended on another device. */
  user: { email: string; firstName: string | null } | undefined;
  allAssessments: boolean;
  mayCreate: boolean;
  listsDevices: boolean;
  hasStyle: boolean;
  hasPeople: boolean;
  isLead: boolean;
  /** Names of other teams that invite the user. */
  invitedTo: readonly string[];
  flash: Flash | undefined;
  clock: SessionClock;
  version: string;
}

/** The frame of every screen of a signed-in user: the navigation above it, and where else to go below. */
export function Frame({ children, ...facts }: FrameFacts & { children: ReactNode }) {
  const { user, allAssessments, mayCreate, listsDevices, hasStyle, hasPeople, isLead, invitedTo, flash, clock, version } = facts;
  const { pathname } = useLocation();
  useAskedScreens();
  return (
    <>
      <Waiting />
      <TopBar {...{ user, allAssessments, mayCreate }} hasStatements={/\/(questions|grid)\/./.test(pathname)} />
      <FlashMessage flash={flash} />
      {invitedTo.length > 0 ? <InvitedNotice teams={invitedTo} /> : null}
      {children}
      <footer>
        <p className="column small muted without-script">
          You stay signed in as long as you open or send pages. After 26 minutes without either you are logged out. Anything you send after
          that is kept for you until you have signed in again.
        </p>
        <p className="column row small muted no-print">
          {isLead ? <Link to={paths.people()}>People</Link> : null} {hasStyle ? <Link to={paths.style()}>House style</Link> : null}{" "}
          {hasPeople ? <Link to={paths.me()}>Your account</Link> : null}{" "}
          {listsDevices ? <Link to={paths.sessions()}>Signed-in devices</Link> : null} <span>Version {version}</span>
        </p>
      </footer>
      <SessionKeeper clock={clock} />
    </>
  );
}

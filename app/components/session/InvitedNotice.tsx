import { Link } from "@remix-run/react";
import { listed } from "#model/words.ts";
import { Callout } from "~/components/shell/Callout";
import { paths } from "~/views/paths";

/** Tells on the home screen that other teams invite. */
export const InvitedNotice = ({ teams }: { teams: readonly string[] }) => (
  <div className="column">
    <Callout kind="info" title={`You are invited to ${listed(teams)}.`} end={<Link to={paths.me()}>See what it means</Link>} />
  </div>
);

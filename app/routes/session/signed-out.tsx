import type { MetaFunction } from "@remix-run/react";
import { anyone } from "~/answer.server";
import { Notice } from "~/components/shell/Notice";
import { screenTitle } from "~/components/shell/Page";
import { Button } from "~/components/shell/parts";
import { BrandBar } from "~/components/shell/TopBar";
import { Elsewhere } from "~/services/faults.server";
import { paths } from "~/views/paths";

export const meta: MetaFunction = () => [{ title: screenTitle("Signed out everywhere") }];

/** Public; the page that 'Log out everywhere' leads to. */
export const loader = anyone(({ context }) => {
  if (context.session.current) throw new Elsewhere(paths.home());
  return null;
});

export default function SignedOut() {
  return (
    <>
      <BrandBar />
      <Notice>
        <h1 tabIndex={-1}>You are signed out everywhere</h1>
        <p>All your devices were signed out, including this one. Everything that was saved is safe.</p>
        <form method="post" action={paths.signOut()} className="row">
          <Button type="submit">Log in again</Button>
        </form>
      </Notice>
    </>
  );
}

import type { MetaFunction } from "@remix-run/react";
import { Notice } from "~/components/shell/Notice";
import { screenTitle } from "~/components/shell/Page";
import { Button } from "~/components/shell/parts";
import { BrandBar } from "~/components/shell/TopBar";
import { Redirect } from "~/services/faults.server";
import { paths } from "~/views/paths";
import { withVisitor } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Signed out everywhere") }];

/** Public; the page that 'Log out everywhere' leads to. */
export const loader = withVisitor(({ context }) => {
  if (context.session.current) throw new Redirect(paths.home());
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

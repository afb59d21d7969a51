import { Button } from "@radix-ui/themes";
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { MetaFunction } from "@remix-run/react";
import { screenTitle } from "~/components/shell/Page";
import { BrandBar } from "~/components/shell/TopBar";
import { paths } from "~/views/paths";

export const meta: MetaFunction = () => [{ title: screenTitle("Signed out everywhere") }];

/** Public; what 'Sign out everywhere' leads to. */
export function loader({ context }: LoaderFunctionArgs) {
  if (context.currentUser()) throw redirect(paths.home());
  return null;
}

export default function SignedOut() {
  return (
    <>
      <BrandBar />
      <main className="notice" id="content">
        <h1 tabIndex={-1}>You are signed out everywhere</h1>
        <p>All your devices were signed out, this one included. What had been saved is safe.</p>
        <form method="post" action={paths.signOut()} className="actions">
          <Button type="submit">Log in again</Button>
        </form>
      </main>
    </>
  );
}

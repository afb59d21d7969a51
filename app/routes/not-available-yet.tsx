import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, type MetaFunction } from "@remix-run/react";
import { screenTitle } from "~/components/shell/Page";
import { paths } from "~/paths";

export const meta: MetaFunction = () => [{ title: screenTitle("Not available yet") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  return null;
}

export default function NotAvailableYet() {
  return (
    <main className="notice" id="content">
      <h1>Not available yet</h1>
      <p>This part of the product is being built. Everything else works, and nothing you have stored is affected.</p>
      <p>
        <Link to={paths.home()}>Go to the home screen</Link>
      </p>
    </main>
  );
}

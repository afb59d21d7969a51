import "@fontsource/ibm-plex-sans/400.css";
import "@fontsource/ibm-plex-sans/500.css";
import "@fontsource/ibm-plex-sans/600.css";
import "@radix-ui/themes/tokens/base.css";
import "@radix-ui/themes/tokens/colors/indigo.css";
import "@radix-ui/themes/tokens/colors/slate.css";
import "@radix-ui/themes/tokens/colors/green.css";
import "@radix-ui/themes/tokens/colors/amber.css";
import "@radix-ui/themes/tokens/colors/red.css";
import "@radix-ui/themes/components.css";
import "@radix-ui/themes/utilities.css";
import "~/styles/app.css";

import { Theme } from "@radix-ui/themes";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { Links, Meta, type MetaFunction, Outlet, Scripts, ScrollRestoration, useRouteError, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { ErrorPage, failurePage } from "~/components/shell/ErrorPage";
import { useNonce } from "~/components/shell/Nonce";
import { screenTitle } from "~/components/shell/Page";

export const meta: MetaFunction = ({ error }) => [{ title: error ? screenTitle(failurePage(error).title) : "Maturity Assessment Tool" }];

export function loader({ context }: LoaderFunctionArgs) {
  return { scheme: context.colorScheme() };
}

/** What the root knows does not depend on the page. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const scheme = useRouteLoaderData<typeof loader>("root")?.scheme ?? "light";
  return (
    <html lang="en-GB" className={scheme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={scheme} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
      </head>
      <body>
        <Theme accentColor="indigo" grayColor="slate" radius="small" appearance={scheme}>
          {children}
        </Theme>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}

import "~/styles/layers.css";
import "@fontsource/ibm-plex-sans/400.css";
import "@fontsource/ibm-plex-sans/500.css";
import "@fontsource/ibm-plex-sans/600.css";
import "~/styles/radix.css";
import "~/styles/controls.css";
import "~/styles/page.css";
import "~/styles/reset.css";
import "~/styles/base.css";
import "~/styles/layout.css";
import "~/styles/parts.css";
import "~/styles/forms.css";
import "~/styles/tables.css";
import "~/styles/charts.css";

import { Links, Meta, type MetaFunction, Outlet, useLocation, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { ErrorPage, failurePage } from "~/components/shell/ErrorPage";
import { screenTitle } from "~/components/shell/Page";
import { PageScripts } from "~/components/shell/PageScripts";
import { Theme } from "~/components/shell/parts";
import { BrandBar, BrandFoot } from "~/components/shell/TopBar";
import { useScreenFocus } from "~/components/shell/useScreenFocus";
import { SheetProblem } from "~/components/voice/SheetProblem";
import { isOfSheet } from "~/views/paths";

export const meta: MetaFunction = ({ error }) => [{ title: error ? screenTitle(failurePage(error).title) : "Maturity Assessment Tool" }];

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
      </head>
      <body>
        <Theme>{children}</Theme>
        <PageScripts />
      </body>
    </html>
  );
}

export default function App() {
  useScreenFocus();
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  // A person who fills in a sheet has no home screen.
  const isSheet = isOfSheet(useLocation().pathname);
  return isSheet ? (
    <>
      <SheetProblem error={error} />
      <BrandFoot />
    </>
  ) : (
    <>
      <BrandBar />
      <ErrorPage error={error} />
    </>
  );
}

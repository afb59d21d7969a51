import { Outlet, useLoaderData, useRouteError } from "@remix-run/react";
import { FlashMessage } from "~/components/shell/FlashMessage";
import { BrandBar } from "~/components/shell/TopBar";
import { useScreenFocus } from "~/components/shell/useScreenFocus";
import { Waiting } from "~/components/shell/Waiting";
import { SheetProblem } from "~/components/voice/SheetProblem";
import { withVisitor } from "~/with-user.server";

/** What a voice sees on each page: a bar without navigation, and a message from the page before. */
export const loader = withVisitor(({ context }) => ({ flash: context.flash.take() }));

export default function Frame() {
  const { flash } = useLoaderData<typeof loader>();
  useScreenFocus();
  return (
    <>
      <Waiting />
      <BrandBar leadsHome={false} />
      <FlashMessage flash={flash} />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return (
    <>
      <BrandBar leadsHome={false} />
      <SheetProblem error={useRouteError()} />
    </>
  );
}

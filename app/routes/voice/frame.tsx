import { Outlet, useLoaderData, useRouteError } from "@remix-run/react";
import { FlashMessage } from "~/components/shell/FlashMessage";
import { BrandFoot } from "~/components/shell/TopBar";
import { Waiting } from "~/components/shell/Waiting";
import { SheetProblem } from "~/components/voice/SheetProblem";
import { withVisitor } from "~/with-user.server";

/** What a voice sees on each page: a message from the page before, and the product's name at the foot. */
export const loader = withVisitor(({ context }) => ({ flash: context.flash.take() }));

export default function Frame() {
  const { flash } = useLoaderData<typeof loader>();
  return (
    <>
      <Waiting />
      <FlashMessage flash={flash} />
      <Outlet />
      <BrandFoot />
    </>
  );
}

export function ErrorBoundary() {
  return (
    <>
      <SheetProblem error={useRouteError()} />
      <BrandFoot />
    </>
  );
}

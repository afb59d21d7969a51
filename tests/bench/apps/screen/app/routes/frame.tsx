import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { Frame } from "~/components/shell/Frame";
import { inlinedAt } from "../inlined.server";

export function loader({ request }: LoaderFunctionArgs) {
  return inlinedAt(request).shell;
}

export default function Framed() {
  return (
    <Frame {...useLoaderData<typeof loader>()}>
      <Outlet />
    </Frame>
  );
}

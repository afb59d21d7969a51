import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { ServerPageProvider } from "~/components/shell/server-page";
import handle from "../../entry.server";

export default (request: Request, status: number, headers: Headers, context: EntryContext, { markup }: { markup?: string }) =>
  handle(
    request,
    status,
    headers,
    context,
    <ServerPageProvider value={{ markup }}>
      <RemixServer context={context} url={request.url} />
    </ServerPageProvider>,
  );

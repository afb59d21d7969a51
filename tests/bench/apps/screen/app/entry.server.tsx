import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { ServerPageProvider } from "~/components/shell/server-page";
import handle from "../../entry.server";
import { markupAt } from "./inlined.server";

export default (request: Request, status: number, headers: Headers, context: EntryContext) =>
  handle(
    request,
    status,
    headers,
    context,
    <ServerPageProvider value={{ markup: markupAt(request) }}>
      <RemixServer context={context} url={request.url} />
    </ServerPageProvider>,
  );

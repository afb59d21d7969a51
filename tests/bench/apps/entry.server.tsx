/** How a bare application of Remix answers. Without an entry of its own, Remix would write a package into this repository's package.json. */
import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  page = <RemixServer context={context} url={request.url} />,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      onShellReady() {
        const html = new PassThrough();
        headers.set("Content-Type", "text/html");
        resolve(new Response(createReadableStreamFromReadable(html), { headers, status }));
        pipe(html);
      },
      onShellError: reject,
    });
  });
}

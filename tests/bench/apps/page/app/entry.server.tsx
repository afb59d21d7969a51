import type { EntryContext } from "@remix-run/node";
import handle from "../../entry.server";

export default (request: Request, status: number, headers: Headers, context: EntryContext) => handle(request, status, headers, context);

import { useLoaderData } from "@remix-run/react";
import { titled } from "~/components/shell/Page";
import { ClosedSheet, SheetStart } from "~/components/voice/SheetStart";
import { readSheet } from "~/services/voice/sheet.server";
import { withSheet } from "~/with-user.server";

export const meta = titled<typeof loader>(({ organization }) => `Your view of ${organization}`, "Your view is asked for");

/** The first page of a sheet: who asks, what becomes of the answers, and the list of pages (docs/rules/voices.md#the-sheet). */
export const loader = withSheet(({ params, context }) => readSheet(context, params.sheet ?? ""));

export default function Sheet() {
  const sheet = useLoaderData<typeof loader>();
  return sheet.closed ? <ClosedSheet sheet={sheet} /> : <SheetStart sheet={sheet} />;
}

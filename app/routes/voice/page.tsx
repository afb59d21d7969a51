import { data } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation, useParams, useRouteError } from "@remix-run/react";
import { titled } from "~/components/shell/Page";
import { exceptForQuery } from "~/components/shell/revalidation";
import { KeptTexts } from "~/components/voice/KeptTexts";
import { SheetPage } from "~/components/voice/SheetPage";
import { SheetProblem } from "~/components/voice/SheetProblem";
import { readForm } from "~/services/http/posted.server";
import { readPage, savePostedPage } from "~/services/voice/page.server";
import { withSheet } from "~/with-user.server";

export const meta = titled<typeof loader>(({ name }) => name, "Your view is asked for");

/** A page of a sheet, about a thread, practice or component (docs/rules/voices.md#the-sheet). */
export const loader = withSheet(({ params, context }) => readPage(context, params.sheet ?? "", params["*"] ?? ""));

export const action = withSheet(async ({ request, params, context }) => {
  return data(...(await savePostedPage(context, params.sheet ?? "", params["*"] ?? "", await readForm(request))));
});

export const shouldRevalidate = exceptForQuery;

export default function VoicePage() {
  const screen = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <SheetPage key={screen.place} screen={screen} reply={reply} />;
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  const { sheet = "" } = useParams();
  return <SheetProblem error={useRouteError()} whatBrowserKept={<KeptTexts sheet={sheet} page={pathname} />} />;
}

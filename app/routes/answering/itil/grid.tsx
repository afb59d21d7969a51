import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PracticeGrid } from "~/components/answering/itil/PracticeGrid";
import { titled } from "~/components/shell/Page";
import { exceptForQuery } from "~/components/shell/revalidation";
import { loadPracticeGrid, savePracticeGrid } from "~/services/answering/itil/grid.server";
import { readForm } from "~/services/http/posted.server";
import { fieldReader } from "~/services/saving/posted-form.server";
import { withUser } from "~/with-user.server";

type Params = LoaderFunctionArgs["params"];
const place = ({ assessmentId = "", group = "" }: Params) => ({ assessmentId, group });

export const meta = titled<typeof loader>(({ grid }) => `${grid.group.name} – Grid`, "Grid");

export const loader = withUser(async ({ request, params, context }) => {
  return { grid: await loadPracticeGrid(context, request, place(params)) };
});

export const shouldRevalidate = exceptForQuery;

export const action = withUser(async ({ request, params, context }) => {
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  return data(...(await savePracticeGrid(context, request, place(params), fieldReader(form))));
});

export default function ItilGrid() {
  const { grid } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  // The key makes each group a screen of its own, with rows that never come or go.
  const key = `${grid.links.here} ${grid.rows.map(({ id }) => id).join()}`;
  return <PracticeGrid key={key} grid={grid} result={result} />;
}

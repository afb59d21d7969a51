import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ItemGrid } from "~/components/answering/grid/ItemGrid";
import { PRACTICE_GRID } from "~/components/answering/itil/practice-grid";
import { titled } from "~/components/shell/Page";
import { exceptForQuery } from "~/components/shell/revalidation";
import { loadGrid } from "~/services/answering/items/load-grid.server";
import { saveGrid } from "~/services/answering/items/save-grid.server";
import { getPracticeGrid } from "~/services/answering/itil/grid.server";
import { storeAt } from "~/services/answering/store-at.server";
import { readForm } from "~/services/http/posted.server";
import { fieldReader } from "~/services/saving/posted-form.server";
import { withUser } from "~/with-user.server";

type Params = LoaderFunctionArgs["params"];
const address = ({ assessmentId = "", group = "" }: Params) => ({ assessmentId, group });

export const meta = titled<typeof loader>(({ grid }) => `${grid.group.name} – Grid`, "Grid");

export const loader = withUser(async ({ request, params, context }) => {
  return { grid: await loadGrid(context, request, await getPracticeGrid(await storeAt(context.api, request, params), address(params))) };
});

export const shouldRevalidate = exceptForQuery;

export const action = withUser(async ({ request, params, context }) => {
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  return data(
    ...(await saveGrid(
      context,
      request,
      await getPracticeGrid(await storeAt(context.api, request, params), address(params)),
      fieldReader(form),
    )),
  );
});

export default function ItilGrid() {
  const { grid } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  // The key makes each group a screen of its own, with rows that never come or go.
  const key = `${grid.links.here} ${grid.rows.map(({ id }) => id).join()}`;
  return <ItemGrid key={key} grid={grid} model={PRACTICE_GRID} result={result} />;
}

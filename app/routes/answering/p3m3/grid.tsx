import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ItemGrid } from "~/components/answering/grid/ItemGrid";
import { THREAD_GRID } from "~/components/answering/p3m3/thread-grid";
import { titled } from "~/components/shell/Page";
import { exceptForQuery } from "~/components/shell/revalidation";
import { loadGrid } from "~/services/answering/items/load-grid.server";
import { saveGrid } from "~/services/answering/items/save-grid.server";
import { getThreadGrid } from "~/services/answering/p3m3/grid.server";
import { storeAt } from "~/services/answering/store-at.server";
import { readForm } from "~/services/http/posted.server";
import { fieldReader } from "~/services/saving/posted-form.server";
import { withUser } from "~/with-user.server";

type Params = LoaderFunctionArgs["params"];
const address = ({ assessmentId = "", perspectiveCode = "" }: Params) => ({ assessmentId, perspectiveCode });

export const meta = titled<typeof loader>(({ grid }) => `${grid.group.name} – Grid`, "Grid");

export const loader = withUser(async ({ request, params, context }) => {
  return { grid: await loadGrid(context, request, await getThreadGrid(await storeAt(context.api, request, params), address(params))) };
});

export const shouldRevalidate = exceptForQuery;

export const action = withUser(async ({ request, params, context }) => {
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  return data(
    ...(await saveGrid(
      context,
      request,
      await getThreadGrid(await storeAt(context.api, request, params), address(params)),
      fieldReader(form),
    )),
  );
});

export default function P3m3Grid() {
  const { grid } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  // The key makes each perspective a screen of its own, with rows that never come or go, nor change whether they are descoped.
  const key = `${grid.links.here} ${grid.rows.map(({ id, isAnswered }) => `${id}${isAnswered}`).join()}`;
  return <ItemGrid key={key} grid={grid} model={THREAD_GRID} result={result} />;
}

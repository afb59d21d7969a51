import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CRITERIA } from "~/components/answering/gates/Criteria";
import { OPTIONS } from "~/components/answering/gates/Options";
import { ItemScreen } from "~/components/answering/ItemScreen";
import { titled } from "~/components/shell/Page";
import { exceptForQuery } from "~/components/shell/revalidation";
import { asTyped } from "~/services/answering/concerns.server";
import { loadItem } from "~/services/answering/items/load-item.server";
import { leadFrom, replyUnsaved, saveForm } from "~/services/answering/items/post-item.server";
import { readItemChange } from "~/services/answering/items/save-item.server";
import { getItilItem } from "~/services/answering/itil/item.server";
import { storeAt } from "~/services/answering/store-at.server";
import { refuseWhereViewed } from "~/services/answering/viewing.server";
import { readForm } from "~/services/http/posted.server";
import { fieldReader } from "~/services/saving/posted-form.server";
import type { ItemPage } from "~/views/answering/item";
import { withUser } from "~/with-user.server";

const place = ({ assessmentId = "", practiceCode = "" }: LoaderFunctionArgs["params"]) => ({ assessmentId, practiceCode });

export const meta = titled<typeof loader>(({ page }) => `${page.item.name} – ${page.item.code}`, "Questions");

export const loader = withUser(async ({ request, params, context }) => {
  const item = await getItilItem(await storeAt(context.api, request, params), place(params));
  const page: ItemPage<"criteria"> | ItemPage<"options"> =
    item.kind === "criteria" ? await loadItem(context, request, item) : await loadItem(context, request, item);
  return { page };
});

export const shouldRevalidate = exceptForQuery;

export const action = withUser(async ({ request, params, context }) => {
  refuseWhereViewed(request);
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  const item = await getItilItem(await storeAt(context.api, request, params), place(params));
  const posted = asTyped(fieldReader(form));
  const given = { posted, change: readItemChange(posted, item.form) };
  const saved = await saveForm(context, item, given);
  if ("unsaved" in saved) return data(...replyUnsaved(item, given, saved.unsaved));
  if ("refused" in saved) return data(...saved.refused);
  return leadFrom(context, item, given, saved.done);
});

export default function ItilQuestions() {
  const { page } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return page.kind === "criteria" ? (
    <ItemScreen page={page} face={CRITERIA} result={result} />
  ) : (
    <ItemScreen page={page} face={OPTIONS} result={result} />
  );
}

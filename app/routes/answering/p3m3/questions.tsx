import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LADDER } from "~/components/answering/gates/Ladder";
import { ItemScreen } from "~/components/answering/ItemScreen";
import { titled } from "~/components/shell/Page";
import { exceptForQuery } from "~/components/shell/revalidation";
import { asTyped } from "~/services/answering/concerns.server";
import { loadItem } from "~/services/answering/items/load-item.server";
import { leadFrom, replyUnsaved, saveForm } from "~/services/answering/items/post-item.server";
import { readItemChange } from "~/services/answering/items/save-item.server";
import { setDescoped, typedReason } from "~/services/answering/p3m3/descoping.server";
import { getThread, threadItem } from "~/services/answering/p3m3/item.server";
import { storeAt } from "~/services/answering/store-at.server";
import { refuseWhereViewed } from "~/services/answering/viewing.server";
import { BadRequest } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { fieldReader, formNotSaved } from "~/services/saving/posted-form.server";
import { withUser } from "~/with-user.server";

const DESCOPING = ["descope", "rescope"] as const;
type Params = LoaderFunctionArgs["params"];
const place = ({ assessmentId = "", perspectiveCode = "", threadCode = "" }: Params) => ({ assessmentId, perspectiveCode, threadCode });

export const meta = titled<typeof loader>(({ page }) => `${page.item.group.name} – ${page.item.code}`, "Questions");

export const loader = withUser(async ({ request, params, context }) => {
  const store = await storeAt(context.api, request, params);
  const item = threadItem(store, await getThread(store, place(params)));
  return { page: await loadItem(context, request, item) };
});

export const shouldRevalidate = exceptForQuery;

export const action = withUser(async ({ request, params, context }) => {
  refuseWhereViewed(request);
  const [here, store] = [place(params), await storeAt(context.api, request, params)];
  const form = await readForm(request);
  const posted = asTyped(fieldReader(form));
  const intent = DESCOPING.find((each) => each === posted("intent"));
  // Without script the confirmation comes with the form that was on the page, which is saved first.
  const isAlone = posted("base") === undefined && posted("noteBase") === undefined;
  if (!isAlone || posted("reason")) context.unsavedForm.keep(form);
  if (intent && store.parts) throw new BadRequest();
  if (intent && isAlone) return data(...(await setDescoped(context, here, intent, posted)));
  const item = threadItem(store, await getThread(store, here));
  const change = readItemChange(posted, item.form);
  // A reason for descoping is stored with it, and one for a thread that is brought back is forgotten.
  if (intent) delete change.reason;
  const given = { posted, change };
  const saved = await saveForm(context, item, given);
  if ("unsaved" in saved) {
    const typed = intent === "descope" ? typedReason(posted) : {};
    if (typed.reason) return data(...formNotSaved(saved.unsaved, { ...change, ...typed }, "descope"));
    if (intent === "descope")
      context.flash.leave({ kind: "error", title: "The thread was not descoped, because this page could not be saved first." });
    return data(...replyUnsaved(item, given, saved.unsaved));
  }
  if ("refused" in saved) return data(...saved.refused);
  if (intent) return data(...(await setDescoped(context, here, intent, posted)));
  return leadFrom(context, item, given, saved.done);
});

export default function P3m3Questions() {
  const { page } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <ItemScreen page={page} face={LADDER} result={result} />;
}

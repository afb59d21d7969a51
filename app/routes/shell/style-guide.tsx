import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { FieldsGuide } from "~/components/guide/FieldsGuide";
import { PartsGuide } from "~/components/guide/PartsGuide";
import { Page, screenTitle } from "~/components/shell/Page";
import { config } from "~/services/config.server";
import { NotFound } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Style guide") }];

/** The style guide exists in development and in the demo, not in production (docs/rules/navigation-and-home.md#style-guide). */
function requireGuide() {
  if (config().production && !config().demo) throw new NotFound();
}

export const loader = withUser(({ request }) => {
  requireGuide();
  return { modal: new URL(request.url).searchParams.get("modal") };
});

export const action = withUser(async ({ request }) => {
  requireGuide();
  const form = await readForm(request);
  return { guide: String(form.get("guide") ?? ""), allSelected: form.get("selectAll") !== null };
});

const STATES = ["empty", "filled", "rejected", "disabled"] as const;

export default function Debug() {
  const { modal } = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  return (
    <Page title="Style guide" subtitle="Everything that screens are made of, in every state">
      {STATES.map((state) => (
        <section key={state} className="stack-tight" aria-labelledby={`fields-${state}-title`}>
          <h2 id={`fields-${state}-title`}>Fields, {state}</h2>
          <FieldsGuide
            key={sent ? "sent" : "first"}
            id={`fields-${state}`}
            state={state}
            allSelected={sent?.allSelected === true && sent.guide === `fields-${state}`}
          />
        </section>
      ))}
      <PartsGuide modal={modal} />
    </Page>
  );
}

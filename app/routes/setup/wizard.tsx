import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { WizardSidebar } from "~/components/setup/WizardSidebar";
import { loadWizard } from "~/services/setup/wizard.server";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  return loadWizard(context, params);
}

export default function Wizard() {
  return (
    <main className="page" id="content">
      <div className="with-aside wizard">
        <Outlet />
        <WizardSidebar wizard={useLoaderData<typeof loader>()} />
      </div>
    </main>
  );
}

import { Outlet, useLoaderData } from "@remix-run/react";
import { signedIn } from "~/answer.server";
import { WizardSidebar } from "~/components/setup/WizardSidebar";
import { loadWizard } from "~/services/setup/wizard.server";

export const loader = signedIn(({ params, context }) => {
  return loadWizard(context.api, params);
});

export default function Wizard() {
  const wizard = useLoaderData<typeof loader>();
  return (
    <main className="column page" id="content">
      <div className="with-aside">
        <Outlet context={wizard} />
        <WizardSidebar wizard={wizard} />
      </div>
    </main>
  );
}

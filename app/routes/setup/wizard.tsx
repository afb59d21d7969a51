import { Outlet, useLoaderData } from "@remix-run/react";
import { WizardSidebar } from "~/components/setup/WizardSidebar";
import { loadWizard } from "~/services/setup/wizard.server";
import { withUser } from "~/with-user.server";

export const loader = withUser(({ params, context }) => {
  return loadWizard(context, params);
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

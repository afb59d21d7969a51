import { useLocation, useOutletContext } from "@remix-run/react";
import type { WizardView } from "~/views/setup";

/** An address as routes are compared: regardless of case and of slashes at its end. */
const plain = (path: string) => path.toLowerCase().split("/").filter(Boolean).join("/");

/** The step at an address: the first one while the assessment is being created and no step has an address of its own. */
export function currentStep({ steps }: WizardView, pathname: string): WizardView["steps"][number] {
  const address = plain(pathname);
  const step = steps.find(({ route }) => route !== undefined && plain(route) === address) ?? steps[0];
  if (!step) throw new RangeError("The set-up has no steps.");
  return step;
}

/** The heading of a step: what it is for, where in the set-up it is, and whose assessment it is about. */
export function StepHead({ title }: { title: string }) {
  const wizard = useOutletContext<WizardView>();
  const { pathname } = useLocation();
  const step = wizard.steps.indexOf(currentStep(wizard, pathname)) + 1;
  return (
    <div>
      <h1 tabIndex={-1}>{title}</h1>
      <p className="muted">
        Step {step} of {wizard.steps.length} for {wizard.organization.name}
      </p>
    </div>
  );
}

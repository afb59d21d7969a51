import { useLocation, useOutletContext } from "@remix-run/react";
import { currentStep } from "~/components/setup/current-step";
import type { WizardView } from "~/views/setup";

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

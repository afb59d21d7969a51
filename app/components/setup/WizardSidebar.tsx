import { Link, useLocation } from "@remix-run/react";
import { currentStep } from "~/components/setup/StepHead";
import { Facts } from "~/components/shell/Facts";
import { Icon } from "~/components/shell/Icon";
import type { WizardView } from "~/views/setup";

/** The steps of the set-up, and the organization. A step is a link only when it is enabled (docs/rules/setup-and-scope.md#sidebar). */
export function WizardSidebar({ wizard }: { wizard: WizardView }) {
  const { pathname } = useLocation();
  const { organization, steps, certified, home } = wizard;
  const current = currentStep(wizard, pathname);
  return (
    <aside className="stack">
      <nav className="panel" aria-label="Set-up steps">
        <ol className="plain-list stack-close">
          {steps.map((step) => {
            const state = step === current ? "step" : undefined;
            const content = (
              <>
                {step.isComplete ? <Icon name="CheckCircled" /> : <Icon name="Circle" />}
                {step.name}
                {step.isComplete ? <span className="visually-hidden"> (complete)</span> : null}
              </>
            );
            return (
              <li key={step.id} className={step.isEnabled ? undefined : "muted"}>
                {step.isEnabled && step.route ? (
                  <Link to={step.route} className="nav-link" aria-current={state}>
                    {content}
                  </Link>
                ) : (
                  <span className="nav-link" aria-current={state}>
                    {content}
                  </span>
                )}
              </li>
            );
          })}
        </ol>
      </nav>
      <section className="panel stack-tight" aria-label="Organization">
        <h2>{organization.name}</h2>
        <Facts
          className="facts small"
          facts={[
            ["Location", organization.location],
            ["Business unit", organization.businessUnit],
          ]}
        />
      </section>
      {certified ? (
        <p className="panel small">
          This assessment is for certification: all perspectives and the four mandatory threads are preselected and cannot be taken out.
        </p>
      ) : null}
      <Link to={home} className="small">
        Go to the home screen
      </Link>
    </aside>
  );
}

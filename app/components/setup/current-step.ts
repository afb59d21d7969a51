import { withoutEndSlashes } from "#model/end-slashes.ts";
import type { WizardView } from "~/views/setup";

/** The step at an address: the first one while the assessment is being created and no step has an address of its own. */
export function currentStep({ steps }: WizardView, pathname: string): WizardView["steps"][number] {
  const address = withoutEndSlashes(pathname.toLowerCase());
  const found = steps.find(({ route }) => route?.toLowerCase() === address) ?? steps[0];
  if (!found) throw new RangeError("The set-up has no steps.");
  return found;
}

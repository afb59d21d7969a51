import type { WizardView } from "~/views/setup";

/** An address as routes are compared: regardless of case and of slashes at its end. */
const plain = (path: string) => path.toLowerCase().split("/").filter(Boolean).join("/");

/** The step at an address: the first one while the assessment is being created and no step has an address of its own. */
export function currentStep({ steps }: WizardView, pathname: string): WizardView["steps"][number] {
  const address = plain(pathname);
  const found = steps.find(({ route }) => route !== undefined && plain(route) === address) ?? steps[0];
  if (!found) throw new RangeError("The set-up has no steps.");
  return found;
}

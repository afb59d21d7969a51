import { useHydrated } from "~/components/forms/useHydrated";
import { type DashboardAddress, fragmentOf, paths } from "~/views/paths";

/** The address of a place in the dashboard, with the fragment that keeps the reader there. */
export type AddressOf = (place: DashboardAddress, fragment?: string) => string;

/**
 * The addresses that links on a dashboard lead to. With script the page stays where it is. Without script each opens a page anew, which is
 * scrolled to the open organization (docs/rules/navigation-and-home.md#the-way-home).
 * @param readOnly 'All Assessments'
 */
export function useAddresses(readOnly: boolean): AddressOf {
  const hydrated = useHydrated();
  const at = readOnly ? paths.allAssessments : paths.home;
  return (place, fragment = fragmentOf(place)) => (hydrated ? at(place) : `${at(place)}${fragment}`);
}

import { Link } from "@remix-run/react";
import { Callout } from "~/components/shell/Callout";

/** Says why nobody can be asked. @param scope address of the form that chooses what an assessment covers */
export function NothingToAsk({ scope }: { scope: string }) {
  return (
    <Callout kind="info">
      There is nothing to ask people about yet. <Link to={scope}>Choose what this assessment covers</Link>
    </Callout>
  );
}

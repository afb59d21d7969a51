import { Link } from "@remix-run/react";
import { paths } from "~/views/paths";

interface FirstStepsProps {
  /** The organization that is to be assessed; undefined while there is none. */
  organization?: { id: number | string; name: string } | undefined;
}

/** For somebody who has no assessment yet: what there is to do, from here to the result (docs/rules/navigation-and-home.md#the-first-time). */
export function FirstSteps({ organization }: FirstStepsProps) {
  return (
    <section className="panel stack-tight" aria-labelledby="first-steps">
      <h2 id="first-steps">From here to the result</h2>
      <ol className="stack-tight">
        <li>
          {organization ? (
            <>
              <Link to={paths.assessmentCreate(organization.id)}>Create the first assessment</Link>, of {organization.name} or of another
              organization: the model, and what to look at.
            </>
          ) : (
            "Create a profile of the organization to be assessed, then an assessment of it: the model, and what to look at."
          )}
        </li>
        <li>Look through the review. It says how many statements there are, and roughly how long they take.</li>
        <li>Answer them in any order. What is saved is kept, so you can stop whenever you like and continue from here.</li>
        <li>Look through the summary and submit. Then the results are there, on screen, on paper and as files.</li>
      </ol>
    </section>
  );
}

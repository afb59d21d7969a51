import { Button } from "@radix-ui/themes";
import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Assessment } from "#model/contract/assessments.ts";
import { LEVEL_NAMES, type Level } from "#model/p3m3/catalogue.ts";
import { Callout } from "~/components/shell/Callout";
import { paths } from "~/paths";

interface ReviewProps {
  found: Assessment;
  readOnly: string | undefined;
  ready: boolean;
  links: { organization: string | undefined; profile: string; scope: string; start: string };
}

/** Everything that was set up, each section with its Edit link (specification B2). */
export function Review({ found, readOnly, ready, links }: ReviewProps) {
  const { organization } = found;
  const editable = readOnly === undefined;
  return (
    <div className="stack panel">
      {found.isArchived ? (
        <Callout kind="info" title="This assessment is archived">
          <Form method="post">
            <input type="hidden" name="command" value="unarchive" />
            It cannot be edited.{" "}
            <button type="submit" className="link-button">
              Restore it
            </button>{" "}
            to go on; you return to the home screen then.
          </Form>
        </Callout>
      ) : readOnly ? (
        <Callout kind="info">{readOnly}</Callout>
      ) : null}
      <Section title="Organization details" edit={editable ? links.organization : undefined}>
        <dt>Name</dt>
        <dd>{organization?.name ?? "Not Provided"}</dd>
        <dt>Number of employees</dt>
        <dd>{organization?.size?.name ?? "Not Provided"}</dd>
        <dt>Location</dt>
        <dd>{organization?.country?.name ?? "Not Provided"}</dd>
        <dt>Business unit</dt>
        <dd>{organization?.businessUnit || "Not Provided"}</dd>
        <dt>Industry</dt>
        <dd>{organization?.industry?.name ?? "Not Provided"}</dd>
      </Section>
      <Section title="Assessment details" edit={editable ? links.profile : undefined}>
        <dt>Model</dt>
        <dd>{found.assessmentType}</dd>
        <dt>Name</dt>
        <dd>{found.name ?? "Not Provided"}</dd>
        <dt>Scope</dt>
        <dd>{found.selectedScope ?? "Not Provided"}</dd>
        <dt>Is Test Assessment</dt>
        <dd>{found.isTestAssessment ? "Yes" : "No"}</dd>
        <dt>{found.assessmentType === "P3M3" ? "For certification" : "For independent validation"}</dt>
        <dd>{found.certified || found.endorsed ? "Yes" : "No"}</dd>
      </Section>
      <Section title="Scope details" edit={editable ? links.scope : undefined}>
        {found.assessmentType === "P3M3" ? <P3M3Scope found={found} /> : <ItilScope found={found} />}
      </Section>
      <div className="actions actions-end">
        {editable ? (
          <>
            <Button asChild variant="soft">
              <Link to={paths.home()}>Save & return home</Link>
            </Button>
            {ready ? (
              <Button asChild>
                <Link to={links.start}>{found.status === "Active" ? "Continue assessment" : "Start assessment"}</Link>
              </Button>
            ) : (
              <p className="muted">Choose the scope first; then the assessment can be started.</p>
            )}
          </>
        ) : (
          <>
            <Button disabled variant="soft">
              Save & return home
            </Button>
            <Button disabled>{found.status === "Active" ? "Continue assessment" : "Start assessment"}</Button>
          </>
        )}
      </div>
    </div>
  );
}

function Section({ title, edit, children }: { title: string; edit: string | undefined; children: ReactNode }) {
  return (
    <section className="stack-tight">
      <div className="section-head">
        <h2>{title}</h2>
        {edit ? (
          <Link to={edit} aria-label={`Edit ${title.toLowerCase()}`}>
            Edit
          </Link>
        ) : null}
      </div>
      <dl className="facts">{children}</dl>
    </section>
  );
}

function P3M3Scope({ found }: { found: Assessment }) {
  const level = found.selectedLevel as Level | null;
  return (
    <>
      <dt>Level</dt>
      <dd>
        {level === null ? "Not Provided" : `Level ${level} – ${LEVEL_NAMES[level]}`}
        {level !== null && level < 5 ? (
          <span className="field-hint">
            {" "}
            The statement of level {level + 1} becomes available too, once level {level} is answered Fully.
          </span>
        ) : null}
      </dd>
      <dt>Perspectives</dt>
      <dd>{found.perspectives?.length ? found.perspectives.map(({ name }) => name).join(", ") : "Not Provided"}</dd>
      <dt>Threads</dt>
      <dd>{found.threads?.length ? found.threads.map(({ name }) => name).join(", ") : "Not Provided"}</dd>
    </>
  );
}

function ItilScope({ found }: { found: Assessment }) {
  const practices = (mode: number) =>
    found.capabilities
      ?.filter(({ selectionMode }) => selectionMode === mode)
      .map(({ name }) => name)
      .join(", ") || "Not Provided";
  const components = found.maturities?.filter(({ isSelected }) => isSelected) ?? [];
  return (
    <>
      <dt>Primary</dt>
      <dd>{practices(1)}</dd>
      <dt>Supporting</dt>
      <dd>{practices(2)}</dd>
      {components.length > 0 ? (
        <>
          <dt>Maturity components</dt>
          <dd>{components.map(({ name }) => name).join(", ")}</dd>
        </>
      ) : null}
    </>
  );
}

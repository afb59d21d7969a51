import { Form } from "@remix-run/react";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Button } from "~/components/shell/parts";
import { BASIS_FIELD, type FitOutcome, FORM_FIELD, MISFITS_ID, type Misfit, stillRightId, WRITTEN_BEFORE } from "~/views/client-report";

interface MisfitListProps {
  misfits: readonly Misfit[];
  mayWrite: boolean;
  outcome: FitOutcome | undefined;
}

/** The texts that may no longer fit, each with a form that says that it does (docs/rules/client-report.md#texts-that-no-longer-fit). */
export function MisfitList({ misfits, mayWrite, outcome }: MisfitListProps) {
  if (misfits.length === 0 && !outcome) return null;
  return (
    <section className="panel stack" id={MISFITS_ID} aria-labelledby={`${MISFITS_ID}-heading`}>
      <h2 id={`${MISFITS_ID}-heading`}>Texts that may no longer fit</h2>
      <p className="measure">
        Somebody wrote these when other figures stood there, or before it was noted which.
        {mayWrite ? " Change a text, or say that it is still right." : ""}
      </p>
      {outcome ? (
        <Callout kind="error" title="Nothing was saved.">
          {outcome.message}
        </Callout>
      ) : null}
      <ul className="stack-tight">
        {misfits.map((misfit) => (
          <li key={misfit.part}>
            <a href={`#${misfit.field}`}>{misfit.title}</a>: {inWords(misfit)}
            {mayWrite ? (
              <Form method="post" reloadDocument id={stillRightId(misfit.part)} aria-label={`${misfit.title}, still right`}>
                <HiddenFields fields={{ [FORM_FIELD]: MISFITS_ID, part: misfit.part, base: misfit.base, [BASIS_FIELD]: misfit.basis }} />
                <StillRight part={misfit.part} of={misfit.title} />
              </Form>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Below the field of a text: why it may no longer fit, and the button that says that it does. */
export function MisfitNote({ misfit }: { misfit: Misfit }) {
  return (
    <div className="row">
      <p className="small">{inWords(misfit)}</p>
      <StillRight part={misfit.part} />
    </div>
  );
}

/** @param of its text, where no field says which it is */
const StillRight = ({ part, of }: { part: string; of?: string }) => (
  <Button type="submit" variant="outline" form={stillRightId(part)}>
    Still right
    {of ? <span className="visually-hidden">: {of}</span> : null}
  </Button>
);

/** Next to the buttons for the files: which texts may no longer fit, by name. */
export function MisfitsInFiles({ misfits }: { misfits: readonly Misfit[] }) {
  const changed = misfits.filter((each) => each.changed.length > 0);
  const before = misfits.filter((each) => each.changed.length === 0);
  return (
    <>
      {changed.length > 0 ? (
        <p className="measure">
          <strong>
            {changed.length === 1
              ? "One text in these files may no longer fit:"
              : `${changed.length} texts in these files may no longer fit:`}
          </strong>{" "}
          {changed.map((misfit) => `${misfit.title}: ${inWords(misfit)}`).join(" ")}
        </p>
      ) : null}
      {before.length > 0 ? (
        <p className="measure">
          {WRITTEN_BEFORE}: {before.map(({ title }) => title).join(", ")}.
        </p>
      ) : null}
    </>
  );
}

const inWords = ({ changed }: Misfit) => (changed.length === 0 ? `${WRITTEN_BEFORE}.` : `${changed.join("; ")}.`);

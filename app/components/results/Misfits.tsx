import { Form } from "@remix-run/react";
import { misfitsInWords } from "#model/checks.ts";
import { counted } from "#model/words.ts";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Badge, Button } from "~/components/shell/parts";
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
      <Callout kind="warning" isAnnounced={false}>
        Somebody wrote these when other figures stood there, or before it was noted which.
        {mayWrite ? " Change a text, or say that it is still right." : ""}
      </Callout>
      {outcome ? (
        <Callout kind="error" title="Nothing was saved.">
          {outcome.message}
        </Callout>
      ) : null}
      <ul className="plain-list stack ruled">
        {misfits.map((misfit) => (
          <li key={misfit.part} id={misfitId(misfit.part)} className="stack-tight">
            <a href={`#${misfit.field}`}>{misfit.title}</a>
            <Changes misfit={misfit} />
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

/** How many facts are shown before the others are folded. */
const SHOWN = 5;

/** What has another value now, a fact a line. */
function Changes({ misfit: { changed } }: { misfit: Misfit }) {
  if (changed.length === 0) return <p>{WRITTEN_BEFORE}.</p>;
  const [shown, folded] = [changed.slice(0, SHOWN), changed.slice(SHOWN)];
  return (
    <>
      <Facts facts={shown} />
      {folded.length > 0 ? (
        <details>
          <summary>{folded.length} more</summary>
          <Facts facts={folded} />
        </details>
      ) : null}
    </>
  );
}

const Facts = ({ facts }: { facts: readonly string[] }) => (
  <ul>
    {facts.map((fact) => (
      <li key={fact}>{fact}</li>
    ))}
  </ul>
);

/** Where the list says what of a text has changed. */
const misfitId = (part: string) => `misfit-${part}`;

/** Next to the field of a text: that it may no longer fit, with a link to why, and the button that says that it does. */
export function MisfitNote({ misfit: { part, title, changed } }: { misfit: Misfit }) {
  return (
    <div className="row">
      <Badge color="amber">{changed.length === 0 ? WRITTEN_BEFORE : "May no longer fit"}</Badge>
      {changed.length === 0 ? null : (
        <a href={`#${misfitId(part)}`} className="small">
          {counted(changed.length, "fact has", "facts have")} changed<span className="visually-hidden"> of {title}</span>
        </a>
      )}
      <StillRight part={part} />
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
  if (misfits.length === 0) return null;
  const titlesOf = (these: readonly Misfit[]) => these.map(({ title }) => title);
  const changed = titlesOf(misfits.filter((each) => each.changed.length > 0));
  const before = titlesOf(misfits.filter((each) => each.changed.length === 0));
  return (
    <Callout kind="warning" isAnnounced={false}>
      {changed.length > 0 ? (
        <p>
          <a href={`#${MISFITS_ID}`}>{misfitsInWords(changed)}</a>.
        </p>
      ) : null}
      {before.length > 0 ? (
        <p>
          <a href={`#${MISFITS_ID}`}>{WRITTEN_BEFORE}</a>: {before.join("; ")}.
        </p>
      ) : null}
    </Callout>
  );
}

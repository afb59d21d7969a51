import { Form, Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { EVIDENCE_KINDS } from "#model/evidence.ts";
import { LINES_MAX } from "#model/evidence-lines.ts";
import { counted } from "#model/words.ts";
import styles from "~/components/answering/concerns/evidence/Evidence.module.css";
import { FieldError } from "~/components/forms/FieldError";
import { FormLabels } from "~/components/forms/FormLabels";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { UnderstoodForm } from "~/components/forms/UnderstoodForm";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Page } from "~/components/shell/Page";
import { Button } from "~/components/shell/parts";
import { KIND_WORDS } from "~/views/answering/evidence";
import { evidencePlaceField } from "~/views/answering/evidence-form";
import { type EntryOffer, entryField, MANY, type ManyPage, type ManyResult, SEARCH_INTENT } from "~/views/answering/evidence-many";
import { type FieldLabels, tickLabels } from "~/views/form-labels";

interface EvidenceManyScreenProps {
  page: ManyPage;
  /** Of a form that was not saved as a whole, or that only searched. */
  result: ManyResult | undefined;
}

/** Adds several entries of evidence at once, new ones and some of the register (docs/rules/evidence.md#several-at-once). */
export function EvidenceManyScreen({ page, result }: EvidenceManyScreenProps) {
  return (
    <Page title={page.assessment.name} subtitle={`Add evidence – ${page.assessment.scope}`} screens={page.screens}>
      {page.readOnly === undefined ? (
        <FormOrShow page={page} result={result} />
      ) : (
        <Callout kind="info">
          {page.readOnly} <Link to={page.links.back}>Back to the evidence</Link>
        </Callout>
      )}
    </Page>
  );
}

/** The form, or what its lines were understood to say. */
function FormOrShow({ page, result }: EvidenceManyScreenProps) {
  const understood = result?.understood;
  if (!understood) return <ManyForm page={page} result={result} />;
  const { length } = understood.rows;
  const ticked = result.typed.entries.length;
  const also = ticked > 0 ? ` ${counted(ticked, "entry", "entries")} of the register will serve what is chosen, too.` : "";
  return (
    <UnderstoodForm
      understood={understood}
      summary={`${counted(length, "entry is", "entries are")} added (${KIND_WORDS[result.typed.kind]}) when you press the button below.${also}`}
    >
      {`Add ${counted(length, "entry", "entries")}`}
    </UnderstoodForm>
  );
}

function ManyForm({ page, result }: EvidenceManyScreenProps) {
  const { places, unit, links } = page;
  const { typed, offered } = result ?? page;
  const { outcome, left, errors } = result ?? { left: [], errors: {} };
  const form = useRef<HTMLFormElement>(null);
  const trouble = useRef<HTMLDivElement>(null);
  const register = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result) (result.outcome ? trouble : register).current?.focus();
  }, [result]);
  const options = places.flatMap(({ group, items }) => items.map(({ value, label }) => ({ value, label: `${group}, ${label}` })));
  return (
    // The key makes the fields anew, so that they show the server's reply instead of what was typed.
    <Form method="post" ref={form} className="stack" key={result?.id} aria-label="Evidence">
      <LeaveGuard form={form} isRejected={result !== undefined} />
      <HiddenFields fields={{ [MANY.formId]: typed.formId }} />
      <FormLabels labels={import.meta.env.SSR ? labelsOf(offered, options) : []} />
      {outcome ? (
        <div ref={trouble} tabIndex={-1} role="alert">
          <Callout kind="error" title={outcome.title} isAnnounced={false}>
            <div className="stack-tight">
              {outcome.text ? <p>{outcome.text}</p> : null}
              {left.length > 0 ? (
                <ul>
                  {left.map(({ what, why }) => (
                    <li key={`${what} ${why}`}>
                      {what}: {why}
                    </li>
                  ))}
                </ul>
              ) : null}
            </div>
          </Callout>
        </div>
      ) : null}
      <section className="panel stack-tight" aria-labelledby="many-new">
        <h2 id="many-new">New entries</h2>
        <div className="field">
          <label className="field-label" htmlFor="many-lines">
            One entry on each line
          </label>
          <span className="field-hint" id="many-lines-hint">
            What it is | where it is found | who | date | good until | remark. Only the first is needed. Rows that are copied from Excel fit
            as they are. At most {LINES_MAX} lines.
          </span>
          <textarea
            id="many-lines"
            className="textarea"
            name={MANY.lines}
            rows={6}
            defaultValue={typed.lines}
            placeholder="Programme mandate | https://documents.example/mandate | Sponsor | 5 Nov 2026"
            aria-invalid={errors.lines ? true : undefined}
            aria-describedby={errors.lines ? "many-lines-hint many-lines-error" : "many-lines-hint"}
          />
          {errors.lines ? <FieldError id="many-lines-error" messages={[errors.lines]} /> : null}
        </div>
        <div className="field">
          <label className="field-label" htmlFor="many-kind">
            Kind of all new entries
          </label>
          <select className="select" id="many-kind" name={MANY.kind} defaultValue={typed.kind}>
            {EVIDENCE_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {KIND_WORDS[kind]}
              </option>
            ))}
          </select>
        </div>
      </section>
      <section className="panel stack-tight" aria-labelledby="many-register">
        <h2 id="many-register">From the register</h2>
        <div className="field">
          <label className="field-label" htmlFor="many-search">
            Search the register
          </label>
          <div className={styles.manySearch}>
            <input className="input" type="search" id="many-search" name={MANY.search} defaultValue={typed.search} maxLength={200} />
            <Button type="submit" variant="soft" name={MANY.intent} value={SEARCH_INTENT}>
              Search
            </Button>
          </div>
        </div>
        <div ref={register} tabIndex={-1}>
          {offered.entries.length === 0 ? (
            <p className="muted">
              {typed.search === "" ? "The register has no entry that does not serve it already." : "No other entry fits the search."}
            </p>
          ) : (
            <fieldset className="field">
              <legend className="field-label">Tick what is evidence here too</legend>
              {offered.entries.map(({ id, what, hint }) => (
                <div key={id}>
                  <label className="choice">
                    <input
                      type="checkbox"
                      name={entryField(id)}
                      value="on"
                      defaultChecked={typed.entries.includes(id)}
                      aria-describedby={`${entryField(id)}-hint`}
                    />{" "}
                    <span>{what}</span>
                  </label>
                  <span className={`field-hint ${styles.manyHint}`} id={`${entryField(id)}-hint`}>
                    {hint}
                  </span>
                </div>
              ))}
              {offered.matches > offered.entries.length ? (
                <p className="small muted">These are the newest of {offered.matches}. Search for the others.</p>
              ) : null}
            </fieldset>
          )}
        </div>
      </section>
      <section className="panel stack-tight" aria-labelledby="many-for">
        <h2 id="many-for">What it is for</h2>
        {errors.places ? <FieldError id="many-places-error" messages={[errors.places]} /> : null}
        {places.map(({ group, items }) => {
          const chosen = items.filter(({ value }) => typed.places.includes(value)).length;
          return (
            <details key={group} open={chosen > 0 || (errors.places !== undefined && group === places[0]?.group) || undefined}>
              <summary>
                {group} <span className="muted small">{chosen > 0 ? `${chosen} chosen` : ""}</span>
              </summary>
              <fieldset className="choices">
                <legend className="visually-hidden">{group}</legend>
                {items.map(({ value, label }) => (
                  <label key={value} className="choice">
                    <input type="checkbox" name={evidencePlaceField(value)} value="on" defaultChecked={typed.places.includes(value)} />{" "}
                    <span>{label}</span>
                  </label>
                ))}
              </fieldset>
            </details>
          );
        })}
        <p className="small muted">
          Everything above becomes evidence for all {unit} that are ticked. Which levels an entry supports is said on the questions screens.
        </p>
      </section>
      <div className="panel action-bar row row-end">
        <Link to={links.back}>Cancel</Link>
        <Button type="submit">Add evidence</Button>
      </div>
    </Form>
  );
}

/** What the form asks, for the page that gives it back when it comes too late. */
const labelsOf = ({ entries }: EntryOffer, places: readonly { value: string; label: string }[]): FieldLabels[] => [
  { ask: { [MANY.lines]: "New entries of evidence" } },
  { ask: { [MANY.kind]: "Kind of all new entries" }, values: { ...KIND_WORDS } },
  tickLabels(Object.fromEntries(entries.map(({ id, what }) => [entryField(id), `From the register: ${what}`]))),
  tickLabels(Object.fromEntries(places.map(({ value, label }) => [evidencePlaceField(value), `Evidence for ${label}`]))),
];

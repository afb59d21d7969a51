import { Link, useLocation } from "@remix-run/react";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { type Choice, canRise, type RaisableGroup, recommendedChoice } from "#model/what-if.ts";
import { byScript } from "~/components/forms/by-script";
import { Callout } from "~/components/shell/Callout";
import { Page } from "~/components/shell/Page";
import { Badge, Button } from "~/components/shell/parts";
import {
  choiceOf,
  choiceQuery,
  EFFECT_ID,
  farChoices,
  openInWords,
  type ShownWhatIf,
  showWhatIf,
  WHAT_IF_FIELDS,
  type WhatIfPage,
} from "~/views/what-if";
import styles from "./Result.module.css";

/** What a result would be if some of it were raised (docs/rules/results-and-files.md#what-if). */
export function WhatIfScreen({ page }: { page: WhatIfPage }) {
  const { assessment, subtitle, isDraft, standing, links } = page;
  const { key, search } = useLocation();
  const recommended = recommendedChoice(standing.groups);
  const raisable = standing.groups.some(({ items }) => items.some(canRise));
  return (
    <Page
      title="What if"
      subtitle={`${assessment.name}, ${subtitle}`}
      actions={isDraft ? <Badge color="amber">Draft</Badge> : undefined}
      screens={page.screens}
    >
      <div className="stack">
        <p className="row row-wide no-print">
          {recommended ? <Link to={`${links.here}?${choiceQuery(recommended)}`}>Show what the recommended steps would give</Link> : null}
          {raisable ? <Link to={links.here}>Untick all</Link> : null}
        </p>
        <Callout kind="info" title="This is an estimate.">
          Tick what could be raised, and see what it would give. It changes no answer, and nothing of it is stored. {openInWords(page)}
        </Callout>
        {/* Each address is a form of its own, so that the boxes are those of the address. */}
        <Estimate key={key} page={page} initial={choiceOf(new URLSearchParams(search), standing.groups)} raisable={raisable} />
      </div>
    </Page>
  );
}

/** The boxes, and what they would give: at once with script, by the button without. */
function Estimate({ page, initial, raisable }: { page: WhatIfPage; initial: Choice; raisable: boolean }) {
  const { standing, links } = page;
  const { groups } = standing;
  const form = useRef<HTMLFormElement>(null);
  const effect = useRef<HTMLHeadingElement>(null);
  const [choice, setChoice] = useState(initial);
  const read = () => (form.current ? choiceOf(new FormData(form.current), groups) : initial);
  const recount = () => {
    const next = read();
    setChoice(next);
    const query = choiceQuery(next);
    window.history.replaceState(window.history.state, "", `${links.here}${query ? `?${query}` : ""}`);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the browser may have restored boxes, or a user ticked some, before hydration
  useEffect(() => setChoice(read()), []);
  const shown = showWhatIf(page, choice);
  if (groups.every(({ items }) => items.length === 0))
    return <p>Nothing here can be raised, as the scores behind the result are not known.</p>;
  return (
    <>
      <section className="stack" aria-labelledby={EFFECT_ID}>
        <h2 id={EFFECT_ID} ref={effect} tabIndex={-1}>
          What it would give
        </h2>
        <Effect shown={shown} extent={page.assessment.extent} />
      </section>
      {raisable ? (
        <form
          method="get"
          action={`${links.here}#${EFFECT_ID}`}
          ref={form}
          className="stack"
          aria-label="What to raise"
          autoComplete="off"
          onChange={recount}
          onSubmit={byScript(() => effect.current?.focus())}
        >
          {/* Enter presses the first button of a form: it must ask for what is ticked. */}
          <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden />
          <h2>What to raise</h2>
          <div className="field">
            <label className="field-label" htmlFor="far">
              How far
            </label>
            <select
              id="far"
              name={WHAT_IF_FIELDS.far}
              className={`select ${styles.far}`}
              defaultValue={initial.far}
              aria-describedby="far-hint"
            >
              {farChoices(standing).map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <span className="field-hint" id="far-hint">
              What is ticked then meets this level in full. What is higher already stays.
            </span>
          </div>
          {groups.map((group) => (
            <Group key={group.key} group={group} choice={choice} initial={initial} shown={shown} onSet={recount} />
          ))}
          <div className="panel action-bar row row-between no-print">
            <p role="status">{shown.sentence}</p>
            <Button type="submit">Show what it would give</Button>
          </div>
        </form>
      ) : (
        <p>Nothing here can be raised.</p>
      )}
    </>
  );
}

function Effect({ shown: { figures, held, columns, rows }, extent }: { shown: ShownWhatIf; extent: string | undefined }) {
  return (
    <>
      <div className={`row ${styles.scores}`}>
        {figures.map(({ label, value, meaning }, index) => (
          <p key={label} className="panel score">
            {label} <strong>{value}</strong> <span className="small muted">{meaning}</span>{" "}
            {index === 0 && extent ? <span className="small block">{extent}</span> : null}
          </p>
        ))}
      </div>
      {held ? <p>{held}</p> : null}
      <div className="panel table-scroll measure">
        <table className="table" aria-labelledby={EFFECT_ID}>
          <thead>
            <tr>
              {columns.map((title, index) => (
                <th key={title} scope="col" className={index === 0 ? undefined : "number"}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, cells }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map(({ text, differs }, index) => (
                  <td key={columns[index + 1]} className="number unbroken">
                    {differs ? <strong>{text}</strong> : text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface GroupProps {
  group: RaisableGroup;
  choice: Choice;
  initial: Choice;
  shown: ShownWhatIf;
  onSet: () => void;
}

/** The boxes of a perspective or a rank, and a button that ticks or unticks all. Without script it sends the form, which comes back so. */
function Group({ group: { key, name, items }, choice, initial, shown, onSet }: GroupProps) {
  const open = items.filter(canRise);
  const isFull = open.length > 0 && open.every((item) => choice.keys.has(item.key));
  const set = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    const boxes = event.currentTarget.closest("section")?.querySelectorAll<HTMLInputElement>("input[type=checkbox]:not(:disabled)") ?? [];
    for (const box of boxes) box.checked = !isFull;
    onSet();
  };
  return (
    <section className="panel stack-tight" aria-labelledby={`group-${key}`}>
      <div className="row row-between">
        <h3 id={`group-${key}`}>{name}</h3>
        {open.length > 1 ? (
          <Button
            type="submit"
            name={isFull ? WHAT_IF_FIELDS.none : WHAT_IF_FIELDS.all}
            value={key}
            size="1"
            variant="soft"
            aria-label={`${isFull ? "Untick" : "Tick"} all: ${name}`}
            onClick={set}
          >
            {isFull ? "Untick all" : "Tick all"}
          </Button>
        ) : null}
      </div>
      <div className="choices">
        {items.map((item) => (
          <label key={item.key} className="choice">
            <input
              type="checkbox"
              name={WHAT_IF_FIELDS.raise}
              value={item.key}
              defaultChecked={initial.keys.has(item.key)}
              disabled={!canRise(item)}
            />
            <span>
              {item.name} <span className="muted small unbroken">{shown.items.get(item.key)}</span>
            </span>
          </label>
        ))}
      </div>
    </section>
  );
}

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { EVIDENCE_KINDS } from "#model/evidence.ts";
import { byScript } from "~/components/forms/by-script";
import { FieldError } from "~/components/forms/FieldError";
import { Callout } from "~/components/shell/Callout";
import { Facts } from "~/components/shell/Facts";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Button } from "~/components/shell/parts";
import {
  type EvidenceItem,
  type EvidenceOutcome,
  type EvidenceTextField,
  type EvidenceView,
  evidenceGo,
  FIELDS,
  KIND_WORDS,
  levelsInWords,
  NEW,
  type TypedEvidence,
} from "~/views/answering/evidence";
import { evidenceLevelField, evidencePlaceField, fieldsOf, SPEAKS, TEXT_LABELS, textsOf } from "~/views/answering/evidence-form";
import styles from "./Evidence.module.css";

interface EvidenceFormProps {
  view: EvidenceView;
  /** What is changed; undefined for a new entry. */
  entry: EvidenceItem | undefined;
  /** The number of an entry that is no longer stored, but still open here. */
  id: string;
  /** What was typed into a form that came back. */
  typed: TypedEvidence | undefined;
  outcome: Exclude<EvidenceOutcome, { kind: "saved" }> | undefined;
  isBusy: boolean;
  /** Opened by a press on this page, so that the focus follows. */
  takesFocus: boolean;
  onSave(): void;
  onCancel(): void;
}

/** The fields of an entry. They belong to the form of the questions screen, so that without script nothing else is lost by saving it. */
export function EvidenceForm({ view, entry, id, typed, outcome, isBusy, takesFocus, onSave, onCancel }: EvidenceFormProps) {
  const first = useRef<HTMLInputElement>(null);
  const group = useRef<HTMLFieldSetElement>(null);
  const errors = outcome?.kind === "invalid" ? outcome.errors : {};
  useEffect(() => {
    if (takesFocus) first.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    if (!outcome) return;
    const wrong = group.current?.querySelector<HTMLElement>("[aria-invalid]");
    (wrong ?? group.current?.querySelector<HTMLElement>(".evidence-trouble"))?.focus();
  }, [outcome]);
  // The version that was shown: the stored entry after a conflict, otherwise the one that the form was first rendered from.
  const base = (outcome?.kind === "conflict" ? outcome.stored?.base : (typed?.[FIELDS.base] ?? entry?.base)) ?? "";
  const values = { ...fieldsOf(entry, view.place), ...(typed ? onlyTyped(typed, view) : {}) };
  const value = (name: string) => values[name] ?? "";
  const control = (name: EvidenceTextField) => ({
    id: FIELDS[name],
    name: FIELDS[name],
    defaultValue: value(FIELDS[name]),
    "aria-invalid": errors[name] ? true : undefined,
    "aria-describedby":
      [errors[name] ? `${FIELDS[name]}-error` : "", HINTS[name] ? `${FIELDS[name]}-hint` : ""].filter(Boolean).join(" ") || undefined,
  });
  const field = (name: EvidenceTextField, children: ReactNode) => (
    <div className="field">
      <label className="field-label" htmlFor={FIELDS[name]}>
        {TEXT_LABELS[name]}
        {name === "what" || name === "kind" ? null : <span className="muted"> (optional)</span>}
      </label>
      {children}
      {HINTS[name] ? (
        <span className="field-hint" id={`${FIELDS[name]}-hint`}>
          {HINTS[name]}
        </span>
      ) : null}
      {errors[name] ? <FieldError id={`${FIELDS[name]}-error`} messages={[errors[name]]} /> : null}
    </div>
  );
  const chosen = view.others.flatMap(({ items }) => items).filter(({ place }) => value(evidencePlaceField(place)) === "on").length;
  // Enter in a line of text presses the screen's first button, which saves everything else.
  const saveByEnter = (event: KeyboardEvent<HTMLFieldSetElement>) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement) || event.target.type === "checkbox") return;
    event.preventDefault();
    onSave();
  };
  return (
    <fieldset className="panel stack-tight" ref={group} onKeyDown={saveByEnter}>
      <legend>{id === NEW ? "New evidence" : "Change evidence"}</legend>
      <Trouble outcome={outcome} />
      <HiddenFields fields={{ [FIELDS.id]: id, [FIELDS.base]: base, [FIELDS.formId]: typed?.[FIELDS.formId] ?? view.formId }} />
      <div className="form-grid form-grid-close">
        {field(
          "kind",
          <select className="select" {...control("kind")}>
            {EVIDENCE_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {KIND_WORDS[kind]}
              </option>
            ))}
          </select>,
        )}
        {field("what", <input className="input" type="text" {...control("what")} ref={first} aria-required />)}
        {field("where", <input className="input" type="text" {...control("where")} inputMode="url" />)}
        {field("who", <input className="input" type="text" {...control("who")} />)}
        {field("date", <input className="input" type="date" {...control("date")} />)}
        {field("goodUntil", <input className="input" type="date" {...control("goodUntil")} />)}
      </div>
      <fieldset className={`row ${styles.evidenceLevels}`}>
        <legend className="field-label">
          Levels that it speaks about here<span className="muted"> (optional)</span>
        </legend>
        {view.levels.map((level) => (
          <label key={level} className="unbroken">
            Level {level}{" "}
            <select className="select" name={evidenceLevelField(level)} defaultValue={value(evidenceLevelField(level))}>
              <option value="">–</option>
              {Object.entries(SPEAKS).map(([how, words]) => (
                <option key={how} value={how}>
                  {words}
                </option>
              ))}
            </select>
          </label>
        ))}
      </fieldset>
      {field("remark", <textarea className="textarea" rows={3} {...control("remark")} />)}
      {view.others.length > 0 ? (
        <details className="evidence-others" open={chosen > 0 || errors.places !== undefined || undefined}>
          <summary aria-describedby={errors.places ? "evidence-places-error" : undefined}>
            Use it elsewhere in this assessment, too{chosen > 0 ? ` (${chosen})` : ""}
          </summary>
          <p className="field-hint">Tick what else it is evidence for. It stays one entry, and is shown at each.</p>
          {view.others.map(({ group: name, items }) => (
            <fieldset key={name}>
              <legend className="small">{name}</legend>
              {items.map(({ place, label }) => (
                <label key={place} className="choice">
                  <input
                    type="checkbox"
                    name={evidencePlaceField(place)}
                    value="on"
                    defaultChecked={value(evidencePlaceField(place)) === "on"}
                  />{" "}
                  {label}
                </label>
              ))}
            </fieldset>
          ))}
        </details>
      ) : null}
      {errors.places ? <FieldError id="evidence-places-error" messages={[errors.places]} /> : null}
      <div className="row">
        <Button type="submit" variant="soft" name="go" value={evidenceGo("cancel")} onClick={byScript(onCancel)}>
          Cancel
        </Button>
        <Button type="submit" name="go" value={evidenceGo("save")} aria-disabled={isBusy} onClick={byScript(onSave)}>
          Save evidence
        </Button>
      </div>
    </fieldset>
  );
}

const HINTS: Partial<Record<EvidenceTextField, string>> = {
  where: "An address that begins with https://, or the place in words",
  who: "A role: who was asked, or who keeps it",
  goodUntil: "The last day on which it counts",
};

/** What was posted, with unticked boxes and levels that were taken back as such. */
function onlyTyped(typed: TypedEvidence, { levels, others }: EvidenceView): TypedEvidence {
  const boxes = others.flatMap(({ items }) => items.map(({ place }) => evidencePlaceField(place)));
  return { ...Object.fromEntries([...levels.map(evidenceLevelField), ...boxes].map((name) => [name, ""])), ...typed };
}

function Trouble({ outcome }: Pick<EvidenceFormProps, "outcome">) {
  const message = outcome && inWords(outcome);
  if (!message) return null;
  return (
    // The focus goes here where no field is wrong.
    <div className="evidence-trouble" tabIndex={-1} role="alert">
      <Callout kind={outcome.kind === "conflict" ? "warning" : "error"} title={message.title}>
        <div className="stack-tight">
          {message.text ? <p>{message.text}</p> : null}
          {outcome.kind === "conflict" && outcome.stored ? <Stored entry={outcome.stored} /> : null}
        </div>
      </Callout>
    </div>
  );
}

/** An entry as somebody else left it. */
function Stored({ entry }: { entry: EvidenceItem }) {
  const places = entry.for.map((each) => [each.name, levelsInWords(each)].filter(Boolean).join(": ")).join("; ");
  const rows = [...textsOf(entry), ["For", places] as const];
  return <Facts facts={rows.filter(([, text]) => text !== "")} />;
}

function inWords(outcome: Exclude<EvidenceOutcome, { kind: "saved" }>): { title: string; text?: string | undefined } {
  switch (outcome.kind) {
    case "invalid":
      return { title: "The evidence is not saved yet.", text: outcome.message ?? "Please look at the marked fields." };
    case "conflict":
      return outcome.stored
        ? {
            title: "Somebody changed this entry meanwhile.",
            text: "Nothing was saved. This is what is stored now; save again to replace it with what you typed.",
          }
        : {
            title: "Somebody removed this entry meanwhile.",
            text: "Nothing was saved. Save again to put it back with what you typed.",
          };
    case "locked":
      return {
        title: `${outcome.by ?? "Somebody else"} is editing this assessment now.`,
        text: "The evidence was not saved. What you typed is still here.",
      };
    case "refused":
      return { title: "The evidence was not saved.", text: outcome.message };
    case "failed":
      return {
        title: "Something happened, please try again...",
        text: outcome.unknown
          ? "It is not known whether the evidence was saved. What you typed is still here."
          : "The evidence was not saved. What you typed is still here.",
      };
  }
}

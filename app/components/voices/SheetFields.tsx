import type { FieldMetadata } from "@conform-to/react";
import { type MouseEvent, useRef, useState } from "react";
import { LONG_SHEET_MINUTES, lengthInWords, minutesFor, VOICE_MESSAGE_MAX } from "#model/voices.ts";
import { ChoiceGroup } from "~/components/forms/ChoiceGroup";
import { FieldError } from "~/components/forms/FieldError";
import { CheckboxField, TextAreaField, TextField } from "~/components/forms/fields";
import { Icon } from "~/components/shell/Icon";
import { Button } from "~/components/shell/parts";
import { ASK, type AskPage, EVERYTHING, type PlaceGroup, statementsIn } from "~/views/voices";

/** The warning about a sheet that takes long. */
export const LONG_SHEET = `That is more than ${LONG_SHEET_MINUTES} minutes: many people stop before the end. Ask about less.`;

type Fields = Record<"places" | "until" | "message" | "checksFacts", FieldMetadata<unknown>>;

interface SheetFieldsProps {
  fields: Fields;
  labels: Readonly<Record<"places" | "until" | "message" | "checksFacts", string>>;
  offered: AskPage["fields"];
  /** The last day of a sheet that is over may stay. */
  isStored?: boolean;
}

/** The fields of a sheet: its places, its last day and its message. */
export function SheetFields({ fields, labels, offered: { places, mails, days }, isStored = false }: SheetFieldsProps) {
  return (
    <>
      <Places field={fields.places} label={labels.places} groups={places} />
      <TextField
        field={fields.until}
        label={labels.until}
        type="date"
        min={isStored ? undefined : days.first}
        max={days.last}
        hint={isStored ? "A later day opens a closed sheet again." : "Within a year. You can close sheets earlier."}
        required
      />
      <TextAreaField
        field={fields.message}
        label={labels.message}
        hint={`It is on the first page of the sheet${mails ? " and in the mail" : ""}: at most ${VOICE_MESSAGE_MAX.toLocaleString("en-GB")} characters, without web and mail addresses.`}
        rows={4}
        optional
      />
      <CheckboxField
        field={fields.checksFacts}
        label="Ask for a check of facts, too"
        hint="Each page then shows your verdict in words, as far as there is one. People agree with it, or disagree and say why."
      />
    </>
  );
}

interface PlacesProps {
  field: FieldMetadata<unknown>;
  label: string;
  groups: readonly PlaceGroup[];
}

/** Threads, practices and components, by perspective or kind. One press ticks a group, or all of them. */
function Places({ field: { id, name, initialValue, errors }, label, groups }: PlacesProps) {
  const list = useRef<HTMLDivElement>(null);
  const chosen = Array.isArray(initialValue) ? initialValue.map(String) : [String(initialValue ?? "")];
  const [statements, setStatements] = useState(() => statementsIn(groups, chosen));
  const count = () => {
    const ticked = [...(list.current?.querySelectorAll<HTMLInputElement>("input:checked") ?? [])].map(({ value }) => value);
    setStatements(statementsIn(groups, ticked));
  };
  const tickAll = (event: MouseEvent) => {
    event.preventDefault();
    for (const box of list.current?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? []) if (!box.checked) box.click();
    for (const group of list.current?.querySelectorAll("details") ?? []) group.open = true;
  };
  return (
    <fieldset
      id={id}
      className="field stack-tight"
      tabIndex={-1}
      aria-describedby={[errors ? `${id}-error` : "", `${id}-hint`].filter(Boolean).join(" ")}
      aria-invalid={errors ? true : undefined}
    >
      <legend className="field-label">{label}</legend>
      <span className="field-hint" id={`${id}-hint`}>
        Each that you tick is a page of the sheet, with all of its statements.
      </span>
      <div>
        <Button type="submit" formNoValidate name={ASK.selectAll} value={EVERYTHING} size="1" variant="soft" onClick={tickAll}>
          Ask about everything
        </Button>
      </div>
      <div ref={list} className="stack-tight" onChange={count}>
        {groups.map((group, index) => {
          const ticked = group.options.filter(({ value }) => chosen.includes(value)).length;
          return (
            <details key={group.name} open={ticked > 0 || groups.length < 3 || undefined}>
              <summary>
                {group.name} <span className="muted">({group.options.length})</span>
              </summary>
              <ChoiceGroup
                type="checkbox"
                id={`${id}-${index}`}
                name={name}
                label={<span className="visually-hidden">{group.name}</span>}
                options={group.options}
                chosen={chosen}
                selectAll={{ name: ASK.selectAll, value: group.name }}
              />
            </details>
          );
        })}
      </div>
      <SheetTime statements={statements} />
      {errors ? <FieldError id={`${id}-error`} messages={errors} /> : null}
    </fieldset>
  );
}

/** How long a sheet takes, as it is ticked (docs/rules/voices.md#how-long-it-takes). Without script the page before asking says it. */
const SheetTime = ({ statements }: { statements: number }) => (
  <p role="status" className="small">
    {statements === 0 ? null : (
      <>
        The sheet has <strong>{lengthInWords(statements)}</strong>.{" "}
        {minutesFor(statements) > LONG_SHEET_MINUTES ? (
          <strong>
            <Icon name="ExclamationTriangle" /> {LONG_SHEET}
          </strong>
        ) : null}
      </>
    )}
  </p>
);

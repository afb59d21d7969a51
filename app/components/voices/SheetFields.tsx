import type { FieldMetadata } from "@conform-to/react";
import { type MouseEvent, useRef, useState } from "react";
import { LONG_SHEET_MINUTES, lengthInWords, minutesFor, VOICE_MESSAGE_MAX } from "#model/voices.ts";
import { ChoiceGroup } from "~/components/forms/ChoiceGroup";
import { FieldError } from "~/components/forms/FieldError";
import { CheckboxField, SelectField, TextAreaField, TextField } from "~/components/forms/fields";
import { Icon } from "~/components/shell/Icon";
import { Button } from "~/components/shell/parts";
import { ASK, type AskPage, EVERYTHING, levelsIn, type PlaceGroup, statementsIn } from "~/views/voices";

/** The warning about a sheet that takes long. @param hasLevels whether levels can be chosen */
export const longSheet = (hasLevels: boolean): string =>
  `That is more than ${LONG_SHEET_MINUTES} minutes: many people stop before the end. Ask about less${hasLevels ? ", or about fewer levels" : ""}.`;

type Fields = Record<"places" | "levels" | "until" | "message" | "checksFacts", FieldMetadata<unknown>>;

interface SheetFieldsProps {
  fields: Fields;
  labels: Readonly<Record<"places" | "levels" | "until" | "message" | "checksFacts", string>>;
  offered: AskPage["fields"];
  /** The last day of a sheet that is over may stay. */
  isStored?: boolean;
  /** The sheet is in its second round, which is a check of facts whatever is ticked (docs/rules/voices.md#second-round). */
  isSecond?: boolean;
}

/** The fields of a sheet: its places, its last day and its message. */
export function SheetFields({
  fields,
  labels,
  offered: { places, levels, mails, days },
  isStored = false,
  isSecond = false,
}: SheetFieldsProps) {
  const first = fields.places.initialValue;
  const [chosen, setChosen] = useState(() => (Array.isArray(first) ? first.map(String) : [String(first ?? "")]));
  const [level, setLevel] = useState(() => String(fields.levels.initialValue ?? ""));
  return (
    <>
      <Places field={fields.places} label={labels.places} groups={places} onChoose={setChosen} />
      {levels.length > 0 ? (
        <div onChange={({ target }) => setLevel((target as unknown as HTMLSelectElement).value)}>
          <SelectField
            field={fields.levels}
            label={labels.levels}
            hint="For sheets that would be long. Maturity components have no level, and are always asked about in full."
            options={levels}
            placeholder="All levels"
            optional
          />
        </div>
      ) : null}
      <SheetTime statements={statementsIn(places, chosen, levelsIn(level))} hasLevels={levels.length > 0} />
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
      {isSecond ? (
        <input type="hidden" name={fields.checksFacts.name} value={String(fields.checksFacts.initialValue ?? "")} />
      ) : (
        <CheckboxField
          field={fields.checksFacts}
          label="Ask for a check of facts, too"
          hint="Each page then shows your verdict in words, as far as there is one. People agree with it, or disagree and say why."
        />
      )}
    </>
  );
}

interface PlacesProps {
  field: FieldMetadata<unknown>;
  label: string;
  groups: readonly PlaceGroup[];
  /** Called with all that are ticked. */
  onChoose(places: string[]): void;
}

/** Threads, practices and components, by perspective or kind. One press ticks a group, or all of them. */
function Places({ field: { id, name, initialValue, errors }, label, groups, onChoose }: PlacesProps) {
  const list = useRef<HTMLDivElement>(null);
  const chosen = Array.isArray(initialValue) ? initialValue.map(String) : [String(initialValue ?? "")];
  const count = () => onChoose([...(list.current?.querySelectorAll<HTMLInputElement>("input:checked") ?? [])].map(({ value }) => value));
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
      {errors ? <FieldError id={`${id}-error`} messages={errors} /> : null}
    </fieldset>
  );
}

/** How long a sheet takes, as it is ticked (docs/rules/voices.md#how-long-it-takes). Without script the page before asking says it. */
const SheetTime = ({ statements, hasLevels }: { statements: number; hasLevels: boolean }) => (
  <p role="status" className="small">
    {statements === 0 ? null : (
      <>
        The sheet has <strong>{lengthInWords(statements)}</strong>.{" "}
        {minutesFor(statements) > LONG_SHEET_MINUTES ? (
          <strong>
            <Icon name="ExclamationTriangle" /> {longSheet(hasLevels)}
          </strong>
        ) : null}
      </>
    )}
  </p>
);

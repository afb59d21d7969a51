import { type MouseEvent, type ReactNode, useRef } from "react";
import { FieldError } from "~/components/forms/FieldError";
import { Icon } from "~/components/shell/Icon";
import { Button } from "~/components/shell/parts";

interface ChoiceOption {
  value: string;
  label: string;
  hint?: ReactNode;
  /** Cannot be changed. If it is chosen, it is still submitted. */
  disabled?: boolean | undefined;
  /** Locked on: chosen, greyed out and submitted (docs/rules/accessibility-and-words.md#forms). */
  isRequired?: boolean | undefined;
  className?: string | undefined;
}

export interface ChoiceGroupProps {
  type: "radio" | "checkbox";
  name: string;
  /** The id that error summaries link to; the name unless given. */
  id?: string;
  label: ReactNode;
  hint?: ReactNode;
  options: readonly ChoiceOption[];
  chosen: readonly string[];
  errors?: readonly string[] | undefined;
  required?: boolean | undefined;
  /** One column. */
  wide?: boolean | undefined;
  /** Side by side, for a few short words. */
  inline?: boolean | undefined;
  /**
   * Offers 'Select all' (checkboxes) as a submit button of this name and value. Without script it is sent, and the action answers with the
   * page in which all are chosen.
   */
  selectAll?: { name: string; value: string } | undefined;
}

/** A choice of one (radio buttons) or any (checkboxes), with legend, hint and error. The inputs are native. */
export function ChoiceGroup(props: ChoiceGroupProps) {
  const { type, name, id = name, label, hint, options, chosen, errors, required, wide, inline, selectAll } = props;
  const list = useRef<HTMLDivElement>(null);
  const described = [errors ? `${id}-error` : "", hint ? `${id}-hint` : ""].filter(Boolean).join(" ");
  const chooseAll = (event: MouseEvent) => {
    event.preventDefault();
    for (const box of list.current?.querySelectorAll<HTMLInputElement>("input[type=checkbox]:not(:disabled)") ?? []) {
      if (!box.checked) box.click();
    }
  };
  const layout = inline ? "row" : wide ? undefined : "choices";
  return (
    <fieldset id={id} className="field" aria-describedby={described || undefined} aria-invalid={errors ? true : undefined} tabIndex={-1}>
      <legend className="field-label">{label}</legend>
      {hint ? (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      {selectAll ? (
        <div>
          <Button type="submit" formNoValidate {...selectAll} size="1" variant="soft" onClick={chooseAll}>
            Select all
          </Button>
        </div>
      ) : null}
      <div className={layout} ref={list}>
        {options.map((option) => {
          const checked = option.isRequired || chosen.includes(option.value);
          const locked = option.isRequired || option.disabled;
          return (
            <label key={option.value} className={option.className ? `choice ${option.className}` : "choice"}>
              <input type={type} name={name} value={option.value} defaultChecked={checked} disabled={locked} required={required} />
              <span>
                {option.label}
                {option.isRequired ? (
                  <>
                    {" "}
                    <Icon name="LockClosed" />
                    <span className="visually-hidden">(always included)</span>
                  </>
                ) : null}
              </span>{" "}
              {option.hint ? <span className="field-hint">{option.hint}</span> : null}
              {locked && checked ? <input type="hidden" name={name} value={option.value} /> : null}
            </label>
          );
        })}
      </div>
      {errors ? <FieldError id={`${id}-error`} messages={errors} /> : null}
    </fieldset>
  );
}

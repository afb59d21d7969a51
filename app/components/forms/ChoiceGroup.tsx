import { CrossCircledIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { type ReactNode, useRef } from "react";

export interface ChoiceOption {
  value: string;
  label: string;
  hint?: ReactNode;
  /** Cannot be changed; one that is chosen is submitted all the same. */
  disabled?: boolean | undefined;
  className?: string | undefined;
}

interface ChoiceGroupProps {
  type: "radio" | "checkbox";
  name: string;
  /** The id that error summaries link to; the name unless said otherwise. */
  id?: string;
  label: ReactNode;
  hint?: ReactNode;
  options: readonly ChoiceOption[];
  chosen: readonly string[];
  errors?: readonly string[] | undefined;
  required?: boolean | undefined;
  /** One column. */
  wide?: boolean | undefined;
  /** Offers 'Select all' (checkboxes). It needs script and is not shown without. */
  selectAll?: boolean | undefined;
}

/** One or any of a list, as native radio buttons or checkboxes with a legend, a hint and an error. */
export function ChoiceGroup({ type, name, id = name, label, hint, options, chosen, errors, required, wide, selectAll }: ChoiceGroupProps) {
  const list = useRef<HTMLDivElement>(null);
  const described = [errors ? `${id}-error` : "", hint ? `${id}-hint` : ""].filter(Boolean).join(" ");
  const chooseAll = () => {
    for (const box of list.current?.querySelectorAll<HTMLInputElement>("input[type=checkbox]:not(:disabled)") ?? []) {
      if (!box.checked) box.click();
    }
  };
  return (
    <fieldset id={id} className="field" aria-describedby={described || undefined} aria-invalid={errors ? true : undefined} tabIndex={-1}>
      <legend className="field-label">{label}</legend>
      {hint ? (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      {selectAll ? (
        <div className="needs-script">
          <Button type="button" size="1" variant="ghost" onClick={chooseAll}>
            Select all
          </Button>
        </div>
      ) : null}
      <div className={wide ? "choices choices-wide" : "choices"} ref={list}>
        {options.map((option) => {
          const checked = chosen.includes(option.value);
          return (
            <label key={option.value} className={option.className ? `choice ${option.className}` : "choice"}>
              <input type={type} name={name} value={option.value} defaultChecked={checked} disabled={option.disabled} required={required} />
              <span>{option.label}</span>
              {option.hint ? <span className="field-hint">{option.hint}</span> : null}
              {option.disabled && checked ? <input type="hidden" name={name} value={option.value} /> : null}
            </label>
          );
        })}
      </div>
      {errors ? (
        <span className="field-error" id={`${id}-error`}>
          <CrossCircledIcon className="icon" aria-hidden />
          {errors.join(" ")}
        </span>
      ) : null}
    </fieldset>
  );
}

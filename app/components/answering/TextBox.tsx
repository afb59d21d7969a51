import type { ReactNode } from "react";
import { FieldError } from "~/components/forms/FieldError";
import { useHydrated } from "~/components/forms/useHydrated";
import { SaveStatus } from "~/components/saving/SaveStatus";
import type { Draft } from "~/components/saving/useDraft";

interface TextBoxProps {
  name: "note" | "reason";
  label: ReactNode;
  /** What it is called in the state of saving: 'Notes'. */
  what: string;
  rows: number;
  placeholder?: string;
  draft: Draft;
  /** The version that the form was rendered from. */
  version: string;
  /** Below the text, and read with it. */
  hint?: ReactNode;
  /** The name of a field in the form; its own, unless the form has several of a kind. */
  fieldName?: ((name: string) => string) | undefined;
  /** Whether another state of saving on the screen announces this one, too. */
  isQuiet?: boolean | undefined;
}

const ownName = (name: string) => name;

/** A text that is saved with the form, or automatically shortly after the last keystroke. */
export function TextBox({
  name,
  label,
  what,
  rows,
  placeholder,
  draft,
  version,
  hint,
  fieldName = ownName,
  isQuiet = false,
}: TextBoxProps) {
  const hydrated = useHydrated();
  const id = fieldName(name);
  const refused = draft.state.kind === "refused" ? draft.state.message : undefined;
  return (
    <div className="field">
      <input type="hidden" name={fieldName(`${name}Base`)} value={version} />
      <div className="row row-between">
        <label className="field-label" htmlFor={id}>
          {label}
        </label>
        {hydrated ? <SaveStatus drafts={[draft]} what={what} isQuiet={isQuiet} /> : null}
      </div>
      <textarea
        id={id}
        className="textarea"
        name={id}
        rows={rows}
        placeholder={placeholder}
        value={draft.value}
        aria-invalid={refused ? true : undefined}
        aria-describedby={refused ? `${id}-error` : hint ? `${id}-hint` : undefined}
        onChange={({ currentTarget }) => draft.change(currentTarget.value)}
      />
      {hint ? (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      {refused ? <FieldError id={`${id}-error`} messages={[refused]} /> : null}
    </div>
  );
}

/** The same text where it cannot be changed. @param none shown in place of an empty one */
export function ReadText({ name, label, text, none }: { name: string; label: ReactNode; text: string; none: string }) {
  return (
    <section className="stack-close" id={name} aria-labelledby={`${name}-label`}>
      <h3 id={`${name}-label`}>{label}</h3>
      <p className={text === "" ? "muted" : "note-text"}>{text === "" ? none : text}</p>
    </section>
  );
}

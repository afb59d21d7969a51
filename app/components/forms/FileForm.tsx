import { Form } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { FieldError } from "~/components/forms/FieldError";
import { useNavigation } from "~/components/shell/held-forms";
import { Button } from "~/components/shell/parts";

interface FileFormProps {
  action: string;
  /** Of the field, whose name on the wire is `name`. */
  id: string;
  name: string;
  label: ReactNode;
  hint?: string;
  accept: string;
  /** The most bytes, and the message for a file that has more. */
  max: number;
  tooLarge: string;
  /** Why the server refused the last file. */
  error: string | undefined;
  /** What the form sends in addition to the file, and what there is to say above its button. */
  children?: ReactNode;
  submit: string;
  variant?: "soft";
}

/** A form that uploads one file. The script does not send a file that is too large. A refused file has the focus. */
export function FileForm({ action, id, name, label, hint, accept, max, tooLarge, error, children, submit, variant }: FileFormProps) {
  const [early, setEarly] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const isSending = useNavigation().state === "submitting";
  const shown = early ?? error;
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  const check = (event: FormEvent) => {
    const isTooLarge = (field.current?.files?.[0]?.size ?? 0) > max;
    setEarly(isTooLarge ? tooLarge : undefined);
    if (isTooLarge) event.preventDefault();
  };
  const described = [hint ? `${id}-hint` : "", shown ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <Form method="post" action={action} encType="multipart/form-data" className="stack-tight" onSubmit={check} preventScrollReset>
      <div className="field">
        <label className="field-label" htmlFor={id}>
          {label}
        </label>
        {hint ? (
          <span className="field-hint" id={`${id}-hint`}>
            {hint}
          </span>
        ) : null}
        <input
          ref={field}
          id={id}
          className="input"
          type="file"
          name={name}
          accept={accept}
          required
          aria-invalid={shown ? true : undefined}
          aria-describedby={described || undefined}
          onChange={() => setEarly(undefined)}
        />
        {shown ? <FieldError id={`${id}-error`} messages={[shown]} /> : null}
      </div>
      {children}
      <div className="row">
        <Button type="submit" disabled={isSending} {...(variant ? { variant } : {})}>
          {submit}
        </Button>
      </div>
    </Form>
  );
}

import { useEffect, useRef } from "react";

interface Errors {
  errors?: string[] | undefined;
}

/** What is wrong with the form, on top of it, each message a link to its field. Takes the focus after a rejected post. */
export function ErrorSummary({ form, fields }: { form: Errors; fields: Record<string, Errors & { id: string }> }) {
  const box = useRef<HTMLDivElement>(null);
  const faulty = Object.values(fields).filter((field) => field.errors);
  const shown = faulty.length > 0 || form.errors !== undefined;
  useEffect(() => {
    if (shown) box.current?.focus();
  }, [shown]);
  if (!shown) return null;
  return (
    <div ref={box} className="callout callout-error" role="alert" tabIndex={-1}>
      <div style={{ gridColumn: "1 / -1" }}>
        {form.errors?.map((message) => (
          <strong key={message}>{message}</strong>
        ))}
        {faulty.length > 0 ? (
          <>
            <strong>Please check what you entered:</strong>
            <ul>
              {faulty.map((field) => (
                <li key={field.id}>
                  <a href={`#${field.id}`}>{field.errors?.join(" ")}</a>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </div>
  );
}

import { useEffect, useRef } from "react";

interface ErrorSummaryProps {
  /** Conform's metadata of the form: its own messages, and all messages by field name. */
  form: { errors?: string[] | undefined; allErrors: Record<string, string[]> };
  fields: Record<string, { id: string } | undefined>;
  /** What the fields are called on the screen. */
  labels: Readonly<Record<string, string>>;
}

/** Lists the errors above the form; each message links to its field. It takes the focus after a rejected post. */
export function ErrorSummary({ form, fields, labels }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const faulty = Object.entries(form.allErrors).flatMap(([path, errors]) => {
    const name = path.replace(/[[.].*$/, "");
    const id = name === "" ? undefined : fields[name]?.id;
    const label = labels[name];
    const lead = label === undefined || label.endsWith("?") ? (label ?? "") : `${label}:`;
    return id === undefined ? [] : [{ id, text: `${lead} ${errors.join(" ")}`.trim() }];
  });
  const shown = faulty.length > 0 || form.errors !== undefined;
  useEffect(() => {
    if (shown) box.current?.focus();
  }, [shown]);
  if (!shown) return null;
  return (
    <div ref={box} className="callout callout-error" role="alert" tabIndex={-1}>
      <div style={{ gridColumn: "1 / -1" }}>
        {form.errors?.map((message, index) => (
          <div key={message}>{index === 0 ? <strong>{message}</strong> : message}</div>
        ))}
        {faulty.length > 0 ? (
          <>
            <strong>Please check what you entered:</strong>
            <ul>
              {faulty.map(({ id, text }) => (
                <li key={`${id} ${text}`}>
                  <a href={`#${id}`}>{text}</a>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </div>
  );
}

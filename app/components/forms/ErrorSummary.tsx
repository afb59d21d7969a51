import { useEffect, useRef } from "react";
import { CalloutBox } from "~/components/shell/parts";

/** Where the errors of a form are listed: a form far below the top of its page is sent there, so that they are seen without script, too. */
export const summaryId = (form: string) => `${form}-errors`;

interface ErrorSummaryProps {
  /** Conform's metadata of the form: its own messages, and all messages by field name. */
  form: { id?: string; errors?: string[] | undefined; allErrors: Record<string, string[]> };
  fields: Record<string, { id: string } | undefined>;
  /** The names of the fields on the screen. */
  labels: Readonly<Record<string, string>>;
  /** For a form that is judged while it is filled in: the server's refusal, null as long as there is none. */
  refusal?: object | null;
}

/** Lists the errors above a form that was rejected; each message links to its field. It takes the focus once for each rejection. */
export function ErrorSummary({ form, fields, labels, refusal }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const announced = useRef<object>();
  const faulty = Object.entries(form.allErrors).flatMap(([path, errors]) => {
    const [name = ""] = path.split(/[[.]/, 1);
    const id = name === "" ? undefined : fields[name]?.id;
    const label = labels[name];
    const lead = label === undefined || label.endsWith("?") ? (label ?? "") : `${label}:`;
    return id === undefined ? [] : [{ id, text: `${lead} ${errors.join(" ")}`.trim() }];
  });
  const shown = refusal !== null && (faulty.length > 0 || form.errors !== undefined);
  useEffect(() => {
    if (!shown || (refusal && announced.current === refusal)) return;
    announced.current = refusal ?? undefined;
    box.current?.focus();
  }, [shown, refusal]);
  if (!shown) return null;
  return (
    <CalloutBox ref={box} id={form.id && summaryId(form.id)} color="red" role="alert" tabIndex={-1}>
      <div data-accent-color="indigo">
        {form.errors?.map((message, index) => (
          <p key={message}>{index === 0 ? <strong>{message}</strong> : message}</p>
        ))}
        {faulty.length > 0 ? (
          <>
            <p>
              <strong>Please check what you entered:</strong>
            </p>
            <ul className="links">
              {faulty.map(({ id, text }) => (
                <li key={`${id} ${text}`}>
                  <a href={`#${id}`}>{text}</a>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </CalloutBox>
  );
}

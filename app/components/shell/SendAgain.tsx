import { Button } from "~/components/shell/parts";
import type { KeptForm } from "~/views/shell";

interface SendAgainProps {
  form: KeptForm;
  /** Of the button; without one, all there is can be read and copied alone. */
  label: string | undefined;
}

/** A form that was not saved, to be sent again: what was typed in words, longer texts to go on with, everything else hidden. */
export function SendAgain({ form: { action, fields, texts, answers, more }, label }: SendAgainProps) {
  return (
    <form method="post" action={action} className="stack panel">
      {fields.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the list never changes
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      {answers.length > 0 ? (
        <dl className="history-texts stack-tight small">
          {answers.map(([question, answer]) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {more > 0 ? (
        <p className="small muted">
          And {more} more{label === undefined ? "" : ", which are sent as well"}.
        </p>
      ) : null}
      {texts.map(({ name, label: question, value }) => (
        <div key={name} className="field">
          <label htmlFor={`kept-${name}`} className="field-label">
            {question}
          </label>
          <textarea className="textarea" id={`kept-${name}`} name={name} defaultValue={value} rows={8} readOnly={label === undefined} />
        </div>
      ))}
      {label === undefined ? null : (
        <div className="row">
          <Button type="submit">{label}</Button>
        </div>
      )}
    </form>
  );
}

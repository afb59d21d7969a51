import { Form } from "@remix-run/react";
import { REPORT_TEXT_MAX } from "#model/text.ts";
import { byScript } from "~/components/forms/by-script";
import { FieldError } from "~/components/forms/FieldError";
import { FormLabels } from "~/components/forms/FormLabels";
import { MisfitNote } from "~/components/results/Misfits";
import { type SavedText, useReportText } from "~/components/results/useReportText";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Button } from "~/components/shell/parts";
import { BASIS_FIELD, type TextOutcome, type TextView, textId } from "~/views/client-report";

interface ReportTextFormProps {
  text: TextView;
  /** Where it is saved in the background. */
  address: string;
  /** What became of it when it was posted without script. */
  outcome: TextOutcome | undefined;
  /** Called, with script, after a save. */
  onSaved?: (saved: SavedText) => void;
}

/** Characters of a line of the box where there is room. */
const LINE = 100;
const linesOf = (text: string) => text.split("\n").reduce((lines, each) => lines + Math.max(1, Math.ceil(each.length / LINE)), 0);

/** One text of the report, saved by its button, or automatically shortly after the last keystroke. */
export function ReportTextForm({ text, address, outcome, onSaved }: ReportTextFormProps) {
  const { part, title, suggestion } = text;
  const id = textId(part);
  const { box, value, base, status, problem, theirs, change, replace, save } = useReportText(text, outcome, {
    address,
    onSaved,
  });
  const described = [problem ? `${id}-error` : "", `${id}-hint`].filter(Boolean).join(" ");
  return (
    <Form method="post" className="field" aria-label={title} reloadDocument>
      <HiddenFields fields={{ part, base, suggestion, ...(text.basis === undefined ? {} : { [BASIS_FIELD]: text.basis }) }} />
      <FormLabels labels={[{ ask: { body: title } }]} />
      <div className="row row-between">
        <label className="field-label" htmlFor={id}>
          {title}
        </label>
        <span role="status" className="small muted">
          {status}
        </span>
      </div>
      <textarea
        id={id}
        name="body"
        className="textarea"
        rows={Math.min(14, Math.max(4, linesOf(value) + 1))}
        ref={box}
        defaultValue={value}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        aria-invalid={problem ? true : undefined}
        aria-describedby={described}
      />
      <span className="field-hint" id={`${id}-hint`}>
        At most {REPORT_TEXT_MAX.toLocaleString("en-GB")} characters. Left empty, the suggested text is used.
      </span>
      {text.misfit && status !== "Saved" ? <MisfitNote misfit={text.misfit} /> : null}
      {text.remark ? <p className="small">{text.remark}</p> : null}
      {problem ? (
        <div role="alert">
          <FieldError id={`${id}-error`} messages={[problem]} />
        </div>
      ) : null}
      {theirs === undefined ? null : (
        <section className="stack-tight" aria-label={`${title}, as it is saved now`}>
          <p className="small muted">This is saved now:</p>
          <blockquote className="note-text">{theirs}</blockquote>
        </section>
      )}
      <div className="row">
        <Button type="submit" variant="soft" onClick={byScript(save)}>
          Save
        </Button>
        <Button
          type="submit"
          variant="outline"
          name="suggested"
          value="yes"
          onClick={byScript(() => {
            replace(suggestion);
            save();
          })}
        >
          Use the suggested text
        </Button>
      </div>
    </Form>
  );
}

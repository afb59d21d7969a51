import { Button } from "@radix-ui/themes";
import { Link } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { takeFile } from "~/components/results/DownloadLink";
import { ReportTextForm } from "~/components/results/ReportTextForm";
import { Page } from "~/components/shell/Page";
import { type ReportPage, SUMMARY_PART, type TextOutcome, WISH_FIELDS } from "~/views/client-report";
import { paths } from "~/views/paths";

/** Puts the report for a client together: sections, audience, texts (docs/rules/client-report.md#the-screen). */
export function ReportScreen({ page, outcome }: { page: ReportPage; outcome: TextOutcome | undefined }) {
  const { assessment, subtitle, texts, result } = page;
  const summary = texts?.find(({ part }) => part === SUMMARY_PART);
  const openings = texts?.filter(({ part }) => part !== SUMMARY_PART) ?? [];
  const outcomeOf = (part: string) => (outcome?.part === part ? outcome : undefined);
  return (
    <Page title="Report for the client" subtitle={`${assessment.name}, ${subtitle}`}>
      <div className="stack">
        <p>
          <Link to={result}>Back to the result</Link>
        </p>
        <WishForm page={page} />
        {summary ? (
          <section className="panel stack" aria-labelledby="texts-heading">
            <h2 id="texts-heading">Texts</h2>
            <p className="measure">
              Suggested from the figures until you write your own. They are kept with the assessment and can be changed at any time.
            </p>
            <ReportTextForm text={summary} assessmentId={assessment.id} outcome={outcomeOf(summary.part)} />
            <h3>How chapters open</h3>
            {openings.map((text) => (
              <details key={text.part} className="folded" open={outcomeOf(text.part) ? true : undefined}>
                <summary>
                  {text.title} <span className="muted small">{text.isOwn ? "your text" : "suggested"}</span>
                </summary>
                <ReportTextForm text={text} assessmentId={assessment.id} outcome={outcomeOf(text.part)} />
              </details>
            ))}
          </section>
        ) : null}
      </div>
    </Page>
  );
}

/** What to put in and for whom, and the buttons for both files. Without script the browser downloads them. */
function WishForm({ page: { assessment, choices, kept } }: { page: ReportPage }) {
  const [busy, setBusy] = useState(false);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const asked = new URLSearchParams([...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]));
    await takeFile(`${submitter.formAction.replace(/\?.*/, "")}?${asked}`);
    setBusy(false);
  };
  return (
    <form method="get" action={paths.reportFile(assessment.id, "docx")} onSubmit={onSubmit} className="panel stack" aria-busy={busy}>
      {kept.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <fieldset className="field choices">
        <legend className="field-label">Sections</legend>
        {choices.map(({ id, title, board }) => (
          <label key={id} className="choice">
            <input type="checkbox" name={WISH_FIELDS.section} value={id} defaultChecked />
            <span>
              {title}
              {board ? null : <span className="muted small"> (full report only)</span>}
            </span>
          </label>
        ))}
        <span className="field-hint">With nothing ticked, everything is in the report.</span>
      </fieldset>
      <fieldset className="field choices">
        <legend className="field-label">Audience</legend>
        <label className="choice">
          <input type="radio" name={WISH_FIELDS.audience} value="full" defaultChecked />
          <span>Full: everything that is ticked</span>
        </label>
        <label className="choice">
          <input type="radio" name={WISH_FIELDS.audience} value="board" />
          <span>Board: at most 6 pages or 8 slides</span>
        </label>
      </fieldset>
      <div className="row">
        <Button type="submit">Word</Button>
        <Button type="submit" variant="soft" formAction={paths.reportFile(assessment.id, "pptx")}>
          PowerPoint
        </Button>
        <span role="status" className="muted">
          {busy ? "Preparing the report…" : ""}
        </span>
      </div>
    </form>
  );
}

import { ISSUED_FIELD_NAMES, ISSUED_FIELDS, ISSUED_MAX, type IssuedField } from "#model/report-versions.ts";
import { AskFirst } from "~/components/forms/AskFirst";
import { FieldError } from "~/components/forms/FieldError";
import { ReportForm } from "~/components/results/ReportForm";
import { ISSUE_CONFIRMED, type IssueOutcome, issueInput, VERSIONS_ID, type VersionsView } from "~/views/client-report";

const TITLE = "Versions";
const ABOUT = `Issue a version when the report leaves the house. The Word file lists all of them, with day, name and what changed; at most ${ISSUED_MAX}. A version that was issued stays.`;

/** The versions of a report that were issued, and the form for the next one (docs/rules/client-report.md#versions). */
export function VersionsForm({ versions: { issued, form }, outcome }: { versions: VersionsView; outcome: IssueOutcome | undefined }) {
  const table = issued.length > 0 ? <VersionTable issued={issued} /> : null;
  if (!form)
    return (
      <section className="panel stack" id={VERSIONS_ID} aria-labelledby={`${VERSIONS_ID}-heading`}>
        <h2 id={`${VERSIONS_ID}-heading`}>{TITLE}</h2>
        {table}
      </section>
    );
  const values = { number: form.number, change: "", ...outcome?.typed };
  return (
    <ReportForm
      id={VERSIONS_ID}
      title={TITLE}
      about={ABOUT}
      more={table}
      failed={outcome && !outcome.lines ? { title: "The version was not issued.", message: outcome.message } : undefined}
      isUnsaved={outcome !== undefined}
      submit={outcome?.lines ? "Issue it all the same" : "Issue this version"}
    >
      {outcome?.lines ? (
        <>
          <AskFirst title="Issue this version all the same?" lines={outcome.lines} />
          <input type="hidden" name={ISSUE_CONFIRMED} value="yes" />
        </>
      ) : null}
      <div className="form-grid">
        {ISSUED_FIELD_NAMES.map((name) => (
          <VersionBox key={name} name={name} text={values[name]} error={outcome?.errors[name]} />
        ))}
      </div>
    </ReportForm>
  );
}

function VersionBox({ name, text, error }: { name: IssuedField; text: string; error: string | undefined }) {
  const id = `issue-${name}`;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {ISSUED_FIELDS[name].label}
      </label>
      <input
        id={id}
        name={issueInput(name)}
        className="input"
        type="text"
        defaultValue={text}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error ? <FieldError id={`${id}-error`} messages={[error]} /> : null}
    </div>
  );
}

function VersionTable({ issued }: Pick<VersionsView, "issued">) {
  const hasApprovals = issued.some(({ approval }) => approval !== undefined);
  return (
    <div className="table-scroll measure">
      <table className="table cards" aria-labelledby={`${VERSIONS_ID}-heading`}>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Date</th>
            <th scope="col">Issued by</th>
            <th scope="col">What changed</th>
            {hasApprovals ? <th scope="col">Peer review</th> : null}
          </tr>
        </thead>
        <tbody>
          {issued.map(({ number, day, by, change, approval }) => (
            <tr key={number}>
              <th scope="row">{number}</th>
              <td data-label="Date">{day}</td>
              <td data-label="Issued by">{by}</td>
              <td data-label="What changed">{change}</td>
              {hasApprovals ? <td data-label="Peer review">{approval ?? "–"}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

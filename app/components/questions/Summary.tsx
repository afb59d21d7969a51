import { Button } from "@radix-ui/themes";
import { Form, Link } from "@remix-run/react";
import { formatScore } from "#model/rounding.ts";
import { Callout } from "~/components/shell/Callout";
import { LockKeeper } from "~/components/shell/LockKeeper";
import { Modal } from "~/components/shell/Modal";
import { Page } from "~/components/shell/Page";
import { Status, type StatusWord } from "~/components/shell/Status";
import type { SummaryPage } from "~/view";

type Perspective = SummaryPage["progress"]["perspectives"][number];

/** The status of a thread in words; none when it is descoped (specification C2). */
const WORDS: Record<Perspective["threads"][number]["state"], StatusWord> = {
  answered: "Answered",
  started: "In progress",
  descoped: "Descoped",
  "not started": "Not started",
};

interface SummaryProps {
  summary: SummaryPage;
  confirming: boolean;
  failed: boolean;
}

/** What was answered and what is missing, and the way to submit (specification C2, C4). */
export function Summary({ summary, confirming, failed }: SummaryProps) {
  const { assessment, progress, missing, submittable, readOnly, page, links } = summary;
  return (
    <Page title={assessment.name} subtitle={`Summary – ${assessment.scope ?? "Not provided"}`}>
      {failed ? (
        <Callout kind="error" title="Something happened, please try again...">
          The assessment was not submitted; all answers are as they were.
        </Callout>
      ) : null}
      {readOnly ? <Callout kind="info">{readOnly}</Callout> : null}
      {confirming && submittable ? <SubmitConfirmation here={links.here} /> : null}
      <div className="with-aside">
        <div className="stack">
          {progress.perspectives.map((perspective) => (
            <PerspectiveTable key={perspective.id} perspective={perspective} editable={readOnly === undefined} />
          ))}
        </div>
        <aside className="stack">
          <section className="panel stack-tight" aria-label="Score">
            <span>
              Current score <strong>{formatScore(progress.overall)}</strong>
            </span>
            <span>
              {progress.answered}/{progress.total} Threads complete
            </span>
            <progress value={progress.answered} max={progress.total} aria-label="Threads complete" />
            {readOnly === undefined ? (
              <Form method="get">
                <Button type="submit" name="confirm" value="submit" disabled={!submittable} style={{ width: "100%" }}>
                  Submit assessment
                </Button>
              </Form>
            ) : null}
            {missing.length > 0 && readOnly === undefined ? <Missing missing={missing} /> : null}
          </section>
          {readOnly === undefined && !assessment.certified ? (
            <section className="panel stack-tight" aria-label="Certification">
              <h3>Certify assessment</h3>
              <p className="small">
                Certification needs all perspectives and the four mandatory threads, and the consent of the end customer to share data. It
                is subject to a fee; certificates are valid for three years.
              </p>
              <Link to={links.profile}>Certify assessment</Link>
            </section>
          ) : null}
        </aside>
      </div>
      {page ? <LockKeeper assessmentId={assessment.id} page={page} /> : null}
    </Page>
  );
}

function PerspectiveTable({ perspective, editable }: { perspective: Perspective; editable: boolean }) {
  return (
    <section className="panel">
      <div className="section-head">
        <h2>{perspective.name}</h2>
        <span className="row">
          <Status word={perspective.state} />
          <span className="small">
            {perspective.answered}/{perspective.total} Threads complete
          </span>
          <strong className="number">{formatScore(perspective.score)}</strong>
        </span>
      </div>
      <table className="table cards">
        <thead>
          <tr>
            <th scope="col">Thread</th>
            <th scope="col">Status</th>
            <th scope="col" className="number">
              Score
            </th>
            <th scope="col">
              <span className="visually-hidden">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {perspective.threads.map((thread) => (
            <tr key={thread.id}>
              <th scope="row">{thread.name}</th>
              <td data-label="Status">
                <Status word={WORDS[thread.state]} />
              </td>
              <td data-label="Score" className="number">
                {thread.state === "answered" && thread.score !== null ? formatScore(thread.score) : "–"}
              </td>
              <td>
                <Link to={thread.href} aria-label={`${editable ? "Edit" : "View"} ${perspective.name}, ${thread.name}`}>
                  {editable ? "Edit" : "View"}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Missing({ missing }: Pick<SummaryPage, "missing">) {
  return (
    <div className="small stack-tight">
      <p>Still to be answered before you can submit:</p>
      {missing.map(({ perspective, threads }) => (
        <details key={perspective}>
          <summary>
            {perspective} ({threads.length})
          </summary>
          <ul>
            {threads.map(({ name, href }) => (
              <li key={href}>
                <Link to={href}>{name}</Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}

function SubmitConfirmation({ here }: { here: string }) {
  return (
    <Modal title="Are you ready to Submit?" dismissTo={here}>
      <p>Once you have submitted this assessment you cannot make any changes but will have access to a read-only copy.</p>
      <Form method="post" className="actions">
        <Button asChild variant="soft">
          <Link to={here}>Cancel</Link>
        </Button>
        <Button type="submit">Submit assessment</Button>
      </Form>
    </Modal>
  );
}

import { Link } from "@remix-run/react";
import { listed } from "#model/words.ts";
import type { SummaryPage } from "~/views/answering/summary";
import { BADGES } from "~/views/badges";

/** The mandatory threads that are still to be answered, and where. */
function MandatoryThreads({ missing }: Pick<SummaryPage<"P3M3">["own"]["certification"], "missing">) {
  const everywhere = missing.filter((thread) => thread.everywhere).map(({ name }) => name);
  return (
    <>
      {everywhere.length > 0 ? (
        <p className="small">These threads must still be answered in every perspective: {everywhere.join(", ")}.</p>
      ) : null}
      {missing
        .filter((thread) => !thread.everywhere)
        .map(({ name, perspectives }) => (
          <p key={name} className="small">
            {name} must still be answered in {listed(perspectives)}.
          </p>
        ))}
    </>
  );
}

/**
 * 'Certify assessment': before completion it leads to the profile, where certification is ticked; afterwards to the question on the home
 * screen (docs/rules/submission-and-certification.md#certification).
 */
export function Certification({ summary: { own, readOnly, edition } }: { summary: SummaryPage<"P3M3"> }) {
  const { certified, completed, to, missing } = own.certification;
  if (readOnly !== undefined && !completed) return null;
  // The latest edition is what a body would check.
  if (edition?.replacedBy && !certified) return null;
  const note = (
    <p className="small">
      Certification needs all seven perspectives with the four mandatory threads, and the end customer's consent to share data with a
      certifying body. It is subject to a fee. Certificates are valid for three years.
    </p>
  );
  return (
    <section className="panel stack-tight" aria-labelledby="certification">
      <h2 id="certification">Certify assessment</h2>
      {certified ? (
        <>
          <p className="small">{completed ? BADGES.P3M3.requested : BADGES.P3M3.planned}</p>
          {completed ? null : <MandatoryThreads missing={missing} />}
        </>
      ) : (
        <>
          {note}
          {to ? <Link to={to}>Certify assessment</Link> : null}
        </>
      )}
    </section>
  );
}

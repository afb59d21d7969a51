import { Link } from "@remix-run/react";
import { upperFirst } from "#model/words.ts";
import type { Evidence } from "~/components/answering/concerns/evidence/useEvidence";
import { byScript } from "~/components/forms/by-script";
import { late } from "~/components/forms/late";
import { EvidenceFound, PastDate } from "~/components/shell/EvidenceParts";
import { Badge, Button } from "~/components/shell/parts";
import {
  EVIDENCE_ID,
  type EvidenceItem,
  type EvidenceView,
  evidenceGo,
  KIND_WORDS,
  levelsInWords,
  NEW,
  PLACES_SHOWN,
} from "~/views/answering/evidence";
import styles from "./Evidence.module.css";

const EvidenceForm = late(
  "evidence-form",
  async () => (await import("~/components/answering/concerns/evidence/EvidenceForm")).EvidenceForm,
);

interface EvidenceSectionProps {
  view: EvidenceView;
  evidence: Evidence;
  editable: boolean;
}

/** What the answers rest on: entries that are added, changed and removed in place (docs/rules/evidence.md). */
export function EvidenceSection({ view, evidence, editable }: EvidenceSectionProps) {
  const { open, message, trouble, removed } = evidence;
  const { entries } = view;
  const formFor = (entry: EvidenceItem | undefined, id: string) => (
    <EvidenceForm
      key={`${id} ${view.formId}`}
      view={view}
      entry={entry}
      id={id}
      typed={evidence.typed}
      outcome={trouble}
      isBusy={evidence.isBusy}
      takesFocus={evidence.takesFocus}
      onSave={evidence.save}
      onCancel={evidence.cancel}
    />
  );
  const isShown = open !== undefined && (open === NEW || entries?.some(({ id }) => id === open) === true);
  return (
    <section className={`${styles.evidence} stack-tight`} id={EVIDENCE_ID} aria-labelledby="evidence-label">
      <div className="row row-between">
        <h3 id="evidence-label">
          Evidence <span className="muted number">({entries ? view.total : "–"})</span>
        </h3>
        <Link to={view.register} className="small">
          All evidence of this assessment
        </Link>
      </div>
      <p role="status" className="small">
        {message}
        {removed !== undefined && editable && !entries?.some(({ id }) => id === removed) ? (
          <>
            {message ? " " : "The evidence is removed. "}
            {view.putsBack ? (
              <Act go={evidenceGo("back", removed)} onPress={() => evidence.putBack(removed)}>
                Put it back
              </Act>
            ) : null}
          </>
        ) : null}
      </p>
      {trouble && !isShown ? (
        <p className="field-error">It was not done. {trouble.kind === "refused" ? trouble.message : "Please try again."}</p>
      ) : null}
      {entries === undefined ? (
        <p className="muted">The evidence could not be loaded. It is stored as it was, and everything else on this page works.</p>
      ) : entries.length === 0 && open !== NEW ? (
        <p className="muted">No evidence yet.</p>
      ) : (
        <ul className="ruled plain-list evidence-list">
          {entries.map((entry) => (
            <li key={entry.id}>
              {editable && open === entry.id ? (
                formFor(entry, entry.id)
              ) : (
                <>
                  <Entry entry={entry} place={view.place} />
                  {editable ? (
                    <div className="row evidence-acts">
                      <Act go={evidenceGo("open", entry.id)} onPress={() => evidence.openForm(entry.id)} of={entry.what}>
                        Change
                      </Act>{" "}
                      <Act go={evidenceGo("remove", entry.id)} onPress={() => evidence.remove(entry.id)} of={entry.what}>
                        Remove
                      </Act>
                    </div>
                  ) : null}
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {entries && view.total > entries.length ? (
        <p className="small">
          These are the newest {entries.length} of {view.total} entries. <Link to={view.registerHere}>All entries for this</Link>
        </p>
      ) : null}
      {/* An entry that somebody removed while it is changed here stays open. */}
      {editable &&
      open !== undefined &&
      !entries?.some(({ id }) => id === open) &&
      (open === NEW || trouble !== undefined || evidence.typed !== undefined) ? (
        formFor(undefined, open)
      ) : editable && open === undefined && entries !== undefined ? (
        <div className="row">
          <Button type="submit" variant="soft" name="go" value={evidenceGo("open", NEW)} onClick={byScript(() => evidence.openForm(NEW))}>
            Add evidence
          </Button>
          <Link to={view.addMany}>From the register, or several at once</Link>
        </div>
      ) : null}
    </section>
  );
}

interface ActProps {
  /** What the button posts without script. */
  go: string;
  onPress(): void;
  /** The entry that it is about, for screen readers. */
  of?: string;
  children: string;
}

/** A button that does something with evidence, by script or by the form. */
export function Act({ go, onPress, of, children }: ActProps) {
  return (
    <button type="submit" className="link-button" name="go" value={go} aria-label={of && `${children} ${of}`} onClick={byScript(onPress)}>
      {children}
    </button>
  );
}

function Entry({ entry, place }: { entry: EvidenceItem; place: string }) {
  const here = entry.for.find((each) => each.place === place);
  const elsewhere = entry.for.filter((each) => each.place !== place);
  const levels = here ? levelsInWords(here) : "";
  return (
    <div>
      <div>
        <Badge color="gray">{KIND_WORDS[entry.kind]}</Badge> <strong>{entry.what}</strong> <PastDate entry={entry} />
      </div>
      <EvidenceFound entry={entry} />
      {levels ? <p className="small">{`${upperFirst(levels)}.`}</p> : null}
      {entry.remark ? <p className="small note-text">{entry.remark}</p> : null}
      {elsewhere.length > 0 ? (
        <p className="small muted">
          Also for{" "}
          {elsewhere.slice(0, PLACES_SHOWN).map(({ place: other, name, href }, index) => (
            <span key={other}>
              {index > 0 ? ", " : ""}
              <Link to={href}>{name}</Link>
            </span>
          ))}
          {elsewhere.length > PLACES_SHOWN ? ` and ${elsewhere.length - PLACES_SHOWN} more` : null}
        </p>
      ) : null}
    </div>
  );
}

import { Link } from "@remix-run/react";
import { useContext, useRef } from "react";
import { isSameEvidence } from "#model/evidence.ts";
import { withText } from "#model/note.ts";
import { counted } from "#model/words.ts";
import { Act } from "~/components/answering/concerns/evidence/EvidenceSection";
import { EvidenceContext } from "~/components/answering/concerns/evidence/useEvidence";
import { NoteTarget, type TakingOver } from "~/components/answering/concerns/voices/taking-over";
import { byScript } from "~/components/forms/by-script";
import { evidenceGo } from "~/views/answering/evidence";
import {
  COPY_FIELD,
  type StatementOpinions,
  TAKE_OVER_FIELD,
  takeOverValue,
  type VoiceComment,
  type VoicesView,
} from "~/views/answering/voices";

interface VoicesSayProps {
  /** Where a search leads. */
  id?: string;
  said: StatementOpinions | undefined;
  /** What it is about, for screen readers: 'level 3'. */
  about?: string;
  /** Undefined where nothing can be taken over. */
  take?: TakingOver | undefined;
}

/** How many voices say what about a statement; their comments unfold (docs/rules/voices.md#what-the-assessor-sees). */
export function VoicesSay({ id, said, about, take }: VoicesSayProps) {
  if (!said || (said.words === "" && said.comments.length === 0)) return null;
  const { words, consensus, comments, commented, all } = said;
  return (
    <div className="small" id={id}>
      <p>
        <span className="muted">Voices:</span> {words || "no answers"}{" "}
        {consensus && take ? (
          <button
            type="submit"
            className="link-button"
            name={TAKE_OVER_FIELD}
            value={takeOverValue(take.field, take.value)}
            aria-label={`Take over ${consensus.word}${take.of ? ` for ${take.of}` : ""}`}
            onClick={byScript(take.onTake)}
          >
            Take over {consensus.word}
          </button>
        ) : null}
      </p>
      {comments.length > 0 ? (
        <details>
          <summary>{counted(commented, "comment")}</summary>
          <ul className="ruled plain-list">
            {comments.map((comment) => (
              <Comment key={comment.id} said={comment} about={about} />
            ))}
          </ul>
          <More count={commented - comments.length} to={all} />
        </details>
      ) : null}
    </div>
  );
}

/** Leads to what the screen has no room for. */
const More = ({ count, to }: { count: number; to: string | undefined }) =>
  to ? (
    <p>
      <Link to={to}>and {count} more</Link>
    </p>
  ) : null;

function Comment({ said, about }: { said: VoiceComment; about: string | undefined }) {
  const { by, role, answer, comment, seen, inNote, asEvidence } = said;
  const what = `what ${by} says${about ? ` on ${about}` : ""}`;
  const [note, evidence] = [useContext(NoteTarget), useContext(EvidenceContext)];
  const item = useRef<HTMLLIElement>(null);
  // A button that was pressed goes, so the focus needs another place.
  const stay = () => item.current?.focus();
  const entries = evidence?.view?.entries;
  const isKept = entries?.some((entry) => isSameEvidence(entry, asEvidence));
  return (
    <li ref={item} tabIndex={-1}>
      <p>
        <strong>{by}</strong>, {role}
        {answer ? <span className="muted">: {answer}</span> : null}
      </p>
      {comment ? <p className="note-text">{comment}</p> : null}
      {seen ? (
        <p>
          <span className="muted">Where it can be seen:</span> {seen}
        </p>
      ) : null}
      <div className="row">
        {!note ? null : note.value.includes(inNote) ? (
          <span className="muted">In the note</span>
        ) : (
          <button
            type="submit"
            className="link-button"
            name={COPY_FIELD}
            value={inNote}
            aria-label={`Copy to the note ${what}`}
            onClick={byScript(() => {
              note.change(withText(note.value, inNote));
              stay();
            })}
          >
            Copy to the note
          </button>
        )}{" "}
        {!entries ? null : isKept ? (
          <span className="muted">In the evidence</span>
        ) : (
          <Act
            go={evidenceGo("voice", said.id)}
            onPress={() => void evidence?.keepComment(said.id).then((isDone) => isDone && stay())}
            of={what}
          >
            Add as evidence
          </Act>
        )}
      </div>
    </li>
  );
}

/** What those say who check facts; or, quietly, that what voices say could not be read. */
export function VoicesSection({ view: { statements, checked, checks, reasons, allReasons } }: { view: VoicesView }) {
  if (statements === undefined)
    return <p className="small muted">What voices say could not be loaded. Everything else on this page works.</p>;
  if (checked === "") return null;
  return (
    <section className="stack-close" aria-labelledby="facts-checked">
      <h3 id="facts-checked">Check of facts</h3>
      <p className="small">{checked} with the answers here.</p>
      {checks.length > 0 ? (
        <ul className="ruled plain-list small">
          {checks.map(({ by, agrees, reason }) => (
            <li key={`${by} ${reason}`}>
              <strong>{by}</strong> <span className="muted">{agrees ? "agrees" : "disagrees"}</span>
              <p className="note-text">{reason}</p>
            </li>
          ))}
        </ul>
      ) : null}
      <More count={reasons - checks.length} to={allReasons} />
    </section>
  );
}

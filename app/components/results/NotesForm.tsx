import { counted } from "#model/words.ts";
import { ReportForm } from "~/components/results/ReportForm";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { NOTE_FIELDS, NOTES_ID, type NoteList, type NotesOutcome, type NoteTick, noteDigestField } from "~/views/client-report";

/** The notes of the assessors, each with a tick: which of them a client reads (docs/rules/client-report.md#notes-for-the-client). */
export function NotesForm({ list, outcome }: { list: NoteList; outcome: NotesOutcome | undefined }) {
  const { notes, isStored, base } = list;
  const changed = notes.filter(({ isNew }) => isNew).length;
  const news =
    changed === 0
      ? undefined
      : `${counted(changed, "note is", "notes are")} new or changed. ${changed === 1 ? "It is" : "They are"} not in the report.`;
  return (
    <ReportForm
      id={NOTES_ID}
      title="Notes for the client"
      about={
        isStored
          ? "A report with the section Notes of the assessors has those that are ticked here. A board’s report has the most important of them as its findings."
          : "Notes were written for colleagues. Take out the tick of each that is not for the client, and save the list. Until then no report has the section Notes of the assessors, and a board’s report has no findings."
      }
      more={news ? <Callout kind="info">{news}</Callout> : null}
      failed={outcome && { title: "The list was not saved.", message: outcome.message }}
      submit="Save the list"
    >
      <HiddenFields fields={{ [NOTE_FIELDS.base]: base }} />
      <fieldset className="field">
        <legend className="field-label">In the report</legend>
        <div className="stack">
          {notes.map((note) => (
            <NoteBox key={note.place} note={note} isTicked={outcome ? outcome.ticked.includes(note.place) : note.isTicked} />
          ))}
        </div>
      </fieldset>
    </ReportForm>
  );
}

function NoteBox({ note: { place, about, text, digest, isNew, remark }, isTicked }: { note: NoteTick; isTicked: boolean }) {
  return (
    <div>
      <HiddenFields fields={{ [NOTE_FIELDS.place]: place, [noteDigestField(place)]: digest }} />
      <label className="choice">
        <input type="checkbox" name={NOTE_FIELDS.ticked} value={place} defaultChecked={isTicked} />
        <span>
          {about}
          {isNew ? <span className="muted small"> (new or changed)</span> : null}
          {remark ? <span className="muted small"> ({remark})</span> : null}
        </span>
      </label>
      <p className="note-text small measure">{text}</p>
    </div>
  );
}

import { NOTE_MAX } from "#model/note.ts";
import { SaveStatus } from "~/components/answering/SaveStatus";
import { UnreadNote } from "~/components/answering/UnreadNote";
import type { Draft } from "~/components/answering/useDraft";
import { FieldError } from "~/components/forms/FieldError";
import { useHydrated } from "~/components/forms/useHydrated";

/** The length of a note is shown from this share of the maximum on. */
const NEARLY = 0.9;

interface NoteBoxProps {
  draft: Draft;
  /** The version that the form was rendered from; undefined when the note could not be read. */
  version: string | undefined;
  /** A note that cannot be edited is shown as text. */
  editable: boolean;
  /** The stored text, for reading; undefined when it could not be read. */
  stored: string | undefined;
  /** The address of the screen. */
  here: string;
}

/** 'Assessment Notes', saved with the form, or automatically shortly after the last keystroke. */
export function NoteBox({ draft, version, editable, stored, here }: NoteBoxProps) {
  const hydrated = useHydrated();
  if (editable ? version === undefined : stored === undefined) return <UnreadNote savesFirst={editable && !hydrated} here={here} />;
  if (!editable) {
    return (
      <section className="stack-close" id="note" aria-labelledby="note-label">
        <h3 id="note-label">Assessment Notes</h3>
        <p className={stored === "" ? "muted" : "note-text"}>{stored === "" ? "No notes." : stored}</p>
      </section>
    );
  }
  const length = draft.value.length < NOTE_MAX * NEARLY ? 0 : [...draft.value].length;
  const refused = draft.state.kind === "refused" ? draft.state.message : undefined;
  return (
    <div className="field">
      <input type="hidden" name="noteBase" value={version} />
      <div className="row row-between">
        <label className="field-label" htmlFor="note">
          Assessment Notes
        </label>
        {hydrated ? <SaveStatus drafts={[draft]} what="Notes" /> : null}
      </div>
      <textarea
        id="note"
        className="textarea"
        name="note"
        rows={6}
        placeholder="You can add any notes here"
        value={draft.value}
        aria-invalid={refused ? true : undefined}
        aria-describedby={refused ? "note-error" : length > 0 ? "note-length" : undefined}
        onChange={({ currentTarget }) => draft.change(currentTarget.value)}
      />
      {length > 0 ? (
        <span className="field-hint number" id="note-length">
          {length.toLocaleString("en-GB")} of {NOTE_MAX.toLocaleString("en-GB")} characters
        </span>
      ) : null}
      {refused ? <FieldError id="note-error" messages={[refused]} /> : null}
    </div>
  );
}

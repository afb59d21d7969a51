import { Link } from "@remix-run/react";
import { NOTE_MAX } from "#model/note.ts";
import { ReadText, TextBox } from "~/components/answering/TextBox";
import { useHydrated } from "~/components/forms/useHydrated";
import type { Draft } from "~/components/saving/useDraft";
import { NOTE_LABEL } from "~/views/answering";

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
  /** Who reads it, in words. */
  about: string | undefined;
  /** The address of the screen. */
  here: string;
  /** Whose note it is, for screen readers, where a page has several. */
  of?: string;
  /** The name of a field in the form; its own, unless the form has several of a kind. */
  fieldName?: (name: string) => string;
  /** Whether the state of saving of the whole screen announces its own, too. */
  isQuiet?: boolean;
}

/** Two versions of a note. */
export const compareNotes = (writable: boolean) => () => ({ what: "Note", none: "No notes.", lines: 6, writable });

/** The note of a thread, practice or component. */
export function NoteBox({ draft, version, editable, stored, about, here, of, fieldName, isQuiet }: NoteBoxProps) {
  const label =
    of === undefined ? (
      NOTE_LABEL
    ) : (
      <>
        {NOTE_LABEL}
        <span className="visually-hidden"> of {of}</span>
      </>
    );
  if (editable && version !== undefined) {
    const length = draft.value.length < NOTE_MAX * NEARLY ? 0 : [...draft.value].length;
    const hint = length > 0 ? `${length.toLocaleString("en-GB")} of ${NOTE_MAX.toLocaleString("en-GB")} characters` : about;
    return (
      <TextBox
        name="note"
        what="Notes"
        rows={6}
        placeholder="You can add any notes here"
        {...{ label, draft, version, hint, fieldName, isQuiet }}
      />
    );
  }
  if (!editable && stored !== undefined)
    return <ReadText name={fieldName?.("note") ?? "note"} label={label} text={stored} none="No notes." />;
  return <UnreadNote editable={editable} here={here} />;
}

/**
 * Replaces a note that could not be read (docs/rules/notes-and-diagnostics.md#a-note-that-cannot-be-read). Without script trying again sends
 * the form, because nothing that was chosen in it is saved yet.
 */
function UnreadNote({ editable, here }: Pick<NoteBoxProps, "editable" | "here">) {
  const hydrated = useHydrated();
  return (
    <section className="stack-close" aria-labelledby="note-label">
      <h3 id="note-label">{NOTE_LABEL}</h3>
      <p className="muted">
        The note could not be loaded. It is stored as it was, and everything else on this page works.{" "}
        {editable && !hydrated ? (
          <button type="submit" className="link-button" name="go" value="stay">
            Save answers and try again
          </button>
        ) : (
          <Link to={here} reloadDocument>
            Try again
          </Link>
        )}
      </p>
    </section>
  );
}

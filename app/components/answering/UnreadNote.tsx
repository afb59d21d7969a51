import { Link } from "@remix-run/react";

/**
 * Replaces a note that could not be read (docs/rules/notes-and-diagnostics.md#a-note-that-cannot-be-read).
 * @param savesFirst whether trying again sends the form, because nothing that was chosen in it is saved yet
 */
export function UnreadNote({ savesFirst, here }: { savesFirst: boolean; here: string }) {
  return (
    <section className="stack-close" aria-labelledby="note-label">
      <h3 id="note-label">Assessment Notes</h3>
      <p className="muted">
        The note could not be loaded. It is stored as it was, and everything else on this page works.{" "}
        {savesFirst ? (
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

/** What belongs to a row of a grid as a whole: next to the grid or below its levels, and without script in a row of its own. */
import { Link } from "@remix-run/react";
import type { EditedParts } from "~/components/answering/concerns/concern";
import { rowFoot } from "~/components/answering/concerns/in-grid";
import { NoteBox } from "~/components/answering/NoteBox";
import { useHydrated } from "~/components/forms/useHydrated";
import type { Draft } from "~/components/saving/useDraft";
import { type GridItem, type GridPage, rowField } from "~/views/answering/grid";
import styles from "./Grid.module.css";

interface GridRowFootProps {
  row: GridItem;
  editing: { editable: boolean; edited: EditedParts; note: Draft };
  page: Pick<GridPage, "readOnly" | "noteAbout">;
}

/** What else there is to do about a row: its note, what concerns offer, and the way to its own questions. */
export function GridRowFoot({ row, editing: { editable, edited, note }, page: { readOnly, noteAbout } }: GridRowFootProps) {
  const hydrated = useHydrated();
  const at = { name: row.name, here: row.links.here, readOnly };
  const { words, controls, links } = rowFoot(row.concerns, edited, at);
  return (
    <div className="stack-tight">
      {words}
      {/* Not before script is there: until then nothing would save it. */}
      {hydrated ? (
        <NoteBox
          key={row.id}
          draft={note}
          version={row.noteVersion}
          editable={editable}
          stored={row.note}
          about={noteAbout}
          here={row.links.here}
          isQuiet
        />
      ) : null}
      <div className="row small">
        {controls} <Link to={row.links.here}>{`Questions of ${row.name}`}</Link> {links}
      </div>
    </div>
  );
}

interface GridNoteProps {
  row: GridItem;
  editing: { editable: boolean; note: Draft };
  /** The version that the form was rendered from. */
  version: string;
  /** Who reads it, in words. */
  about: string | undefined;
  /** How many columns the grid has. */
  columns: number;
}

/** Without script: the note of a row, below it. It is folded while there is none. */
export function GridNote({ row, editing: { editable, note }, version, about, columns }: GridNoteProps) {
  if (!editable && row.note === "") return null;
  return (
    <tr className={`${styles.gridNote} without-script`}>
      <td colSpan={columns}>
        <details open={note.value !== "" || note.state.kind !== "idle"}>
          <summary className="small">
            Note<span className="visually-hidden"> of {row.name}</span>
          </summary>
          <NoteBox
            draft={note}
            editable={editable}
            stored={row.note}
            about={about}
            here={row.links.here}
            of={row.name}
            fieldName={(name) => rowField(row.id, name)}
            version={version}
          />
        </details>
      </td>
    </tr>
  );
}

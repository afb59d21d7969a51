import { SaveMark } from "~/components/questions/SaveMark";
import type { SaveState } from "~/components/questions/useSaveQueue";

interface NoteBoxProps {
  body: string;
  /** What the form was rendered from. */
  base: string;
  editable: boolean;
  state: SaveState<string>;
  retry(): void;
  onWrite(body: string): void;
}

/** 'Assessment Notes': saved with the form, or by itself shortly after the last keystroke. */
export function NoteBox({ body, base, editable, state, retry, onWrite }: NoteBoxProps) {
  return (
    <div className="field">
      <input type="hidden" name="noteBase" value={base} />
      <div className="row row-between">
        <label className="field-label" htmlFor="note">
          Assessment Notes
        </label>
        <SaveMark state={state} retry={retry} />
      </div>
      <textarea
        id="note"
        className="textarea"
        name="note"
        rows={6}
        placeholder="You can add any notes here"
        value={body}
        readOnly={!editable}
        onChange={({ currentTarget }) => onWrite(currentTarget.value)}
      />
    </div>
  );
}

import { Link } from "@remix-run/react";
import { EVIDENCE_ID } from "~/views/answering/evidence";

/** What a row of either grid is given, besides what its model adds. */
export interface GridRowProps<Row> {
  row: Row;
  letters: string;
  /** What the form was rendered from. */
  base: string;
  editable: boolean;
  hydrated: boolean;
  /** Whether the grid is one stop of the Tab key, because keys lead through it. */
  roves: boolean;
  /** The item that is that stop, if it is in this row. */
  stop: number | undefined;
  isUnfolded: boolean;
  onAnswer(row: number, item: number, choice: number): void;
  onFold(row: number): void;
}

type GridRowNameProps = Pick<
  GridRowProps<{ id: number; name: string; evidence?: number | undefined; links: { here: string } }>,
  "row" | "roves" | "isUnfolded" | "onFold"
>;

/** The name of a row, which leads to its own questions, and what unfolds it on a narrow screen. */
export function GridRowName({ row, roves, isUnfolded, onFold }: GridRowNameProps) {
  return (
    <span className="grid-name">
      <Link to={row.links.here} tabIndex={roves ? -1 : undefined}>
        {row.name}
      </Link>{" "}
      {row.evidence === undefined ? null : (
        <Link to={`${row.links.here}#${EVIDENCE_ID}`} tabIndex={roves ? -1 : undefined} className="small grid-evidence">
          Evidence<span className="visually-hidden"> of {row.name}</span> ({row.evidence})
        </Link>
      )}{" "}
      <button type="button" className="grid-fold needs-script" aria-expanded={isUnfolded} onClick={() => onFold(row.id)}>
        <span className="visually-hidden">Levels of {row.name}</span>
      </button>
    </span>
  );
}

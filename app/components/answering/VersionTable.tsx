import { Table } from "~/components/shell/Table";

export interface VersionTableProps {
  /** The heading of the first column, such as 'Level'. */
  what: string;
  rows: { name: string; stored: string; mine: string }[];
}

/** As many rows as a thread has levels; of more, those that are the same in both versions would hide the others. */
const MOST_ROWS = 5;

/** The stored and the entered version, row by row. */
export function VersionTable({ what, rows }: VersionTableProps) {
  const differing = rows.filter(({ stored, mine }) => stored !== mine);
  const shown = rows.length > MOST_ROWS && differing.length > 0 ? differing : rows;
  const left = rows.length - shown.length;
  return (
    <>
      <Table
        isCards={false}
        className="versions-table"
        columns={[
          { title: what, names: true, show: ({ name }) => name },
          { title: "Stored now", show: ({ stored }) => stored },
          { title: "Yours", show: ({ mine }) => mine },
        ]}
        rows={shown}
        keyOf={({ name }) => name}
        attributes={({ stored, mine }) => (stored === mine ? {} : { className: "differs" })}
      />
      {left > 0 ? <p className="small muted">{left === 1 ? "The other one is" : `The other ${left} are`} the same in both.</p> : null}
    </>
  );
}

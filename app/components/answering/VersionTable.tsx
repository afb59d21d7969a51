interface VersionTableProps {
  /** What a row is: 'Level', say. */
  what: string;
  rows: { name: string; stored: string; mine: string }[];
}

/** What is stored and what was entered, row by row. */
export function VersionTable({ what, rows }: VersionTableProps) {
  return (
    <table className="table versions-table">
      <thead>
        <tr>
          <th scope="col">{what}</th>
          <th scope="col">Stored now</th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, stored, mine }) => (
          <tr key={name} className={stored === mine ? undefined : "differs"}>
            <th scope="row">{name}</th>
            <td>{stored}</td>
            <td>{mine}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

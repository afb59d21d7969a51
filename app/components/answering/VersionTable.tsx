interface VersionTableProps {
  /** What a row stands for, such as 'Level'. */
  what: string;
  rows: { name: string; stored: string; mine: string }[];
}

/** The stored and the entered version, row by row. */
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

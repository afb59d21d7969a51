import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { GroupScores } from "~/components/answering/ProgressSidebar";
import { columnsOf } from "~/components/answering/summary-columns";
import { Status } from "~/components/shell/Status";
import { Table } from "~/components/shell/Table";
import { TargetLine } from "~/components/shell/TargetMark";
import { type Filter, passes } from "~/views/answering/filters";
import type { SummaryGroup, SummaryHead, SummaryRow } from "~/views/answering/summary";
import styles from "./Summary.module.css";

export interface GroupParts {
  /** How the scores of a group are calculated. @param shown the rows that the filter shows */
  explainedIn(group: SummaryGroup, shown: readonly SummaryRow[]): ReactNode;
  /** What unfolds below a row. */
  below?: (row: SummaryRow) => ReactNode;
}

interface GroupTableProps extends GroupParts {
  group: SummaryGroup;
  filter: Filter | undefined;
  /** The address of the summary. */
  here: string;
}

/** The rows of a group that the filter shows; nothing where it shows none. */
export function GroupTable({ group, filter, here, explainedIn, below }: GroupTableProps) {
  const { id, name, head, grids, staysEmpty, total, hasRanks, hasTargets } = group;
  const rows = group.rows.filter((row) => passes(filter, row));
  if (rows.length === 0 && !(staysEmpty && filter === undefined)) return null;
  const heading = <h2 id={id}>{name}</h2>;
  return (
    <section className={`panel stack-tight ${styles.summaryGroup}`} aria-labelledby={id}>
      {head ? (
        <div className="row row-between">
          {heading}
          <HeadOf head={head} of={name} />
        </div>
      ) : (
        heading
      )}
      {grids.length > 0 ? (
        <p className="row small">
          <span>Grids:</span>
          {grids.map((grid) => (
            <Link key={grid.href} to={grid.href}>
              {grid.name}
            </Link>
          ))}
        </p>
      ) : null}
      <Table
        columns={columnsOf(group, filter, here)}
        rows={rows}
        keyOf={({ code }) => code}
        attributes={({ code }) => (hasRanks ? { id: `practice-${code}` } : {})}
        {...(below && { below })}
        foot={
          total ? (
            <tr>
              <th scope="row" colSpan={2}>
                {total.name}
              </th>
              <td className="number" data-label="Score">
                <strong>{total.value}</strong>
              </td>
              <td colSpan={hasTargets ? 2 : undefined} />
            </tr>
          ) : undefined
        }
      />
      {explainedIn(group, rows)}
    </section>
  );
}

/** How far a group is, and its scores. */
function HeadOf({ head: { state, answered, total, scores, target, grid }, of }: { head: SummaryHead; of: string }) {
  return (
    <span className="row">
      <Status word={state} />{" "}
      <span className="small">
        {answered}/{total} Threads complete
      </span>{" "}
      <GroupScores scores={scores} /> <TargetLine target={target} />{" "}
      {grid ? (
        <Link to={grid}>
          Grid<span className="visually-hidden"> of {of}</span>
        </Link>
      ) : null}
    </span>
  );
}

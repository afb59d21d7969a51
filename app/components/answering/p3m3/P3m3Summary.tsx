import { Link } from "@remix-run/react";
import { ItemSummary, type SummaryGroup } from "~/components/answering/ItemSummary";
import { GroupScores, ITEM_WORDS } from "~/components/answering/ProgressSidebar";
import { Certification } from "~/components/answering/p3m3/Certification";
import { OverallExplained, PerspectiveExplained, settledScore } from "~/components/answering/p3m3/SummaryExplained";
import styles from "~/components/answering/Summary.module.css";
import { summaryColumns } from "~/components/answering/summary-columns";
import { Status } from "~/components/shell/Status";
import { TargetLine } from "~/components/shell/TargetMark";
import type { P3m3SummaryPage } from "~/views/answering/p3m3";
import type { SaveOutcome } from "~/views/saving";

type Group = P3m3SummaryPage["groups"][number];
type Thread = Group["items"][number];

interface SummaryProps {
  summary: P3m3SummaryPage;
  /** The outcome of a submission that did not succeed. */
  outcome: SaveOutcome | undefined;
}

const THREAD = summaryColumns<Thread>({
  what: "Thread",
  wordOf: ({ state }) => ITEM_WORDS[state],
  nameOf: ({ name, reason }) => (
    <>
      {name}
      {reason ? <span className="small muted block">Reason: {reason}</span> : null}
    </>
  ),
  scoreOf: settledScore,
});

/** The P3M3 summary: scores, what is missing, and submission (docs/rules/submission-and-certification.md#p3m3-summary). */
export function P3m3Summary({ summary, outcome }: SummaryProps) {
  const { assessment, overall, groups, readOnly } = summary;
  return (
    <ItemSummary
      model="P3M3"
      assessment={assessment}
      view={summary}
      outcome={outcome}
      submit="Submit assessment"
      score={
        <>
          <div className="row row-between">
            <span>{summary.score.now?.label}</span> <strong className={styles.summaryScore}>{summary.score.now?.value}</strong>
          </div>
          <progress value={overall.answered} max={Math.max(1, overall.total)} aria-label="Threads complete" />
          <span className="small">
            {overall.answered}/{overall.total} Threads complete
          </span>
        </>
      }
      explained={<OverallExplained overall={overall} name={summary.score.now?.label ?? ""} />}
      aside={<Certification summary={summary} />}
      groups={groups.map((group) => perspectiveOf(group, readOnly === undefined ? "Edit" : "View"))}
      unit="threads"
    />
  );
}

/** A perspective with its threads. */
function perspectiveOf(group: Group, verb: "Edit" | "View"): SummaryGroup<Thread> {
  const { id, name, items } = group;
  return {
    ...{ id: `perspective-${id}`, name, items, staysEmpty: true },
    head: (
      <span className="row">
        <Status word={group.state} />{" "}
        <span className="small">
          {group.answered}/{group.total} Threads complete
        </span>{" "}
        <GroupScores scores={group.scores} /> <TargetLine target={group.target} />{" "}
        {group.grid ? (
          <Link to={group.grid}>
            Grid<span className="visually-hidden"> of {name}</span>
          </Link>
        ) : null}
      </span>
    ),
    columns: [
      { ...THREAD.name, headClass: styles.threadColumn },
      { ...THREAD.status, headClass: styles.statusColumn },
      THREAD.score,
      THREAD.links("Action", (thread) => (
        <Link to={thread.href} aria-label={`${verb} ${name}, ${thread.name}`}>
          {verb}
        </Link>
      )),
    ],
    explained: () => <PerspectiveExplained group={group} />,
  };
}

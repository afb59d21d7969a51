/** The columns that the tables of every summary have. */
import { Link } from "@remix-run/react";
import { formatScore } from "#model/rounding.ts";
import { inSummary } from "~/components/answering/concerns";
import { ITEM_WORDS } from "~/components/answering/ProgressSidebar";
import styles from "~/components/answering/Summary.module.css";
import { Status, type StatusWord } from "~/components/shell/Status";
import type { Column } from "~/components/shell/Table";
import { TargetMark } from "~/components/shell/TargetMark";
import { type Filter, withFilter } from "~/views/answering/filters";
import type { SummaryGroup, SummaryRow } from "~/views/answering/summary";
import { targetInWords } from "~/views/target-words";

const COLOURS: Partial<Record<StatusWord, string>> = { Answered: "green", Complete: "green", "In progress": "amber", "Not started": "red" };

const STATUS: Column<SummaryRow> = {
  title: "Status",
  show: ({ state, concerns }) => (
    <span className="row">
      <Status word={ITEM_WORDS[state]} /> {inSummary(concerns)}
    </span>
  ),
};
const SCORE: Column<SummaryRow> = { title: "Score", isNumber: true, show: ({ score }) => formatScore(score) };
const RANK: Column<SummaryRow> = { title: "Rank", show: ({ rank }) => rank };
const TARGET: Column<SummaryRow> = {
  title: "Target",
  show: ({ target }) =>
    target ? (
      <>
        {targetInWords(target)} <TargetMark state={target.state} />
      </>
    ) : (
      "–"
    ),
};

/** Name, rank, status, score, target and links of threads, practices or components. @param here the address of the summary */
export function columnsOf(
  { what, hasRanks, hasTargets, head }: SummaryGroup,
  filter: Filter | undefined,
  here: string,
): Column<SummaryRow>[] {
  // A perspective has its head above its table, so the tables of all of them are as wide as each other.
  const [nameClass, statusClass] = head ? [styles.threadColumn, styles.statusColumn] : [];
  const name: Column<SummaryRow> = {
    ...{ title: what, names: true, headClass: nameClass },
    attributes: ({ state }) => ({ className: styles.threadMark, "data-accent-color": COLOURS[ITEM_WORDS[state]] }),
    show: ({ name, reason, remark }) => (
      <>
        {name}
        {remark === undefined ? null : <span className="small muted"> {remark}</span>}
        {reason ? <span className="small muted block">Reason: {reason}</span> : null}
      </>
    ),
  };
  const links: Column<SummaryRow> = {
    ...{ title: head ? "Action" : "Actions", isUntitled: true },
    attributes: () => ({ className: "number" }),
    show: ({ name, href, verb, opens, explained }) => (
      <>
        {explained?.href ? (
          <Link
            to={withFilter(explained.facts ? here : explained.href, filter)}
            preventScrollReset
            aria-label={explained.facts ? `Close the explanation of ${name}` : `Explain the score of ${name}`}
          >
            {explained.facts ? "Close" : "Explain"}
          </Link>
        ) : null}{" "}
        <Link to={href} aria-label={`${verb} ${opens}`}>
          {verb}
        </Link>
      </>
    ),
  };
  return [name, ...(hasRanks ? [RANK] : []), { ...STATUS, headClass: statusClass }, SCORE, ...(hasTargets ? [TARGET] : []), links];
}

/** The columns that the tables of every summary have. */
import type { ReactNode } from "react";
import { formatScore } from "#model/rounding.ts";
import { inSummary } from "~/components/answering/concerns";
import styles from "~/components/answering/Summary.module.css";
import { Status, type StatusWord } from "~/components/shell/Status";
import type { Column } from "~/components/shell/Table";
import { TargetMark } from "~/components/shell/TargetMark";
import type { FilterItem } from "~/views/answering/filters";
import { type TargetView, targetInWords } from "~/views/target-words";

const COLOURS: Partial<Record<StatusWord, string>> = { Answered: "green", Complete: "green", "In progress": "amber", "Not started": "red" };

interface SummaryColumns<Item> {
  /** What an item is: 'Thread'. */
  what: string;
  wordOf(item: Item): StatusWord;
  nameOf(item: Item): ReactNode;
  scoreOf(item: Item): number | null;
}

/** Name, status, score, target and links of a thread, practice or component. */
export function summaryColumns<Item extends Pick<FilterItem, "concerns"> & { target?: TargetView | undefined }>({
  what,
  wordOf,
  nameOf,
  scoreOf,
}: SummaryColumns<Item>) {
  const name: Column<Item> = {
    title: what,
    names: true,
    attributes: (item) => ({ className: styles.threadMark, "data-accent-color": COLOURS[wordOf(item)] }),
    show: nameOf,
  };
  const status: Column<Item> = {
    title: "Status",
    show: (item) => (
      <>
        <Status word={wordOf(item)} /> {inSummary(item.concerns)}
      </>
    ),
  };
  const score: Column<Item> = { title: "Score", isNumber: true, show: (item) => formatScore(scoreOf(item)) };
  const target: Column<Item> = {
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
  const links = (title: string, show: (item: Item) => ReactNode): Column<Item> => {
    return { title, isUntitled: true, attributes: () => ({ className: "number" }), show };
  };
  return { name, status, score, target, links };
}

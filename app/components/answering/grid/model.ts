/** What differs between the grids of the two models, and a row as it is edited. */
import type { ReactNode } from "react";
import type { AnswerOption, Effect, Gate, GatedStatement } from "#model/gates/gate.ts";
import type { GridNews } from "~/components/answering/grid/GridCell";
import type { TroubledRow } from "~/components/answering/grid/GridTrouble";
import type { EditedItem } from "~/components/answering/useItem";
import type { StatusWord } from "~/components/shell/Status";
import type { ProgressView } from "~/views/answering";
import type { GridItem, GridKind, GridPage } from "~/views/answering/grid";

/** The words of a model's grid, and its columns. */
export interface GridModel<Kind extends GridKind = GridKind> {
  /** The name of the links to the other grids: 'Perspectives'. */
  label: string;
  /** The thing to answer, in a word such as 'thread', and the heading of its column. */
  what: string;
  heading: string;
  /** What is answered, in a word such as 'level'. */
  item: string;
  /** The levels, with their names where they have one. */
  columns: readonly { level: number; name?: string }[];
  /** The answers, in the order of their keys. */
  options: readonly (AnswerOption & { letter: string })[];
  /** Whether a level has several statements. Then all of them are in focus, each with its answers, and are named by their codes. */
  hasSeveral: boolean;
  /** The marks that cells may have and that do not explain themselves. */
  news: readonly GridNews[];
  /** The state of a row that needs no more answers. */
  finished: StatusWord;
  /** The gate of a row. Only a model's own screens load it. */
  gateOf(row: GridItem<Kind>): Gate;
  /** What lists of unsent work call a row. */
  nameOf(group: string, row: string): string;
  /** How much of a group is answered. */
  count(group: ProgressView["groups"][number]): ReactNode;
  /** Before what would reach a level: 'To reach level 3'. */
  reach(level: number): string;
  /** The score of a row, next to its state; undefined where rows have none. */
  score(gate: Gate, answers: string): string | undefined;
  /** What a change cleared, in words; undefined when nothing. */
  cleared(effects: readonly Effect[]): string | undefined;
  /** Two versions of a row's answers. */
  compare(row: GridItem<Kind>, gate: Gate): TroubledRow["parts"][number]["compare"];
  /** A hook, called once for each row: what else there is to edit in it. */
  useExtras(row: GridItem<Kind>, editing: EditedItem, grid: GridPage): RowExtras;
}

/** What only one model has in a row. */
export interface RowExtras {
  /** Its parts that may fail to be saved. */
  parts: TroubledRow["parts"];
  /** What is shown below a level. */
  below(level: number): ReactNode;
}

/** A row as it is edited. */
export interface EditedRow {
  row: GridItem;
  gate: Gate;
  editing: EditedItem;
  /** Its statements as the gate sees them now. */
  statements: readonly GatedStatement[];
  /** As filters know it. What is `descoped` is left out of the walk. */
  state: "descoped" | "answered" | "to do";
  /** The statement that is needed next, if there is one. */
  next: number | undefined;
  /** What the last change cleared, in words; undefined when nothing. */
  cleared: string | undefined;
  /** The parts that may fail to be saved. */
  parts: TroubledRow["parts"];
  extras: RowExtras;
}

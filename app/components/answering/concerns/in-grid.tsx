/** How all concerns are drawn in a grid. */
import { Fragment, type ReactNode, useEffect, useRef } from "react";
import { actions } from "~/components/answering/concerns/actions/in-grid";
import type {
  CellAt,
  CellParts,
  ConcernInGrid,
  ConcernKey,
  EditedParts,
  EditedRowView,
  GridParts,
  InGridOf,
  RowFootAt,
  RowHeadAt,
} from "~/components/answering/concerns/concern";
import { evidence } from "~/components/answering/concerns/evidence/in-grid";
import { flags } from "~/components/answering/concerns/flags/in-grid";
import { lastTime } from "~/components/answering/concerns/last-time/in-grid";
import { notes } from "~/components/answering/concerns/notes";
import { ratings } from "~/components/answering/concerns/ratings/in-grid";
import { reviewPoints } from "~/components/answering/concerns/review-points/in-grid";
import { saying, together } from "~/components/answering/concerns/together";
import { voices } from "~/components/answering/concerns/voices/in-grid";
import type { ConcernName, InRow, OnPage } from "~/views/answering/concerns";
import type { RowLabels } from "~/views/answering/grid";

/** In the order in which they are shown. */
const CONCERNS: { [Name in ConcernName]?: InGridOf<Name> } = { flags, notes, evidence, lastTime, actions, voices, reviewPoints, ratings };
/** The list does not know the types of what each concern gives. */
const ALL = Object.entries(CONCERNS) as unknown as [ConcernName, ConcernInGrid<unknown, unknown>][];

/** A row of a grid with all that concerns need to know of it. */
export interface ConcernedRow extends Omit<EditedRowView<unknown>, "given" | "part"> {
  concerns: InRow;
  edited: EditedParts;
}

const viewOf = (name: ConcernName, { concerns, edited, ...row }: ConcernedRow): EditedRowView<unknown> => ({
  ...row,
  given: concerns[name],
  part: edited[name],
});

const liveOf = (row: ConcernedRow): InRow => ({
  ...row.concerns,
  ...Object.fromEntries(ALL.flatMap(([name, { live }]) => (live ? [[name, live(viewOf(name, row))]] : []))),
});

/**
 * What filters and signs see of rows as they are edited, in the order of these. A row in which nothing of it changed keeps
 * its object, so React does not draw it a second time.
 */
export function useLive(rows: readonly ConcernedRow[]): readonly InRow[] {
  const known = useRef<readonly InRow[]>([]);
  const now = rows.map((row, index) => {
    const [before, live] = [known.current[index], liveOf(row)];
    const isSame = before && ALL.every(([name]) => before[name] === live[name]);
    return isSame ? before : live;
  });
  useEffect(() => {
    known.current = now;
  });
  return now;
}

interface AllInGrid {
  top: ReactNode;
  legend: ReactNode;
  labels: RowLabels;
  hasButtons: boolean;
  keys: ConcernKey<{ row: ConcernedRow; index: number }>[];
}

/** What concerns show around the rows of a grid, and the keys that they add. */
export function inGrid(onPage: OnPage, rows: readonly ConcernedRow[]): AllInGrid {
  const parts = ALL.flatMap(([name, concern]): [ConcernName, GridParts<unknown>][] =>
    concern.around
      ? [
          [
            name,
            concern.around(
              onPage[name],
              rows.map((row) => viewOf(name, row)),
            ),
          ],
        ]
      : [],
  );
  return {
    top: together(parts.map(([name, { top }]) => [name, top])),
    legend: together(parts.map(([name, { legend }]) => [name, legend])),
    labels: {
      fields: Object.assign({}, ...parts.map(([, { labels }]) => labels?.fields)),
      values: Object.assign({}, ...parts.map(([, { labels }]) => labels?.values)),
    },
    hasButtons: parts.some(([, { hasButtons }]) => hasButtons),
    keys: parts.flatMap(([name, { keys = [] }]) =>
      keys.map((key) => ({ ...key, press: ({ row, index }) => key.press({ row: viewOf(name, row), index }) })),
    ),
  };
}

/** What concerns show in the head of a row: signs, controls, and words after its state. @param live as of `useLive` */
export function rowHead(concerns: InRow, live: InRow, at: Omit<RowHeadAt<unknown>, "live">) {
  const parts = saying(ALL, concerns).map(
    ({ name, concern, given }) => [name, concern.rowHead?.(given, { ...at, live: live[name] })] as const,
  );
  const all = (pick: "sign" | "control" | "words") => together(parts.map(([name, part]) => [name, part?.[pick]]));
  return { signs: all("sign"), controls: all("control"), words: all("words") };
}

/** What they show below a row. */
export function rowFoot(concerns: InRow, edited: EditedParts, at: Omit<RowFootAt, "part">) {
  const parts = saying(ALL, concerns).map(
    ({ name, concern, given }) => [name, concern.rowFoot?.(given, { ...at, part: edited[name] })] as const,
  );
  const all = (pick: "words" | "control" | "link") => together(parts.map(([name, part]) => [name, part?.[pick]]));
  return { words: all("words"), controls: all("control"), links: all("link") };
}

/** Wraps all that is shown of a row. */
export const wrapRow = (concerns: InRow, children: ReactNode): ReactNode =>
  saying(ALL, concerns).reduce((inner, { concern, given }) => concern.wrapRow?.(given, inner) ?? inner, children);

const IN_CELLS = ALL.filter(([, { cell }]) => cell);

/** What concerns add to a cell. */
export function cellParts(concerns: InRow, onPage: OnPage, at: CellAt): CellParts {
  const parts = IN_CELLS.flatMap(([name, { cell }]) => {
    const given: unknown = concerns[name];
    return given === undefined || !cell ? [] : [{ name, part: cell(given, onPage[name], at) }];
  });
  const joined = (texts: readonly (string | undefined)[], by: string) => texts.filter((text) => text !== undefined).join(by) || undefined;
  return {
    words: joined(
      parts.map(({ part }) => part.words),
      ", ",
    ),
    describedBy: joined(
      parts.map(({ part }) => part.describedBy),
      " ",
    ),
    marked: parts.find(({ part }) => part.marked !== undefined)?.part.marked,
    below: parts.flatMap(({ name, part: { below } }) => (below ? [<Fragment key={name}>{below}</Fragment>] : [])),
  };
}

/** What they show below a statement in focus. */
export const inFocus = (concerns: InRow, onPage: OnPage, at: CellAt): ReactNode =>
  together(saying(ALL, concerns).map(({ name, concern, given }) => [name, concern.inFocus?.(given, onPage[name], at)]));

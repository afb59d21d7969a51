/** What could not be saved of a grid. */
import type { TroubledPart } from "~/components/answering/BothVersions";
import { NotAllSaved } from "~/components/answering/grid/NotAllSaved";
import { SaveTrouble } from "~/components/answering/SaveTrouble";
import { useHydrated } from "~/components/forms/useHydrated";
import { type GridPage, type GridResult, rowField } from "~/views/answering/grid";

/** A row with the parts that may fail to be saved. */
export interface TroubledRow {
  id: number;
  name: string;
  parts: readonly Omit<TroubledPart, "base">[];
}

interface GridTroubleProps {
  grid: GridPage;
  /** The address of the grid, with its filter. */
  here: string;
  /** The thing to answer, in a word such as 'thread'. */
  what: string;
  rows: readonly TroubledRow[];
  /** The outcome of a form without script. */
  result: GridResult | undefined;
}

/** What was not saved and why. A row that somebody else changed has both its versions; everything else is said once for the whole grid. */
export function GridTrouble({ grid: { readOnly, pageId }, here, what, rows, result }: GridTroubleProps) {
  const hydrated = useHydrated();
  const isConflict = ({ parts }: TroubledRow) => parts.some(({ draft }) => draft.state.kind === "conflict");
  const others = rows.filter((row) => !isConflict(row)).flatMap(({ parts }) => parts.map((part) => ({ ...part, base: undefined })));
  const shared = { here, pageId, writable: readOnly === undefined };
  return (
    <>
      {hydrated ? <SaveTrouble {...shared} what={what} parts={others} /> : null}
      {result && !hydrated ? <NotAllSaved result={result} rows={rows} what={what} /> : null}
      {rows.filter(isConflict).map(({ id, name, parts }) => (
        <SaveTrouble
          key={id}
          {...shared}
          what={`${what} (${name})`}
          fieldName={(field) => rowField(id, field)}
          parts={parts.map((part) => ({ ...part, base: result?.rows[id]?.typed[part.part]?.base }))}
        />
      ))}
    </>
  );
}

/** What could not be saved of a grid. */

import { listed } from "#model/words.ts";
import { useHydrated } from "~/components/forms/useHydrated";
import { SaveTrouble, type TroubledPart } from "~/components/saving/SaveTrouble";
import { Callout } from "~/components/shell/Callout";
import { type GridPage, type GridResult, rowField } from "~/views/answering/grid";
import { savedInWords } from "~/views/saved-in-words";

/** A row with the parts that may fail to be saved. */
export interface TroubledRow {
  row: { id: number; name: string };
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

/** Says what was not saved and why. A row that somebody else changed has both versions; one message for the whole grid has the rest. */
export function GridTrouble({ grid: { readOnly, pageId }, here, what, rows, result }: GridTroubleProps) {
  const hydrated = useHydrated();
  const isConflict = ({ parts }: TroubledRow) => parts.some(({ draft }) => draft.state.kind === "conflict");
  const others = rows.filter((row) => !isConflict(row)).flatMap(({ parts }) => parts.map((part) => ({ ...part, base: undefined })));
  const shared = { here, pageId, writable: readOnly === undefined };
  return (
    <>
      {hydrated ? <SaveTrouble {...shared} what={what} parts={others} /> : null}
      {result && !hydrated ? <NotAllSaved result={result} rows={rows} what={what} /> : null}
      {rows.filter(isConflict).map(({ row: { id, name }, parts }) => (
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

interface NotAllSavedProps {
  result: GridResult;
  rows: readonly TroubledRow[];
  what: string;
}

/** Without script: which rows of a posted grid were saved, and why the others were not. */
function NotAllSaved({ result, rows, what }: NotAllSavedProps) {
  const named = (ids: readonly number[]) => listed(rows.flatMap(({ row: { id, name } }) => (ids.includes(id) ? [name] : [])));
  const ends = Object.entries(result.rows).map(([id, { outcome }]) => ({ id: Number(id), outcome }));
  const of = (kind: string) => ends.filter(({ outcome }) => outcome.kind === kind).map(({ id }) => id);
  const messages = new Set(ends.flatMap(({ outcome }) => (outcome.kind === "refused" ? [outcome.message] : [])));
  const refusedBy = (message: string) =>
    ends.flatMap(({ id, outcome }) => ("message" in outcome && outcome.message === message ? [id] : []));
  const reasons = [...messages].map((message) => `${named(refusedBy(message))}: ${message}`);
  const locked = ends.find(({ outcome }) => outcome.kind === "locked")?.outcome;
  const doubtful = ends.filter(({ outcome }) => outcome.kind === "failed" && outcome.unknown).map(({ id }) => id);
  const failed = of("failed").filter((id) => !doubtful.includes(id));
  const holder = locked?.kind === "locked" ? (locked.by ?? "Somebody else") : undefined;
  const title = holder
    ? "Locked for editing by another user"
    : of("failed").length > 0
      ? "Sorry, something went wrong..."
      : of("refused").length > 0
        ? "Not saved"
        : `Some ${what}s were changed in the meantime`;
  return (
    <Callout kind={holder || of("failed").length + of("refused").length === 0 ? "warning" : "error"} title={title}>
      {result.saved.length > 0 ? <p>{`Saved: ${named(result.saved)}.`}</p> : null}
      {holder ? <p>{`${holder} is editing this assessment now. Not saved: ${named(of("locked"))}.`}</p> : null}
      {failed.length > 0 ? <p>{`Not saved: ${named(failed)}.`}</p> : null}
      {doubtful.length > 0 ? <p>{`${named(doubtful)}: ${savedInWords({ unknown: true })}`}</p> : null}
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {of("conflict").length > 0 ? <p>{`Not saved, because somebody else changed it: ${named(of("conflict"))}.`}</p> : null}
      <p>What you chose is still on this page.{ends.length > of("conflict").length ? " Please try again." : ""}</p>
    </Callout>
  );
}

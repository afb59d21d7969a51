import { useEffect, useRef } from "react";
import { Callout } from "~/components/shell/Callout";
import { Facts } from "~/components/shell/Facts";
import { TimeOfDay } from "~/components/shell/TimeOfDay";
import type { SaveProblem } from "~/views/setup";

/** Tells why a step was not saved although its form was valid. Takes the focus. */
export function UnsavedNotice({ unsaved }: { unsaved: Exclude<SaveProblem, { why: "failed" }> }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves to every new refusal
  useEffect(() => box.current?.focus(), [unsaved]);
  return (
    <div ref={box} tabIndex={-1}>
      <Notice unsaved={unsaved} />
    </div>
  );
}

function Notice({ unsaved }: { unsaved: Exclude<SaveProblem, { why: "failed" }> }) {
  switch (unsaved.why) {
    case "changed":
      return (
        <Callout kind="warning" title="This assessment was changed while you were working on it">
          <div className="stack-tight">
            <p>Nothing of yours was saved. This is what is stored now:</p>
            <Facts facts={unsaved.stored} />
            <p>What you entered is below. Saving again replaces what is stored.</p>
          </div>
        </Callout>
      );
    case "locked":
      return (
        <Callout kind="warning" title="Locked for editing by another user">
          {unsaved.by ?? "Somebody else"} is editing this assessment
          {unsaved.until ? (
            <>
              {" "}
              until <TimeOfDay iso={unsaved.until} /> at the latest
            </>
          ) : null}
          . Nothing was saved; what you entered is below. Save again when they have finished.
        </Callout>
      );
    case "readOnly":
      return (
        <Callout kind="warning" title="Nothing was saved">
          {unsaved.reason}
        </Callout>
      );
  }
}

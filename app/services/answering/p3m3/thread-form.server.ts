/** Reads what the P3M3 questions screen posts: the whole form without script, or one change with it. */

import type { Level } from "#model/p3m3/catalogue.ts";
import { fromThreadLetters, isThreadState } from "#model/p3m3/gate.ts";
import { asStored, REASON_MAX } from "#model/text.ts";
import { doubtfulOf, readChange, requireChange } from "~/services/answering/posted-form.server";
import { BadRequest } from "~/services/faults.server";
import type { Change, FieldReader } from "~/views/answering";
import { lettersBeforeClearing, postedLetters, postedSigns } from "~/views/answering/p3m3";

/**
 * The change that a posted form asks for. Parts that were not posted are absent.
 * @throws BadRequest for anything that our own pages never send
 */
export function readP3m3Change(posted: FieldReader, selectedLevel: Level): Change {
  const change = readChange(posted, (base) => {
    const former = stateOf(base);
    const target = posted("target");
    if (target !== undefined) {
      stateOf(target);
      return { target };
    }
    return { target: postedLetters(selectedLevel, former, posted), before: lettersBeforeClearing(selectedLevel, former, posted) };
  });
  const marksBase = posted("marksBase");
  if (marksBase !== undefined) {
    const ids = (posted("diagnostics") ?? "").split(" ").filter(Boolean).map(Number);
    change.marks = { base: marksBase, target: posted("marks") ?? postedSigns(marksBase, ids, posted), ...doubtfulOf(posted) };
    if (!/^[+.-]*$/.test(change.marks.target)) throw new BadRequest();
  }
  const [reason, reasonBase] = [posted("reason"), posted("reasonBase")];
  if (reason !== undefined && reasonBase !== undefined)
    change.reason = { base: reasonBase, target: asStored(reason, REASON_MAX), ...doubtfulOf(posted) };
  return requireChange(posted, change);
}

function stateOf(letters: string) {
  const selections = fromThreadLetters(letters);
  if (!selections || !isThreadState(selections)) throw new BadRequest();
  return selections;
}

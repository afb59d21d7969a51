/** What the questions screens of both models post: the whole form without script, or one change with it. */

import { withLineFeeds } from "#model/text.ts";
import { BadRequest, Elsewhere } from "~/services/faults.server";
import type { Change, FieldReader, FormResult, SaveOutcome } from "~/views/answering";
import type { Reply } from "~/views/shell";

/**
 * Reads the fields of a form.
 * @throws 400, when a field is asked for that was posted twice with different texts: nobody can know which was meant
 */
export function fieldReader(form: FormData): FieldReader {
  return (name) => {
    const [first, ...others] = form.getAll(name);
    if (typeof first !== "string") return undefined;
    if (others.some((other) => other !== first)) throw new BadRequest();
    return withLineFeeds(first);
  };
}

/** The versions that the script sent before without hearing what came of them. */
export function doubtfulOf(posted: FieldReader): { doubtful?: string[] } {
  const sent = posted("doubtful")?.split(" ");
  return sent ? { doubtful: sent } : {};
}

/**
 * The parts that both models have: answers and note. Those that were not posted are absent.
 * @param target the answers that the form asks for, given those that it was made from
 */
export function readChange(posted: FieldReader, target: (base: string) => string): Change {
  const change: Change = {};
  const base = posted("base");
  if (base !== undefined) change.answers = { base, target: target(base), ...doubtfulOf(posted) };
  const [note, noteBase] = [posted("note"), posted("noteBase")];
  if (note !== undefined && noteBase !== undefined) change.note = { base: noteBase, target: note, ...doubtfulOf(posted) };
  return change;
}

/** The change itself. @throws 400 where it asks for nothing at all: no page of ours sends that */
export function requireChange(change: Change): Change {
  if (Object.keys(change).length === 0) throw new BadRequest();
  return change;
}

const STATUS = { saved: 200, refused: 400, conflict: 409, locked: 409, failed: 502 } as const;

/** What was typed and what came of it instead, for a form that was not saved. */
export function formNotSaved(outcome: SaveOutcome, typed: Change, intent = "save"): Reply<FormResult> {
  return [{ intent, outcome, typed }, { status: STATUS[outcome.kind] }];
}

/**
 * What comes after a form was saved: out, on, or the same screen, which says what its rule did to other answers and offers to undo it.
 * @throws Elsewhere
 */
export async function leadOn(
  posted: FieldReader,
  typed: Change,
  to: { here: string; exit: string; next: () => Promise<string> },
): Promise<never> {
  const go = posted("go");
  if (go === "exit") throw new Elsewhere(to.exit);
  if (go === "next") throw new Elsewhere(await to.next());
  const { answers } = typed;
  throw new Elsewhere(
    answers?.base && answers.base !== answers.target ? `${to.here}?${new URLSearchParams({ was: answers.base })}` : to.here,
  );
}

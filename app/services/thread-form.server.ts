/** Reads what the P3M3 questions screen posts: the whole form without script, or one change with it. */
import { data } from "@remix-run/node";
import type { Level } from "#model/p3m3/catalogue.ts";
import { fromLetters, isThreadState } from "#model/p3m3/gate.ts";
import { withLineFeeds } from "#model/text.ts";
import { postedLetters, postedSigns } from "~/question-fields";
import type { Change } from "~/services/saving.server";

/**
 * The text of a field, or undefined when it was not posted.
 * @throws 400 when it was posted twice with different texts: nobody can know which was meant
 */
export function fieldReader(form: FormData) {
  return (name: string): string | undefined => {
    const [first, ...others] = form.getAll(name);
    if (typeof first !== "string") return undefined;
    if (others.some((other) => other !== first)) throw data(null, { status: 400 });
    return withLineFeeds(first);
  };
}

/**
 * What a posted form asks to change. Parts that were not posted are absent.
 * @throws 400 for what no page of ours sends
 */
export function readThreadChange(form: FormData, selectedLevel: Level): Change {
  const posted = fieldReader(form);
  const change: Change = {};
  const sent = posted("doubtful")?.split(" ");
  const doubtful = sent ? { doubtful: sent } : {};
  const base = posted("base");
  if (base !== undefined) {
    const target = posted("target") ?? postedLetters(selectedLevel, stateOf(base), posted);
    stateOf(target);
    change.answers = { base, target, ...doubtful };
  }
  const marksBase = posted("marksBase");
  if (marksBase !== undefined) {
    const ids = (posted("diagnostics") ?? "").split(" ").filter(Boolean).map(Number);
    change.marks = { base: marksBase, target: posted("marks") ?? postedSigns(marksBase, ids, posted), ...doubtful };
    if (!/^[+.-]*$/.test(change.marks.target)) throw data(null, { status: 400 });
  }
  const [note, noteBase] = [posted("note"), posted("noteBase")];
  if (note !== undefined && noteBase !== undefined) change.note = { base: noteBase, target: note, ...doubtful };
  if (Object.keys(change).length === 0) throw data(null, { status: 400 });
  return change;
}

function stateOf(letters: string) {
  const selections = fromLetters(letters);
  if (!selections || !isThreadState(selections)) throw data(null, { status: 400 });
  return selections;
}

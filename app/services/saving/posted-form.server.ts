/** What the questions screens of both models post: the whole form without script, or one change with it. */

import { withoutNonCharacters } from "#model/characters.ts";
import { withLineFeeds } from "#model/note.ts";
import type { RequestContext } from "~/services/context.server";
import { BadRequest, Redirect } from "~/services/faults.server";
import type { UnsavedForm } from "~/services/http/unsaved-form.server";
import { CONFIRMATIONS, type FormResult } from "~/views/answering";
import type { Change, FieldReader, PartChange, SavedPart, SaveOutcome } from "~/views/saving";
import type { Reply } from "~/views/shell";

/**
 * Reads the fields of a form by name. The returned function throws BadRequest for a field that was posted twice with different texts,
 * because nobody can know which one was meant.
 */
export function fieldReader(form: FormData): FieldReader {
  return (name) => {
    const [first, ...others] = form.getAll(name);
    if (typeof first !== "string") return undefined;
    if (others.some((other) => other !== first)) throw new BadRequest();
    return withoutNonCharacters(withLineFeeds(first));
  };
}

/** What comes with a change. */
export interface ChangeContext {
  /** The page that holds the lock. */
  pageId?: string | undefined;
  /** Names the change, if script sends it, perhaps not for the first time. */
  changeKey?: string | undefined;
}

/** Reads what a page posts with a change. */
export const sentWith = (posted: FieldReader): ChangeContext => ({ pageId: posted("page"), changeKey: posted("key") });

/** The versions that script sent before and got no answer for. */
export function doubtfulOf(posted: FieldReader): { doubtful?: string[] } {
  const sent = posted("doubtful")?.split(" ");
  return sent ? { doubtful: sent } : {};
}

/** A part of a change with the version that it was made from; undefined unless both were posted. */
export function postedPart(posted: FieldReader, name: Exclude<SavedPart, "answers" | "marks">): PartChange | undefined {
  const [target, base] = [posted(name), posted(`${name}Base`)];
  return target === undefined || base === undefined ? undefined : { base, target, ...doubtfulOf(posted) };
}

/**
 * Gives the change back. A form that holds nothing to save may still lead on: a computed component whose note could not be read.
 * @throws BadRequest when it asks for nothing at all, which our own pages never do
 */
export function requireChange(posted: FieldReader, change: Change): Change {
  if (Object.keys(change).length === 0 && posted("go") === undefined) throw new BadRequest();
  return change;
}

const SAVE_STATUS = { saved: 200, refused: 422, invalid: 422, conflict: 409, locked: 409, failed: 502 } as const;

/** The outcome of a save. `again`: the seconds to wait, if somebody has saved too much or the upstream's disk is full. */
type OutcomeStatus = { kind: keyof typeof SAVE_STATUS; retryAfter?: number | undefined; isFull?: true | undefined };
const putOffStatus = ({ isFull }: OutcomeStatus) => (isFull ? 507 : 429);

/** How an answer tells the outcome of a save: by its status, and by how long to wait. */
export const saveInit = (outcome: OutcomeStatus): { status: number; headers?: Record<string, string> } =>
  outcome.retryAfter === undefined
    ? { status: SAVE_STATUS[outcome.kind] }
    : { status: putOffStatus(outcome), headers: { "Retry-After": String(outcome.retryAfter) } };

/** The status of a form that comes back as it was filled in. */
export const formStatus = (outcome: OutcomeStatus): number => {
  if (outcome.retryAfter !== undefined) return putOffStatus(outcome);
  return outcome.kind === "refused" || outcome.kind === "invalid" ? 400 : SAVE_STATUS[outcome.kind];
};

/** The reply to a form that was not saved as a whole: what was typed and is not stored, and why it was not saved. */
export function formNotSaved(outcome: SaveOutcome, typed: Change, intent = "save"): Reply<FormResult> {
  const saved = "parts" in outcome ? (outcome.parts?.saved ?? []) : [];
  const rest: Change = Object.fromEntries(Object.entries(typed).filter(([part]) => !saved.some((each) => each === part)));
  return [{ intent, outcome, typed: rest }, { status: formStatus(outcome) }];
}

/** After a save: a form that is stored is not given back any more, and one that may be stored says so. */
export function clearSavedForm(unsavedForm: UnsavedForm, outcome: SaveOutcome): void {
  if (outcome.kind === "saved") unsavedForm.forget();
  if (outcome.kind === "failed" && outcome.unknown) unsavedForm.doubt();
}

/** What a form did in addition: the message, null for none, and what the address of the screen has then. */
export interface FormDone {
  title: string | null;
  query: Record<string, string>;
  /** The place on the screen that it leads to. */
  fragment: string;
}

/** The letter of a level or criterion without an answer. */
const UNANSWERED = "N";

/** The answers that Undo brings back after a change was saved; an empty text when it changed none. */
export function formerOf(answers: PartChange | undefined): string {
  return answers && answers.base !== answers.target ? (answers.before ?? answers.base) : "";
}

/** Whether a change took answers away. The form says so before it leads on (docs/rules/gate.md#nothing-is-cleared-silently). */
export function clearedSome(answers: PartChange | undefined): boolean {
  return [...formerOf(answers)].some((letter, index) => letter !== UNANSWERED && answers?.target[index] === UNANSWERED);
}

/**
 * Leaves the form after it was saved: for the confirmation that it asks for, for home, the next questions, or the same screen. The screen
 * then confirms that everything was saved, tells what the change did to other answers and offers to undo it. A form that cleared answers
 * leads there first, whatever was pressed (docs/rules/gate.md#nothing-is-cleared-silently).
 * @param further what concerns did, and say before the message
 * @throws Redirect, always
 */
export async function redirectAfterSave(
  { flash }: Pick<RequestContext, "flash">,
  posted: FieldReader,
  { answers }: Change,
  to: { here: string; exit: string; next: () => Promise<string>; handOver: () => Promise<string> },
  further: { said?: string; done?: FormDone | undefined } = {},
): Promise<never> {
  const { said = "", done } = further;
  const confirm = CONFIRMATIONS.find((each) => each === posted("confirm"));
  if (confirm) throw new Redirect(`${to.here}?${new URLSearchParams({ confirm })}`);
  const go = posted("go");
  const was = formerOf(answers);
  const isCleared = clearedSome(answers);
  if (go === "exit" && !isCleared) throw new Redirect(to.exit);
  if (go === "next" && !isCleared) throw new Redirect(await to.next());
  if (go === "handOver" && !isCleared) throw new Redirect(await to.handOver());
  if (done?.title !== null) flash.leave({ kind: "success", title: `${said}${done?.title ?? "Your answers and notes are saved."}` });
  const query = new URLSearchParams({ ...(was === "" ? {} : { was }), ...done?.query });
  throw new Redirect(`${to.here}${query.size > 0 ? `?${query}` : ""}${done ? `#${done.fragment}` : ""}`);
}

/**
 * Saves the changes of a questions screen, for both models: the parts of a change, and what came of each
 * (docs/rules/locks-and-saving.md#both-versions).
 */

import { reason as reasonBody } from "#model/contract/answering.ts";
import type { Id } from "#model/contract/common.ts";
import { noteBody } from "#model/contract/p3m3.ts";
import { fingerprint } from "#model/note.ts";
import { markRenewed } from "~/services/answering/locks.server";
import type { RequestContext } from "~/services/context.server";
import { countSave } from "~/services/http/metrics.server";
import { saveVersioned } from "~/services/saving/save-versioned.server";
import { withLock } from "~/services/saving/with-lock.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import type { Change, PartChange, SavedPart, SaveOutcome, StoredValues } from "~/views/saving";

/** How the parts of one screen are read and written. */
interface PartAdapter<Progress, View> {
  /** Reads the given parts as they are stored now. */
  read(parts: readonly SavedPart[]): Promise<StoredParts<Progress>>;
  /** Reads the progress: needed when an earlier save had stored the answers but its reply was lost. */
  progress(): Promise<Progress>;
  /** Shapes the progress for the screen. */
  view(progress: Progress): View | Promise<View>;
}

/** What is saved: the place names what is edited within the assessment, such as a thread; by its codes it is opened again. */
interface SavePlace {
  assessmentId: Id;
  place: string;
  codes: readonly string[];
  /** The page that holds the lock. */
  pageId: string | undefined;
}

/** Parts as they are stored, and how each that was read is written. */
interface StoredParts<Progress> {
  now: StoredValues;
  answer(target: string): Promise<Progress>;
  /** Stores the marks of the change, except those that are stored already. */
  mark?(change: PartChange): Promise<void>;
  writeNote(body: string): Promise<void>;
  flag?(flagged: boolean): Promise<unknown>;
  writeReason?(reason: string): Promise<unknown>;
}

const PARTS: readonly SavedPart[] = ["answers", "marks", "note", "flag", "reason"];
/** The parts whose base is the fingerprint of a text. */
const isText = (part: SavedPart) => part === "note" || part === "reason";

/** Whether somebody else changed a part: it is stored neither as the change found it nor as the change wants it. */
function hasMoved(part: SavedPart, now: string, change: PartChange | undefined): boolean {
  // A flag is on or off. Two people who set it want what they press, so the last one wins.
  if (!change || part === "flag") return false;
  const known = [change.base, ...(change.doubtful ?? [])];
  if (isText(part)) return ![...known, fingerprint(change.target)].includes(fingerprint(now));
  if (part === "answers") return ![...known, change.target].includes(now);
  // Each mark counts for itself, so another person's mark is no conflict.
  return [...change.target].some(
    (sign, index) => sign !== change.base[index] && ![...known, change.target].some((text) => text[index] === now[index]),
  );
}

/**
 * Saves a change, after all earlier changes of the same place. If the write gets a 409, this asks for the lock once more and repeats the
 * write (docs/rules/locks-and-saving.md#a-write-that-meets-409). If somebody else has changed a part, nothing is written
 * (docs/rules/locks-and-saving.md#both-versions).
 * @throws SessionOver, LoadFailure; every other failure is an outcome
 */
export async function saveChange<Progress, View>(
  context: RequestContext,
  { assessmentId, place, codes, pageId }: SavePlace,
  change: Change,
  store: PartAdapter<Progress, View>,
): Promise<SaveOutcome<View>> {
  for (const [about, schema] of [
    ["note", noteBody],
    ["reason", reasonBody.shape.reason],
  ] as const) {
    const text = change[about];
    // A text that nobody changed passes: it may be longer than a limit that was lowered since (docs/rules/locks-and-saving.md#unchanged-texts).
    if (!text || fingerprint(text.target) === text.base) continue;
    const issue = schema.safeParse(text.target).error?.issues[0];
    if (issue) return countSave({ kind: "refused", message: issue.message, about });
  }
  const parts = PARTS.filter((part) => change[part]);
  const outcome: SaveOutcome<Progress> = await saveVersioned<StoredParts<Progress>, SaveOutcome<Progress>>({
    place: `${assessmentId}/${place}`,
    around: (save) => withLock(context, assessmentId, pageId, save),
    read: () => store.read(parts),
    conflictWith({ now }) {
      const moved = parts.filter((part) => hasMoved(part, now[part] ?? "", change[part]));
      return moved.length > 0 ? { kind: "conflict", stored: Object.fromEntries(moved.map((part) => [part, now[part] ?? ""])) } : undefined;
    },
    async write({ now, ...stored }) {
      const { answers, marks, note, flag, reason } = change;
      const answering = answers && answers.target !== now.answers ? stored.answer(answers.target) : undefined;
      const marking = marks ? stored.mark?.(marks) : undefined;
      const noting = note && fingerprint(note.target) !== fingerprint(now.note ?? "") ? stored.writeNote(note.target) : undefined;
      const flagging = flag && flag.target !== now.flag ? stored.flag?.(flag.target === "on") : undefined;
      const reasoning =
        reason && fingerprint(reason.target) !== fingerprint(now.reason ?? "") ? stored.writeReason?.(reason.target) : undefined;
      await waitForAll([answering, marking, noting, flagging, reasoning]);
      // The progress shows flags, too. The one that comes with the answers may be older than the flag.
      const flagged = flag ? await store.progress().catch(() => null) : null;
      if (flagged) return { kind: "saved", progress: flagged };
      if (!answers) return { kind: "saved", version: reason && fingerprint(reason.target) };
      return { kind: "saved", progress: answering ? await answering : await store.progress().catch(() => null) };
    },
    lookAgain: (end, { now }) => readAgain(end, change, now, store),
  });
  countSave(outcome);
  if (outcome.kind !== "saved") return outcome;
  context.lastPlaces.remember(assessmentId, codes);
  markRenewed(context.lockMarkers, assessmentId);
  const progress = outcome.progress && (await store.view(outcome.progress));
  return { ...outcome, progress, ...(change.answers && { answers: change.answers.target }) };
}

/**
 * Reads, after a save that failed, which parts were saved. An answer may have been lost, and one of several writes may have succeeded
 * (docs/rules/errors-and-retries.md#a-write-without-an-answer).
 */
async function readAgain<Progress>(
  outcome: SaveOutcome<Progress>,
  change: Change,
  before: StoredValues,
  store: PartAdapter<Progress, unknown>,
): Promise<SaveOutcome<Progress>> {
  if (outcome.kind === "saved" || outcome.kind === "conflict") return outcome;
  const wanted = PARTS.filter((part) => isOpen(part, before, change));
  // A single write that was refused is not done.
  if (outcome.kind !== "failed" && wanted.length === 1 && wanted[0] !== "marks") return outcome;
  let now: StoredValues;
  try {
    now = (await store.read(wanted)).now;
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    return outcome.kind === "failed" ? { kind: "failed", unknown: true } : outcome;
  }
  const open = wanted.filter((part) => isOpen(part, now, change));
  const saved = wanted.filter((part) => !open.includes(part));
  if (open.length === 0) return { kind: "saved", ...(change.answers ? { progress: await store.progress().catch(() => null) } : {}) };
  const partly = open.filter((part) => part === "marks" && now.marks !== before.marks);
  if (saved.length + partly.length === 0) return outcome;
  return { ...outcome, parts: { saved, partly, unsaved: open.filter((part) => !partly.includes(part)) } };
}

/** Whether a part that is to be changed is not stored as the change wants it. */
function isOpen(part: SavedPart, stored: StoredValues, change: Change): boolean {
  const wanted = change[part];
  const now = stored[part] ?? "";
  if (!wanted) return false;
  if (isText(part)) return fingerprint(wanted.target) !== fingerprint(now);
  if (part === "answers" || part === "flag") return wanted.target !== now;
  return [...wanted.target].some((sign, index) => sign !== wanted.base[index] && sign !== now[index]);
}

/** Waits for all writes even if one fails, so that nothing is still being written when the outcome is known. @throws the first failure */
async function waitForAll(writes: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  const fault = (await Promise.allSettled(writes)).find((end) => end.status === "rejected");
  if (fault) throw fault.reason;
}

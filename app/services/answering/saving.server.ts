/**
 * Saving the changes of a questions screen, for both models: the parts of a change, its possible outcomes, and the order in which
 * changes are stored (docs/rules/locks-and-saving.md#order-of-saves).
 */

import { createHash } from "node:crypto";
import { reason as reasonBody } from "#model/contract/answering.ts";
import type { Id } from "#model/contract/common.ts";
import { noteBody } from "#model/contract/p3m3.ts";
import { fingerprint } from "#model/note.ts";
import { findLock, markRenewed, takeLock } from "~/services/answering/locks.server";
import { saveInit } from "~/services/answering/posted-form.server";
import type { RequestContext } from "~/services/context.server";
import { failureOf, isSessionOver, putOff } from "~/services/http/failures.server";
import { countSave } from "~/services/http/metrics.server";
import type { RequestSession } from "~/services/session/session.server";
import { userOf } from "~/services/session/session-data.server";
import { OutcomeUnknown } from "~/services/upstream/lost-answers.server";
import { isUpstreamFault, UpstreamFault, untilUnmoved } from "~/services/upstream/upstream.server";
import type { Change, PartChange, SavedPart, SaveOutcome, StoredValues } from "~/views/answering";
import type { User } from "~/views/session";

/** How the parts of one screen are read and written. */
interface PartStore<Progress, View> {
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
  store: PartStore<Progress, View>,
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
  /** What was stored before anything was sent; undefined while nothing is. */
  let before: StoredValues | undefined;
  const write = async (): Promise<SaveOutcome<Progress>> => {
    const { now, ...stored } = await store.read(parts);
    const moved = parts.filter((part) => hasMoved(part, now[part] ?? "", change[part]));
    if (moved.length > 0) return { kind: "conflict", stored: Object.fromEntries(moved.map((part) => [part, now[part] ?? ""])) };
    before ??= now;
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
  };
  const outcome = await inOrder(`${assessmentId}/${place}`, async () => {
    const first = await catchFaults(() => withLock(context, assessmentId, pageId, () => untilUnmoved(write)));
    return countSave(before ? await readAgain(first, change, before, store) : first);
  });
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
  store: PartStore<Progress, unknown>,
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

const running = new Map<string, Promise<unknown>>();

/** Runs writes to the same place one after the other, so that the save that came last is stored last. */
export function inOrder<T>(place: string, write: () => Promise<T>): Promise<T> {
  const before = running.get(place) ?? Promise.resolve();
  const mine = before.then(write, write);
  running.set(place, mine);
  const done = () => {
    if (running.get(place) === mine) running.delete(place);
  };
  mine.then(done, done);
  return mine;
}

/** Runs a write. If the lock was lost, asks for it once more and runs the write again. @throws UpstreamFault, LoadFailure */
export async function withLock<Outcome>(
  context: RequestContext,
  assessmentId: Id,
  pageId: string | undefined,
  write: () => Promise<Outcome>,
): Promise<Outcome | Extract<SaveOutcome, { kind: "locked" }>> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof UpstreamFault) || error.status !== 409) throw error;
    if (await takeLock(context, assessmentId, pageId)) return write();
    const held = await findLock(context.api, assessmentId).catch(() => undefined);
    return { kind: "locked", by: held?.lockedBy, until: held?.expiresAt };
  }
}

/** Turns the failure of a write into an outcome that the screen shows with the typed text. @throws SessionOver, LoadFailure */
export async function catchFaults<Outcome>(
  write: () => Promise<Outcome>,
): Promise<Outcome | Extract<SaveOutcome, { kind: "refused" | "failed" }>> {
  try {
    return await write();
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    if (error instanceof OutcomeUnknown) return { kind: "failed", unknown: true };
    switch (error.status) {
      case 401:
      case 403:
        return { kind: "refused", message: "You have no credentials to access this assessment." };
      case 404:
        return { kind: "refused", message: "The assessment you are trying to access does not exist." };
      case 400:
      case 422:
        return { kind: "refused", message: error.detail.title ?? "What was sent was not accepted." };
      default:
        return putOff(error) ?? { kind: "failed" };
    }
  }
}

/** A name for the user in the browser's storage that gives no identity away. It keeps one user's unsent work from being sent by another. */
export function browserStoreOwner({ email }: User): string {
  return createHash("sha256").update(email).digest("base64url").slice(0, 12);
}

/** Answers a background save with its outcome as JSON. A session that has ended and an assessment that is gone are outcomes too. */
export async function saveInBackground(session: RequestSession, save: (user: User) => Promise<SaveOutcome>): Promise<Response> {
  const answer = async (user: User) => {
    const outcome = await save(user);
    return Response.json(outcome, saveInit(outcome));
  };
  return answerInBackground(session, answer, (outcome) => outcome);
}

/** Answers script that changes something. @param shape how an outcome that the change did not come to is sent */
export async function answerInBackground(
  session: RequestSession,
  change: (user: User) => Promise<Response>,
  shape: (outcome: { kind: string; message?: string; again?: number }) => object,
): Promise<Response> {
  const signedOut = () => Response.json(shape({ kind: "signed-out" }), { status: 401 });
  if (!session.current) return signedOut();
  try {
    return await change(userOf(session.current));
  } catch (error) {
    if (isSessionOver(error)) return signedOut();
    const failure = failureOf(error);
    if (!failure) throw error;
    const { status, page } = failure;
    const late = status === 429 || status === 507 ? putOff({ status }) : undefined;
    if (late) return Response.json(shape(late), { status });
    const message = [page?.title, page?.description].filter(Boolean).join(" ");
    return Response.json(shape(status >= 500 ? { kind: "failed" } : { kind: "refused", message }), { status });
  }
}

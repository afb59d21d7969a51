/**
 * Saves the changes of an item of either model, from its questions screen or a row of a grid. It tells what came of each part of a change
 * (docs/rules/locks-and-saving.md#both-versions).
 */
import type { WithAgain } from "#model/contract/again.ts";
import { reason as reasonBody } from "#model/contract/answering.ts";
import { placeOf } from "#model/contract/history.ts";
import { noteBody } from "#model/contract/p3m3.ts";
import { fingerprint } from "#model/note.ts";
import { CONCERN_PARTS, readConcernParts, storeFrom } from "~/services/answering/concerns.server";
import type { ItemAdapter, ItemForm, StoredQuestions } from "~/services/answering/items/adapter.server";
import { type PartRule, SIGNS, TEXT, VALUE } from "~/services/answering/items/part-rules.server";
import { confirmedOf } from "~/services/answering/previous.server";
import type { AnswerStore } from "~/services/answering/store.server";
import type { RequestContext } from "~/services/context.server";
import { BadRequest } from "~/services/faults.server";
import { countSave } from "~/services/http/metrics.server";
import { type ChangeContext, doubtfulOf, postedPart, requireChange } from "~/services/saving/posted-form.server";
import { saveVersioned } from "~/services/saving/save-versioned.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import type { ProgressView } from "~/views/answering";
import { SOURCE_FIELD } from "~/views/answering/concerns/concern";
import { type Kind, postedAnswers } from "~/views/answering/item";
import { confirmationIn, confirmedBy } from "~/views/answering/previous";
import type { Change, FieldReader, PartChange, SavedPart, SaveOutcome, StoredValues } from "~/views/saving";

/** In the order in which outcomes name them. */
const RULES = { answers: VALUE, marks: SIGNS, note: TEXT, ...CONCERN_PARTS, reason: TEXT } as Record<SavedPart, PartRule>;
const PARTS = Object.keys(RULES) as SavedPart[];
const TEXTS = { note: noteBody, reason: reasonBody.shape.reason } as const;

/**
 * The change that a posted form asks for. Parts that were not posted are absent.
 * @throws BadRequest for anything that our own pages never send
 */
export function readItemChange(posted: FieldReader, form: ItemForm): Change {
  const [base, note] = [posted("base"), postedPart(posted, "note")];
  return requireChange(posted, {
    ...(base !== undefined && { answers: { base, ...readAnswers(posted, form, base), ...doubtfulOf(posted) } }),
    ...(note && { note }),
    ...readConcernParts(posted),
    ...form.readFurther?.(posted),
  });
}

/** The answers that a form asks for, and what Undo brings back. */
function readAnswers(posted: FieldReader, form: ItemForm, base: string) {
  const target = posted("target");
  const gate = form.gateIn(posted);
  if (gate && ![base, target ?? base].every(gate.isState)) throw new BadRequest();
  const source = posted(SOURCE_FIELD);
  if (target !== undefined) return { target, ...confirmedBy(posted), ...(source !== undefined && { source }) };
  if (!gate) throw new BadRequest();
  const { answers: typed, before } = gate.applyPosted(base, postedAnswers(form.kind, form.countIn(base), posted));
  const confirmation = confirmationIn(posted);
  const { answers = typed, ...confirmed } = (confirmation && gate.confirm(typed, confirmation)) ?? {};
  return { target: answers, before, ...confirmed };
}

/** What is stored of an item, as far as a change asks for it. */
interface StoredItem<K extends Kind, Progress> {
  now: StoredValues;
  questions: StoredQuestions<K, Progress> | undefined;
  writeNote(body: string): Promise<unknown>;
}

/**
 * Saves a change, after all earlier changes of the same item. If the write gets a 409, this asks for the lock once more and repeats the
 * write (docs/rules/locks-and-saving.md#a-write-that-meets-409). If somebody else has changed a part, nothing is written
 * (docs/rules/locks-and-saving.md#both-versions). What the upstream refuses is an outcome (docs/rules/locks-and-saving.md#what-saving-shows).
 * @throws SessionOver, LoadFailure; BadRequest for answers that do not fit the questions
 */
export async function saveItem<K extends Kind, Progress extends WithAgain>(
  context: RequestContext,
  adapter: ItemAdapter<K, Progress>,
  change: Change,
  { pageId, changeKey }: ChangeContext = {},
): Promise<SaveOutcome<ProgressView>> {
  const { assessment, store } = adapter;
  const refused = refusedText(change);
  if (refused) return countSave(refused);
  const parts = keptParts(store, change);
  const isConfirmed = confirmedOf(assessment, change);

  const read = async (wanted: readonly SavedPart[]): Promise<StoredItem<K, Progress>> => {
    const [questions, note] = await Promise.all([
      wanted.some((part) => part !== "note") ? adapter.readQuestions() : undefined,
      wanted.includes("note") ? adapter.readNote() : undefined,
    ]);
    return {
      now: { ...questions?.values, ...(note && { note: note.body }) },
      questions,
      writeNote: (body) => adapter.writeNote(body, { madeFrom: note?.versions, changeKey }),
    };
  };
  const readProgress = () => adapter.readProgress().catch(() => null);

  const outcome: SaveOutcome<Progress> = await saveVersioned<StoredItem<K, Progress>, SaveOutcome<Progress>>({
    place: `${store.nameOf(assessment.id)}/${placeOf(adapter.subject)}`,
    around: (save) => store.around(context, assessment.id, pageId, save),
    read: () => read(parts),
    conflictWith({ now }) {
      const moved = parts.filter((part) => changeIn(change, part, (each) => RULES[part].hasMoved(now[part] ?? "", each)));
      return moved.length > 0 ? { kind: "conflict", stored: Object.fromEntries(moved.map((part) => [part, now[part] ?? ""])) } : undefined;
    },
    async write({ now, questions, writeNote }) {
      const isWanted = (part: SavedPart) => isOpen(part, now, change);
      const { answers, note, reason } = change;
      /** Answers from elsewhere are stored by the concern that they come from. */
      const give = async ({ source, target }: PartChange, stored: StoredQuestions<K, Progress>) => {
        if (source === undefined) return stored.answer(target, { isConfirmed, changeKey });
        await storeFrom(context, assessment, placeOf(adapter.subject), source, { madeFrom: stored.versions, changeKey }, store.concerns);
        return readProgress();
      };
      const answering = answers && questions && isWanted("answers") ? give(answers, questions) : undefined;
      const others = parts.filter((part) => part !== "answers" && part !== "note" && isWanted(part));
      await waitForAll([
        answering,
        note && isWanted("note") ? writeNote(note.target) : undefined,
        ...others.map(async (part) => {
          const write = questions?.write[part];
          if (!write) throw new BadRequest();
          await changeIn(change, part, (each) => write(each, { changeKey }));
        }),
      ]);
      // The progress that comes with the answers may be older than what else it tells of.
      const newest = parts.some((part) => RULES[part].movesProgress) ? await readProgress() : null;
      if (newest) return { kind: "saved", progress: newest };
      if (!answers) return { kind: "saved", version: reason && fingerprint(reason.target) };
      return { kind: "saved", progress: answering ? await answering : await readProgress() };
    },
    lookAgain: (end, { now }) => readAgain(end, change, now, { read: async (wanted) => (await read(wanted)).now, readProgress }),
  });
  countSave(outcome);
  if (outcome.kind !== "saved") return outcome;
  store.noteSaved(context, assessment.id, adapter.codes);
  const progress = outcome.progress && (await adapter.viewOf(outcome.progress, store.paths));
  return { ...outcome, progress, ...(change.answers && { answers: change.answers.target }) };
}

/** The parts that a change has, and its store keeps. @throws BadRequest for a change of any other, which our own pages never send */
function keptParts({ parts }: AnswerStore, change: Change): SavedPart[] {
  const isKept = (part: SavedPart) => parts?.includes(part) ?? true;
  if (PARTS.some((part) => !isKept(part) && change[part] && change[part].base !== change[part].target)) throw new BadRequest();
  return PARTS.filter((part) => change[part] && isKept(part));
}

/** A text of a change that may not be stored. One that nobody changed passes (docs/rules/locks-and-saving.md#unchanged-texts). */
function refusedText(change: Change): Extract<SaveOutcome<never>, { kind: "refused" }> | undefined {
  for (const about of ["note", "reason"] as const) {
    const text = change[about];
    if (!text || fingerprint(text.target) === text.base) continue;
    const issue = TEXTS[about].safeParse(text.target).error?.issues[0];
    if (issue) return { kind: "refused", message: issue.message, about };
  }
  return undefined;
}

/** What is so of a part of a change; undefined where the change has no such part. */
function changeIn<Value>(change: Change, part: SavedPart, value: (change: PartChange) => Value): Value | undefined {
  const wanted = change[part];
  return wanted && value(wanted);
}

/** Whether a part that is to be changed is not stored as the change wants it. */
const isOpen = (part: SavedPart, stored: StoredValues, change: Change): boolean =>
  changeIn(change, part, (wanted) => RULES[part].isOpen(stored[part] ?? "", wanted)) ?? false;

/**
 * Reads, after a save that failed, which parts were saved. An answer may have been lost, and one of several writes may have succeeded
 * (docs/rules/errors-and-retries.md#a-write-without-an-answer).
 */
async function readAgain<Progress>(
  outcome: SaveOutcome<Progress>,
  change: Change,
  before: StoredValues,
  store: { read(parts: readonly SavedPart[]): Promise<StoredValues>; readProgress(): Promise<Progress | null> },
): Promise<SaveOutcome<Progress>> {
  if (outcome.kind === "saved" || outcome.kind === "conflict") return outcome;
  const wanted = PARTS.filter((part) => isOpen(part, before, change));
  const [only] = wanted;
  // A single write that was refused is not done.
  if (outcome.kind !== "failed" && wanted.length === 1 && only && !RULES[only].isMany) return outcome;
  let now: StoredValues;
  try {
    now = await store.read(wanted);
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    return outcome.kind === "failed" ? { kind: "failed", unknown: true } : outcome;
  }
  const open = wanted.filter((part) => isOpen(part, now, change));
  const saved = wanted.filter((part) => !open.includes(part));
  if (open.length === 0) return { kind: "saved", ...(change.answers ? { progress: await store.readProgress() } : {}) };
  const partly = open.filter((part) => RULES[part].isMany && now[part] !== before[part]);
  if (saved.length + partly.length === 0) return outcome;
  return { ...outcome, parts: { saved, partly, unsaved: open.filter((part) => !partly.includes(part)) } };
}

/** Waits for all writes even if one fails, so that nothing is still being written when the outcome is known. @throws the first failure */
async function waitForAll(writes: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  const fault = (await Promise.allSettled(writes)).find((end) => end.status === "rejected");
  if (fault) throw fault.reason;
}

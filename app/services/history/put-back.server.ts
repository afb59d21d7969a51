/** Putting back what an entry of the history tells of, by an ordinary write (docs/rules/history.md#putting-back). */
import { z } from "zod";
import { answerInWords, UNANSWERED } from "#model/answer-words.ts";
import type { Assessment, ItilAssessment, P3m3Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { type HistoryEntry, type Subject, subjectAt } from "#model/contract/history.ts";
import { isPracticeState } from "#model/itil/gate.ts";
import { fingerprint } from "#model/note.ts";
import { LEVELS } from "#model/p3m3/catalogue.ts";
import { EMPTY_THREAD, fromThreadLetters, isThreadState, toThreadLetters } from "#model/p3m3/gate.ts";
import { getItilItem, readItilItem } from "~/services/answering/itil/questions.server";
import { releaseLock } from "~/services/answering/locks.server";
import { answeringOf } from "~/services/answering/models.server";
import { readThread } from "~/services/answering/p3m3/questions.server";
import { fieldReader, saveInit } from "~/services/answering/posted-form.server";
import { p3m3ProgressView } from "~/services/answering/progress-view.server";
import type { RequestContext } from "~/services/context.server";
import { BadRequest, loadFor, Redirect } from "~/services/faults.server";
import { criteriaCalled, entryInWords, mark } from "~/services/history/describe-entry.server";
import { namesFor } from "~/services/history/names.server";
import { EVIDENCE_BASE, evidenceQuestion, evidenceWrite, isEvidenceBack, type Write } from "~/services/history/put-back-evidence.server";
import type { InScope } from "~/services/upstream/assessment-model.server";
import { getAssessment } from "~/services/upstream/assessments.server";
import { listInScope } from "~/services/upstream/models.server";
import { readP3m3Progress } from "~/services/upstream/p3m3-assessments.server";
import { plainTextOf } from "~/services/upstream/rich-text.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { Change, SavedPart, SaveOutcome } from "~/views/answering";
import { criteriaFrom, lettersOf, levelsOf } from "~/views/answering/itil";
import { MARK_WORDS, markAt, markOf, signsOf } from "~/views/answering/p3m3";
import { savedInWords } from "~/views/answering/saved-in-words";
import { baseField, type PutBackQuestion, type Side } from "~/views/history";
import { type HistoryAddress, paths } from "~/views/paths";
import type { Reply } from "~/views/shell";

const SIDES: readonly Side[] = ["before", "after"];

/** Whether an entry tells of something that can be written again. */
export const canBePutBack = (entry: HistoryEntry) => isEvidenceBack(entry) || isAnswerBack(entry);

const isAnswerBack = ({ kind, place, erased }: HistoryEntry) =>
  !erased && subjectAt(place) !== undefined && ["answers", "marks", "note", "descoped"].includes(kind);

/** Parts as they are posted: letters, signs, the text of a note. */
type Version = Partial<Record<SavedPart, string>>;
type Row = PutBackQuestion["rows"][number];

/** The texts of an entry, as a form posts them, and of what is stored now. */
interface Versions {
  now: Version;
  sides: Partial<Record<Side, Version>>;
  /** The values of a version by the names that the screen has for them. */
  shown(version: Version): { name: string; value: string }[];
  refusal?: string | undefined;
}

/** Reads what is stored of what an entry is about, and what the entry tells of it. @throws UpstreamFault */
type ReadVersions<EvidenceSource extends Assessment, About extends Subject> = (
  api: UserApi,
  found: EvidenceSource,
  what: { item: InScope; subject: About; entry: HistoryEntry },
) => Promise<Versions>;

/** One entry of a history. @throws LoadFailure */
async function findEntry(api: UserApi, assessmentId: Id, entryId: number): Promise<HistoryEntry | undefined> {
  const { entries } = await loadFor("assessment", api.history.list({ id: assessmentId, before: entryId + 1 }));
  return entries.find(({ id }) => id === entryId);
}

/** The versions that an entry can be put back to; undefined for an entry without. @throws LoadFailure, SessionOver */
async function findVersions(api: UserApi, found: Assessment, entry: HistoryEntry) {
  const item = listInScope(found).find(({ place }) => place === entry.place);
  const subject = subjectAt(entry.place);
  if (!item || !subject || !isAnswerBack(entry)) return undefined;
  const read = VERSIONS[subject.kind] as ReadVersions<Assessment, Subject>;
  return { item, versions: await loadFor("assessment", read(api, found, { item, subject, entry })) };
}

const noteVersions = (note: string, { before, after }: HistoryEntry): Versions => {
  const side = (text: unknown) => (typeof text === "string" ? { note: text } : undefined);
  return { now: { note }, sides: { before: side(before), after: side(after) }, shown: () => [] };
};

const descopedState = z.object({ answers: z.string(), marks: z.record(z.string(), z.boolean().nullable()).catch({}) });

/** @throws UpstreamFault */
const threadVersions: ReadVersions<P3m3Assessment, Extract<Subject, { kind: "thread" }>> = async (
  api,
  found,
  { subject: { perspectiveId, threadId }, entry },
) => {
  if (entry.kind === "note")
    return noteVersions((await api.p3m3.notes.get({ assessmentId: found.id, perspectiveId, threadId })).body, entry);
  const [thread, progress] = await Promise.all([readThread(api, found.id, perspectiveId, threadId), readP3m3Progress(api, found.id)]);
  const { items = [] } = p3m3ProgressView(found, progress).groups.find(({ id }) => id === perspectiveId) ?? {};
  const isDescoped = items.some(({ id, state }) => id === threadId && state === "descoped");
  const { diagnostics } = thread;
  const letters = (given: unknown): Version | undefined => {
    const selections = typeof given === "string" ? fromThreadLetters(given) : given === undefined ? EMPTY_THREAD : undefined;
    return selections && isThreadState(selections) ? { answers: toThreadLetters(selections) } : undefined;
  };
  const marked = (isPositive: (id: number) => boolean | null | undefined) =>
    signsOf(
      diagnostics.map(({ id }, index) => {
        const wanted = isPositive(id);
        return wanted === undefined ? markAt(thread.marks, index) : markOf(wanted);
      }),
    );
  const sign = (given: unknown): Version | undefined => {
    const { data } = mark.safeParse(given);
    if (!data || !diagnostics.some(({ id }) => id === data.diagnosticId)) return undefined;
    return { marks: marked((id) => (id === data.diagnosticId ? data.isPositive : undefined)) };
  };
  const both = (given: unknown): Version | undefined => {
    const { data } = descopedState.safeParse(given);
    const answers = data && letters(data.answers);
    return data && answers && { ...answers, marks: marked((id) => data.marks[id] ?? null) };
  };
  const { before, after, kind } = entry;
  const sideOf = { answers: letters, marks: sign }[kind];
  return {
    now: { ...(kind === "marks" ? {} : { answers: thread.answers }), ...(kind === "answers" ? {} : { marks: thread.marks }) },
    sides: sideOf ? { before: sideOf(before), after: sideOf(after) } : { before: both(before) },
    shown: (version) => [
      ...(version.answers === undefined
        ? []
        : LEVELS.map((level, index) => ({
            name: `Level ${level}`,
            value: answerInWords(fromThreadLetters(version.answers ?? "")?.[index]),
          }))),
      ...(version.marks === undefined
        ? []
        : diagnostics.map(({ level, statement }, index) => ({
            name: `Level ${level}: ${plainTextOf(statement)}`,
            value: MARK_WORDS[markAt(version.marks ?? "", index)],
          }))),
    ],
    refusal: isDescoped ? "The thread is descoped. Bring it back into scope first, then put its answers back." : undefined,
  };
};

/** @throws UpstreamFault */
const itemVersions: ReadVersions<ItilAssessment, Exclude<Subject, { kind: "thread" }>> = async (api, found, { item, subject, entry }) => {
  const [practiceCode = ""] = item.codes;
  const { asked, answers, note } = await readItilItem(api, await getItilItem(api, { assessmentId: found.id, practiceCode }));
  if (entry.kind === "note") return noteVersions(note, entry);
  if (asked.kind === "component") {
    const { options } = asked.question;
    const option = (level: unknown): Version | undefined => {
      const chosen = options.find((each) => each.level !== undefined && each.level === level);
      return chosen && { answers: String(chosen.id) };
    };
    const value = ({ answers: chosen }: Version) => {
      const named = options.find(({ id }) => String(id) === chosen);
      return named ? `Level ${named.level} ${named.name}` : UNANSWERED.open;
    };
    return {
      now: { answers },
      sides: { before: option(entry.before), after: option(entry.after) },
      shown: (version) => [{ name: "Level", value: value(version) }],
    };
  }
  const { questions } = asked;
  // Recorded in the upstream's order; the screen shows them by level.
  const recorded = await api.itil.questions.capability({ id: found.id, capabilityId: subject.id });
  const letters = (given: unknown): Version | undefined => {
    const text = typeof given === "string" ? given : given === undefined ? "N".repeat(recorded.length) : "";
    const sorted = questions.map(({ id }) => text[recorded.findIndex((each) => each.id === id)] ?? "").join("");
    const criteria = criteriaFrom(sorted, levelsOf(questions));
    return criteria && isPracticeState(criteria) ? { answers: lettersOf(criteria) } : undefined;
  };
  const called = criteriaCalled(questions.length, questions);
  return {
    now: { answers },
    sides: { before: letters(entry.before), after: letters(entry.after) },
    shown: (version) => {
      const criteria = criteriaFrom(version.answers ?? "", levelsOf(questions)) ?? [];
      return questions.map(({ statement }, index) => ({
        name: `${called[index]}: ${plainTextOf(statement)}`,
        value: answerInWords(criteria[index]?.selection),
      }));
    },
  };
};

const VERSIONS = { thread: threadVersions, capability: itemVersions, maturity: itemVersions };

const isSame = (now: Version, other: Version) => Object.entries(other).every(([part, value]) => value === now[part as SavedPart]);

/**
 * The question whether to put an entry back; undefined for an entry that there is not, or that cannot be put back.
 * @param readOnly why nothing can be changed
 * @throws LoadFailure, SessionOver
 */
export async function loadQuestion(
  api: UserApi,
  found: Assessment,
  entryId: number,
  readOnly: string | undefined,
): Promise<PutBackQuestion | undefined> {
  const entry = await findEntry(api, found.id, entryId);
  if (!entry) return undefined;
  const names = await namesFor(api, found, [entry]);
  const { id, at, by } = entry;
  const about = { id, words: entryInWords(entry, names).words, at, by };
  if (isEvidenceBack(entry)) {
    const asked = await evidenceQuestion(api, found, entry, names);
    return { ...about, ...asked, refusal: readOnly ?? asked.refusal };
  }
  const put = await findVersions(api, found, entry);
  if (!put) return undefined;
  const { now, sides, shown, refusal } = put.versions;
  const offered = SIDES.filter((side) => sides[side] && !isSame(now, sides[side]));
  const columns = offered.map((side) => ({ side, values: shown(sides[side] ?? {}) }));
  const rows = shown(now).map(({ name, value }, index): Row => {
    const valueAt = (side: Side) => columns.find((column) => column.side === side)?.values[index]?.value;
    return { name, now: value, before: valueAt("before"), after: valueAt("after") };
  });
  const note = (side: Side) => (offered.includes(side) ? sides[side]?.note : undefined);
  return {
    ...about,
    sides: offered,
    refusal: readOnly ?? refusal,
    rows: rows.filter((row) => offered.some((side) => row[side] !== row.now)),
    texts: now.note === undefined ? undefined : { now: now.note, before: note("before"), after: note("after") },
    base: Object.fromEntries(Object.entries(now).map(([part, value]) => [baseField(part), baseOf(part, value)])),
  };
}

const baseOf = (part: string, value: string) => (part === "note" ? fingerprint(value) : value);

/** The message about an entry that was not put back. */
export interface NotPutBack {
  title: string;
  text: string;
}

/**
 * Writes what an entry tells of, by the way of every save: with the gate, versions and the lock. It releases a lock that it has taken.
 * @param address that the form was sent to
 * @returns the reply to show when it was not put back
 * @throws Redirect for the newest entries when it was; BadRequest, NotFound, LoadFailure, SessionOver
 */
export async function putBack(
  context: RequestContext,
  assessmentId: Id,
  form: FormData,
  { before: _before, after: _after, back, ...filter }: HistoryAddress,
): Promise<Reply<NotPutBack>> {
  const { api, lockMarkers, flash } = context;
  const posted = fieldReader(form);
  const side = SIDES.find((each) => each === posted("side"));
  const found = await getAssessment(api, assessmentId);
  const entry = back === undefined ? undefined : await findEntry(api, found.id, Number(back));
  if (!entry || !side) throw new BadRequest();
  const { name, to, write } = isEvidenceBack(entry)
    ? evidenceWrite(context, found, entry, { side, base: posted(EVIDENCE_BASE) })
    : await answersWrite(context, found, entry, { side, posted });
  const wasHeld = lockMarkers.find(found.id) !== undefined;
  const outcome = await write();
  if (!wasHeld && lockMarkers.find(found.id)) await releaseLock(context, found.id);
  if (outcome.kind !== "saved") return [notPutBack(outcome), { status: saveInit(outcome).status }];
  flash.leave({
    kind: "success",
    title: `${name}: put back.`,
    text: "It is saved as a change of its own, so that it can be taken back in turn.",
    link: { href: to, label: `Open ${name}` },
  });
  throw new Redirect(paths.history(found.id, filter));
}

/** The write of answers and notes that a form asks for. @throws BadRequest, LoadFailure */
async function answersWrite(
  context: RequestContext,
  found: Assessment,
  entry: HistoryEntry,
  { side, posted }: { side: Side; posted: (name: string) => string | undefined },
): Promise<Write> {
  const put = await findVersions(context.api, found, entry);
  const version = put?.versions.sides[side];
  if (!put || !version) throw new BadRequest();
  const change: Change = Object.fromEntries(
    Object.entries(version).map(([part, target]) => {
      const base = posted(baseField(part));
      if (base === undefined) throw new BadRequest();
      return [part, { base, target }];
    }),
  );
  return { name: put.item.name, to: put.item.to, write: () => answeringOf(found).save(context, found.id, put.item.codes, change) };
}

function notPutBack(outcome: Exclude<SaveOutcome, { kind: "saved" }>): NotPutBack {
  switch (outcome.kind) {
    case "conflict":
      return { title: "Somebody changed it meanwhile.", text: "Nothing was put back. Look at what it is now before you decide." };
    case "locked":
      return {
        title: `${outcome.by ?? "Somebody else"} is editing this assessment now.`,
        text: "Nothing was put back. Please try again later.",
      };
    case "refused":
      return { title: "It cannot be put back.", text: outcome.message };
    case "failed":
      return { title: "Something happened, please try again...", text: savedInWords(outcome) };
  }
}

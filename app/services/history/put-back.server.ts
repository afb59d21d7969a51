/** Putting back what an entry of the history tells of, by an ordinary write (docs/rules/history.md#putting-back). */
import { z } from "zod";
import { UNANSWERED } from "#model/answer-words.ts";
import type { Assessment, ItilAssessment, P3m3Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { type HistoryEntry, type HistoryKind, type Subject, subjectAt } from "#model/contract/history.ts";
import { criteria } from "#model/gates/criteria.ts";
import { ladder } from "#model/gates/ladder.ts";
import { foldSittings } from "#model/history.ts";
import { fingerprint } from "#model/note.ts";
import { LEVELS } from "#model/p3m3/catalogue.ts";
import { getItilItem } from "~/services/answering/itil/item.server";
import { readItilQuestions, storedLetters, storedOption } from "~/services/answering/itil/questions.server";
import { borrowLock } from "~/services/answering/locks.server";
import { answeringOf } from "~/services/answering/models.server";
import { readThread } from "~/services/answering/p3m3/questions.server";
import { p3m3ProgressView } from "~/services/answering/progress-view.server";
import { verdictStore } from "~/services/answering/store.server";
import type { RequestContext } from "~/services/context.server";
import { BadRequest, loadFor, Redirect } from "~/services/faults.server";
import { criteriaCalled, entryInWords, mark, sittingInWords } from "~/services/history/describe-entry.server";
import { namesFor } from "~/services/history/names.server";
import { EVIDENCE_BASE, evidenceQuestion, evidenceWrite, isEvidenceBack, type Write } from "~/services/history/put-back-evidence.server";
import { canPutManyBack, firstOf, MANY_BASE, manyQuestion, manyWrite } from "~/services/history/put-back-many.server";
import { optionRecorded, practiceRecorded, threadRecorded } from "~/services/history/recorded-answers.server";
import { fieldReader, saveInit } from "~/services/saving/posted-form.server";
import type { InScope } from "~/services/upstream/assessment-model.server";
import { getAssessment } from "~/services/upstream/assessments.server";
import { listInScope } from "~/services/upstream/models.server";
import { readP3m3Progress } from "~/services/upstream/p3m3-assessments.server";
import { plainTextOf } from "~/services/upstream/rich-text.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { MARK_WORDS, markAt, markOf, signsOf } from "~/views/answering/p3m3";
import { baseField, KIND_GROUPS, type PutBackQuestion, type Side } from "~/views/history";
import { type HistoryAddress, paths } from "~/views/paths";
import { savedInWords } from "~/views/saved-in-words";
import type { Change, SavedPart, SaveOutcome } from "~/views/saving";
import type { Reply } from "~/views/shell";

const SIDES: readonly Side[] = ["before", "after"];

/** Whether an entry tells of something that can be written again. */
export const canBePutBack = (entry: HistoryEntry) => isEvidenceBack(entry) || isAnswerBack(entry);

const isAnswerBack = ({ kind, place, erased }: HistoryEntry) =>
  !erased && subjectAt(place) !== undefined && ["answers", "marks", "note", "descoped"].includes(kind);

const SAVES: readonly string[] = ["answers", "marks", "note"];

/** Whether an entry may be a part of a sitting (docs/rules/history.md#sittings). */
export const isSave = ({ kind, place }: HistoryEntry) => SAVES.includes(kind) && subjectAt(place) !== undefined;

/** The kinds that a filter of the screen asks for. */
export const kindsOf = ({ kind }: HistoryAddress): HistoryKind[] | undefined => KIND_GROUPS.find(({ id }) => id === kind)?.kinds.slice();

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

/** Reads what is stored of what entries are about, and what they tell of it, the newest first. @throws UpstreamFault */
type VersionReader<EvidenceSource extends Assessment, About extends Subject> = (
  api: UserApi,
  assessment: EvidenceSource,
  what: { item: InScope; subject: About; entries: readonly HistoryEntry[] },
) => Promise<Versions>;

/** One entry of a history. @throws LoadFailure */
async function findEntry(api: UserApi, assessmentId: Id, entryId: number): Promise<HistoryEntry | undefined> {
  const { entries } = await loadFor("assessment", api.history.list({ id: assessmentId, before: entryId + 1 }));
  return entries.find(({ id }) => id === entryId);
}

/** What is to be put back: an entry, or the sitting that ends with it. */
export interface PutBackTarget {
  back: number;
  /** The first entry of the sitting; `back` for a single entry. */
  since: number;
  /** The kinds that the screen is filtered by. */
  kinds: HistoryKind[] | undefined;
}

/** The entries that are to be put back together, the newest first; none for what there is not. @throws LoadFailure */
async function findSitting(api: UserApi, assessmentId: Id, { back, since, kinds }: PutBackTarget): Promise<HistoryEntry[]> {
  const last = await findEntry(api, assessmentId, back);
  if (!last || since >= back || !isSave(last)) return last ? [last] : [];
  const entries = [last];
  for (let [before, more, reads] = [back, true, 0]; more && before > since && reads < SITTING_READS_MAX; reads += 1) {
    const read = await loadFor("assessment", api.history.list({ id: assessmentId, place: last.place, kind: kinds, before }));
    entries.push(...read.entries);
    [before, more] = [read.entries.at(-1)?.id ?? since, read.more];
  }
  return foldSittings(entries, isSave)[0]?.filter(({ id }) => id >= since) ?? [];
}

/** How often a sitting is read on: a page of the history holds no longer one. */
const SITTING_READS_MAX = 4;

/** The versions that entries of one place can be put back to; undefined for entries without. @throws LoadFailure, SessionOver */
async function findVersions(api: UserApi, assessment: Assessment, entries: readonly HistoryEntry[]) {
  const kept = entries.filter(isAnswerBack);
  const [{ place = "" } = {}] = kept;
  const item = listInScope(assessment).find((each) => each.place === place);
  const subject = subjectAt(place);
  if (!item || !subject) return undefined;
  const read = VERSIONS[subject.kind] as VersionReader<Assessment, Subject>;
  return { item, versions: await loadFor("assessment", read(api, assessment, { item, subject, entries: kept })) };
}

/** What entries of a kind tell of together: what was before the oldest of them, and what is after the newest. */
function ends(entries: readonly HistoryEntry[], kind: string): Record<Side, unknown> | undefined {
  const own = entries.filter((entry) => entry.kind === kind);
  return own.length === 0 ? undefined : { before: own.at(-1)?.before, after: own[0]?.after };
}

const asAnswers = (answers: string | undefined): Version | undefined => (answers === undefined ? undefined : { answers });

const asNote = (text: unknown): Version | undefined => (typeof text === "string" ? { note: text } : undefined);

/** The parts of a side together; undefined where there is none. */
const joined = (parts: readonly (Version | undefined)[]): Version | undefined =>
  parts.some(Boolean) ? Object.assign({}, ...parts) : undefined;

const descopedState = z.object({ answers: z.string(), marks: z.record(z.string(), z.boolean().nullable()).catch({}) });

/** @throws UpstreamFault */
const threadVersions: VersionReader<P3m3Assessment, Extract<Subject, { kind: "thread" }>> = async (
  api,
  assessment,
  { subject: { perspectiveId, threadId }, entries },
) => {
  const [answers, notes, descoped] = [ends(entries, "answers"), ends(entries, "note"), ends(entries, "descoped")];
  const marks = entries.filter(({ kind }) => kind === "marks");
  const note = notes && (await api.p3m3.notes.get({ assessmentId: assessment.id, perspectiveId, threadId })).body;
  const now: Version = note === undefined ? {} : { note };
  if (!answers && !descoped && marks.length === 0)
    return { now, sides: { before: asNote(notes?.before), after: asNote(notes?.after) }, shown: () => [] };
  const [thread, progress] = await Promise.all([
    readThread(api, assessment.id, perspectiveId, threadId),
    readP3m3Progress(api, assessment.id),
  ]);
  const { items = [] } = p3m3ProgressView(assessment, progress).groups.find(({ id }) => id === perspectiveId) ?? {};
  const isDescoped = items.some(({ id, state }) => id === threadId && state === "descoped");
  const { diagnostics } = thread;
  const marked = (isPositive: (id: number) => boolean | null | undefined) =>
    signsOf(
      diagnostics.map(({ id }, index) => {
        const wanted = isPositive(id);
        return wanted === undefined ? markAt(thread.marks, index) : markOf(wanted);
      }),
    );
  const signs = (side: Side): Version | undefined => {
    // The last word has the oldest entry about what was before, and the newest about what is after.
    const inOrder = side === "before" ? marks : marks.toReversed();
    const byId = new Map(
      inOrder.flatMap((entry) => mark.safeParse(entry[side]).data ?? []).map((each) => [each.diagnosticId, each.isPositive]),
    );
    return diagnostics.some(({ id }) => byId.has(id)) ? { marks: marked((id) => byId.get(id)) } : undefined;
  };
  const both = (given: unknown): Version | undefined => {
    const { data } = descopedState.safeParse(given);
    const letters = data && asAnswers(threadRecorded(data.answers));
    return data && letters && { ...letters, marks: marked((id) => data.marks[id] ?? null) };
  };
  const side = (at: Side) => joined([answers && asAnswers(threadRecorded(answers[at])), signs(at), asNote(notes?.[at])]);
  return {
    now: {
      ...(answers || descoped ? { answers: thread.answers } : {}),
      ...(marks.length > 0 || descoped ? { marks: thread.marks } : {}),
      ...now,
    },
    sides: descoped ? { before: both(descoped.before) } : { before: side("before"), after: side("after") },
    shown: (version) => [
      ...(version.answers === undefined
        ? []
        : LEVELS.map((level, index) => ({
            name: `Level ${level}`,
            value: ladder(level).wordAt(version.answers ?? "", index),
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
const itemVersions: VersionReader<ItilAssessment, Exclude<Subject, { kind: "thread" }>> = async (
  api,
  assessment,
  { item, subject, entries },
) => {
  const [practiceCode = ""] = item.codes;
  const { readNote } = await getItilItem(verdictStore(api), { assessmentId: assessment.id, practiceCode });
  const [request, { body: note }] = await Promise.all([
    readItilQuestions(api, subject.kind, { assessment, id: subject.id, code: practiceCode, name: item.label }),
    readNote(),
  ]);
  const answers = request.kind === "maturity" ? storedOption(request.question) : storedLetters(request.questions);
  const [given, notes] = [ends(entries, "answers"), ends(entries, "note")];
  const versions = (letters: (recorded: unknown) => string | undefined): Pick<Versions, "now" | "sides"> => {
    const side = (at: Side) => joined([given && asAnswers(letters(given[at])), asNote(notes?.[at])]);
    return {
      now: { ...(given ? { answers } : {}), ...(notes ? { note } : {}) },
      sides: { before: side("before"), after: side("after") },
    };
  };
  if (!given) return { ...versions(() => undefined), shown: () => [] };
  if (request.kind === "maturity") {
    const { options } = request.question;
    const value = ({ answers: chosen }: Version) => {
      const named = options.find(({ id }) => String(id) === chosen);
      return named ? `Level ${named.level} ${named.name}` : UNANSWERED.open;
    };
    return { ...versions((level) => optionRecorded(level, options)), shown: (version) => [{ name: "Level", value: value(version) }] };
  }
  const { questions } = request;
  // Recorded in the upstream's order; the screen shows them by level.
  const recorded = (await api.itil.questions.capability({ id: assessment.id, capabilityId: subject.id })).map(({ id }) => id);
  const called = criteriaCalled(questions.length, questions);
  return {
    ...versions((letters) => practiceRecorded(letters, questions, recorded)),
    shown: (version) => {
      const { wordAt } = criteria(questions.map(({ level }) => level));
      return questions.map(({ statement }, index) => ({
        name: `${called[index]}: ${plainTextOf(statement)}`,
        value: wordAt(version.answers ?? "", index),
      }));
    },
  };
};

const VERSIONS = { thread: threadVersions, capability: itemVersions, maturity: itemVersions };

const isSame = (now: Version, other: Version) => Object.entries(other).every(([part, value]) => value === now[part as SavedPart]);

const NOTE_GONE = "The note as it was before this sitting is no longer kept, so the note stays as it is.";

/**
 * The question whether to put an entry or a sitting back; undefined for one that there is not, or that cannot be put back.
 * @param readOnly why nothing can be changed
 * @throws LoadFailure, SessionOver
 */
export async function loadQuestion(
  api: UserApi,
  assessment: Assessment,
  target: PutBackTarget,
  readOnly: string | undefined,
): Promise<PutBackQuestion | undefined> {
  const entries = await findSitting(api, assessment.id, target);
  const [entry] = entries;
  if (!entry) return undefined;
  const names = await namesFor(api, assessment, entries);
  const { id, at, by } = entry;
  const about = { id, words: entries.length > 1 ? sittingInWords(entries, names) : entryInWords(entry, names).words, at, by };
  if (isEvidenceBack(entry)) {
    const question = await evidenceQuestion(api, assessment, entry, names);
    return { ...about, ...question, refusal: readOnly ?? question.refusal };
  }
  if (firstOf(entry) !== undefined) {
    if (!(await canPutManyBack())) return undefined;
    return { ...about, ...(await manyQuestion(api, assessment, entry, names)), refusal: readOnly };
  }
  const put = await findVersions(api, assessment, entries);
  if (!put) return undefined;
  const { now, sides, shown, refusal } = put.versions;
  const offered = SIDES.filter((side) => sides[side] && !isSame(now, sides[side]));
  const columns = offered.map((side) => ({ side, values: shown({ ...now, ...sides[side] }) }));
  const rows = shown(now).map(({ name, value }, index): Row => {
    const valueAt = (side: Side) => columns.find((column) => column.side === side)?.values[index]?.value;
    return { name, now: value, before: valueAt("before"), after: valueAt("after") };
  });
  const note = (side: Side) => (offered.includes(side) ? sides[side]?.note : undefined);
  const isNoteGone = entries.some(({ kind }) => kind === "note") && sides.before?.note === undefined;
  return {
    ...about,
    sides: offered,
    refusal: readOnly ?? refusal,
    rows: rows.filter((row) => offered.some((side) => row[side] !== row.now)),
    texts: now.note === undefined ? undefined : { now: now.note, before: note("before"), after: note("after") },
    remarks: isNoteGone ? [NOTE_GONE] : [],
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
  { before: _before, after: _after, back, since, ...filter }: HistoryAddress,
): Promise<Reply<NotPutBack>> {
  const { api, flash } = context;
  const posted = fieldReader(form);
  const side = SIDES.find((each) => each === posted("side"));
  const assessment = await getAssessment(api, assessmentId);
  const target = { back: Number(back), since: Number(since ?? back), kinds: kindsOf(filter) };
  const entries = back === undefined ? [] : await findSitting(api, assessment.id, target);
  if (entries.length === 0 || !side) throw new BadRequest();
  const { name, link, write } = await writeOf(context, assessment, entries, { side, posted });
  const outcome = await borrowLock(context, assessment.id, write);
  if (outcome.kind !== "saved") return [notPutBack(outcome), { status: saveInit(outcome).status }];
  flash.leave({
    kind: "success",
    title: `${name}: put back.`,
    text: "It is saved as a change of its own, so that it can be taken back in turn.",
    link,
  });
  throw new Redirect(paths.history(assessment.id, filter));
}

interface PostedSide {
  side: Side;
  posted: (name: string) => string | undefined;
}

/** The write that a form asks for. @throws BadRequest, LoadFailure, SessionOver */
async function writeOf(
  context: RequestContext,
  assessment: Assessment,
  entries: readonly HistoryEntry[],
  { side, posted }: PostedSide,
): Promise<Write> {
  const [entry] = entries;
  if (!entry) throw new BadRequest();
  if (isEvidenceBack(entry)) return evidenceWrite(context, assessment, entry, { side, base: posted(EVIDENCE_BASE) });
  if (firstOf(entry) === undefined) return answersWrite(context, assessment, entries, { side, posted });
  if (!(await canPutManyBack())) throw new BadRequest();
  return manyWrite(context, assessment, entry, { side, base: posted(MANY_BASE), names: await namesFor(context.api, assessment, []) });
}

/** The write of answers and notes that a form asks for. @throws BadRequest, LoadFailure */
async function answersWrite(
  context: RequestContext,
  assessment: Assessment,
  entries: readonly HistoryEntry[],
  { side, posted }: PostedSide,
): Promise<Write> {
  const put = await findVersions(context.api, assessment, entries);
  const version = put?.versions.sides[side];
  if (!put || !version) throw new BadRequest();
  const change: Change = Object.fromEntries(
    Object.entries(version).map(([part, target]) => {
      const base = posted(baseField(part));
      if (base === undefined) throw new BadRequest();
      return [part, { base, target }];
    }),
  );
  const { name, to: href, codes } = put.item;
  return {
    name,
    link: { label: `Open ${name}`, href },
    write: () => answeringOf(assessment).save(context, verdictStore(context.api), assessment.id, codes, change),
  };
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

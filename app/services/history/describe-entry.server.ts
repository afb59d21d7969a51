/** Entries of the history in words (docs/rules/history.md#in-words). Describes whatever an upstream sends, and never throws. */

import { z } from "zod";
import { answerInWords, UNANSWERED } from "#model/answer-words.ts";
import { bulkWritten } from "#model/contract/bulk.ts";
import { type EvidenceContent, evidenceEntry } from "#model/contract/evidence.ts";
import type { HistoryEntry } from "#model/contract/history.ts";
import { editionMade, subjectAt, type VoiceTold, voicesTold, voiceTold } from "#model/contract/history.ts";
import { factName, fieldNames, PROFILE_FIELDS } from "#model/fields.ts";
import { fromPracticeLetters } from "#model/itil/gate.ts";
import { shownAddress } from "#model/mail-address.ts";
import { LEVELS } from "#model/p3m3/catalogue.ts";
import { EMPTY_THREAD, fromThreadLetters } from "#model/p3m3/gate.ts";
import { subjectOf } from "#model/peer-review.ts";
import { ratingGroupName } from "#model/ratings.ts";
import { isStepKey } from "#model/recommended-steps.ts";
import { COVER_FIELDS, coverFieldOf } from "#model/report-cover.ts";
import { sheetLevelsInWords } from "#model/voices.ts";
import { counted, listed, lowerFirst, upperFirst } from "#model/words.ts";
import { KIND_WORDS, levelsInWords } from "~/views/answering/evidence";
import { TEXT_LABELS } from "~/views/answering/evidence-form";
import { MARK_WORDS, markOf } from "~/views/answering/p3m3";
import { BADGES } from "~/views/badges";
import { comparedIn, ISSUED, MOVED_PART, SUMMARY_PART, TICKED_NOTES } from "~/views/client-report";
import { monthOf, shortDate } from "~/views/dates";
import type { EntryView, FieldChange } from "~/views/history";

/** The names for the numbers in entries. */
export interface Names {
  /** What is answered at a place, such as 'Risk management / Planning'; undefined for one that nobody knows. */
  subject(place: string): string | undefined;
  perspectives: ReadonlyMap<number, string>;
  threads: ReadonlyMap<number, string>;
  practices: ReadonlyMap<number, string>;
  diagnostics: ReadonlyMap<number, { level: number | undefined; statement: string }>;
  /** The criteria of a practice, by place and in the order in which answers are recorded. */
  criteria: ReadonlyMap<string, readonly { level: number; statement: string }[]>;
}

type EntryDescription = Pick<EntryView, "words" | "about" | "changes" | "texts">;

/** Whose second rating was used (docs/rules/second-ratings.md#using); nothing where none was. */
const ratingMark = ({ fromRating }: HistoryEntry) =>
  fromRating === undefined ? "" : `, from ${fromRating.firstName ?? shownAddress(fromRating.by)}'s rating`;

const GONE = {
  thinned: "The text was replaced later in the same sitting, and is no longer kept.",
  erased: "What was recorded here has been erased.",
};

/** What an entry says. */
export function entryInWords(entry: HistoryEntry, names: Names): EntryDescription & Pick<EntryView, "gone"> {
  const description = describe(entry, names);
  const words = description.words + ratingMark(entry);
  const gone = entry.erased ? GONE[entry.thinned ? "thinned" : "erased"] : undefined;
  return { about: undefined, changes: [], texts: undefined, ...description, words, gone };
}

/** The saves of one sitting, in one sentence. @param entries the newest first */
export function sittingInWords(entries: readonly HistoryEntry[], names: Names): string {
  const [newest] = entries;
  if (!newest) return "";
  const answers = entries.filter(({ kind }) => kind === "answers");
  const marks = entries.filter(({ kind }) => kind === "marks").length;
  const parts = [
    ...(answers.length > 0 ? [netOf(answers, names)] : []),
    ...(marks > 0 ? [marks === 1 ? "1 diagnostic marked" : `${marks} diagnostics marked`] : []),
    ...(entries.some(({ kind }) => kind === "note") ? ["note changed"] : []),
  ];
  return `${nameOf(newest.place, names)}: ${listed(parts)}`;
}

/** One thread, descoped or brought back in several perspectives, in one sentence. @param entries the newest first */
export function questionInWords(entries: readonly HistoryEntry[], { perspectives, threads }: Names): string {
  const subjects = entries.flatMap(({ place }) => {
    const subject = subjectAt(place);
    return subject?.kind === "thread" ? [subject] : [];
  });
  const thread = threads.get(subjects[0]?.threadId ?? 0) ?? "A thread";
  const ids = new Set(subjects.map(({ perspectiveId }) => perspectiveId));
  const where = listed([...perspectives].flatMap(([id, name]) => (ids.has(id) ? [name] : [])));
  return `${thread}: ${entries[0]?.kind === "descoped" ? "descoped" : "brought back into scope"} in ${where}`;
}

function netOf(answers: readonly HistoryEntry[], names: Names): string {
  const [newest, oldest] = [answers[0], answers.at(-1)];
  if (!newest || !oldest || newest.erased || oldest.erased) return "answers changed";
  return netInWords(newest, oldest, answers, names) + ratingMark(newest);
}

function netInWords(newest: HistoryEntry, oldest: HistoryEntry, answers: readonly HistoryEntry[], names: Names): string {
  const net = { ...newest, before: oldest.before, confirmed: confirmedIn(answers) };
  const changes = answersChanged(net, names);
  const [only] = changes;
  if (changes.length > 1) return `${changes.length} answers changed${confirmedAmong(net, changes)}`;
  return only
    ? `${lowerFirst(only.name)} ${only.before ?? UNANSWERED.open} → ${only.after ?? UNANSWERED.open}`
    : "answers changed and changed back";
}

/** What an entry says, without what every entry has. */
type EntryText = Partial<EntryDescription> & { words: string };

/** What the entries of each kind say: always the same words, or what a function makes of the entry. */
const KINDS: Readonly<Record<string, string | ((entry: HistoryEntry, names: Names) => EntryText)>> = {
  answers: answersInWords,
  marks: markInWords,
  note: noteInWords,
  flag: ({ place, after }, names) => ({ words: `${nameOf(place, names)}: ${after === true ? "flagged for later" : "flag taken off"}` }),
  wording: wordingInWords,
  bulk: bulkInWords,
  evidence: evidenceInWords,
  reason: (entry, names) => ({ words: `Reason for descoping ${nameOf(entry.place, names)}: changed`, texts: textsIn(entry) }),
  descoped: (entry, names) => {
    const words = `${nameOf(entry.place, names)}: descoped`;
    return { words, changes: clearedBy(entry), texts: reasonGiven(entry) };
  },
  rescoped: ({ place }, names) => ({ words: `${nameOf(place, names)}: brought back into scope` }),
  created: ({ after }, names) => ({ words: "Assessment created", changes: fieldsChanged(undefined, after, names) }),
  profile: ({ before, after }, names) => setUpInWords("Profile", fieldsChanged(before, after, names)),
  scope: ({ before, after }, names) => setUpInWords("Scope", fieldsChanged(before, after, names)),
  submitted: "Assessment submitted",
  edition: editionInWords,
  certification: BADGES.P3M3.requested,
  validation: BADGES.ITIL.requested,
  archived: "Assessment archived",
  restored: "Assessment restored from the archive",
  read: "Read from outside the team",
  file: ({ after }) => ({ words: typeof after === "string" && after !== "" ? `File taken out: ${after}` : "File taken out" }),
  voicesAsked: voicesAskedInWords,
  voice: voiceInWords,
  voiceTakenBack: ({ place }) => ({ words: `${voiceAt(place)}: sheet taken back` }),
  voicesHandedOver: ({ after }) => ({ words: `${counted(numbersIn(after).length, "sheet")} of voices handed over to a colleague` }),
  voiceMailedAgain: ({ place }) => ({ words: `${voiceAt(place)}: the mail that was refused was sent again` }),
  voiceReminded: ({ place }) => ({ words: `${voiceAt(place)}: reminded` }),
  voiceLink: ({ place, after }) => {
    const renewed = linkGiven.safeParse(after).data?.renewed === true;
    if (place === "") return { words: `Links of voices ${listed(numbersIn(after))} copied` };
    return { words: `${voiceAt(place)}: link ${renewed ? "renewed" : "copied"}` };
  },
  voicesSecondRound: ({ after }) => ({ words: upperFirst(`${counted(numbersIn(after).length, "voice")} asked to check facts`) }),
  voicesClosed: ({ after }) => ({ words: upperFirst(`${counted(numbersIn(after).length, "sheet")} of voices closed`) }),
  voiceNames: ({ after }) => ({ words: `Names of ${counted(numbersIn(after).length, "voice")} removed` }),
  voices: ({ before, after }) => {
    const [was, is] = [voiceSettingsIn(before), voiceSettingsIn(after)];
    return setUpInWords("Voices", changedFields(was, is));
  },
  reviewPoint: pointInWords("Review point written"),
  reviewReply: pointInWords("Reply to a review point"),
  reviewPointCorrected: pointInWords("Review point corrected"),
  reviewPointSettled: pointInWords("Review point settled"),
  reviewPointRemoved: pointInWords("Review point removed"),
  departure: ({ place, before, after }, names) => ({
    words: `Why the verdict departs from ratings of ${nameOf(place, names)}: ${textOf(after) === "" ? "taken away" : textOf(before) === "" ? "written" : "changed"}`,
    texts: { before: textOf(before), after: textOf(after) },
  }),
  ratingAsked: ratingInWords("asked for"),
  ratingBegun: ratingInWords("begun"),
  ratingDeclined: ratingInWords("declined"),
  ratingDone: ratingInWords("done"),
  ratingEnded: ratingInWords("ended"),
  reviewAsked: ({ after }) => {
    const people = reviewRequest.safeParse(after).data?.people;
    return { words: people === undefined ? "Asked for a peer review" : `Asked ${counted(people, "colleague")} for a peer review` };
  },
  reviewApproved: "Approved in a peer review",
  reviewSentBack: "Sent back from a peer review",
  reviewWithdrawn: "Request for a peer review withdrawn",
  reviewApprovalWithdrawn: "Approval in a peer review withdrawn",
  lockAsked: "Asked to take over the editing",
  lockWithdrawn: "No longer asked to take over the editing",
  lockKept: "Asked to hand over, and kept editing",
  lockHandedOver: "Handed the editing over to whoever had asked",
  lockTakenOver: "Took over the editing",
};

function describe(entry: HistoryEntry, names: Names): EntryText {
  const kind = Object.hasOwn(KINDS, entry.kind) ? KINDS[entry.kind] : undefined;
  if (typeof kind === "string") return { words: kind };
  return (kind ?? unknownInWords)(entry, names);
}

const reviewRequest = z.object({ people: z.number() });
const ratingContent = z.object({ number: z.number(), groups: z.array(z.string()).optional(), group: z.string().optional() });

/** An entry about a second rating: which groups it has, and nothing of what was answered. */
function ratingInWords(done: string): (entry: HistoryEntry) => EntryText {
  return ({ after }) => {
    const { number, group, groups = group === undefined ? [] : [group] } = ratingContent.safeParse(after).data ?? {};
    const of = groups.length > 0 ? `: ${listed(groups.map(ratingGroupName))}` : "";
    return { words: `Second rating${number === undefined ? "" : ` ${number}`} ${done}${of}` };
  };
}

const pointContent = z.object({ about: z.string() });

/** An entry about a review point: where that was, but not what it said. */
function pointInWords(words: string): (entry: HistoryEntry, names: Names) => EntryText {
  return ({ after }, names) => {
    const { kind, place = "", statement, text } = subjectOf(pointContent.safeParse(after).data?.about ?? "");
    if (kind === "whole") return { words: `${words}: the whole assessment` };
    if (kind === "text") return { words: `${words}: ${lowerFirst(reportPartInWords(text ?? ""))} of the report` };
    return { words: `${words}: ${nameOf(place, names)}${statement === undefined ? "" : `, statement ${statement}`}` };
  };
}

const nameOf = (place: string, names: Names) => names.subject(place) ?? "Something that is no longer in scope";

const entryOfEvidence = evidenceEntry.omit({ id: true, versions: true });

/** The evidence that an entry of the history holds on one side; undefined for none. */
export const evidenceIn = (given: unknown): EvidenceContent | undefined => entryOfEvidence.safeParse(given).data;

/** What evidence says, by the names of its fields. */
export function evidenceFields(content: EvidenceContent | undefined, names: Names): Record<string, string> {
  if (!content) return {};
  const { kind, what, where, who, date, goodUntil, remark, places } = content;
  const serves = places.map((each) => [nameOf(each.place, names), levelsInWords(each)].filter(Boolean).join(": "));
  return {
    [TEXT_LABELS.kind]: KIND_WORDS[kind],
    [TEXT_LABELS.what]: what,
    [TEXT_LABELS.where]: where,
    [TEXT_LABELS.who]: who,
    [TEXT_LABELS.date]: date === null ? "" : shortDate(date),
    [TEXT_LABELS.goodUntil]: goodUntil === null ? "" : shortDate(goodUntil),
    [TEXT_LABELS.remark]: remark,
    For: serves.join("; "),
  };
}

/** An entry of evidence that was added, changed, taken over or removed. */
function evidenceInWords({ before, after, takenOver }: HistoryEntry, names: Names): EntryText {
  const [was, is] = [evidenceFields(evidenceIn(before), names), evidenceFields(evidenceIn(after), names)];
  const named = is[TEXT_LABELS.what] ?? was[TEXT_LABELS.what];
  const from = takenOver?.from ? ` from ${monthOf(takenOver.from)}` : "";
  const done = takenOver ? `taken over${from}` : before === undefined ? "added" : after === undefined ? "removed" : "changed";
  return { words: named ? `Evidence ${done}: ${named}` : "Evidence changed", changes: changedFields(was, is) };
}

// --- answers ----------------------------------------------------------------------------------------------------------

function answersInWords(entry: HistoryEntry, names: Names): EntryText {
  const subject = nameOf(entry.place, names);
  const changes = answersChanged(entry, names);
  const [only] = changes;
  if (!only) return { words: `${subject}: answers changed` };
  const change = `${only.before ?? UNANSWERED.open} → ${only.after ?? UNANSWERED.open}`;
  if (subjectAt(entry.place)?.kind === "maturity") return { words: `${subject}: ${change}` };
  if (changes.length > 1) {
    const areCleared = changes.every(({ after }) => after === UNANSWERED.open);
    return {
      words: `${subject}: ${changes.length} answers ${areCleared ? "cleared" : "changed"}${confirmedAmong(entry, changes)}`,
      changes,
    };
  }
  const criterion = criterionAt(entry, names);
  return { words: `${only.name} of ${subject}: ${change}`, about: criterion };
}

/** The statement of the only criterion that an entry changed. */
function criterionAt({ place, before, after }: HistoryEntry, names: Names): string | undefined {
  const was = textOf(before);
  const index = [...textOf(after)].findIndex((letter, at) => letter !== (was[at] ?? "N"));
  return names.criteria.get(place)?.[index]?.statement;
}

/** What a confirmed answer has behind it (docs/rules/assess-again.md#in-the-history); nothing for any other. @param index from 0 */
function confirmedMark({ confirmed }: Pick<HistoryEntry, "confirmed">, index: number): string {
  if (!confirmed?.answers.includes(index)) return "";
  return confirmed.from === null ? ", confirmed" : `, confirmed from ${monthOf(confirmed.from)}`;
}

/** How many of several changes were confirmed; nothing where none was. */
function confirmedAmong({ confirmed }: Pick<HistoryEntry, "confirmed">, changes: readonly FieldChange[]): string {
  const mark = confirmedMark({ confirmed }, confirmed?.answers[0] ?? -1);
  const count = mark ? changes.filter(({ after }) => after?.endsWith(mark)).length : 0;
  if (!mark || count === 0) return "";
  return count === changes.length ? mark : `, ${count} of them ${mark.slice(2)}`;
}

/** The answers of a sitting that were confirmed and have stayed so. @param answers the newest first */
function confirmedIn(answers: readonly HistoryEntry[]): HistoryEntry["confirmed"] {
  const last = answers[0];
  const confirmations = answers.flatMap(({ confirmed, after }) => (confirmed ? [{ confirmed, after }] : []));
  const [newest] = confirmations;
  if (!last || !newest) return undefined;
  const stayed = (after: unknown, index: number) =>
    typeof after === "string" && typeof last.after === "string" ? after[index] === last.after[index] : after === last.after;
  const still = confirmations.flatMap(({ confirmed, after }) => confirmed.answers.filter((index) => stayed(after, index)));
  return { ...newest.confirmed, answers: [...new Set(still)] };
}

/** The answers that an entry changed. */
function answersChanged(entry: HistoryEntry, names: Names): FieldChange[] {
  const { place, before, after } = entry;
  const kind = subjectAt(place)?.kind;
  if (kind === "maturity") {
    const level = levelInWords(after);
    return [{ name: "Level", before: levelInWords(before), after: level && level + confirmedMark(entry, 0) }];
  }
  const { read, called: callAll } = ANSWERS[kind ?? "capability"];
  const [was, is] = [read(before), read(after)];
  if (!is) return [];
  const called = callAll(is.length, names.criteria.get(place));
  return is.flatMap((answer, index) => {
    const former = was?.[index] ?? UNANSWERED.open;
    return former === answer ? [] : [{ name: called[index] ?? "", before: former, after: answer + confirmedMark(entry, index) }];
  });
}

const levelInWords = (level: unknown) => (typeof level === "number" ? `level ${level}` : undefined);
const inWords = (selections: readonly string[] | undefined) => selections?.map((each) => answerInWords(each));
const threadOf = (letters: unknown): readonly string[] | undefined =>
  inWords(typeof letters === "string" ? fromThreadLetters(letters) : letters === undefined ? EMPTY_THREAD : undefined);
const practiceOf = (letters: unknown): readonly string[] | undefined =>
  inWords(typeof letters === "string" ? fromPracticeLetters(letters) : undefined);

/** What the criteria of a practice are called: their level, and which one of it they are. */
export function criteriaCalled(count: number, criteria: readonly { level: number }[] = []): string[] {
  return Array.from({ length: count }, (_, index) => {
    const level = criteria[index]?.level;
    if (level === undefined) return `Criterion ${index + 1}`;
    return `Level ${level}, criterion ${criteria.slice(0, index + 1).filter((each) => each.level === level).length}`;
  });
}

/** How answers are recorded, and what each is called. */
const ANSWERS = {
  thread: { read: threadOf, called: () => LEVELS.map((level) => `Level ${level}`) },
  capability: { read: practiceOf, called: criteriaCalled },
};

const threadState = z.object({ answers: z.string() });

/** The answers that were cleared when a thread was descoped. */
function clearedBy({ before }: HistoryEntry): FieldChange[] {
  const selections = threadOf(threadState.safeParse(before).data?.answers) ?? [];
  return LEVELS.flatMap((level, index) => {
    const answer = selections[index] ?? UNANSWERED.open;
    return answer === UNANSWERED.open ? [] : [{ name: `Level ${level}`, before: answer, after: UNANSWERED.open }];
  });
}

// --- diagnostics and notes --------------------------------------------------------------------------------------------

export const mark = z.object({ diagnosticId: z.number(), isPositive: z.boolean().nullable() });

function markInWords({ place, before, after }: HistoryEntry, names: Names) {
  const subject = nameOf(place, names);
  const [was, is] = [mark.safeParse(before).data, mark.safeParse(after).data];
  if (!is) return { words: `${subject}: a diagnostic was marked` };
  const diagnostic = names.diagnostics.get(is.diagnosticId);
  const level = diagnostic?.level === undefined ? "" : ` on level ${diagnostic.level}`;
  const change = `${MARK_WORDS[markOf(was?.isPositive ?? null)]} → ${MARK_WORDS[markOf(is.isPositive)]}`;
  return { words: `Diagnostic${level} of ${subject}: ${change}`, about: diagnostic?.statement };
}

/** A write of many changes at once. */
function bulkInWords({ id, after }: HistoryEntry): EntryText {
  const { first, origin } = bulkWritten.safeParse(after).data ?? {};
  const changes = first === undefined ? "many changes" : counted(id - first, "change");
  if (origin && "workbook" in origin) return { words: upperFirst(`${changes} from the workbook ${origin.workbook}`) };
  return { words: upperFirst(`${changes} ${origin ? "put back" : "stored"} at once`) };
}

function noteInWords(entry: HistoryEntry, names: Names) {
  const texts = textsIn(entry);
  const did = texts?.after === "" ? "cleared" : texts?.before === "" ? "written" : "changed";
  return { words: `Note on ${nameOf(entry.place, names)}: ${did}`, texts };
}

/** A text of the report for a client; its part is a code, the summary or a step. */
function wordingInWords({ place, before, after }: HistoryEntry) {
  const part = place.replace(/^wording\//, "");
  const texts = { before: textOf(before), after: textOf(after) };
  if (part === ISSUED) return { words: "Report: version issued", texts };
  return { words: `Report: ${reportPartInWords(part)} ${texts.after === "" ? "taken back" : "written"}`, texts };
}

function reportPartInWords(part: string): string {
  if (part === SUMMARY_PART) return "executive summary";
  if (part === TICKED_NOTES) return "list of notes for the client";
  if (part === MOVED_PART || comparedIn(part) !== undefined) return "what moved and why";
  if (isStepKey(part)) return "a recommended step";
  const field = coverFieldOf(part);
  return field ? `${lowerFirst(COVER_FIELDS[field].label)} on the cover` : `opening of ${part}`;
}

const textOf = (given: unknown) => (typeof given === "string" ? given : "");

/** A text as it was and as it became; undefined once both were erased. */
const textsIn = ({ before, after, erased }: HistoryEntry) => (erased ? undefined : { before: textOf(before), after: textOf(after) });

const givenReason = z.object({ reason: z.string() });

/** The reason that somebody typed when a thread was descoped. */
function reasonGiven({ after }: HistoryEntry): { before: string; after: string } | undefined {
  const reason = givenReason.safeParse(after).data?.reason;
  return reason ? { before: "", after: reason } : undefined;
}

// --- voices -----------------------------------------------------------------------------------------------------------

/** Such as 'Voice 3': the history knows no names. */
const voiceAt = (place: string) => place.replace(/^voice\//, "Voice ");
const numbersIn = (given: unknown): readonly number[] => voicesTold.safeParse(given).data?.numbers ?? [];
const linkGiven = z.object({ renewed: z.boolean() });
const storedSettings = z.object({ roles: z.array(z.string()), showInResults: z.boolean() });

/** What differs between two descriptions by the names of their fields. */
export const changedFields = (was: Record<string, string>, is: Record<string, string>): FieldChange[] =>
  Object.keys({ ...was, ...is })
    .filter((name) => (was[name] ?? "") !== (is[name] ?? ""))
    .map((name) => ({ name, before: was[name] || undefined, after: is[name] || undefined }));

const yesOrNo = (is: boolean) => (is ? "yes" : "no");

function voiceSettingsIn(given: unknown): Record<string, string> {
  const settings = storedSettings.safeParse(given).data;
  return settings ? { Roles: listed(settings.roles), "Shown in results": yesOrNo(settings.showInResults) } : {};
}

const voiceAsked = voiceTold.omit({ role: true }).and(voicesTold);

/** What a sheet asks, by the names of its fields. */
const sheetFields = ({ places, until, checksFacts, levels }: Omit<VoiceTold, "role">, names: Names): Record<string, string> => ({
  "Asked about": places.map((place) => nameOf(place, names)).join("; "),
  ...(levels ? { Levels: sheetLevelsInWords(levels) } : {}),
  "Last day": shortDate(until),
  "Check of facts": yesOrNo(checksFacts),
});

function voicesAskedInWords({ after }: HistoryEntry, names: Names): EntryText {
  const voices = voiceAsked.safeParse(after).data;
  if (!voices) return { words: "People asked for their view" };
  return { words: `${counted(voices.numbers.length, "voice")} asked for`, changes: changedFields({}, sheetFields(voices, names)) };
}

/** A change of a voice, or of what its sheet asks. What is personal is in no entry. */
function voiceInWords({ place, before, after }: HistoryEntry, names: Names): EntryText {
  const [was, is] = [voiceTold.safeParse(before).data, voiceTold.safeParse(after).data];
  const fields = (voice: VoiceTold | undefined) => (voice ? { Role: voice.role, ...sheetFields(voice, names) } : {});
  const personal = is?.changed ?? [];
  return {
    words: personal.length > 0 ? `${voiceAt(place)}: ${listed(personal)} changed` : `${voiceAt(place)}: changed`,
    changes: changedFields(fields(was), fields(is)),
  };
}

// --- set-up -----------------------------------------------------------------------------------------------------------

function setUpInWords(what: string, changes: FieldChange[]) {
  const [only] = changes;
  if (changes.length === 1 && only && (only.before ?? only.after ?? "").length + (only.after ?? "").length < 100)
    return { words: `${only.name}: ${only.before ?? "none"} → ${only.after ?? "none"}` };
  const isFirst = changes.length > 0 && changes.every(({ before }) => before === undefined);
  return { words: `${what} ${isFirst ? "chosen" : "changed"}`, changes };
}

/** The names of the fields of profile and scope, in the order of the description. */
const FIELDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(PROFILE_FIELDS).map(([name, field]) => [name, factName(field)])),
  selectedLevel: "Selected level",
  perspectives: "Perspectives",
  threads: "Threads",
  capabilities: "Practices",
  previousId: "Assessment before",
};
const TICKED: readonly string[] = fieldNames(PROFILE_FIELDS, "tick");

const fields = z.record(z.string(), z.unknown());

function fieldsChanged(before: unknown, after: unknown, names: Names): FieldChange[] {
  const [was, is] = [fields.safeParse(before).data ?? {}, fields.safeParse(after).data ?? {}];
  const known = Object.keys(FIELDS).filter((name) => name in is);
  const others = Object.keys(is).filter((name) => !(name in FIELDS));
  return [...known, ...others].flatMap((field) => {
    const [former, present] = [valueInWords(field, was[field], names), valueInWords(field, is[field], names)];
    return former === present ? [] : [{ name: FIELDS[field] ?? inPlainWords(field), before: former, after: present }];
  });
}

function valueInWords(field: string, value: unknown, names: Names): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (TICKED.includes(field)) return value === true ? "Yes" : "No";
  if (field === "perspectives" || field === "threads") return namesIn(value, names[field]);
  if (field === "capabilities") return practicesIn(value, names);
  if (field === "previousId") return `number ${value}`;
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

const items = z.array(z.object({ id: z.number() }));
const chosenPractices = z.array(z.object({ id: z.number(), selectionMode: z.number() }));

const namesIn = (value: unknown, names: ReadonlyMap<number, string>) =>
  (items.safeParse(value).data ?? []).map(({ id }) => names.get(id) ?? "Unknown").join(", ") || undefined;

const practicesIn = (value: unknown, { practices }: Names) =>
  (chosenPractices.safeParse(value).data ?? [])
    .map(({ id, selectionMode }) => `${practices.get(id) ?? "Unknown"} (${selectionMode === 1 ? "Primary" : "Supporting"})`)
    .join(", ") || undefined;

/** An edition that was made, in its own history and in that of what it corrects. */
function editionInWords({ after }: HistoryEntry): EntryText {
  const made = editionMade.safeParse(after).data;
  if (!made) return { words: "Corrected edition made" };
  const { number, reason, by, submitted = false } = made;
  const done =
    by === undefined
      ? `Made from edition ${number - 1}`
      : submitted
        ? `Replaced by edition ${number}`
        : `Edition ${number} begun from this one`;
  return { words: `${done}, because: ${reason}` };
}

// --- whatever else ----------------------------------------------------------------------------------------------------

/** 'Handed over' for `handedOver`, 'is_test' or 'flag-raised' likewise. */
function inPlainWords(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();
  return words === "" ? "Something else" : upperFirst(words);
}

/** An entry of a kind that this version does not know. */
function unknownInWords({ kind, place, before, after }: HistoryEntry, names: Names): EntryText {
  const subject = names.subject(place);
  const words = subject ? `${subject}: ${lowerFirst(inPlainWords(kind))}` : inPlainWords(kind);
  if (typeof before === "string" || typeof after === "string") return { words, texts: { before: textOf(before), after: textOf(after) } };
  return { words, changes: fieldsChanged(before, after, names) };
}

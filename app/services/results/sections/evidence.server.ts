/** What the answers of a result rest on: the register, and the evidence of each thread or practice (docs/rules/evidence.md#in-results). */

import { setImmediate } from "node:timers/promises";
import type { Assessment } from "#model/contract/assessments.ts";
import { countByPlace, EVIDENCE_KINDS, EVIDENCE_SHOWN } from "#model/evidence.ts";
import { groupBy } from "#model/group-by.ts";
import { lacks } from "#model/lacks.ts";
import { slicesInTurn } from "#model/slices.ts";
import { countedInWords, listed } from "#model/words.ts";
import { dayAsOf } from "~/services/config.server";
import { loadFor } from "~/services/faults.server";
import { NONE, textCell } from "~/services/results/blocks/cells.server";
import { type SharedColumn, sheetOf, type TableColumn, tableOf, textColumn } from "~/services/results/blocks/columns.server";
import { section } from "~/services/results/blocks/section.server";
import { fairShare } from "~/services/results/page-result.server";
import { evidenceItem } from "~/services/upstream/evidence.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { listInScope, MODELS, modelOf } from "~/services/upstream/models.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { type EvidenceItem, KIND_WORDS, levelsInWords } from "~/views/answering/evidence";
import { shortDate } from "~/views/dates";
import type { Cell, Result, ResultSection, Sheet } from "~/views/result";

/** The evidence of a completed assessment, and what of it is answered. */
export interface ResultEvidence {
  entries: readonly EvidenceItem[];
  /** What is answered, in the order of the scope, with the number of its entries. */
  answered: readonly { place: string; group: string; label: string; name: string; count: number }[];
}

/** How many entries are shaped before others have their turn. */
const READ_AT_ONCE = 250;

/** @returns undefined where the upstream keeps no evidence @throws LoadFailure */
export async function readEvidence(api: UserApi, assessment: Assessment): Promise<ResultEvidence | undefined> {
  if (!(await hasExtension("evidence"))) return undefined;
  const [{ entries }, answered] = await Promise.all([
    loadFor("result", api.evidence.list({ id: assessment.id })),
    modelOf(assessment).listAnsweredPlaces(api, assessment),
  ]);
  const scope = listInScope(assessment);
  const counts = countByPlace(entries);
  // On paper, a day is past if it was past when the assessment was completed.
  const day = dayAsOf(assessment);
  const items: EvidenceItem[] = [];
  for await (const some of slicesInTurn(entries, READ_AT_ONCE, setImmediate))
    items.push(...some.map((entry) => evidenceItem(entry, scope, day)));
  return {
    entries: items,
    answered: scope
      .filter(({ place }) => answered.has(place))
      .map(({ place, group, label, name }) => ({ place, group, label, name, count: counts.get(place) ?? 0 })),
  };
}

/** How many rows each of both tables has at most, as a picture of it has. The sheet has all. */
const ROWS_MAX = 250;

const BY_PLACE = "evidence-by-place";
const REGISTER = "evidence-register";

/** Whether a table of a result is one of evidence. */
export const isOfEvidence = (exhibitId: string): boolean => exhibitId === BY_PLACE || exhibitId === REGISTER;

const day = (iso: string | null) => (iso === null ? NONE : textCell(shortDate(iso)));
const text = (given: string) => (given === "" ? NONE : textCell(given));
const servesInWords = (entry: EvidenceItem) =>
  entry.for.map((each) => [each.name, levelsInWords(each)].filter(Boolean).join(": ")).join("; ");

/** A client's report says when an interview was and with which role, and none of its words. */
const guarded = (entry: EvidenceItem, given: string, instead: string = NONE.text): Cell => ({
  ...text(given),
  ...(entry.kind === "interview" ? { guard: instead } : {}),
});

const COLUMNS: readonly SharedColumn<EvidenceItem>[] = [
  {
    ...{ title: "What it is", kind: "text", width: 40, names: true },
    cell: (entry) => guarded(entry, entry.what, KIND_WORDS.interview),
  },
  textColumn("Kind", 14, ({ kind }) => KIND_WORDS[kind]),
  { title: "Where it is found", kind: "text", wide: true, width: 40, cell: (entry) => guarded(entry, entry.where) },
  { title: "Who", kind: "text", width: 24, cell: ({ who }) => text(who) },
  { title: "Date", kind: "code", width: 14, cell: ({ date }) => day(date) },
  {
    title: "Good until",
    kind: "code",
    width: 18,
    cell: ({ goodUntil, isPast }) => (isPast && goodUntil ? { text: shortDate(goodUntil), aside: "past its date" } : day(goodUntil)),
  },
];
/** The same for a page: places of which an entry says the same share a line: 'Planning; Process: supports level 2, speaks against level 3'. */
const servesInLines = (entry: EvidenceItem) =>
  [...groupBy(entry.for, levelsInWords)]
    .map(([says, places]) => [places.map(({ name }) => name).join("; "), says].filter(Boolean).join(": "))
    .join("\n");
const inLines = (...texts: readonly string[]) => texts.filter(Boolean).join("\n");
/** 'Capital portal (Benefits lead)': where it is, and the role that has it. */
const keptInWords = ({ where, who }: EvidenceItem) => (where && who ? `${where} (${who})` : where || who);
/** What a client's report says of an entry. Few entries have a remark, and no interview says where it is: columns of them would be empty. */
const IN_REPORT: readonly TableColumn<EvidenceItem & { number: number }>[] = [
  { title: "No.", kind: "whole", cell: ({ number }) => textCell(String(number)) },
  {
    ...{ title: "What it is", kind: "text", names: true, wide: true },
    cell: (entry) => guarded(entry, inLines(entry.what, entry.remark), entry.who || KIND_WORDS.interview),
  },
  {
    ...{ title: "Kind, and where it is kept", kind: "text", wide: true },
    cell: (entry) => guarded(entry, inLines(KIND_WORDS[entry.kind], keptInWords(entry)), KIND_WORDS.interview),
  },
  { title: "What it bears on", kind: "text", wide: true, cell: (entry) => text(servesInLines(entry)) },
  { title: "Date", kind: "code", cell: ({ date }) => day(date) },
];
const FOR: SharedColumn<EvidenceItem> = { title: "For", kind: "text", wide: true, width: 60, cell: (entry) => text(servesInWords(entry)) };
const REMARK: SharedColumn<EvidenceItem> = {
  ...{ title: "Remark", kind: "text", wide: true, width: 50 },
  cell: (entry) => guarded(entry, entry.remark),
};

interface EvidenceContext {
  evidence?: ResultEvidence | undefined;
}

/** One kind of entries, and several. */
const KIND_NAMES: Readonly<Record<EvidenceItem["kind"], readonly [one: string, many: string]>> = {
  document: ["document", "documents"],
  interview: ["interview", "interviews"],
  observation: ["observation", "observations"],
  data: ["set of data", "sets of data"],
};

/** What the assessors looked at, by kind with the first and the last date; undefined without any entry (docs/rules/client-report.md#method). */
export function methodOfEvidence(evidence: ResultEvidence | undefined): string | undefined {
  if (!evidence || evidence.entries.length === 0) return undefined;
  const kinds = EVIDENCE_KINDS.flatMap((kind) => {
    const some = evidence.entries.filter((entry) => entry.kind === kind);
    if (some.length === 0) return [];
    const days = some.flatMap(({ date }) => date ?? []).toSorted();
    const [first, last] = [days[0], days.at(-1)];
    // A day of a document or of data is none on which something was done.
    const dated = kind === "document" || kind === "data" ? "dated " : "";
    const when =
      first === undefined || last === undefined
        ? ""
        : first === last
          ? ` (${dated}${shortDate(first)})`
          : ` (${dated}${shortDate(first)} to ${shortDate(last)})`;
    return [`${countedInWords(some.length, ...KIND_NAMES[kind])}${when}`];
  });
  return `The assessors recorded ${countedInWords(evidence.entries.length, "entry", "entries")} of evidence: ${listed(kinds)}.`;
}

/** All entries as a sheet of an Excel file. */
export const evidenceSheet = (entries: readonly EvidenceItem[]): Sheet => sheetOf("Evidence", [...COLUMNS, FOR, REMARK], entries);

/** The sheet of a result; none without any entry. */
export const evidenceSheets = ({ evidence }: EvidenceContext): Sheet[] =>
  evidence && evidence.entries.length > 0 ? [evidenceSheet(evidence.entries)] : [];

const THREADS = "threads";
/** More names than these are listed by perspective. */
const ONE_SENTENCE = 8;

/** How many answers have no evidence, and which. */
function withoutInWords(answered: ResultEvidence["answered"], unit: string): string[] {
  const without = answered.filter(({ count }) => lacks({ answered: true }, count));
  if (without.length === 0) return [`Each of the ${answered.length} answered ${unit} has evidence.`];
  const count = `Of ${answered.length} answered ${unit}, ${without.length} ${without.length === 1 ? "has" : "have"} no evidence`;
  if (unit !== THREADS || without.length <= ONE_SENTENCE) return [`${count}: ${listed(without.map(({ name }) => name))}.`];
  const groups = [...groupBy(without, ({ group }) => group)];
  return [`${count}.`, ...groups.map(([group, items]) => `${group}: ${listed(items.map(({ label }) => label))}.`)];
}

type AnsweredItem = ResultEvidence["answered"][number];

const label = (title: string): TableColumn<{ item: AnsweredItem }> => ({
  title,
  kind: "text",
  names: true,
  cell: ({ item }) => textCell(item.label),
});

/** The table of each model by place: its title, and the columns that name the place. */
const BY_PLACE_OF: Record<Result["model"], { title: string; columns: TableColumn<{ item: AnsweredItem }>[] }> = {
  P3M3: {
    title: "Evidence by thread",
    columns: [{ title: "Perspective", kind: "text", cell: ({ item }) => textCell(item.group) }, label("Thread")],
  },
  ITIL: { title: "Evidence by practice", columns: [label("Practice or component")] },
};

/** The evidence of each thread or practice, and the register; no section without any entry. */
export function evidenceSections({ evidence, head: { model } }: EvidenceContext & { head: Pick<Result, "model"> }): ResultSection[] {
  if (!evidence || evidence.entries.length === 0) return [];
  const { entries, answered } = evidence;
  const { title, columns } = BY_PLACE_OF[model];
  const served = entries.flatMap((entry) => entry.for.map((at) => ({ entry, at })));
  const entriesAt = groupBy(served, ({ at }) => at.place);
  const counts = answered.map(({ place }) => entriesAt.get(place)?.length ?? 0);
  const each = Math.max(1, Math.min(EVIDENCE_SHOWN, fairShare(counts, ROWS_MAX)));
  const places = answered.flatMap((item) => (entriesAt.get(item.place) ?? []).slice(-each).map((entry) => ({ item, ...entry })));
  const isCut = counts.some((count) => count > each);
  const byPlace = tableOf({
    id: BY_PLACE,
    title,
    columns: [
      ...columns,
      { title: "Evidence", kind: "text", wide: true, cell: ({ entry }) => guarded(entry, entry.what, KIND_WORDS.interview) },
      { title: "Says of the levels", kind: "text", cell: ({ at }) => text(levelsInWords(at)) },
    ],
    rows: places,
    ...(isCut
      ? {
          note: `Of each, the newest ${each === 1 ? "entry is" : `${each} entries are`} listed; the Excel file says for all of them what they are for.`,
        }
      : {}),
  });
  const remarks = entries.some(({ remark }) => remark) ? [REMARK] : [];
  const register = tableOf({
    ...{ id: REGISTER, title: "Register of evidence", columns: [...COLUMNS, ...remarks], rows: entries.slice(-ROWS_MAX) },
    ...(entries.length > ROWS_MAX
      ? { note: `The newest ${ROWS_MAX} of ${entries.length} entries are listed; the Excel file has all of them.` }
      : {}),
  });
  const inReport = tableOf({
    id: REGISTER,
    title: register.title,
    columns: IN_REPORT,
    rows: entries
      .slice(-ROWS_MAX)
      .toSorted((a, b) => EVIDENCE_KINDS.indexOf(a.kind) - EVIDENCE_KINDS.indexOf(b.kind) || (a.date ?? "").localeCompare(b.date ?? ""))
      .map((entry, index) => ({ ...entry, number: index + 1 })),
    ...(register.note ? { note: register.note } : {}),
  });
  const { unit } = MODELS[model];
  const hasInterviews = entries.some(({ kind }) => kind === "interview");
  return [
    section("evidence", "Evidence", withoutInWords(answered, unit), places.length > 0 ? [byPlace, register] : [register], {
      forClients: {
        chapter: "own",
        instead: { exhibits: places.length > 0 ? [byPlace, inReport] : [inReport] },
        brief: { text: [], exhibits: [inReport], unless: `How much has no evidence, and ${title.toLowerCase()}` },
        ...(hasInterviews ? { guarded: "What was said in interviews" } : {}),
      },
    }),
  ];
}

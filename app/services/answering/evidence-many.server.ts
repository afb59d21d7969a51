/** Several entries of evidence at once: pasted lines, and entries that serve more (docs/rules/evidence.md#several-at-once). */
import { randomUUID } from "node:crypto";
import { onOneLine } from "#model/characters.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { type EvidenceContent, type EvidenceEntry, evidenceForm } from "#model/contract/evidence.ts";
import { EVIDENCE_KINDS } from "#model/evidence.ts";
import { type EntryLine, entriesInRows, LINE_PARTS, LINES_MAX, LINES_TEXT_MAX } from "#model/evidence-lines.ts";
import type { WrongRow } from "#model/pasted.ts";
import { searchWords } from "#model/search.ts";
import { counted, cutTo, listed } from "#model/words.ts";
import { addEntry, serveMore } from "~/services/answering/evidence.server";
import { borrowLock } from "~/services/answering/locks.server";
import type { UserContext } from "~/services/context.server";
import { loadFor, Redirect } from "~/services/faults.server";
import { readList, readRows, textAgain } from "~/services/http/pasted-rows.server";
import { isToBeChanged, toBeShown } from "~/services/http/understood.server";
import { fieldReader, formStatus } from "~/services/saving/posted-form.server";
import { inTurn, textsWith } from "~/services/searches.server";
import type { InScope } from "~/services/upstream/assessment-model.server";
import { getAssessment, titleOf } from "~/services/upstream/assessments.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { listInScope, modelOf, placesByGroup } from "~/services/upstream/models.server";
import { reasonNotToEdit } from "~/services/upstream/rights.server";
import { screensBeside } from "~/services/upstream/screens.server";
import { EVIDENCE_ID, type EvidenceOutcome, KIND_WORDS } from "~/views/answering/evidence";
import { evidencePlaceField, TEXT_LABELS } from "~/views/answering/evidence-form";
import { type EntryOffer, MANY, type ManyPage, type ManyResult, type ManyTyped, SEARCH_INTENT } from "~/views/answering/evidence-many";
import { shortDate } from "~/views/dates";
import { paths } from "~/views/paths";
import type { Reply } from "~/views/shell";

/** How many entries of the register are offered at once. A search finds the others. */
const OFFERED = 30;
const SEARCH_MAX = 200;

/** The place that the address names, if it is in scope. */
const placeAsked = (request: Request, scope: readonly InScope[]) => {
  const wanted = new URL(request.url).searchParams.get(MANY.place);
  return scope.find(({ place }) => place === wanted);
};

/** @throws NotFound where the upstream keeps no evidence; LoadFailure, SessionOver */
async function open(context: UserContext, assessmentId: Id) {
  await requireExtension("evidence");
  const assessment = await getAssessment(context.api, assessmentId);
  return { assessment, scope: listInScope(assessment), readOnly: await reasonNotToEdit(context, assessment) };
}

/** The screen as it is opened. @throws NotFound where the upstream keeps no evidence; LoadFailure, SessionOver */
export async function loadManyEvidence(context: UserContext, assessmentId: Id, request: Request): Promise<ManyPage> {
  const { assessment, scope, readOnly } = await open(context, assessmentId);
  const here = placeAsked(request, scope);
  const typed: ManyTyped = {
    ...{ formId: randomUUID(), kind: "document", lines: "", entries: [], search: "" },
    places: here ? [here.place] : [],
  };
  return {
    assessment: { name: titleOf(assessment), scope: assessment.selectedScope ?? "Not provided" },
    readOnly,
    unit: modelOf(assessment).unit,
    places: placesByGroup(scope),
    typed,
    offered: readOnly === undefined ? await offer(context, request, assessment, typed) : { entries: [], matches: 0 },
    screens: await screensBeside(context, assessment, "Evidence"),
    links: { back: backTo(assessment, here) },
  };
}

const backTo = (assessment: Assessment, here: InScope | undefined) => (here ? `${here.to}#${EVIDENCE_ID}` : paths.evidence(assessment.id));

/** The entries that are ticked, then the newest that match and do not serve everything that is chosen. */
async function offer(context: UserContext, request: Request, assessment: Assessment, typed: ManyTyped): Promise<EntryOffer> {
  const { entries } = await loadFor("assessment", context.api.evidence.list({ id: assessment.id }));
  const isTicked = ({ id }: EvidenceEntry) => typed.entries.includes(String(id));
  const isThere = ({ places }: EvidenceEntry) =>
    typed.places.length > 0 && typed.places.every((place) => places.some((each) => each.place === place));
  const others = entries.filter((entry) => !isTicked(entry) && !isThere(entry)).reverse();
  const words = searchWords(typed.search);
  const texts = others.map(({ kind, what, where, who, remark }) => [KIND_WORDS[kind], what, where, who, remark].join(" "));
  const next = { href: paths.evidence(assessment.id), label: "Back to the evidence" };
  const wanted =
    words.length === 0
      ? undefined
      : await inTurn({ person: context.user.email, asker: request.signal, next }, () => textsWith(words, texts));
  const matching = wanted ? others.filter((_, index) => wanted.has(texts[index] ?? "")) : others;
  const scope = new Map(listInScope(assessment).map(({ place, name }) => [place, name]));
  return {
    entries: [...entries.filter(isTicked), ...matching.slice(0, OFFERED)].map(({ id, kind, what, where, places }) => {
      const named = places.flatMap(({ place }) => scope.get(place) ?? []);
      const serves = named.length > 3 ? `${named.slice(0, 3).join(", ")} and ${named.length - 3} more` : listed(named);
      return { id: String(id), what, hint: [KIND_WORDS[kind], cutTo(where, 80), serves && `for ${serves}`].filter(Boolean).join(" · ") };
    }),
    matches: matching.length,
  };
}

function readTyped(form: FormData, scope: readonly InScope[]): ManyTyped {
  const posted = fieldReader(form);
  return {
    formId: posted(MANY.formId)?.slice(0, 100) || randomUUID(),
    kind: EVIDENCE_KINDS.find((kind) => kind === posted(MANY.kind)) ?? "document",
    lines: posted(MANY.lines) ?? "",
    entries: [...form.keys()].flatMap((name) => /^entry-(\d{1,15})$/.exec(name)?.[1] ?? []).slice(0, LINES_MAX),
    places: scope.map(({ place }) => place).filter((place) => posted(evidencePlaceField(place)) === "on"),
    search: (posted(MANY.search) ?? "").slice(0, SEARCH_MAX),
  };
}

type NotSaved = Exclude<EvidenceOutcome, { kind: "saved" }>;

/** A line or an entry that is to be saved, and how. */
interface Wish {
  what: string;
  line?: Pick<WrongRow, "line" | "at">;
  entry?: string;
  save(): Promise<EvidenceOutcome>;
}

/** Saves one after the other. After an outcome that ends it all, nothing more is tried. @returns what is left, and that outcome */
async function saveInOrder(wishes: readonly Wish[]) {
  const left: (Wish & { why: string })[] = [];
  let stopped: NotSaved | undefined;
  for (const wish of wishes) {
    const outcome: EvidenceOutcome = stopped ?? (await wish.save());
    if (outcome.kind === "saved") continue;
    left.push({ ...wish, why: stopped ? "It was not tried any more." : reasonOf(outcome) });
    if (isEnd(outcome)) stopped = outcome;
  }
  return { left, stopped };
}

/**
 * Saves what a form asks for. The form keeps the lines that cannot be saved, each with its reason.
 * @returns the reply to show: what a search found, or what is left
 * @throws Redirect when all is saved; NotFound, LoadFailure, SessionOver
 */
export async function saveManyEvidence(
  context: UserContext,
  assessmentId: Id,
  request: Request,
  form: FormData,
): Promise<Reply<ManyResult>> {
  const { assessment, scope, readOnly } = await open(context, assessmentId);
  const { flash, unsavedForm } = context;
  const typed = readTyped(form, scope);
  const reply = async (status: number, rest: Partial<ManyResult>, now = typed): Promise<Reply<ManyResult>> => [
    {
      id: randomUUID(),
      typed: now,
      offered: await offer(context, request, assessment, now),
      outcome: undefined,
      left: [],
      errors: {},
      ...rest,
    },
    { status },
  ];
  if (form.get(MANY.intent) === SEARCH_INTENT) return reply(200, {});
  if (isToBeChanged(form)) return reply(200, {});
  const { rows, problem, headings, entries, wrong } = readEntries(typed);
  const errors: ManyResult["errors"] = {
    ...(typed.places.length === 0 ? { places: "Please choose what the evidence is for." } : {}),
    ...(problem === undefined ? {} : { lines: problem }),
    ...(problem === undefined && rows.length === 0 && typed.entries.length === 0
      ? { lines: "Please paste a line, or tick an entry of the register." }
      : {}),
  };
  const nothing = "No evidence is saved yet.";
  if (readOnly !== undefined) return reply(400, { outcome: { title: nothing, text: readOnly } });
  if (Object.keys(errors).length > 0) return reply(400, { outcome: { title: nothing, text: undefined }, errors });
  const understood = entries.length > 0 ? toBeShown(form, COLUMNS, entries.map(rowOf), wrong) : undefined;
  if (understood) return reply(200, { understood });
  const wishes: Wish[] = [
    ...[...entries, ...wrong]
      .sort((one, other) => one.at - other.at)
      .map((each) => ({
        what: "A line",
        line: { line: each.line, at: each.at },
        save: async () => ("content" in each ? addEntry(context, assessment, each.content, typed.formId) : refused(each.why)),
      })),
    ...typed.entries.map((entry) => ({
      what: "An entry of the register",
      entry,
      save: () => serveMore(context, assessment, entry, typed.places),
    })),
  ];
  const { left, stopped } = await borrowLock(context, assessment.id, () => saveInOrder(wishes));
  const done = wishes.length - left.length;
  if (left.length === 0) {
    unsavedForm.forget();
    const [only] = scope.filter(({ place }) => typed.places.length === 1 && place === typed.places[0]);
    const target = only?.name ?? `${typed.places.length} ${modelOf(assessment).unit}`;
    flash.leave({
      kind: "success",
      title: `${counted(done, "entry", "entries")} of evidence ${done === 1 ? "is" : "are"} there for ${target}.`,
    });
    throw new Redirect(backTo(assessment, placeAsked(request, scope)));
  }
  if (stopped?.kind === "failed" && stopped.unknown) unsavedForm.doubt();
  const rest: ManyTyped = {
    ...typed,
    lines: textAgain(
      left.flatMap(({ line }) => line ?? []),
      { rows, headings },
      "entries",
    ),
    entries: left.flatMap(({ entry }) => entry ?? []),
  };
  const status = formStatus(stopped ?? { kind: "invalid" });
  const shown = await reply(status, {}, rest);
  const names = new Map(shown[0].offered.entries.map(({ id, what }) => [id, what]));
  const numbers = numbersOf(rest.lines);
  const title = done === 0 ? nothing : `${done} of ${wishes.length} are saved. The others are still here.`;
  return [
    {
      ...shown[0],
      outcome: { title, text: stopped && stoppedWords(stopped) },
      // The lines that are left have new numbers.
      left: left.map(({ what, entry, why }, index) => ({
        what: entry === undefined ? `Line ${numbers[index] ?? index + 1}` : (names.get(entry) ?? what),
        why,
      })),
    },
    shown[1],
  ];
}

/** The numbers of the rows of a text that are no headings. */
function numbersOf(lines: string): number[] {
  const rows = readRows(lines, "entries");
  const { headings } = entriesInRows(rows);
  return rows.flatMap((row) => (headings.includes(row) ? [] : [row.at + 1]));
}

const refused = (message: string): EvidenceOutcome => ({ kind: "refused", message });

/** The columns of the page that shows what was understood. */
const COLUMNS = LINE_PARTS.map((part) => TEXT_LABELS[part]);
const rowOf = ({ content, line, doubts }: EntryToSave) => ({
  cells: LINE_PARTS.map((part) => (part === "date" || part === "goodUntil" ? shortDateOrNone(content[part]) : content[part])),
  line,
  doubts,
});
const shortDateOrNone = (day: string | null) => (day === null ? "" : shortDate(day));

/** An entry that can be stored, and the line that says so. */
interface EntryToSave extends Omit<EntryLine, "entry"> {
  content: EvidenceContent;
}

/** Reads the pasted lines: entries that can be stored, and lines that cannot, each with the reason. A list that is too long has only a problem. */
function readEntries(typed: ManyTyped) {
  const list = readList(typed.lines, "entries", LINES_TEXT_MAX);
  const isTooMany = list.rows.length > LINES_MAX;
  const problem = isTooMany ? `Please paste at most ${LINES_MAX} lines at once. These are ${list.rows.length}.` : list.problem;
  const rows = isTooMany ? [] : list.rows;
  const { entries, wrong, headings } = entriesInRows(rows);
  const places = typed.places.map((place) => ({ place, supports: [], against: [] }));
  const good: EntryToSave[] = [];
  for (const { entry, ...about } of entries) {
    const parsed = evidenceForm.safeParse({
      kind: typed.kind,
      ...entry,
      what: onOneLine(entry.what),
      where: onOneLine(entry.where),
      who: onOneLine(entry.who),
      places,
    });
    if (parsed.success) good.push({ ...about, content: parsed.data });
    else {
      const issue = parsed.error.issues.find(({ path }) => path[0] !== "places") ?? parsed.error.issues[0];
      const field = LINE_PARTS.find((part) => part === issue?.path[0]);
      wrong.push({
        line: about.line,
        at: about.at,
        why: `${field ? `${TEXT_LABELS[field]}: ` : ""}${issue?.message ?? "It is not valid."}`,
      });
    }
  }
  return { rows, problem, headings, entries: good, wrong: wrong.sort((one, other) => one.at - other.at) };
}

/** Whether an outcome ends it all: whatever else is sent would fail too. */
const isEnd = (outcome: NotSaved) =>
  outcome.kind === "locked" || outcome.kind === "failed" || (outcome.kind === "refused" && outcome.retryAfter !== undefined);

function reasonOf(outcome: NotSaved): string {
  if (outcome.kind === "refused") return outcome.message;
  if (outcome.kind === "invalid") return outcome.message ?? Object.values(outcome.errors)[0] ?? "It is not valid.";
  if (outcome.kind === "conflict") return "Somebody removed it meanwhile.";
  if (outcome.kind === "locked") return "It was not saved.";
  return "It could not be saved. Sending it again adds it only once.";
}

function stoppedWords(outcome: NotSaved): string {
  if (outcome.kind === "locked") return `${outcome.by ?? "Somebody else"} is editing this assessment now. Please try again later.`;
  if (outcome.kind === "refused") return outcome.message;
  return "Something happened, please try again...";
}

/** Putting back everything that one write changed, such as a workbook that was applied (docs/rules/history.md#many-at-once). */
import { UNANSWERED } from "#model/answer-words.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import { bulkWritten } from "#model/contract/bulk.ts";
import type { Id } from "#model/contract/common.ts";
import type { HistoryEntry } from "#model/contract/history.ts";
import { groupBy } from "#model/group-by.ts";
import { fingerprint } from "#model/note.ts";
import { counted, cutTo, upperFirst } from "#model/words.ts";
import { answerWords, optionWords } from "#model/workbook/cells.ts";
import type { WorkbookChange } from "#model/workbook/compare.ts";
import type { Item } from "~/services/answering/answering-model.server";
import { storeChanges } from "~/services/answering/workbook/apply.server";
import { loadItems } from "~/services/answering/workbook/items.server";
import type { RequestContext } from "~/services/context.server";
import { BadRequest, loadFor } from "~/services/faults.server";
import type { Names } from "~/services/history/describe-entry.server";
import type { Write } from "~/services/history/put-back-evidence.server";
import { optionRecorded, practiceRecorded, threadRecorded } from "~/services/history/recorded-answers.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { baseField, type PutBackQuestion, type Side } from "~/views/history";
import { paths } from "~/views/paths";

/** More than a write has: two for each of 200 places. */
const PARTS_MAX = 1_000;

/** The first of the entries that stand below the one that tells of a write; undefined for any other entry. */
export function firstOf({ id, kind, after }: HistoryEntry): number | undefined {
  const first = kind === "bulk" ? bulkWritten.safeParse(after).data?.first : undefined;
  return first !== undefined && first < id && id - first <= PARTS_MAX ? first : undefined;
}

/** Whether everything of such a write can be put back: all of it is read and written at once. */
export const canPutManyBack = async () => (await hasExtension("bulk")) && (await hasExtension("overview"));

/** The field that carries a digest of what is stored now. */
export const MANY_BASE = baseField("many");

/** The entries of a write, the newest first. @throws LoadFailure */
async function listParts(api: UserApi, assessmentId: Id, entry: HistoryEntry): Promise<HistoryEntry[]> {
  const first = firstOf(entry) ?? entry.id;
  const parts: HistoryEntry[] = [];
  for (let before = entry.id; before > first; ) {
    const { entries } = await loadFor("assessment", api.history.list({ id: assessmentId, before }));
    parts.push(...entries.filter((each) => each.id >= first));
    before = entries.at(-1)?.id ?? first;
  }
  return parts;
}

/** A part that a write changed, as it is now and as it was on either side. */
interface ManyPart {
  item: Item | undefined;
  name: string;
  part: WorkbookChange["part"];
  now: string;
  sides: Partial<Record<Side, string>>;
  /** Why it cannot be put back, however it was; undefined when it can. */
  refusal: string | undefined;
}

const SIDES: readonly Side[] = ["before", "after"];

function partOf(entry: HistoryEntry, item: Item | undefined, name: string): ManyPart {
  const part = entry.kind === "note" ? "note" : "answers";
  const text = (given: unknown) => (typeof given === "string" ? given : undefined);
  const recorded = (given: unknown) => {
    if (entry.erased) return undefined;
    if (part === "note") return text(given);
    if (item?.kind === "thread") return threadRecorded(given);
    return item?.kind === "component"
      ? optionRecorded(given, item.options)
      : practiceRecorded(given, item?.questions ?? [], item?.recorded ?? []);
  };
  const closed = part === "answers" ? item?.closed : undefined;
  return {
    item,
    name,
    part,
    now: item?.[part] ?? "",
    sides: item ? { before: recorded(entry.before), after: recorded(entry.after) } : {},
    refusal: item ? closed : "It is out of scope by now.",
  };
}

/** Reads each part that a write changed, with its state now. @throws LoadFailure, SessionOver */
async function readParts(api: UserApi, assessment: Assessment, entry: HistoryEntry, names: Names) {
  const [entries, groups] = await Promise.all([listParts(api, assessment.id, entry), loadItems(api, assessment)]);
  const known = new Map(groups.flatMap(({ name, items }) => items.map((item) => [item.place, { item, group: name }] as const)));
  const parts = entries.reverse().map((each) => {
    const { item, group } = known.get(each.place) ?? {};
    return partOf(each, item, item ? `${group} / ${item.name}` : (names.subject(each.place) ?? "Something that is no longer in scope"));
  });
  return { parts, groups };
}

const canBe = ({ sides, now, refusal }: ManyPart, side: Side) => refusal === undefined && sides[side] !== undefined && sides[side] !== now;

const baseOf = (parts: readonly ManyPart[]) => fingerprint(parts.map(({ part, now }) => `${part} ${now}`).join("\n"));

/** The part of a write that the dialog shows. @throws LoadFailure, SessionOver */
export async function manyQuestion(
  api: UserApi,
  assessment: Assessment,
  entry: HistoryEntry,
  names: Names,
): Promise<Pick<PutBackQuestion, "sides" | "rows" | "texts" | "base" | "refusal" | "remarks">> {
  const { parts } = await readParts(api, assessment, entry, names);
  const sides = SIDES.filter((side) => parts.some((part) => canBe(part, side)));
  const shown = parts.filter((part) => sides.some((side) => canBe(part, side)));
  const rows = shown.map((part) => {
    const states = [part.now, ...sides.map((side) => part.sides[side] ?? part.now)];
    const at = (side: Side) => (sides.includes(side) ? partInWords(part, part.sides[side] ?? part.now, states) : undefined);
    return { name: nameOf(part), now: partInWords(part, part.now, states), before: at("before"), after: at("after") };
  });
  const moved = shown.filter(({ sides: { after }, now }) => after !== undefined && after !== now).map(nameOf);
  // After a put back everything is as it was before.
  const isBack = shown.every(({ sides: { before }, now }) => before === now);
  return {
    sides,
    rows,
    texts: undefined,
    base: { [MANY_BASE]: baseOf(parts) },
    refusal: undefined,
    remarks: [
      ...(moved.length > 0 && !isBack ? [`Changed again since, and put back all the same: ${moved.join("; ")}.`] : []),
      ...parts.flatMap((part) => stays(part) ?? []),
    ],
  };
}

const nameOf = ({ name, part }: ManyPart) => `${name}, ${part}`;

/** Why a part stays as it is; undefined for one that can be put back. */
function stays(part: ManyPart): string | undefined {
  if (part.refusal !== undefined) return `${nameOf(part)}: stays as it is. ${part.refusal}`;
  if (part.sides.before !== undefined) return undefined;
  const why =
    part.item?.kind === "component" && part.part === "answers"
      ? "It had no answer before, and a component that has one keeps one."
      : "What it was before is no longer kept, or no longer fits.";
  return `${nameOf(part)}: stays as it is. ${why}`;
}

const NOTE_SHOWN = 80;

/** A state of a part in words: of answers, those that are not the same in all states that are shown. */
function partInWords({ item, part }: ManyPart, state: string, states: readonly string[]): string {
  if (part === "note") return cutTo(state, NOTE_SHOWN) || "(empty)";
  if (item?.kind === "component") {
    const option = item.options.find(({ id }) => String(id) === state);
    return option ? optionWords(option) : UNANSWERED.open;
  }
  const differing = (item?.questions ?? []).flatMap(({ level }, index) =>
    new Set(states.map((each) => each[index])).size > 1 ? [{ level, answer: answerWords(state[index] ?? "N") || UNANSWERED.open }] : [],
  );
  return item?.kind === "thread" ? levelsInWords(differing) : countsInWords(differing);
}

/** Such as 'Levels 1 to 3 Fully, level 4 Partially'. */
function levelsInWords(answers: readonly { level: number; answer: string }[]): string {
  const runs: { from: number; to: number; answer: string }[] = [];
  for (const { level, answer } of answers) {
    const last = runs.at(-1);
    if (last?.answer === answer && last.to === level - 1) last.to = level;
    else runs.push({ from: level, to: level, answer });
  }
  const words = runs.map(({ from, to, answer }) => {
    if (from === to) return `level ${from} ${answer}`;
    return `levels ${from} ${to - from === 1 ? "and" : "to"} ${to} ${answer}`;
  });
  return upperFirst(words.join(", "));
}

/** Such as '4 Fully, 1 Rarely/Never': a practice has too many criteria to name each. */
function countsInWords(answers: readonly { answer: string }[]): string {
  return [...groupBy(answers, ({ answer }) => answer)].map(([answer, all]) => `${all.length} ${answer}`).join(", ");
}

/** The write that puts a write back. @param base as posted @throws BadRequest, LoadFailure, SessionOver */
export async function manyWrite(
  context: RequestContext,
  assessment: Assessment,
  entry: HistoryEntry,
  { side, base, names }: { side: Side; base: string | undefined; names: Names },
): Promise<Write> {
  const { parts, groups } = await readParts(context.api, assessment, entry, names);
  const changes = parts.flatMap((part): WorkbookChange[] => {
    const target = part.sides[side];
    if (!part.item || target === undefined || !canBe(part, side)) return [];
    return [{ place: part.item.place, part: part.part, base: part.part === "note" ? fingerprint(part.now) : part.now, target }];
  });
  const isMoved = base !== baseOf(parts);
  if (base === undefined || (changes.length === 0 && !isMoved)) throw new BadRequest();
  return {
    name: counted(changes.length, "change"),
    link: { label: "View summary", href: paths.summary(assessment.id, assessment.assessmentType) },
    async write() {
      if (isMoved) return { kind: "conflict", stored: {} };
      return (await storeChanges(context, assessment, groups, changes, { putBack: entry.id })).outcome;
    },
  };
}

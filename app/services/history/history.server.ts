/** The history of an assessment, as its screen shows it (docs/rules/history.md#the-screen). */

import { z } from "zod";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { HistoryEntry, History as HistoryRead, historyQuery } from "#model/contract/history.ts";
import { foldSittings, joinQuestions, partsAmong } from "#model/history.ts";
import type { UserContext } from "~/services/context.server";
import { loadFor } from "~/services/faults.server";
import { cutTexts } from "~/services/history/cut-texts.server";
import { readDays } from "~/services/history/days.server";
import { entryInWords, type Names, questionInWords, sittingInWords } from "~/services/history/describe-entry.server";
import { namesFor } from "~/services/history/names.server";
import { canBePutBack, isSave, kindsOf, loadQuestion } from "~/services/history/put-back.server";
import { canPutManyBack, firstOf } from "~/services/history/put-back-many.server";
import { getAssessment, titleOf } from "~/services/upstream/assessments.server";
import { hasExtension, requireExtension } from "~/services/upstream/extensions.server";
import { listInScope, placesByGroup } from "~/services/upstream/models.server";
import { rightsOf } from "~/services/upstream/rights.server";
import { screensBeside } from "~/services/upstream/screens.server";
import { type EntryView, type HistoryPage, KIND_GROUPS, type SittingView } from "~/views/history";
import { type HistoryAddress, paths } from "~/views/paths";

const TEXT_MAX = 320;

/** What an address asks for; what makes no sense is left out. */
export function readAddress(query: URLSearchParams): HistoryAddress {
  const text = (name: keyof HistoryAddress) => query.get(name)?.trim().slice(0, TEXT_MAX) || undefined;
  const number = (name: keyof HistoryAddress) => (/^[1-9]\d{0,8}$/.test(query.get(name) ?? "") ? text(name) : undefined);
  const [kind, place] = [text("kind"), text("place")];
  return {
    from: text("from"),
    to: text("to"),
    by: text("by"),
    kind: KIND_GROUPS.some(({ id }) => id === kind) ? kind : undefined,
    place: place !== undefined && isPlace(place) ? place : undefined,
    zone: text("zone"),
    moment: momentIn(text("moment")),
    before: number("before"),
    after: number("after"),
    back: number("back"),
    since: number("since"),
    whole: number("whole"),
  };
}

/** A moment as an approval has it; undefined for anything else. */
const momentIn = (text: string | undefined): string | undefined => (z.iso.datetime().safeParse(text).success ? text : undefined);

const isPlace = (place: string) => /^(thread\/\d{1,9}\/\d{1,9}|(capability|maturity)\/\d{1,9})$/.test(place);

/**
 * A page of the history, and the question whether to put an entry back.
 * @throws NotFound where there is no history, LoadFailure, SessionOver
 */
export async function loadHistory(context: UserContext, assessmentId: Id, query: URLSearchParams): Promise<HistoryPage> {
  await requireExtension("history");
  const { api } = context;
  const assessment = await getAssessment(api, assessmentId);
  const { before, after, back, since, whole, ...filter } = readAddress(query);
  const { moment } = filter;
  const { errors, days: chosen } = readDays(filter);
  const days = moment === undefined ? chosen : { ...chosen, from: [moment, chosen.from ?? moment].sort().at(-1) };
  const { by, kind, place } = filter;
  const kinds = kindsOf(filter);
  const read: HistoryReader = (cursor) =>
    loadFor("assessment", api.history.list({ id: assessment.id, ...days, by, place, kind: kinds, ...cursor }));
  const page = await read({ before, after: before ? undefined : after });
  // If the page after this one is not full, show all of the newest.
  const isNewest = before === undefined && (after === undefined || !page.more);
  const isBackwards = isNewest || before !== undefined;
  const { entries, more, people } = isBackwards
    ? await withWholeWrites(read, isNewest && after !== undefined ? await read({}) : page)
    : await withWriteAbove(read, page);
  const [{ readOnly }, names] = await Promise.all([rightsOf(context, assessment), namesFor(api, assessment, entries)]);
  const here = (cursor: HistoryAddress = {}) => paths.history(assessment.id, { ...filter, ...cursor });
  const at = { before, after: isNewest ? undefined : after };
  const [newest, oldest] = [entries[0], lowest(entries)];
  const offered: Readonly<Record<string, boolean>> = { voices: await hasExtension("voices"), review: await hasExtension("peer-review") };
  return {
    assessment: { name: titleOf(assessment), scope: assessment.selectedScope ?? "Not provided" },
    sittings: sittingsOf(assessment, entries, names, {
      askBack: (query) => (readOnly === undefined ? here({ ...at, ...query }) : undefined),
      eachOf: (id) => paths.history(assessment.id, { zone: filter.zone ?? "", before: String(id) }),
      cut: (entry) => (String(entry.id) === whole ? { isWhole: true } : cutTexts(entry, here({ ...at, whole: String(entry.id) }))),
      canPutManyBack: await canPutManyBack(),
    }),
    ...{ filter, errors, moment },
    isFiltered: [filter.from, filter.to, by, kind, place, moment].some(Boolean),
    people: by && !people.includes(by) ? [...people, by] : people,
    kinds: KIND_GROUPS.filter(({ id, of = assessment.assessmentType }) => of === assessment.assessmentType && (offered[id] ?? true)).map(
      ({ id, label }) => ({ id, label }),
    ),
    places: placesOf(assessment, place, names),
    newer: isNewest ? undefined : here(newest ? { after: String(newest.id) } : {}),
    older: oldest !== undefined && (more || !isBackwards) ? here({ before: String(oldest) }) : undefined,
    readOnly,
    question:
      back === undefined
        ? undefined
        : await loadQuestion(api, assessment, { back: Number(back), since: Number(since ?? back), kinds }, readOnly),
    screens: await screensBeside(context, assessment, "History"),
    links: { here: here(at), all: paths.history(assessment.id, { zone: filter.zone ?? "" }) },
  };
}

type HistoryReader = (cursor: Pick<z.input<typeof historyQuery>, "before" | "after" | "kind">) => Promise<HistoryRead>;

/** How often a page reads on. */
const READS_MAX = 4;

/** The number of the oldest entry, also among those that another one sums up. */
const lowest = (entries: readonly HistoryEntry[]): number | undefined =>
  entries.length === 0 ? undefined : Math.min(...entries.map((entry) => firstOf(entry) ?? entry.id));

/** Reads on where a page ends among the entries of one write: they are one line. */
async function withWholeWrites(read: HistoryReader, page: HistoryRead): Promise<HistoryRead> {
  let [{ entries, more }, reads] = [page, 1];
  for (let before = lowest(entries); more && reads < READS_MAX && before !== entries.at(-1)?.id; before = lowest(entries)) {
    const next = await read({ before });
    [entries, more, reads] = [[...entries, ...next.entries], next.more, reads + 1];
  }
  return { ...page, entries, more };
}

/** Adds the entry that tells of a write, where a page of newer entries ends among those of the write. */
async function withWriteAbove(read: HistoryReader, page: HistoryRead): Promise<HistoryRead> {
  const newest = page.entries[0]?.id;
  if (newest === undefined) return page;
  const above = (await read({ after: newest, kind: ["bulk"] })).entries.at(-1);
  return above && (firstOf(above) ?? above.id) <= newest ? { ...page, entries: [above, ...page.entries] } : page;
}

function sittingsOf(
  assessment: Assessment,
  entries: readonly HistoryEntry[],
  names: Names,
  {
    askBack,
    eachOf,
    cut,
    canPutManyBack,
  }: {
    askBack: (query: Pick<HistoryAddress, "back" | "since">) => string | undefined;
    eachOf: (id: number) => string;
    cut: (entry: Pick<EntryView, "id" | "texts">) => Partial<EntryView>;
    canPutManyBack: boolean;
  },
): SittingView[] {
  const addresses = new Map(listInScope(assessment).map(({ place, to }) => [place, to] as const));
  const isBack = (entry: HistoryEntry) =>
    firstOf(entry) === undefined ? canBePutBack(entry) && (addresses.has(entry.place) || entry.kind === "evidence") : canPutManyBack;
  const parts = partsAmong(entries, firstOf);
  const sittings = foldSittings(entries, (entry) => isSave(entry) && !parts.has(entry.id));
  return joinQuestions(sittings).flatMap((sitting) => {
    const [newest, oldest] = [sitting[0], sitting.at(-1)];
    if (!newest || !oldest || parts.has(newest.id)) return [];
    const entries = sitting.map((entry): EntryView => {
      const inWords = entryInWords(entry, names);
      return {
        id: entry.id,
        at: entry.at,
        by: entry.by,
        ...inWords,
        ...cut({ id: entry.id, texts: inWords.texts }),
        back: isBack(entry) ? askBack({ back: String(entry.id) }) : undefined,
        each: firstOf(entry) === undefined ? undefined : eachOf(entry.id),
      };
    });
    const isOne = entries.length === 1;
    const isQuestion = newest.place !== oldest.place;
    const together = isQuestion ? questionInWords : sittingInWords;
    return {
      at: newest.at,
      since: oldest.at,
      by: newest.by,
      words: isOne ? (entries[0]?.words ?? "") : together(sitting, names),
      folded: isQuestion ? "perspectives" : "saves of one sitting",
      to: addresses.get(newest.place),
      back: !isOne && !isQuestion && sitting.some(isBack) ? askBack({ back: String(newest.id), since: String(oldest.id) }) : undefined,
      entries,
    };
  });
}

/** What one can choose by place, the one that is chosen included even if it is out of scope by now. */
function placesOf(assessment: Assessment, chosen: string | undefined, names: Names): HistoryPage["places"] {
  const items = listInScope(assessment);
  const groups = placesByGroup(items);
  if (chosen === undefined || items.some(({ place }) => place === chosen)) return groups;
  return [...groups, { group: "No longer in scope", items: [{ value: chosen, label: names.subject(chosen) ?? "Unknown" }] }];
}

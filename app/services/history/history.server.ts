/** The history of an assessment, as its screen shows it (docs/rules/history.md#the-screen). */

import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { type HistoryEntry, subjectAt } from "#model/contract/history.ts";
import { groupBy } from "#model/group-by.ts";
import { foldSittings, joinQuestions } from "#model/history.ts";
import type { UserContext } from "~/services/context.server";
import { loadFor } from "~/services/faults.server";
import { momentOfDay, zoneFrom } from "~/services/history/days.server";
import { entryInWords, type Names, questionInWords, sittingInWords } from "~/services/history/describe-entry.server";
import { namesFor } from "~/services/history/names.server";
import { canBePutBack, loadQuestion } from "~/services/history/put-back.server";
import { getAssessment, readOnlyReason } from "~/services/upstream/assessments.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { listInScope } from "~/services/upstream/models.server";
import { screensBeside } from "~/services/upstream/screens.server";
import { type HistoryFilter, type HistoryPage, KIND_GROUPS, type SittingView } from "~/views/history";
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
    before: number("before"),
    after: number("after"),
    back: number("back"),
  };
}

const isPlace = (place: string) => /^(thread\/\d{1,9}\/\d{1,9}|(capability|maturity)\/\d{1,9})$/.test(place);

const NO_DAY = "Please enter a day as in 2026-11-05.";

/** The days of a filter as moments, and what is wrong with them. A day that is wrong filters nothing. */
function readDays({ from, to, zone }: HistoryFilter) {
  const timeZone = zoneFrom(zone);
  const [begins, isOver] = [from && momentOfDay(from, "begins", timeZone), to && momentOfDay(to, "is over", timeZone)];
  const errors: HistoryPage["errors"] = {
    ...(from && !begins ? { from: NO_DAY } : {}),
    ...(to && !isOver ? { to: NO_DAY } : {}),
    ...(begins && isOver && begins >= isOver ? { to: "The last day is before the first." } : {}),
  };
  return { errors, days: errors.to && begins && isOver ? {} : { from: begins || undefined, to: isOver || undefined } };
}

/**
 * A page of the history, and the question whether to put an entry back.
 * @throws NotFound where there is no history, LoadFailure, SessionOver
 */
export async function loadHistory(context: UserContext, assessmentId: Id, query: URLSearchParams): Promise<HistoryPage> {
  await requireExtension("history");
  const { api } = context;
  const found = await getAssessment(api, assessmentId);
  const { before, after, back, ...filter } = readAddress(query);
  const { errors, days } = readDays(filter);
  const { by, kind, place } = filter;
  const fitting = { ...days, by, place, kind: KIND_GROUPS.find(({ id }) => id === kind)?.kinds.slice() };
  const read = (cursor: Pick<HistoryAddress, "before" | "after">) =>
    loadFor("assessment", api.history.list({ id: found.id, ...fitting, ...cursor }));
  const asked = await read({ before, after: before ? undefined : after });
  // If the page after this one is not full, show all of the newest.
  const isNewest = before === undefined && (after === undefined || !asked.more);
  const { entries, more, people } = isNewest && after !== undefined ? await read({}) : asked;
  const [readOnly, names] = await Promise.all([readOnlyReason(context, found), namesFor(api, found, entries)]);
  const here = (cursor: HistoryAddress = {}) => paths.history(found.id, { ...filter, ...cursor });
  const at = { before, after: isNewest ? undefined : after };
  const isBackwards = isNewest || before !== undefined;
  const [newest, oldest] = [entries[0], entries.at(-1)];
  return {
    assessment: { name: found.name ?? "Not provided", scope: found.selectedScope ?? "Not provided" },
    sittings: sittingsOf(found, entries, names, (id) => (readOnly === undefined ? here({ ...at, back: String(id) }) : undefined)),
    filter,
    errors,
    isFiltered: [filter.from, filter.to, by, kind, place].some(Boolean),
    people: by && !people.includes(by) ? [...people, by] : people,
    places: placesOf(found, place, names),
    newer: isNewest ? undefined : here(newest ? { after: String(newest.id) } : {}),
    older: oldest && (more || !isBackwards) ? here({ before: String(oldest.id) }) : undefined,
    readOnly,
    question: back === undefined ? undefined : await loadQuestion(api, found, Number(back), readOnly),
    screens: await screensBeside(context, found, "History"),
    links: { here: here(at), all: paths.history(found.id, { zone: filter.zone ?? "" }) },
  };
}

const SAVES: readonly string[] = ["answers", "marks", "note"];

function sittingsOf(
  found: Assessment,
  entries: readonly HistoryEntry[],
  names: Names,
  askBack: (id: number) => string | undefined,
): SittingView[] {
  const addresses = new Map(listInScope(found).map(({ place, to }) => [place, to] as const));
  const sittings = foldSittings(entries, ({ kind, place }) => SAVES.includes(kind) && subjectAt(place) !== undefined);
  return joinQuestions(sittings).flatMap((sitting) => {
    const [newest, oldest] = [sitting[0], sitting.at(-1)];
    if (!newest || !oldest) return [];
    const told = sitting.map((entry) => ({
      id: entry.id,
      at: entry.at,
      by: entry.by,
      ...entryInWords(entry, names),
      back: canBePutBack(entry) && (addresses.has(entry.place) || entry.kind === "evidence") ? askBack(entry.id) : undefined,
    }));
    const isQuestion = newest.place !== oldest.place;
    const together = isQuestion ? questionInWords : sittingInWords;
    const words = told.length === 1 ? (told[0]?.words ?? "") : together(sitting, names);
    const folded = isQuestion ? "perspectives" : "saves of one sitting";
    return { at: newest.at, since: oldest.at, by: newest.by, words, folded, to: addresses.get(newest.place), entries: told };
  });
}

/** What one can choose by place, the one that is chosen included even if it is out of scope by now. */
function placesOf(found: Assessment, chosen: string | undefined, names: Names): HistoryPage["places"] {
  const items = listInScope(found);
  const groups = [...groupBy(items, ({ group }) => group)].map(([group, parts]) => ({
    group,
    items: parts.map(({ place, label }) => ({ value: place, label })),
  }));
  if (chosen === undefined || items.some(({ place }) => place === chosen)) return groups;
  return [...groups, { group: "No longer in scope", items: [{ value: chosen, label: names.subject(chosen) ?? "Unknown" }] }];
}

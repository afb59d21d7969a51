/** The register of evidence of an assessment (docs/rules/evidence.md#the-register). */

import { contradicts } from "#model/checks.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { countByPlace, EVIDENCE_KINDS } from "#model/evidence.ts";
import { lacks } from "#model/lacks.ts";
import { pageOf } from "#model/paging.ts";
import { searchWords } from "#model/search.ts";
import { today } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { loadFor } from "~/services/faults.server";
import { inTurn, textsWith } from "~/services/searches.server";
import type { InScope } from "~/services/upstream/assessment-model.server";
import { findOverview, getAssessment, titleOf } from "~/services/upstream/assessments.server";
import { evidenceItem } from "~/services/upstream/evidence.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { listInScope, modelOf, placesByGroup } from "~/services/upstream/models.server";
import { rightsOf } from "~/services/upstream/rights.server";
import { screensBeside } from "~/services/upstream/screens.server";
import { nextTurn } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { type EvidenceItem, KIND_WORDS, PLACES_SHOWN } from "~/views/answering/evidence";
import { type RegisterPage, SHOW } from "~/views/evidence";
import { morePaths } from "~/views/more-paths";
import { type EvidenceAddress, paths } from "~/views/paths";

/** How many entries a page shows. */
const PAGE = 50;
const TEXT_MAX = 200;
/** How many entries are prepared before other requests have their turn, because preparing reads all of their words. */
const AT_ONCE = 100;

/** What an address asks for; what makes no sense is left out. */
export function readAddress(query: URLSearchParams, scope: readonly InScope[]): EvidenceAddress {
  const text = (name: keyof EvidenceAddress) => query.get(name)?.trim().slice(0, TEXT_MAX) || undefined;
  const [kind, place, show, page] = [text("kind"), text("place"), text("show"), text("page")];
  const address: Record<keyof EvidenceAddress, string | undefined> = {
    kind: EVIDENCE_KINDS.some((each) => each === kind) ? kind : undefined,
    place: scope.some((each) => each.place === place) ? place : undefined,
    who: text("who"),
    show: show !== undefined && Object.hasOwn(SHOW, show) ? show : undefined,
    q: text("q"),
    page: page !== undefined && /^[1-9]\d{0,4}$/.test(page) ? page : undefined,
  };
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));
}

/** Everything that an entry says, to be searched in. */
const textOf = (entry: EvidenceItem) =>
  [KIND_WORDS[entry.kind], entry.what, entry.where, entry.who, entry.remark, ...entry.for.map(({ name }) => name)].join(" ");

/** The entries that an address asks for. */
export async function fitting(
  { entries, against }: Pick<Register, "entries" | "against">,
  { kind, place, who, show, q }: EvidenceAddress,
): Promise<EvidenceItem[]> {
  const matching = entries.filter(
    (entry) =>
      (kind === undefined || entry.kind === kind) &&
      (place === undefined || entry.for.some((each) => each.place === place)) &&
      (who === undefined || entry.who === who) &&
      (show !== "past" || entry.isPast) &&
      (show !== "against" || against.has(entry.id)),
  );
  const words = searchWords(q ?? "");
  if (words.length === 0) return matching;
  const texts = matching.map(textOf);
  const wanted = await textsWith(words, texts);
  return matching.filter((_, index) => wanted.has(texts[index] ?? ""));
}

interface Register {
  assessment: Assessment;
  scope: InScope[];
  entries: EvidenceItem[];
  /** The ids of entries that speak against an answer that is Fully (docs/rules/checks.md#what-is-checked). */
  against: ReadonlySet<string>;
}

/** An assessment with all its evidence. @throws NotFound where the upstream keeps none; LoadFailure */
export async function readRegister(api: UserApi, assessmentId: Id): Promise<Register> {
  await requireExtension("evidence");
  const assessment = await getAssessment(api, assessmentId);
  const scope = listInScope(assessment);
  const { entries } = await loadFor("assessment", api.evidence.list({ id: assessment.id }));
  const day = today();
  const items: EvidenceItem[] = [];
  for (const [index, entry] of entries.entries()) {
    if (index % AT_ONCE === 0) await nextTurn();
    items.push(evidenceItem(entry, scope, day));
  }
  return { assessment, scope, entries: items, against: await contradicting(api, assessment, items) };
}

async function contradicting(api: UserApi, assessment: Assessment, entries: readonly EvidenceItem[]): Promise<ReadonlySet<string>> {
  const speaking = entries.filter((entry) => entry.for.some(({ against }) => against.length > 0));
  const overview = speaking.length > 0 ? await findOverview(api, assessment) : undefined;
  if (!overview) return new Set();
  const places = await loadFor("assessment", modelOf(assessment).listChecked(api, assessment, overview));
  const counting = new Map(places.filter(({ descoped }) => !descoped).map((each) => [each.place, each]));
  const isAgainst = ({ place, against }: EvidenceItem["for"][number]) => contradicts(counting.get(place) ?? {}, against);
  return new Set(speaking.filter((entry) => entry.for.some(isAgainst)).map(({ id }) => id));
}

/** A page of the register. @throws NotFound where the upstream keeps no evidence; LoadFailure, SessionOver; TooManyRequests */
export async function loadRegister(reader: UserContext, assessmentId: Id, request: Request): Promise<RegisterPage> {
  const { searchParams: query } = new URL(request.url);
  const load = () => readPage(reader, assessmentId, query);
  if (!query.get("q")?.trim()) return load();
  const next = { href: paths.evidence(assessmentId), label: "Back to the evidence" };
  return inTurn({ person: reader.user.email, asker: request.signal, next }, load);
}

async function readPage(reader: UserContext, assessmentId: Id, query: URLSearchParams): Promise<RegisterPage> {
  const { api } = reader;
  const register = await readRegister(api, assessmentId);
  const { assessment, scope, entries } = register;
  const answered = await modelOf(assessment).listAnsweredPlaces(api, assessment);
  const address = readAddress(query, scope);
  const listed = address.show === "unanswered" ? [] : await fitting(register, address);
  const { page, pages, shown } = pageOf(listed, PAGE, Number(address.page ?? 1));
  const counts = countByPlace(entries.map((entry) => ({ places: entry.for })));
  const without = scope.filter(({ place }) => lacks({ answered: answered.has(place) }, counts.get(place) ?? 0));
  const { page: _page, ...filter } = address;
  const add = (await rightsOf(reader, assessment)).readOnly === undefined ? paths.evidenceAdd(assessment.id, address.place) : undefined;
  return {
    assessment: { name: titleOf(assessment), scope: assessment.selectedScope ?? "Not provided" },
    assessmentId: String(assessment.id),
    unit: modelOf(assessment).unit,
    entries: shown.map((entry) => ({
      ...entry,
      for: entry.for.slice(0, PLACES_SHOWN),
      more: Math.max(0, entry.for.length - PLACES_SHOWN),
    })),
    counts: {
      all: entries.length,
      fitting: listed.length,
      past: entries.filter(({ isPast }) => isPast).length,
      answered: answered.size,
      without: without.length,
    },
    without:
      address.show === "unanswered"
        ? without
            .filter(({ place }) => address.place === undefined || address.place === place)
            .map(({ name, to }) => ({ name, href: `${to}#evidence` }))
        : undefined,
    page,
    pages,
    query: filter,
    isFiltered: Object.keys(filter).length > 0,
    places: placesByGroup(scope),
    roles: [...new Set(entries.map(({ who }) => who).filter(Boolean))].sort((a, b) => a.localeCompare(b)),
    screens: await screensBeside(reader, assessment, "Evidence"),
    links: { here: paths.evidence(assessment.id), workbook: morePaths.evidenceWorkbook(assessment.id, filter), add },
  };
}

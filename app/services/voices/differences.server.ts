/** Where views differ: the agenda of the next interview (docs/rules/voices.md#differences). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { requiredPlace } from "#model/contract/history.ts";
import type { PlaceAnswers, VoiceAnswers } from "#model/contract/voices.ts";
import { groupBy } from "#model/group-by.ts";
import { pageOf } from "#model/paging.ts";
import { CANNOT_TELL, CANNOT_TELL_WORDS, differenceOf, type Said, VOICE_ROLE_MAX } from "#model/voices.ts";
import type { UserContext } from "~/services/context.server";
import { loadFor } from "~/services/faults.server";
import { listInScope } from "~/services/upstream/models.server";
import { richText, withRichTexts } from "~/services/upstream/rich-text.server";
import { headOf, openVoices } from "~/services/voices/voices.server";
import { type DifferencesAddress, paths } from "~/views/paths";
import { DIFFERENCES, type Difference, type DifferencesPage, type DifferencesShown, type FactCheck, nameOfVoice } from "~/views/voices";

/** How many statements a page shows. */
const PAGE = 50;

type Statement = PlaceAnswers["statements"][number];
type Speaker = VoiceAnswers["voices"][number];

/** What an address asks for; what makes no sense is left out. */
function readAddress(query: URLSearchParams, places: readonly PlaceAnswers[]): DifferencesAddress {
  const text = (name: keyof DifferencesAddress, max: number) => query.get(name)?.trim().slice(0, max) || undefined;
  const [show, place, page] = [text("show", 20), text("place", 100), text("page", 10)];
  const asked: Record<keyof DifferencesAddress, string | undefined> = {
    show: show !== undefined && show !== "voices" && Object.hasOwn(DIFFERENCES, show) ? show : undefined,
    role: text("role", VOICE_ROLE_MAX),
    place: requiredPlace.safeParse(place).success && places.some((each) => each.place === place) ? place : undefined,
    page: /^[1-9]\d{0,4}$/.test(page ?? "") ? page : undefined,
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

const whereIs = ({ name, within }: Pick<PlaceAnswers, "name" | "within">) => (within === null ? name : `${within} / ${name}`);
const groupOf = ({ place, within }: PlaceAnswers) => within ?? (place.startsWith("maturity/") ? "Maturity components" : "Practices");

/** What everything that voices say is read with. */
interface Reading {
  speakers: ReadonlyMap<string, Speaker>;
  /** Where a place is answered; undefined where it is no longer in scope. */
  toOf(place: string): string | undefined;
  /** Only those with this role; undefined: all. */
  role: string | undefined;
}

const whoIs = ({ number, role }: Speaker) => `${nameOfVoice(number)}, ${role}`;

function differenceIn(place: PlaceAnswers, statement: Statement, { speakers, toOf, role }: Reading): Difference {
  const { questionId, level, choices, verdict } = statement;
  const order = choices.map(({ key }) => key);
  const nameOf = (key: string | null | undefined) =>
    key === CANNOT_TELL ? CANNOT_TELL_WORDS : choices.find((choice) => choice.key === key)?.name;
  const said: Said[] = statement.said.filter((each) => role === undefined || each.role === role);
  const { lowest, highest, span, told, cannotTell, byRole, fromVerdict, agreed } = differenceOf(order, said, verdict ?? undefined);
  const countsIn = (some: readonly Said[]) =>
    order.map((key) => some.reduce((sum, { choice, voices = 1 }) => sum + (choice === key ? voices : 0), 0));
  const roles = byRole.map((of) => ({
    ...{ who: of.role, cannotTell: of.cannotTell, span: of.span },
    counts: countsIn(said.filter((each) => each.role === of.role)),
  }));
  return {
    key: `${place.place} ${questionId}`,
    where: whereIs(place),
    level,
    statement: richText(statement.statement),
    to: toOf(place.place),
    verdict: nameOf(verdict),
    answers: choices.map(({ name }) => name),
    ...{ span, told, cannotTell, fromVerdict },
    ...{ lowest: nameOf(lowest), highest: nameOf(highest), agreed: nameOf(agreed) },
    said: [{ who: "All", cannotTell, span, counts: countsIn(said) }, ...roles],
    comments: statement.answers.flatMap(({ voiceId, choice, comment, seen }) => {
      const speaker = speakers.get(String(voiceId));
      if (!speaker || (role !== undefined && speaker.role !== role) || (comment === "" && seen === "")) return [];
      return [{ who: whoIs(speaker), name: speaker.name, answer: nameOf(choice), comment, seen }];
    }),
  };
}

function checkIn(place: PlaceAnswers, { speakers, toOf, role }: Reading): FactCheck {
  const checks = place.checks.flatMap(({ voiceId, agrees, reason }) => {
    const speaker = speakers.get(String(voiceId));
    return speaker && (role === undefined || speaker.role === role) ? [{ agrees, reason, who: whoIs(speaker), name: speaker.name }] : [];
  });
  return {
    ...{ place: place.place, where: whereIs(place), to: toOf(place.place) },
    agree: checks.filter(({ agrees }) => agrees).length,
    disagree: checks.filter(({ agrees }) => !agrees).map(({ who, name, reason }) => ({ who, name, reason })),
  };
}

const stepsAway = ({ fromVerdict }: Difference) => fromVerdict?.steps ?? 0;
const votersAway = ({ fromVerdict }: Difference) => fromVerdict?.voices ?? 0;

/** Which statements each choice shows, the largest difference first. Equal ones stay in the order of the model. */
const SHOWN: Record<DifferencesShown, { fits(item: Difference): boolean; compare(one: Difference, other: Difference): number }> = {
  voices: { fits: ({ span }) => span > 0, compare: (one, other) => other.span - one.span || stepsAway(other) - stepsAway(one) },
  verdict: {
    fits: (item) => votersAway(item) > 0,
    compare: (one, other) => stepsAway(other) - stepsAway(one) || votersAway(other) - votersAway(one),
  },
  all: { fits: () => true, compare: (one, other) => other.span - one.span || stepsAway(other) - stepsAway(one) },
};

/** What the address asks for, of all that voices say. */
async function readDifferences(context: UserContext, found: Assessment, query: URLSearchParams) {
  const { voices, places } = await loadFor("assessment", context.api.voices.answers({ id: found.id })).then(withRichTexts);
  const living = places.filter(({ descoped }) => !descoped);
  const asked = readAddress(query, living);
  const shown = (asked.show ?? "voices") as DifferencesShown;
  const scope = new Map(listInScope(found).map(({ place, to }) => [place, to]));
  const reading: Reading = {
    speakers: new Map(voices.map((voice) => [String(voice.id), voice])),
    toOf: (place) => scope.get(place),
    role: asked.role,
  };
  const wanted = living.filter(({ place }) => asked.place === undefined || asked.place === place);
  const answered = wanted
    .flatMap((place) => place.statements.map((statement) => differenceIn(place, statement, reading)))
    .filter(({ told, cannotTell, comments }) => told + cannotTell + comments.length > 0);
  const { fits, compare } = SHOWN[shown];
  const checks = wanted
    .map((place) => checkIn(place, reading))
    .filter(({ agree, disagree }) => disagree.length > 0 || (shown === "all" && agree > 0));
  return {
    ...{ asked, shown, answered, checks },
    items: answered.filter(fits).sort(compare),
    roles: [...new Set(voices.map(({ role }) => role))],
    groups: [...groupBy(living, groupOf)].map(([group, all]) => ({
      group,
      items: all.map(({ place, name }) => ({ value: place, label: name })),
    })),
  };
}

/** A page of differences. @throws NotFound where the upstream has no voices; NotPermitted for those who only read; LoadFailure */
export async function loadDifferences(context: UserContext, assessmentId: Id, query: URLSearchParams): Promise<DifferencesPage> {
  const { found } = await openVoices(context, assessmentId);
  const { asked, shown, answered, items, checks, roles, groups } = await readDifferences(context, found, query);
  const { page, pages, shown: onPage } = pageOf(items, PAGE, Number(asked.page ?? 1));
  const { page: _page, ...filter } = asked;
  return {
    ...(await headOf(context, found)),
    items: onPage,
    checks: page === 1 ? checks : [],
    counts: { answered: answered.length, fitting: items.length },
    ...{ page, pages, shown, asked: filter, roles, places: groups },
    isFiltered: Object.keys(filter).length > 0,
    links: { here: paths.differences(found.id), workbook: paths.differencesWorkbook(found.id, filter), back: paths.voices(found.id) },
  };
}

/** The same for the file: all pages. @throws as `loadDifferences` */
export async function differencesFor(context: UserContext, assessmentId: Id, query: URLSearchParams) {
  const { found } = await openVoices(context, assessmentId);
  return { found, ...(await readDifferences(context, found, query)) };
}

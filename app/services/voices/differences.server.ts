/** Where views differ: the agenda of the next interview (docs/rules/voices.md#differences). */
import { UNANSWERED, unansweredWord } from "#model/answer-words.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { requiredPlace } from "#model/contract/history.ts";
import type { PlaceAnswers, VoiceAnswers } from "#model/contract/voices.ts";
import { groupBy } from "#model/group-by.ts";
import { pageOf } from "#model/paging.ts";
import { CANNOT_TELL, CANNOT_TELL_WORDS, differenceOf, type Opinion, VOICE_ROLE_MAX } from "#model/voices.ts";
import type { UserContext } from "~/services/context.server";
import { loadFor } from "~/services/faults.server";
import { listInScope, modelOf } from "~/services/upstream/models.server";
import { richText, withRichTexts } from "~/services/upstream/rich-text.server";
import { nextTurn } from "~/services/upstream/upstream.server";
import { readVoiceTexts, withinRoom } from "~/services/upstream/voices.server";
import { fileRoom } from "~/services/voices/file-room.server";
import { headOf, openVoices, readLevels } from "~/services/voices/voices.server";
import { morePaths } from "~/views/more-paths";
import { type DifferencesAddress, paths } from "~/views/paths";
import { DIFFERENCES, type Difference, type DifferencesPage, type DifferencesShown, type FactCheck, nameOfVoice } from "~/views/voices";

/** How many statements a page shows, and how many comments that of one statement. */
const PAGE = 50;
/** How many places of checks a page shows. */
const CHECKS = 20;
/** How much is shown of what people wrote about one statement or place, in characters; the first text always. The rest has pages of its own. */
const SHARE = 1_200;

type Statement = PlaceAnswers["statements"][number];
type Speaker = VoiceAnswers["voices"][number];

/** What an address asks for; what makes no sense is left out. */
function readAddress(query: URLSearchParams, places: readonly PlaceAnswers[]): DifferencesAddress {
  const text = (name: keyof DifferencesAddress, max: number) => query.get(name)?.trim().slice(0, max) || undefined;
  const [show, place, statement, page] = [text("show", 20), text("place", 100), text("statement", 12), text("page", 10)];
  const about = requiredPlace.safeParse(place).success ? places.find((each) => each.place === place) : undefined;
  const address: Record<keyof DifferencesAddress, string | undefined> = {
    show: show !== undefined && show !== "voices" && Object.hasOwn(DIFFERENCES, show) ? show : undefined,
    role: text("role", VOICE_ROLE_MAX),
    place: about?.place,
    statement: about?.statements.some(({ questionId }) => String(questionId) === statement) ? statement : undefined,
    page: /^[1-9]\d{0,4}$/.test(page ?? "") ? page : undefined,
  };
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));
}

const whereIs = ({ name, within }: Pick<PlaceAnswers, "name" | "within">) => (within === null ? name : `${within} / ${name}`);
const groupOf = ({ place, within }: PlaceAnswers) => within ?? (place.startsWith("maturity/") ? "Maturity components" : "Practices");

/** What everything that voices say is read with. */
interface Reading {
  speakers: ReadonlyMap<string, Speaker>;
  /** Where a place is answered; undefined where it is no longer in scope. */
  toOf(place: string): string | undefined;
  /** What stands where a verdict cannot be given now; undefined where it can. */
  unansweredIn(place: PlaceAnswers, statement: Statement): string | undefined;
  /** How many of each role are not asked about a statement, by place and statement. */
  notAsked: ReadonlyMap<string, readonly { role: string; voices: number }[]>;
  /** Only those with this role; undefined: all. */
  role: string | undefined;
}

const whoIs = ({ number, role }: Speaker) => `${nameOfVoice(number)}, ${role}`;

function differenceIn(place: PlaceAnswers, statement: Statement, { speakers, toOf, unansweredIn, notAsked, role }: Reading): Difference {
  const { questionId, level, choices, verdict } = statement;
  const order = choices.map(({ key }) => key);
  const nameOf = (key: string | null | undefined) =>
    key === CANNOT_TELL ? CANNOT_TELL_WORDS : choices.find((choice) => choice.key === key)?.name;
  const said: Opinion[] = statement.said.filter((each) => role === undefined || each.role === role);
  const { lowest, highest, span, given, cannotTell, byRole, fromVerdict, consensus } = differenceOf(order, said, verdict ?? undefined);
  const countsIn = (some: readonly Opinion[]) =>
    order.map((key) => some.reduce((sum, { choice, voices = 1 }) => sum + (choice === key ? voices : 0), 0));
  const missing = notAsked.get(`${place.place} ${questionId}`) ?? [];
  const missingIn = (some: string | undefined) =>
    missing.reduce((sum, each) => sum + (some === undefined || each.role === some ? each.voices : 0), 0);
  const roles = byRole.map((of) => ({
    ...{ who: of.role, notAsked: missingIn(of.role), cannotTell: of.cannotTell, span: of.span },
    counts: countsIn(said.filter((each) => each.role === of.role)),
  }));
  const comments = statement.answers.flatMap(({ voiceId, choice, comment, seen }) => {
    const speaker = speakers.get(String(voiceId));
    if (!speaker || (role !== undefined && speaker.role !== role) || (comment === "" && seen === "")) return [];
    return [{ who: whoIs(speaker), name: speaker.name, answer: nameOf(choice), comment, seen }];
  });
  return {
    ...{ key: `${place.place} ${questionId}`, place: place.place, questionId },
    where: whereIs(place),
    level,
    statement: richText(statement.statement),
    to: toOf(place.place),
    verdict: nameOf(verdict),
    unanswered: verdict === null ? unansweredIn(place, statement) : undefined,
    answers: choices.map(({ name }) => name),
    ...{ span, given, cannotTell, fromVerdict },
    ...{ lowest: nameOf(lowest), highest: nameOf(highest), consensus: nameOf(consensus) },
    said: [{ who: "All", notAsked: missingIn(role), cannotTell, span, counts: countsIn(said) }, ...roles],
    ...{ comments, commented: comments.length, more: 0 },
  };
}

function checkIn(place: PlaceAnswers, { speakers, toOf, role }: Reading): FactCheck {
  const checks = place.checks.flatMap(({ voiceId, agrees, reason }) => {
    const speaker = speakers.get(String(voiceId));
    return speaker && (role === undefined || speaker.role === role) ? [{ agrees, reason, who: whoIs(speaker), name: speaker.name }] : [];
  });
  const disagree = checks.filter(({ agrees }) => !agrees).map(({ who, name, reason }) => ({ who, name, reason }));
  return {
    ...{ place: place.place, where: whereIs(place), to: toOf(place.place) },
    agree: checks.filter(({ agrees }) => agrees).length,
    ...{ disagree, disagreeing: disagree.length, more: 0 },
  };
}

/** Tells why there is no verdict on a statement (docs/rules/texts.md#one-name-for-one-thing). Answers that no gate allows tell nothing. */
function unansweredOf(assessment: Assessment): Reading["unansweredIn"] {
  return ({ statements }, { questionId, level }) => {
    if (level === null) return undefined;
    const gate = modelOf(assessment).gateOf(
      assessment,
      statements.map((each) => each.level ?? 0),
    );
    const answers = statements.map(({ verdict }) => (verdict ?? "N").charAt(0)).join("");
    if (!gate.isState(answers)) return undefined;
    const locked = gate.open(answers)[statements.findIndex((each) => each.questionId === questionId)]?.open === false;
    const word = unansweredWord({ finished: gate.isFinished(answers), locked });
    return word === UNANSWERED.open ? undefined : word;
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
  checks: { fits: () => false, compare: () => 0 },
  all: { fits: () => true, compare: (one, other) => other.span - one.span || stepsAway(other) - stepsAway(one) },
};

/** Cut to what a page has room for. */
const cutComments = (item: Difference): Difference => {
  const comments = withinRoom(item.comments, SHARE, ({ comment, seen }) => comment.length + seen.length);
  return { ...item, comments, more: item.comments.length - comments.length };
};
const cutReasons = (check: FactCheck): FactCheck => {
  const disagree = withinRoom(check.disagree, SHARE, ({ reason }) => reason.length);
  return { ...check, disagree, more: check.disagree.length - disagree.length };
};

/**
 * The part of all opinions that the address selects. It is read in pieces.
 * @param isFile whether all comments and reasons are kept for which a file has room, and not only those for which a page has
 */
async function readDifferences(context: UserContext, assessment: Assessment, query: URLSearchParams, { isFile = false } = {}) {
  const { api } = context;
  const short = await loadFor("assessment", api.voices.answers({ id: assessment.id, without: "texts" })).then(withRichTexts);
  const living = short.places.filter(({ descoped }) => !descoped);
  const address = readAddress(query, living);
  const shown = (address.show ?? "voices") as DifferencesShown;
  const levels = await readLevels(context, assessment);
  const scope = new Map(listInScope(assessment).map(({ place, to }) => [place, to]));
  const reading: Reading = {
    speakers: new Map(short.voices.map((voice) => [String(voice.id), voice])),
    toOf: (place) => scope.get(place),
    unansweredIn: unansweredOf(assessment),
    notAsked: new Map(
      levels?.places.flatMap(({ place, statements }) =>
        statements.map(({ questionId, notAsked }) => [`${place} ${questionId}`, notAsked] as const),
      ),
    ),
    role: address.role,
  };
  const isWanted = ({ descoped, place }: PlaceAnswers) => !descoped && (address.place === undefined || address.place === place);
  const [answered, checks]: [Difference[], FactCheck[]] = [[], []];
  const { fits, compare } = SHOWN[shown];
  const room = isFile ? fileRoom() : { cutComments, cutReasons };
  const pieces = readVoiceTexts(api, assessment, { ...short, places: short.places.filter(isWanted) });
  const readPieces = async () => {
    for await (const { places } of pieces)
      for (const place of places.filter(isWanted)) {
        for (const statement of place.statements) {
          if (address.statement !== undefined && String(statement.questionId) !== address.statement) continue;
          const item = differenceIn(place, statement, reading);
          if (item.given + item.cannotTell + item.comments.length > 0)
            answered.push(address.statement ? item : fits(item) ? room.cutComments(item) : { ...item, comments: [] });
        }
        const check = checkIn(place, reading);
        if (check.disagree.length > 0 || (shown === "all" && check.agree > 0))
          checks.push(!isFile && shown === "checks" && address.place ? check : room.cutReasons(check));
        // Counting for many roles takes a while, too.
        await nextTurn();
      }
  };
  await loadFor("assessment", readPieces());
  return {
    ...{ query: address, shown, answered },
    checks: address.statement === undefined ? checks : [],
    items: address.statement === undefined ? answered.filter(fits).sort(compare) : answered,
    roles: [...new Set(short.voices.map(({ role }) => role))],
    groups: [...groupBy(living, groupOf)].map(([group, all]) => ({
      group,
      items: all.map(({ place, name }) => ({ value: place, label: name })),
    })),
  };
}

type DifferencesData = Awaited<ReturnType<typeof readDifferences>>;

/** What is on the page that the address asks for: statements, or comments on the one, or checks, or reasons at the one place. */
function onPage({ query, shown, items, checks }: DifferencesData) {
  const number = Number(query.page ?? 1);
  const [item, check] = [items[0], checks[0]];
  if (query.statement !== undefined && item) {
    const { shown: comments, ...at } = pageOf(item.comments, PAGE, number);
    return { ...at, noun: "comments", matches: item.comments.length, items: [{ ...item, comments }], checks: [], moreChecks: 0 };
  }
  if (shown === "checks" && query.place !== undefined && check) {
    const { shown: disagree, ...at } = pageOf(check.disagree, PAGE, number);
    return { ...at, noun: "reasons", matches: check.disagree.length, items: [], checks: [{ ...check, disagree }], moreChecks: 0 };
  }
  if (shown === "checks") {
    const { shown: some, ...at } = pageOf(checks, CHECKS, number);
    return { ...at, noun: "checks of facts", matches: checks.length, items: [], checks: some, moreChecks: 0 };
  }
  const { shown: some, ...at } = pageOf(items, PAGE, number);
  const below = at.page === 1 ? checks : [];
  const first = below.slice(0, CHECKS);
  return { ...at, noun: "statements", matches: items.length, items: some, checks: first, moreChecks: below.length - first.length };
}

/** A page of differences. @throws NotFound where the upstream has no voices; NotPermitted for those who only read; LoadFailure */
export async function loadDifferences(context: UserContext, assessmentId: Id, query: URLSearchParams): Promise<DifferencesPage> {
  const { assessment } = await openVoices(context, assessmentId);
  const read = await readDifferences(context, assessment, query);
  const { query: address, shown, answered, items, checks, roles, groups } = read;
  const { page: _page, ...filter } = address;
  return {
    ...(await headOf(context, assessment)),
    ...onPage(read),
    counts: { answered: answered.length, fitting: items.length, checks: checks.length },
    ...{ shown, query: filter, roles, places: groups },
    isFiltered: Object.keys(filter).length > 0,
    links: {
      here: paths.differences(assessment.id),
      workbook: morePaths.differencesWorkbook(assessment.id, filter),
      back: paths.voices(assessment.id),
    },
  };
}

/** The same for the file: all pages, as far as a file has room. @throws as `loadDifferences` */
export async function differencesFor(context: UserContext, assessmentId: Id, query: URLSearchParams) {
  const { assessment } = await openVoices(context, assessmentId);
  return { assessment, ...(await readDifferences(context, assessment, query, { isFile: true })) };
}

/** Where ratings and the verdict differ, and how far they agree (docs/rules/second-ratings.md#differences). */
import { isLevelsAway } from "#model/checks.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { RatingAgreement, RatingDifferences } from "#model/contract/ratings.ts";
import { formatKappa, kappaWord, percent, ratingGroupName } from "#model/ratings.ts";
import { formatScore } from "#model/rounding.ts";
import { counted, listed } from "#model/words.ts";
import { blindBefore, givenAnswer, namesOfRatings, raterInWords, saidBy } from "~/services/answering/rating-words.server";
import type { UserContext } from "~/services/context.server";
import { loadFor } from "~/services/faults.server";
import { getAssessment, titleOf } from "~/services/upstream/assessments.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { listInScope } from "~/services/upstream/models.server";
import { mayChange } from "~/services/upstream/permissions.server";
import { answeringPathsFor, screensBeside } from "~/services/upstream/screens.server";
import { paths } from "~/views/paths";
import type { AgreementView, DifferentPlace, RatingDifferencesPage, ShownPlaces } from "~/views/rating-differences";
import { SHOWN } from "~/views/rating-differences";
import { type RatingDifferencesAddress, ratingPaths } from "~/views/rating-paths";

type Place = RatingDifferences["places"][number];

/** What an address asks for; what makes no sense is left out. */
export function readDifferencesAddress(query: URLSearchParams): RatingDifferencesAddress {
  const fitting = (name: string, pattern: RegExp) => {
    const text = query.get(name) ?? "";
    return pattern.test(text) ? text : undefined;
  };
  const show = query.get("show") ?? "";
  return {
    group: fitting("group", /^[a-z]+(\/\d{1,9})?$/),
    show: show in SHOWN ? show : undefined,
    place: fitting("place", /^[a-z]+(\/\d{1,9}){1,2}$/),
  };
}

/** Whether scores differ, and nobody has said why. */
const isOpenPlace = ({ difference, departure }: Place) => (difference ?? 0) > 0 && departure === null;

const PASSES: { [Shown in ShownPlaces]: (place: Place) => boolean } = {
  differ: ({ difference }) => (difference ?? 0) > 0,
  level: ({ difference }) => (difference ?? 0) >= 1,
  departs: ({ verdict, ratings, departure }) =>
    departure === null && isLevelsAway({ verdict: verdict?.level ?? undefined, levels: ratings.flatMap(({ level }) => level ?? []) }),
  open: isOpenPlace,
  unrated: ({ verdict }) => !verdict || verdict.score === null,
};

/** What kappa says, in words. */
export function kappaInWords(kappa: number | null): string {
  if (kappa === null)
    return "Kappa does not exist: everybody gave one and the same score throughout, so chance alone explains the agreement.";
  const word = kappaWord(kappa) ?? "no better than chance";
  return `Weighted kappa is ${formatKappa(kappa)}: beyond what chance would give, the agreement is ${word}.`;
}

const figures = ({ count, sameLevel, withinHalf, kappa }: RatingAgreement) => ({
  ...{ count, sameLevel: percent(sameLevel), withinHalf: percent(withinHalf), kappa: kappa === null ? "–" : formatKappa(kappa) },
});

function agreementView(agreement: RatingDifferences["agreement"]): AgreementView | undefined {
  if (!agreement) return undefined;
  const { count, raters, sameLevel, withinHalf, kappa, settled, open, groups } = agreement;
  return {
    lines: [
      `${counted(count, "place")} were rated ${raters === 2 ? "twice" : `by ${raters}`} without seeing the other result.`,
      `${percent(sameLevel)} have the same level, ${percent(withinHalf)} lie within half a point.`,
      kappaInWords(kappa),
      ...(settled > 0 ? [`${counted(settled, "place")} that differed ${settled === 1 ? "is" : "are"} settled by now.`] : []),
      ...(open > 0 ? [`${counted(open, "place that differed differs", "places that differed differ")} still.`] : []),
    ],
    groups: groups.map((group) => ({ name: group.name, ...figures(group) })),
  };
}

/** All that a page or a file of differences has. */
export interface ReadDifferences {
  assessment: Assessment;
  read: RatingDifferences;
  /** Those that the address asks for, the largest difference first. */
  places: DifferentPlace[];
  /** The place that is looked at, whether or not the address shows it among others. */
  looking: DifferentPlace | undefined;
  address: RatingDifferencesAddress;
}

/** @throws NotFound where the upstream has no ratings; Forbidden, LoadFailure */
export async function readDifferences(context: UserContext, assessmentId: Id, query: URLSearchParams): Promise<ReadDifferences> {
  const { api } = context;
  await requireExtension("ratings");
  const assessment = await getAssessment(api, assessmentId);
  const { id } = assessment;
  const all = await loadFor("assessment", api.ratings.differences({ id }));
  // Whoever compares looks at what somebody rated.
  const read = { ...all, places: all.places.filter(({ ratings }) => ratings.length > 0) };
  const address = readDifferencesAddress(query);
  const { group, show } = address;
  const passes = (place: Place) =>
    (group === undefined || place.group === group) && (show === undefined || PASSES[show as ShownPlaces](place));
  const answering = assessment.status === "Active" ? await answeringPathsFor(context, assessment) : undefined;
  const links = new Map(listInScope(assessment, answering).map(({ place, to }) => [place, to]));
  const names = namesOfRatings(read.raters);
  const mayUse = read.may.includes("use");
  const view = (place: Place): DifferentPlace => ({
    ...{ place: place.place, name: place.name, group: ratingGroupName(place.group), to: links.get(place.place) },
    verdict: givenAnswer(place.verdict),
    ratings: place.ratings.map((rating) => ({
      ...{ number: rating.number, name: names.get(rating.number) ?? "", note: rating.note, ...givenAnswer(rating) },
      blind: blindBefore(rating),
      use:
        mayUse && rating.score !== null && rating.answers !== place.verdict?.answers
          ? { rating: rating.version, verdict: place.verdict?.version ?? 0 }
          : undefined,
    })),
    isOpen: isOpenPlace(place),
    difference: place.difference === null ? undefined : formatScore(place.difference),
    departure: place.departure
      ? {
          text: place.departure.text,
          words: saidBy(place.departure),
          version: place.departure.versions?.departure,
        }
      : undefined,
    look: `${ratingPaths.differences(id, { group, show, place: place.place })}#settle`,
  });
  const sought = all.places.find(({ place }) => place === address.place);
  return { assessment, read, places: read.places.filter(passes).map(view), looking: sought && view(sought), address };
}

/** Who rates, and for two ratings of one person which groups each has. */
function ratersOf({ raters, places }: RatingDifferences): RatingDifferencesPage["raters"] {
  const names = namesOfRatings(raters);
  return raters.map((rater) => {
    const { number } = rater;
    const name = names.get(number) ?? rater.name;
    const rated = places.filter(({ ratings }) => ratings.some((each) => each.number === number));
    const groups = [...new Set(rated.map(({ group }) => ratingGroupName(group)))];
    const words = raterInWords(rater);
    return { number, name, words: name === rater.name || groups.length === 0 ? words : `${words}, ${listed(groups)}` };
  });
}

/** Whole groups of raters in charge that can be used, as far as there is no verdict. */
function usableGroups({ raters, places, may }: RatingDifferences): RatingDifferencesPage["groups"] {
  if (!may.includes("use")) return [];
  const names = namesOfRatings(raters);
  return raters
    .filter(({ kind }) => kind === "charge")
    .flatMap(({ number }) => {
      const name = names.get(number) ?? "";
      const counts = new Map<string, number>();
      for (const { group, verdict, ratings } of places)
        if (!verdict && ratings.some((rating) => rating.number === number && rating.score !== null))
          counts.set(group, (counts.get(group) ?? 0) + 1);
      return [...counts].map(([group, count]) => ({ number, name, group, groupName: ratingGroupName(group), count }));
    });
}

/** @throws as `readDifferences` */
export async function loadRatingDifferences(
  context: UserContext,
  assessmentId: Id,
  query: URLSearchParams,
): Promise<RatingDifferencesPage> {
  const { assessment, read, places, looking, address } = await readDifferences(context, assessmentId, query);
  const { id } = assessment;
  const at = places.findIndex(({ place }) => place === address.place);
  const next = looking && places.slice(at + 1).find(({ isOpen, place }) => isOpen && place !== address.place);
  const filter = { group: address.group, show: address.show };
  const all = [...new Map(read.places.map(({ group }) => [group, ratingGroupName(group)]))];
  const here = ratingPaths.differences(id, filter);
  return {
    assessment: { id, name: titleOf(assessment), scope: assessment.selectedScope ?? "Not provided" },
    screens: await screensBeside(context, assessment, "Second ratings"),
    raters: ratersOf(read),
    places,
    nobody:
      assessment.status === "Completed"
        ? "Nobody rated this assessment apart."
        : "Nobody's rating can be read yet. A second opinion is shown once its group is done.",
    counts: { shown: places.length, all: read.places.length },
    agreement: agreementView(read.agreement),
    counted: `Figures of agreement are told from twenty threads or practices on that were rated blind. So far ${read.counted === 1 ? "1 counts" : `${read.counted} count`}.`,
    groups: usableGroups(read),
    filter,
    isFiltered: Object.values(filter).some(Boolean),
    groupOptions: all.map(([value, label]) => ({ value, label })),
    looking,
    next: next && { name: next.name, to: next.look },
    editor: assessment.lock && !assessment.lock.mine ? assessment.lock.holder.name : undefined,
    mayUse: read.may.includes("use"),
    links: {
      ...{ here, all: ratingPaths.differences(id), workbook: ratingPaths.workbook(id, filter), history: paths.history(id) },
      back: mayChange(assessment) ? ratingPaths.list(id) : undefined,
    },
  };
}

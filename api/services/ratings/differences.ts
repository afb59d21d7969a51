/** Ratings next to the verdict, and how far they agree (docs/rules/second-ratings.md#differences). */
import type { Selectable } from "kysely";
import { forbidden } from "#api/problem.ts";
import type { RatingAnswerTable } from "#api/store/database.ts";
import { agreementOnScores, type ScoreAgreement } from "#model/agreement.ts";
import { placeOf, type Subject } from "#model/contract/history.ts";
import type { DifferencesQuery, RatingDifferences } from "#model/contract/ratings.ts";
import { shownAddress } from "#model/mail-address.ts";
import { AGREEMENT_FROM, ratingGroupOf, ratingMessages } from "#model/ratings.ts";
import { type AssessmentRow, getReadableAssessment, isCompleted, learnsRaters } from "../access.ts";
import { answeredPart, type PartAddress, versionsAmong } from "../versions.ts";
import { todayOf, type Work } from "../work.ts";
import { groupsOf, levelOf, narrowed, placesOf, type RatedPlace, subjectsOf } from "./places.ts";
import { type RatingRow, ratedPart, ratingsOf } from "./rows.ts";

/** Why a verdict departs from the ratings of a place. */
export const departurePart = (assessmentId: number, place: string): PartAddress => ({
  name: "departure",
  of: `assessment/${assessmentId}`,
  place,
});

/**
 * Whether others read what a rating says of a group: that of somebody in charge from its beginning, a second opinion once the group is done, or the
 * rating has ended.
 */
export const isShown = (rating: RatingRow, group: string, today: string): boolean => {
  const own = rating.groups.find(({ name }) => name === group);
  if (!own || rating.begun_at === null) return false;
  return rating.kind === "charge" || own.done_at !== null || rating.ended_at !== null || rating.until < today;
};

/**
 * Each rating next to the verdict, the largest difference first. Those who may not change the assessment read it once it is submitted, without names and
 * notes.
 * @param query only this place; of one, no agreement is told. `without` leaves the notes of raters empty
 * @throws Problem 404, 403
 */
export async function readDifferences(work: Work, id: number, { place: only, without }: DifferencesQuery): Promise<RatingDifferences> {
  const row = await getReadableAssessment(work, id);
  const isEditor = learnsRaters(work, row);
  if (!isEditor && !isCompleted(row)) throw forbidden(ratingMessages.notYet);
  const all = await begunRatings(work, id);
  if (all.length === 0) return { raters: [], places: [], agreement: null, counted: 0, may: [] };
  const within = only === undefined ? row : narrowed(row, [ratingGroupOf(only)]);
  // Versions come before what they are versions of: see `versionsOf`.
  const subjects = (await subjectsOf(work, within)).filter((subject) => only === undefined || placeOf(subject) === only);
  const versions = await readVersions(work, row, all, subjects);
  const { places, stored, shownOf, departures } = await readRated(work, within, all, only);
  const counting = only === undefined ? countingOf(all, places, stored) : [];
  const shown = places.filter(({ place }) => only === undefined || place === only);
  const described = shown.map((each): RatingDifferences["places"][number] => {
    const { place, name, group, verdict, scoreOf, shown: show } = each;
    const ratings = all.flatMap((rating) => {
      const own = shownOf(rating, each);
      if (!own || (own.answers === null && own.note === "")) return [];
      const score = scoreOf(own.answers);
      const isBlind = rating.groups.some(({ name, is_blind }) => name === group && is_blind === 1);
      return [
        {
          ...{ number: rating.number, answers: own.answers === null ? "" : show(own.answers), score, level: levelOf(score) },
          ...{ version: versions.rated(rating, place), note: isEditor && without !== "notes" ? own.note : "" },
          blindScore: isBlind ? scoreOf(own.blind_answers) : null,
          verdictThen: isBlind ? scoreOf(own.verdict_then) : null,
        },
      ];
    });
    const score = scoreOf(verdict);
    const scores = [score, ...ratings.map((rating) => rating.score)].filter((each) => each !== null);
    const departure = departures.find((each) => each.place === place);
    return {
      ...{ place, name, group, ratings },
      verdict: verdict === null ? null : { answers: show(verdict), score, level: levelOf(score), version: versions.verdict(place) },
      difference: scores.length < 2 ? null : Math.max(...scores) - Math.min(...scores),
      departure: departure
        ? {
            ...{ text: departure.body, by: isEditor ? departure.email : null, at: departure.at },
            versions: { departure: versions.departure(place) },
          }
        : null,
    };
  });
  return {
    raters: await describeRaters(work, all, isEditor),
    places: described.toSorted((one, other) => (other.difference ?? -1) - (one.difference ?? -1)),
    agreement: agreementOf(counting, settledIn(all, shownOf)),
    counted: counting.length,
    may: isEditor && !isCompleted(row) && row.is_archived === 0 ? ["use"] : [],
  };
}

/** How far second opinions agree now, as a report may state it; null while too few places are rated for figures. */
export async function agreementNow(work: Work, row: AssessmentRow): Promise<RatingDifferences["agreement"]> {
  const all = await begunRatings(work, row.id);
  if (!all.some(({ groups }) => groups.some(({ is_blind }) => is_blind === 1))) return null;
  const { places, stored, shownOf } = await readRated(work, row, all);
  return agreementOf(countingOf(all, places, stored), settledIn(all, shownOf));
}

const begunRatings = async (work: Work, id: number) => (await ratingsOf(work, id)).filter(({ begun_at }) => begun_at !== null);

type StoredAnswer = Selectable<RatingAnswerTable>;
/** What a rating holds of a place. */
type AnswerAt = (rating: RatingRow, place: RatedPlace) => StoredAnswer | undefined;

/**
 * What was rated, and what ratings hold there. `shownOf` leaves out what nobody else reads yet.
 * @param only of ratings, this place alone
 */
export async function readRated(work: Work, row: AssessmentRow, all: readonly RatingRow[], only?: string) {
  const { db } = work;
  const rated = new Set(all.flatMap(({ groups }) => groups.map(({ name }) => name)));
  const places = (await placesOf(work, row)).filter(({ group, descoped }) => rated.has(group) && !descoped);
  const answers = await db
    .selectFrom("rating_answer")
    .selectAll()
    .where("assessment_id", "=", row.id)
    .$if(only !== undefined, (query) => query.where("place", "=", only ?? ""))
    .execute();
  const at = new Map(answers.map((each) => [`${each.rating_id} ${each.place}`, each]));
  const departures = await db
    .selectFrom("rating_departure")
    .innerJoin("user", "user.id", "rating_departure.user_id")
    .select(["place", "body", "at", "user.email"])
    .where("assessment_id", "=", row.id)
    .execute();
  const today = todayOf(work);
  const stored: AnswerAt = (rating, { place }) => at.get(`${rating.id} ${place}`);
  const shownOf: AnswerAt = (rating, place) => (isShown(rating, place.group, today) ? stored(rating, place) : undefined);
  return { places, stored, shownOf, departures };
}

/** Whether a place that differed is settled: it has another verdict since, or everything that others may read there has one score now. */
const settledIn =
  (all: readonly RatingRow[], shownOf: AnswerAt) =>
  ({ place, scores: [then] }: Counting): boolean => {
    const now = place.scoreOf(place.verdict);
    if (now === null) return false;
    return now !== then || all.every((rating) => [null, now].includes(place.scoreOf(shownOf(rating, place)?.answers ?? null)));
  };

/** Names of raters for those who may change the assessment; numbers for all others. */
async function describeRaters({ db }: Work, ratings: readonly RatingRow[], isEditor: boolean): Promise<RatingDifferences["raters"]> {
  if (ratings.length === 0) return [];
  const people = await db
    .selectFrom("user")
    .select(["id", "email", "first_name"])
    .where(
      "id",
      "in",
      ratings.map(({ user_id }) => user_id),
    )
    .execute();
  return ratings.map(({ number, kind, groups, user_id }, index) => {
    const person = people.find(({ id }) => id === user_id);
    return {
      ...{ number, kind, isBlind: groups.some(({ is_blind }) => is_blind === 1) },
      name: isEditor && person ? (person.first_name ?? shownAddress(person.email)) : `Rater ${index + 1}`,
    };
  });
}

/** The versions of what is read. */
async function readVersions({ db }: Work, row: AssessmentRow, ratings: readonly RatingRow[], subjects: readonly Subject[]) {
  const verdictPart = (subject: Subject) => answeredPart("answers", row.id, subject);
  const versionOf = await versionsAmong(
    db,
    subjects.flatMap((subject) => {
      const place = placeOf(subject);
      return [verdictPart(subject), departurePart(row.id, place), ...ratings.map(({ id }) => ratedPart("answers", id, place))];
    }),
  );
  const verdicts = new Map(subjects.map((subject) => [placeOf(subject), versionOf(verdictPart(subject))]));
  return {
    verdict: (place: string) => verdicts.get(place) ?? 0,
    departure: (place: string) => versionOf(departurePart(row.id, place)),
    rated: ({ id }: RatingRow, place: string) => versionOf(ratedPart("answers", id, place)),
  };
}

/** A place that counts for agreement: the scores of the verdict and of each blind rating, as they were when the group was done. */
interface Counting {
  place: RatedPlace;
  scores: (number | null)[];
}

/**
 * The places that at least two rated apart. The verdict counts as it was when the first of the raters was done with the group: later ones may have
 * been settled. Components are left out.
 */
function countingOf(ratings: readonly RatingRow[], places: readonly RatedPlace[], stored: AnswerAt): Counting[] {
  return places.flatMap((place) => {
    if (place.group === "components") return [];
    const blind = ratings
      .map((rating) => {
        const own = rating.groups.find(({ name }) => name === place.group);
        return own?.is_blind === 1 ? { doneAt: own.done_at ?? "", at: stored(rating, place) } : undefined;
      })
      .map((each) => (each?.at ? { doneAt: each.doneAt, ...each.at } : undefined));
    const [first] = blind.filter((each) => each !== undefined).toSorted((one, other) => (one.doneAt < other.doneAt ? -1 : 1));
    const scores = [place.scoreOf(first?.verdict_then ?? null), ...blind.map((each) => place.scoreOf(each?.blind_answers ?? null))];
    return scores.filter((score) => score !== null).length > 1 ? [{ place, scores }] : [];
  });
}

const onWire = ({ kappa, ...rest }: ScoreAgreement) => ({ ...rest, kappa: kappa ?? null });

function agreementOf(counting: readonly Counting[], isSettled: (counting: Counting) => boolean): RatingDifferences["agreement"] {
  if (counting.length < AGREEMENT_FROM) return null;
  const differed = counting.filter(({ scores }) => new Set(scores.filter((score) => score !== null)).size > 1);
  const settled = differed.filter(isSettled).length;
  return {
    ...onWire(agreementOnScores(counting.map(({ scores }) => scores))),
    raters: Math.max(...counting.map(({ scores }) => scores.filter((score) => score !== null).length)),
    ...{ settled, open: differed.length - settled },
    groups: groupsOf(counting.map(({ place }) => place)).map(({ group, name }) => ({
      ...{ group, name },
      ...onWire(agreementOnScores(counting.filter(({ place }) => place.group === group).map(({ scores }) => scores))),
    })),
  };
}

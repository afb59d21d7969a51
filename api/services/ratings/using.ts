/** Making a rating the verdict, and saying why the verdict departs from it (docs/rules/second-ratings.md#using). */
import { setImmediate as turn } from "node:timers/promises";
import { notFound, Problem, refused, refusedField } from "#api/problem.ts";
import { type FromRating, subjectAt } from "#model/contract/history.ts";
import type { DepartureForm, RatingUseForm, RatingUseGroupForm } from "#model/contract/ratings.ts";
import { shownAddress } from "#model/mail-address.ts";
import { NOTE_MAX, withText } from "#model/note.ts";
import { headedNote, ratingMessages } from "#model/ratings.ts";
import { isWithin } from "#model/text.ts";
import { getEditableAssessment } from "../access.ts";
import { storeChange } from "../bulk.ts";
import { recordChange } from "../history.ts";
import { readNote } from "../notes.ts";
import { advance, versionsOf } from "../versions.ts";
import { moment, todayOf, type Work } from "../work.ts";
import { departurePart, isShown } from "./differences.ts";
import { placesOf, type RatedPlace } from "./places.ts";
import { type RatingRow, ratedPart, ratingsOf } from "./rows.ts";

/** A rating that can be used, what can be rated, and whose rating it is. The caller holds the lock. */
interface Usable {
  rating: RatingRow;
  places: RatedPlace[];
  from: FromRating;
}

/** @throws Problem 404, 403, 409 without the lock, 422 */
async function getUsable(work: Work, id: number, number: number): Promise<Usable> {
  const row = await getEditableAssessment(work, id);
  const rating = (await ratingsOf(work, id)).find((each) => each.number === number);
  if (!rating) throw notFound("There is no such second rating.");
  const { email, first_name: firstName } = await work.db
    .selectFrom("user")
    .select(["email", "first_name"])
    .where("id", "=", rating.user_id)
    .executeTakeFirstOrThrow();
  return { rating, places: await placesOf(work, row), from: { number, by: email, firstName } };
}

const answersAt = ({ db }: Work, { id }: RatingRow) =>
  db.selectFrom("rating_answer").select(["place", "answers", "note"]).where("rating_id", "=", id);

/** Makes one place of a rating the verdict. @throws Problem 422, 412 */
async function store(
  work: Work,
  id: number,
  { from }: Usable,
  place: RatedPlace,
  { answers, note }: { answers: string; note: string },
): Promise<void> {
  const subject = subjectAt(place.place);
  const by = from.firstName ?? shownAddress(from.by);
  const present = note === "" || !subject ? "" : await readNote(work.db, id, subject);
  const body = note === "" ? undefined : withText(present, headedNote(by, note));
  if (body !== undefined && !isWithin(body, NOTE_MAX)) throw refusedField("withNote", ratingMessages.longNote);
  await storeChange({ ...work, fromRating: from }, id, {
    place: place.place,
    answers: place.changeOf(answers),
    ...(body === undefined ? {} : { note: body }),
  });
}

/**
 * Makes what a rating says of one place the verdict, by the way of an ordinary answer.
 * @throws Problem 404, 403, 409 without the lock, 412 when the verdict or the rating has changed, 422
 */
export async function useRating(work: Work, id: number, number: number, { place, withNote, rating: version }: RatingUseForm) {
  const usable = await getUsable(work, id, number);
  const { rating, places } = usable;
  const rated = places.find((each) => each.place === place);
  if (!rated || !rating.groups.some(({ name }) => name === rated.group)) throw refusedField("place", ratingMessages.notRated);
  if (rated.descoped) throw refused(ratingMessages.descoped);
  if (!isShown(rating, rated.group, todayOf(work))) throw refused(ratingMessages.notDone);
  const stored = await answersAt(work, rating).where("place", "=", place).executeTakeFirst();
  const { answers: present } = await versionsOf(work.db, [ratedPart("answers", rating.id, place)]);
  if (version !== undefined && version !== present) throw new Problem(412, ratingMessages.ratingChanged);
  if (!stored?.answers || rated.scoreOf(stored.answers) === null) throw refused(ratingMessages.notAnswered);
  await store(work, id, usable, rated, { answers: stored.answers, note: withNote ? stored.note : "" });
  return { places: [place] };
}

/**
 * Makes what somebody in charge says the verdict, at the places of a group that have none. Nothing is written over: assessors cannot defend answers
 * that they have not read.
 * @throws Problem 404, 403, 409 without the lock, 422
 */
export async function useRatingOfGroup(work: Work, id: number, number: number, { group, withNotes }: RatingUseGroupForm) {
  const usable = await getUsable(work, id, number);
  const { rating, places } = usable;
  if (rating.kind !== "charge") throw refused(ratingMessages.onlyInCharge);
  if (!rating.groups.some(({ name }) => name === group)) throw refusedField("group", ratingMessages.notRated);
  if (!isShown(rating, group, todayOf(work))) throw refused(ratingMessages.notDone);
  const stored = new Map((await answersAt(work, rating).execute()).map((each) => [each.place, each]));
  const used: string[] = [];
  for (const place of places) {
    const { answers = null, note = "" } = stored.get(place.place) ?? {};
    if (place.group !== group || place.descoped || place.verdict !== null || answers === null || place.scoreOf(answers) === null) continue;
    await store({ ...work, madeFrom: undefined }, id, usable, place, { answers, note: withNotes ? note : "" });
    used.push(place.place);
    // The process answers others in between, as long as they do not need the store.
    await turn();
  }
  if (used.length === 0) throw refused(ratingMessages.nothingToUse);
  return { places: used };
}

/** Writes why the verdict departs from the ratings of a place; an empty text takes it away. @throws Problem 404, 403, 409, 412, 422 */
export async function writeDeparture(work: Work, id: number, { place, text }: DepartureForm) {
  const { db, user } = work;
  const row = await getEditableAssessment(work, id);
  if (!(await placesOf(work, row)).some((each) => each.place === place)) throw refusedField("place", ratingMessages.outOfScope);
  const part = departurePart(id, place);
  const stored = await db
    .selectFrom("rating_departure")
    .select("body")
    .where("assessment_id", "=", id)
    .where("place", "=", place)
    .executeTakeFirst();
  const before = stored?.body ?? "";
  const present = { text: before, versions: await versionsOf(db, [part]) };
  if (before === text) return present;
  const departure = await advance(work, part, async () => present);
  await recordChange(work, part, before, text);
  const content = { user_id: user.id, at: moment(work), body: text };
  if (text === "") await db.deleteFrom("rating_departure").where("assessment_id", "=", id).where("place", "=", place).execute();
  else
    await db
      .insertInto("rating_departure")
      .values({ assessment_id: id, place, ...content })
      .onConflict((conflict) => conflict.columns(["assessment_id", "place"]).doUpdateSet(content))
      .execute();
  return { text, versions: { departure } };
}

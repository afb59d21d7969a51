/** Loads second ratings of places. An assessor can use one as the verdict (docs/rules/second-ratings.md#beside-answers). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { RatingDifferences } from "#model/contract/ratings.ts";
import { headedNote, ratingMessages } from "#model/ratings.ts";
import { formatScore } from "#model/rounding.ts";
import type { ConcernSource } from "~/services/answering/concerns/concern.server";
import { blindBefore, departureInWords, givenAnswer, namesOfRatings, raterInWords, saidAt } from "~/services/answering/rating-words.server";
import { readsRatings } from "~/services/upstream/rating-differences.server";
import { ignoreFault, UpstreamFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import {
  isDifferent,
  RATINGS_ID,
  type RatingBeside,
  ratingIn,
  ratingSource,
  USE_FIELD,
  withUsed,
} from "~/views/answering/concerns/ratings";
import { ratingPaths } from "~/views/rating-paths";

/** How many characters of notes a screen has room for. */
const ROOM = 25_000;

type Place = RatingDifferences["places"][number];

/** What the reader may see of ratings; nothing for readers before submission. @throws SessionOver */
async function readBeside(
  api: UserApi,
  assessment: Assessment,
  query: { place?: string; without?: "notes" },
): Promise<RatingDifferences | undefined> {
  if (!(await readsRatings(assessment))) return undefined;
  const read = await api.ratings.differences({ id: assessment.id, ...query }).catch(ignoreFault);
  return read && read.raters.length > 0 ? read : undefined;
}

/** The score, with what counts for agreement where the rater has changed it since. */
function scoreInWords(rating: Place["ratings"][number]): string {
  const before = blindBefore(rating);
  return `${before === undefined ? "" : `${before}, changed later to `}${givenAnswer(rating).score}`;
}

/** The ratings of a place, each as a screen shows it. */
function besides({ raters, may }: RatingDifferences, { ratings }: Place): RatingBeside[] {
  let room = ROOM;
  const names = namesOfRatings(raters);
  return ratings.flatMap((rating) => {
    const { number, note, answers, version, score } = rating;
    const rater = raters.find((each) => each.number === number);
    if (!rater || answers === "") return [];
    room -= note.length;
    const isUsable = may.includes("use") && score !== null;
    return {
      ...{ number, name: names.get(number) ?? rater.name, answers, note: room < 0 ? "" : note, said: saidAt(rating) },
      words: `${raterInWords(rater)}: ${scoreInWords(rating)}`,
      use: isUsable ? ratingSource(number, version) : undefined,
      alongside: isUsable && note !== "" && room >= 0 ? headedNote(rater.name, note) : undefined,
    };
  });
}

export const ratings: ConcernSource<"ratings"> = {
  asTyped: withUsed,
  settle: async (_context, _assessment, _place, posted) => ({
    done: posted(USE_FIELD) === undefined ? undefined : { title: "The rating is the verdict now.", query: {}, fragment: RATINGS_ID },
  }),
  async storeAnswers({ api }, { id }, place, source, options) {
    const rating = ratingIn(source);
    if (!rating) return false;
    const { number, version } = rating;
    try {
      await api.ratings.use({ id, number, body: { place, withNote: false, rating: version } }, options);
    } catch (error) {
      // The verdict is as it was, so there are no two versions of it to choose from.
      if (error instanceof UpstreamFault && error.status === 412 && error.detail.title === ratingMessages.ratingChanged)
        throw new UpstreamFault(422, error.call, { title: `${ratingMessages.ratingChanged} Undo, then load the page again.` });
      throw error;
    }
    return true;
  },
  async onQuestions({ context, assessment, place }) {
    const read = await readBeside(context.api, assessment, { place });
    const here = read?.places.find((each) => each.place === place);
    const ratings = read && here ? besides(read, here) : [];
    if (!read || !here || ratings.length === 0) return () => undefined;
    return () => ({
      ratings,
      departs: departureInWords(here.departure),
      look: {
        to: `${ratingPaths.differences(assessment.id, { place })}#settle`,
        words: read.may.includes("use") ? "Differences, and why the verdict departs" : "Differences",
      },
    });
  },
  async rows({ context, assessment }) {
    const read = await readBeside(context.api, assessment, { without: "notes" });
    const places = new Map(read?.places.map((each) => [each.place, each]));
    return {
      onPage: () => read && true,
      inRow({ place }) {
        const here = places.get(place);
        const said = read && here ? besides(read, here) : [];
        if (!here || said.length === 0) return undefined;
        const complete = here.ratings.flatMap(({ answers, score, number }) => (score === null ? [] : [{ answers, score, number }]));
        const count = Math.max(...said.map((each) => each.said.length));
        return {
          words: said
            .map(({ name, number }) => {
              const score = complete.find((each) => each.number === number)?.score;
              return `${name}: ${score === undefined ? "not complete" : formatScore(score)}`;
            })
            .join(", "),
          differs: complete.some(({ answers }) => isDifferent(answers, here.verdict?.answers ?? "")),
          departs: departureInWords(here.departure),
          to: `${ratingPaths.differences(assessment.id, { place })}#settle`,
          answers: complete.map(({ answers }) => answers),
          inCells: Array.from({ length: count }, (_, index) =>
            said.flatMap(({ name, said: words }) => (words[index] ? [`${name}: ${words[index]}`] : [])).join(", "),
          ),
        };
      },
    };
  },
};

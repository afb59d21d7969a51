/** Extension `ratings`: what colleagues answer apart from the verdict, and how it is used (docs/rules/second-ratings.md). */
import { z } from "zod";
import { DEPARTURE_MAX, RATING_KINDS } from "../ratings.ts";
import { textMessages } from "../text.ts";
import { assessment } from "./assessments.ts";
import { id, LIST_MAX, mailAddress, queryIds, typedText, versioned } from "./common.ts";
import { requiredPlace } from "./history.ts";
import { itilMaturityAnswer, itilProgress } from "./itil.ts";
import { overview } from "./overview.ts";
import { noteBody, p3m3Progress } from "./p3m3.ts";

/** `perspective/{id}`, or a group of practices: `general`, `service`, `technical`, `components`. */
export const ratingGroupKey = z.string().regex(/^(perspective\/\d{1,9}|general|service|technical|components)$/);

const colleague = z.object({ id, email: mailAddress, firstName: z.string().nullable() });

/** Whom to ask, for what, until which day; that day is the last. */
export const ratingForm = z.object({
  person: id,
  kind: z.enum(RATING_KINDS, { error: textMessages.oneOf }),
  groups: z.array(ratingGroupKey).max(LIST_MAX),
  until: z.iso.date({ error: textMessages.day }),
});
export type RatingForm = z.output<typeof ratingForm>;

/** Whether the rater has seen results, of each group of the rating. */
export const ratingBeginForm = z.object({ seen: z.array(z.object({ group: ratingGroupKey, seen: z.boolean() })).max(LIST_MAX) });
export type RatingBeginForm = z.output<typeof ratingBeginForm>;

export const ratingGroup = z.object({
  group: ratingGroupKey,
  name: z.string(),
  /** How many places the rater has answered in full, of how many that are not descoped. */
  answered: z.number(),
  total: z.number(),
  /** When the rater said that the group is done; null before. */
  doneAt: z.iso.datetime().nullable(),
  /** Whether the rater has seen results of it; null before the rating begins, and where nobody asks. */
  seen: z.boolean().nullable(),
  /** Whether it was rated blind to its end. */
  isBlind: z.boolean(),
});

/** A request for a rating, and what became of it. */
export const rating = z.object({
  number: z.number(),
  kind: z.enum(RATING_KINDS),
  rater: colleague,
  /** The rater is the caller. */
  mine: z.boolean(),
  by: mailAddress,
  firstName: z.string().nullable(),
  at: z.iso.datetime(),
  until: z.iso.date(),
  /** `asked`, `begun`, `done`, `declined`, `ended`. */
  state: z.string(),
  begunAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** Why it ended before it was done: `declined`, `givenBack`, `withdrawn`, `day`, `submitted`, `scope`, `left`, `suspended`, `noModel`, `walledOff`, `viewer`. */
  why: z.string().nullable(),
  groups: z.array(ratingGroup),
  /** What the caller may do: `begin`, `decline`, `answer`, `done`, `giveBack`, `withdraw`. */
  may: z.array(z.string()),
});
export type Rating = z.infer<typeof rating>;

/** The ratings of an assessment, by number. */
export const ratings = z.object({
  ratings: z.array(rating),
  /** Who can be asked, and for which groups. None for whoever may not ask. */
  colleagues: z.array(colleague.extend({ isUnconfirmed: z.boolean() })),
  groups: z.array(z.object({ group: ratingGroupKey, name: z.string() })),
  /** What the caller may do: `ask`. */
  may: z.array(z.string()),
});
export type Ratings = z.infer<typeof ratings>;

/** One rating, with what its rater's screens need of the assessment: its answers are those of the rating, and nothing tells of the verdict. */
export const ratingSheet = z.object({
  rating,
  assessment,
  /** What whoever did anything here has seen already: `begin` takes no `false` for these groups. */
  seenAnyway: z.array(ratingGroupKey),
});
export type RatingSheet = z.infer<typeof ratingSheet>;

export const ratingOverviewQuery = z.object({
  /** Only this thread, practice or component. */
  place: requiredPlace.optional(),
  /** Only some perspectives or practices. */
  perspectiveIds: queryIds.optional(),
  capabilityIds: queryIds.optional(),
});
export type RatingOverviewQuery = z.output<typeof ratingOverviewQuery>;

/** What the rater has answered, in the shape of the overview. Flags, marks, reasons and evidence are not part of it. */
export const ratingOverview = overview;
export const ratingProgress = p3m3Progress.or(itilProgress);
export type RatingProgress = z.infer<typeof ratingProgress>;

const selected = z.object({
  questionId: z.number(),
  selection: z.enum(["Fully", "Partially", "Rarely/Never", "Rarely", "N/A"]),
});

/** All answers of a thread or practice, or the one of a component, as the calls of the assessment take them; ids and scores are not read. */
export const ratingAnswersForm = z.object({
  place: requiredPlace,
  answers: z
    .array(z.union([selected, itilMaturityAnswer.omit({ id: true })]))
    .min(1)
    .max(LIST_MAX),
});
export type RatingAnswersForm = z.output<typeof ratingAnswersForm>;
export const ratingAnswered = z.object({ progress: ratingProgress, ...versioned });
export type RatingAnswered = z.infer<typeof ratingAnswered>;

export const ratingNoteForm = z.object({ place: requiredPlace, body: noteBody });
export const ratingDoneForm = z.object({ group: ratingGroupKey });

/** @property rating the version of the rating's answers there that the caller has read */
export const ratingUseForm = z.object({ place: requiredPlace, withNote: z.boolean(), rating: z.number().optional() });
export type RatingUseForm = z.output<typeof ratingUseForm>;
export const ratingUsed = z.object({ places: z.array(z.string()) });
export const ratingUseGroupForm = z.object({ group: ratingGroupKey, withNotes: z.boolean() });
export type RatingUseGroupForm = z.output<typeof ratingUseGroupForm>;

export const departureForm = z.object({ place: requiredPlace, text: typedText(DEPARTURE_MAX) });
export type DepartureForm = z.output<typeof departureForm>;
export const departure = z.object({ text: z.string(), ...versioned });

/** What somebody answered at a place. `answers` is one text, as gates read it: a letter for each statement, or the id of an option. */
const given = {
  answers: z.string(),
  /** Null unless answered in full. */
  score: z.number().nullable(),
  level: z.number().nullable(),
};

/** How far raters agree on some places (docs/rules/second-ratings.md#agreement). */
export const ratingAgreement = z.object({
  /** How many places all of them rated. */
  count: z.number(),
  /** Shares from 0 to 1. */
  sameLevel: z.number(),
  withinHalf: z.number(),
  /** Null where it does not exist. */
  kappa: z.number().nullable(),
});
export type RatingAgreement = z.infer<typeof ratingAgreement>;

export const differencesQuery = z.object({
  place: requiredPlace.optional(),
  /** What is left out, so that a list of many places stays small. */
  without: z.enum(["notes"]).optional(),
});
export type DifferencesQuery = z.output<typeof differencesQuery>;

/** The ratings of each place next to the verdict, the largest difference first. */
export const ratingDifferences = z.object({
  raters: z.array(
    z.object({
      number: z.number(),
      kind: z.enum(RATING_KINDS),
      /** Their name for those who may change the assessment, `Rater 1` for others. */
      name: z.string(),
      isBlind: z.boolean(),
    }),
  ),
  places: z.array(
    z.object({
      place: z.string(),
      name: z.string(),
      group: ratingGroupKey,
      /** Null while nothing is answered. `version`: of the answers. */
      verdict: z.object({ ...given, version: z.number() }).nullable(),
      ratings: z.array(
        z.object({
          number: z.number(),
          ...given,
          version: z.number(),
          note: z.string(),
          /** What counts for agreement: the score when the group was done; null where it does not count. */
          blindScore: z.number().nullable(),
          /** The verdict's score then; null as well where it had none. */
          verdictThen: z.number().nullable(),
        }),
      ),
      /** The largest difference between two scores; null while fewer than two have one. */
      difference: z.number().nullable(),
      /** Why the verdict departs. */
      departure: z.object({ text: z.string(), by: mailAddress.nullable(), at: z.iso.datetime(), ...versioned }).nullable(),
    }),
  ),
  /** Of the verdict and second opinions that were blind; null below twenty places. */
  agreement: ratingAgreement
    .extend({
      /** How many rated each place, the verdict included: two at least. */
      raters: z.number(),
      /** Of the places that differed: how many have another verdict since, or one score now, and how many differ still. */
      settled: z.number(),
      open: z.number(),
      groups: z.array(ratingAgreement.extend({ group: ratingGroupKey, name: z.string() })),
    })
    .nullable(),
  /** How many places would count. */
  counted: z.number(),
  /** What the caller may do: `use`. */
  may: z.array(z.string()),
});
export type RatingDifferences = z.infer<typeof ratingDifferences>;

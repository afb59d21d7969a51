/** What of an assessment can be rated, and what stored answers say there (docs/rules/second-ratings.md#what-is-rated). */
import type { Db } from "#api/store/open.ts";
import type { BulkChange } from "#model/contract/bulk.ts";
import { placeOf, type Subject, subjectAt } from "#model/contract/history.ts";
import { fromPracticeLetters, isPracticeComplete, isPracticeStarted, toPracticeLetters } from "#model/itil/gate.ts";
import { practiceLevel } from "#model/itil/progress.ts";
import { EMPTY_THREAD, fromThreadLetters, isThreadAnswered, isThreadStarted, toThreadLetters } from "#model/p3m3/gate.ts";
import { threadScore, wholeScore } from "#model/p3m3/progress.ts";
import { ratingGroupName, ratingGroupOf } from "#model/ratings.ts";
import type { AssessmentRow } from "../access.ts";
import { getItilState, type StoredComponent, type StoredPractice } from "../itil/practices.ts";
import { assessedComponents, assessedPractices } from "../itil/questions.ts";
import { getP3m3State } from "../p3m3/assessments.ts";
import { threadsWithContent } from "../p3m3/questions.ts";
import { listThreads, type StoredThread } from "../p3m3/threads.ts";
import type { Work } from "../work.ts";

/** A thread, practice or component in scope that can be rated. */
export interface RatedPlace {
  /** Such as `thread/2/7`. */
  place: string;
  name: string;
  group: string;
  descoped: boolean;
  /** What the verdict says, as it is stored: letters, or the level of a component; null while nothing is answered. */
  verdict: string | null;
  /** The score of stored answers; null unless they are complete. */
  scoreOf(answers: string | null): number | null;
  /** Stored answers as gates read them. */
  shown(answers: string): string;
  /** Stored answers as a change of the verdict takes them. */
  changeOf(answers: string): NonNullable<BulkChange["answers"]>;
}

/** A rating's score of a place as a level. */
export const levelOf = (score: number | null): number | null => (score === null ? null : wholeScore(score));

/** Everything in scope that can be rated, in the order of the catalogue. Components that follow from practices cannot. */
export const placesOf = (work: Work, row: AssessmentRow): Promise<RatedPlace[]> =>
  row.model === "P3M3" ? threadsOf(work, row) : practicesOf(work, row);

/** What is in scope, with or without answers: all of `placesOf` is among it. */
export async function subjectsOf({ db, catalogue }: Work, row: AssessmentRow): Promise<Subject[]> {
  if (row.model === "P3M3")
    return threadsWithContent(row, await catalogue.getP3m3(db, row.pack_seq)).map(({ perspective, thread }) => ({
      ...{ kind: "thread", perspectiveId: perspective.id, threadId: thread.id },
    }));
  return [
    ...assessedPractices(row).map((id) => ({ kind: "capability" as const, id })),
    ...assessedComponents(row).map((id) => ({ kind: "maturity" as const, id })),
  ];
}

async function threadsOf(work: Work, row: AssessmentRow): Promise<RatedPlace[]> {
  const { content, threads } = await getP3m3State(work, row);
  const stored = new Map(threads.map((thread) => [placeOf({ kind: "thread", ...thread }), thread]));
  return threadsWithContent(row, content).map(({ perspective, thread, statements }) => {
    const place = placeOf({ kind: "thread", perspectiveId: perspective.id, threadId: thread.id });
    const { selections = EMPTY_THREAD, descoped = false } = stored.get(place) ?? {};
    return {
      ...{ place, name: `${perspective.name}: ${thread.name}`, group: ratingGroupOf(place), descoped },
      verdict: isThreadStarted(selections) ? toThreadLetters(selections) : null,
      scoreOf(answers) {
        const given = fromThreadLetters(answers ?? "");
        return given && isThreadAnswered(given) ? threadScore(given) : null;
      },
      shown: (answers) => answers,
      changeOf(answers) {
        const given = fromThreadLetters(answers) ?? EMPTY_THREAD;
        return statements.map(({ id: questionId, level }) => ({ questionId, selection: given[level - 1] ?? "N/A" }));
      },
    };
  });
}

async function practicesOf(work: Work, row: AssessmentRow): Promise<RatedPlace[]> {
  const { content, components, state } = await getItilState(work, row);
  const chosen = new Map(components.map(({ componentId, level }) => [componentId, level]));
  return [
    ...state.practices.map(({ id, name, criteria }): RatedPlace => {
      const place = placeOf({ kind: "capability", id });
      return {
        ...{ place, name, group: ratingGroupOf(place), descoped: false },
        verdict: isPracticeStarted(criteria) ? toPracticeLetters(criteria.map(({ selection }) => selection)) : null,
        scoreOf(answers) {
          const given = fromPracticeLetters(answers ?? "") ?? [];
          const answered = criteria.map(({ level }, index) => ({ level, selection: given[index] ?? ("N/A" as const) }));
          return isPracticeComplete(answered) ? practiceLevel(answered) : null;
        },
        shown: (answers) => answers,
        changeOf(answers) {
          const given = fromPracticeLetters(answers) ?? [];
          return criteria.map(({ id: questionId }, index) => ({ questionId, selection: given[index] ?? "N/A" }));
        },
      };
    }),
    ...content.components
      .filter(({ id, computed }) => !computed && assessedComponents(row).includes(id))
      .map(({ id, name, options, questionId }): RatedPlace => {
        const place = placeOf({ kind: "maturity", id });
        const level = chosen.get(id);
        return {
          ...{ place, name, group: ratingGroupOf(place), descoped: false },
          verdict: level === undefined ? null : String(level),
          scoreOf: (answers) => (answers === null ? null : Number(answers)),
          shown: (answers) => String(options.find((option) => String(option.level) === answers)?.id ?? ""),
          changeOf: (answers) => [{ questionId, optionId: options.find((option) => String(option.level) === answers)?.id ?? 0 }],
        };
      }),
  ];
}

/** The groups of an assessment's scope with their names, in the order of the catalogue. */
export const groupsOf = (places: readonly RatedPlace[]): { group: string; name: string }[] =>
  [...new Set(places.map(({ group }) => group))].map((group) => ({ group, name: ratingGroupName(group) }));

/** An assessment as if its scope were what a rating is about, so that all that reads a scope reads that of the rating. */
export function narrowed(row: AssessmentRow, groups: readonly string[]): AssessmentRow {
  if (row.model === "P3M3") {
    const perspectives: number[] = JSON.parse(row.perspective_ids ?? "[]");
    return { ...row, perspective_ids: JSON.stringify(perspectives.filter((id) => groups.includes(`perspective/${id}`))) };
  }
  const practices: { id: number }[] = JSON.parse(row.practices ?? "[]");
  return {
    ...row,
    practices: JSON.stringify(practices.filter(({ id }) => groups.includes(ratingGroupOf(`capability/${id}`)))),
    // Without components, a scope is one of practices alone.
    selected_scope: groups.includes("components") ? row.selected_scope : "Capability",
  };
}

/** What a rating holds, in the shapes in which answers of an assessment are stored. */
export interface RatingStore {
  threads: StoredThread[];
  practices: StoredPractice[];
  components: StoredComponent[];
  notes: ReadonlyMap<string, string>;
}

/** Reads it. A thread that is descoped has no answers, until it returns. */
export async function readStore(db: Db, row: AssessmentRow, ratingId: number): Promise<RatingStore> {
  const rows = await db.selectFrom("rating_answer").selectAll().where("rating_id", "=", ratingId).execute();
  const store = { threads: [] as StoredThread[], practices: [] as StoredPractice[], components: [] as StoredComponent[] };
  const descoped = row.model === "P3M3" ? (await listThreads(db, [row.id])).filter((thread) => thread.descoped) : [];
  const isDescoped = (place: string) => descoped.some((thread) => placeOf({ kind: "thread", ...thread }) === place);
  for (const thread of descoped) store.threads.push({ ...thread, id: 0, selections: EMPTY_THREAD, reason: "" });
  for (const { id, place, answers } of rows) {
    const subject = subjectAt(place);
    if (answers === null || !subject || isDescoped(place)) continue;
    const at = { id, assessmentId: row.id };
    if (subject.kind === "thread") {
      const { perspectiveId, threadId } = subject;
      store.threads.push({
        ...at,
        perspectiveId,
        threadId,
        selections: fromThreadLetters(answers) ?? EMPTY_THREAD,
        descoped: false,
        reason: "",
      });
    } else if (subject.kind === "capability")
      store.practices.push({ ...at, practiceId: subject.id, selections: fromPracticeLetters(answers) ?? [] });
    else store.components.push({ ...at, componentId: subject.id, level: Number(answers) });
  }
  return { ...store, notes: new Map(rows.map(({ place, note }) => [place, note])) };
}

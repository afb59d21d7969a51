/** The answers of ITIL assessments as they are stored. */
import type { ItilContent } from "#api/content/catalogue.ts";
import type { Db } from "#api/store/open.ts";
import { findItilScope, type ItilScope } from "#model/itil/catalogue.ts";
import { fromPracticeLetters, type PracticeSelection, toPracticeLetters } from "#model/itil/gate.ts";
import type { ItilState } from "#model/itil/progress.ts";
import type { PracticeChoice } from "#model/itil/scope.ts";
import type { AssessmentRow } from "../access.ts";
import type { Work } from "../work.ts";

/** The stored answers to one practice. */
export interface StoredPractice {
  id: number;
  assessmentId: number;
  practiceId: number;
  /** In the order of the pack's criteria. */
  selections: PracticeSelection[];
}

/** The stored answer to one maturity component. */
export interface StoredComponent {
  id: number;
  assessmentId: number;
  componentId: number;
  level: number;
}

/** The stored answers to the practices of some assessments. */
export async function listPractices(db: Db, assessmentIds: readonly number[]): Promise<StoredPractice[]> {
  const rows = await db
    .selectFrom("practice_answer")
    .select(["id", "assessment_id", "practice_id", "selections"])
    .where("assessment_id", "in", [...assessmentIds])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    assessmentId: row.assessment_id,
    practiceId: row.practice_id,
    selections: fromPracticeLetters(row.selections) ?? [],
  }));
}

/** The stored answers to the components of some assessments. */
export async function listComponents(db: Db, assessmentIds: readonly number[]): Promise<StoredComponent[]> {
  return db
    .selectFrom("component_answer")
    .select(["id", "assessment_id as assessmentId", "component_id as componentId", "level"])
    .where("assessment_id", "in", [...assessmentIds])
    .execute();
}

/** Stores the selections of a practice. @returns the id of the row */
export async function storePractice(
  db: Db,
  assessmentId: number,
  practiceId: number,
  selections: readonly PracticeSelection[],
  at: string,
) {
  const content = { selections: toPracticeLetters(selections), updated_at: at };
  const { id } = await db
    .insertInto("practice_answer")
    .values({ assessment_id: assessmentId, practice_id: practiceId, ...content })
    .onConflict((conflict) => conflict.columns(["assessment_id", "practice_id"]).doUpdateSet(content))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores the level chosen for a component. @returns the id of the row */
export async function storeComponent(db: Db, assessmentId: number, componentId: number, level: number, at: string): Promise<number> {
  const content = { level, updated_at: at };
  const { id } = await db
    .insertInto("component_answer")
    .values({ assessment_id: assessmentId, component_id: componentId, ...content })
    .onConflict((conflict) => conflict.columns(["assessment_id", "component_id"]).doUpdateSet(content))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The kind of scope that the profile names. @throws RangeError when ITIL has no such scope */
export function scopeOf({ id, selected_scope }: AssessmentRow): ItilScope {
  const scope = findItilScope(selected_scope);
  if (!scope) throw new RangeError(`assessment ${id} has no scope of ITIL: ${selected_scope}`);
  return scope;
}

/** The practices of the saved scope; none before it is saved. */
export function practicesOf(row: AssessmentRow): PracticeChoice[] {
  return row.practices === null ? [] : (JSON.parse(row.practices) as PracticeChoice[]);
}

/** Joins the scope and the content of an assessment with its stored answers. Practices are in catalogue order, criteria in the pack's. */
export function stateOf(
  row: AssessmentRow,
  content: ItilContent,
  practices: readonly StoredPractice[],
  components: readonly StoredComponent[],
) {
  const modes = new Map(practicesOf(row).map(({ id, mode }) => [id, mode]));
  return {
    scope: scopeOf(row),
    practices: content.practices.flatMap(({ id, code, name }) => {
      const mode = modes.get(id);
      if (mode === undefined) return [];
      const stored = practices.find((practice) => practice.practiceId === id);
      const selectionAt = (index: number) => stored?.selections[index] ?? ("N/A" as const);
      // The texts stay behind `criterion`. There are hundreds in every save, and copying them took a twentieth of its time.
      const criteria = content.criteriaOf(id).map((criterion, index) => ({
        id: criterion.id,
        level: criterion.level,
        selection: selectionAt(index),
        criterion,
      }));
      return [{ id, code, name, mode, criteria, rowId: stored?.id }];
    }),
    componentLevels: new Map(components.map(({ componentId, level }) => [componentId, level])),
  } satisfies ItilState;
}

/** The content and the stored answers of one assessment, and both joined. */
export async function getItilState(work: Pick<Work, "db" | "catalogue">, row: AssessmentRow) {
  const content = await work.catalogue.getItil(work.db, row.pack_seq);
  const components = await listComponents(work.db, [row.id]);
  return { content, components, state: stateOf(row, content, await listPractices(work.db, [row.id]), components) };
}

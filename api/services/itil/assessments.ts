/** What is particular to ITIL assessments: scope, progress and submission. */

import { type FieldError, refused } from "#api/problem.ts";
import { asFlag } from "#api/store/database.ts";
import { CHOSEN } from "#model/again.ts";
import type { AssessmentOfEither, ItilAssessment, ItilAssessmentUpdate } from "#model/contract/assessments.ts";
import { placeOf } from "#model/contract/history.ts";
import type { ItilProgress, ItilScores } from "#model/contract/itil.ts";
import type { ItilOverview } from "#model/contract/overview.ts";
import { findItilScope, ITIL_SCOPES, type ItilScope, PRACTICES } from "#model/itil/catalogue.ts";
import { type ItilState, itilProgress, itilScores, practiceCounts } from "#model/itil/progress.ts";
import { completeChoice, isScopeReady, itilScopeIssues, type PracticeChoice, practicesFollowing } from "#model/itil/scope.ts";
import { canBeEndorsed, missingForItilSubmission } from "#model/itil/submission.ts";
import { statusAfter } from "#model/status.ts";
import { type AssessmentRow, getGovernableAssessment, isCompleted, refuseArchived } from "../access.ts";
import type { AssessmentModel, StatementContents } from "../assessment-model.ts";
import { byAssessment } from "../by-assessment.ts";
import { refuseReplaced } from "../editions.ts";
import { readFlagsAndEvidence } from "../flags-and-evidence.ts";
import { assessmentChain, record } from "../history.ts";
import { request } from "../outbox.ts";
import { advance, setupPart } from "../versions.ts";
import type { Work } from "../work.ts";
import { itilOverview } from "./overview.ts";
import { getItilState, listComponents, listPractices, practicesOf, scopeOf, stateOf } from "./practices.ts";
import { assessedComponents, assessedPractices } from "./questions.ts";

/** The fields that only ITIL assessments have on the wire. `selectedLevel` is sent as null (docs/upstream-contract.md#assessments). */
export type ItilParts = Omit<ItilAssessment, keyof AssessmentOfEither> & { selectedLevel: null };

/** The stored answers of some assessments, by assessment id. */
async function listAll({ db }: Work, rows: readonly AssessmentRow[]) {
  const ids = rows.map(({ id }) => id);
  return { practices: byAssessment(await listPractices(db, ids)), components: byAssessment(await listComponents(db, ids)) };
}

async function describe(work: Work, rows: readonly AssessmentRow[]): Promise<Map<number, ItilParts>> {
  const { practices, components } = await listAll(work, rows);
  const described = new Map<number, ItilParts>();
  for (const row of rows) {
    const state = stateOf(
      row,
      await work.catalogue.getItil(work.db, row.pack_seq),
      practices.get(row.id) ?? [],
      components.get(row.id) ?? [],
    );
    described.set(row.id, {
      assessmentType: "ITIL",
      selectedLevel: null,
      endorsed: row.endorsed === 1,
      ...practicesAndComponents(row, state),
    });
  }
  return described;
}

function practicesAndComponents(row: AssessmentRow, state: ItilState): Pick<ItilAssessment, "maturity" | "capabilities" | "maturities"> {
  const { capabilityProgress, maturityProgress, maturityScore } = itilProgress(state);
  const isScored = isCompleted(row);
  const capabilities = state.practices.map(({ id, code, name, mode, criteria }, index) => ({
    ...{ id, code, name, selectionMode: mode },
    ...(isScored && { score: capabilityProgress[index]?.currentScore ?? null }),
    ...practiceCounts(criteria),
  }));
  if (row.practices === null) return { capabilities, maturities: [] };
  const maturities = maturityProgress.map(({ id, code, name, complete }) => ({
    id,
    code,
    name,
    isSelected: true,
    answeredQuestions: complete ? 1 : 0,
    totalQuestions: 1,
  }));
  return { ...(isScored && { maturity: maturityScore }), capabilities, maturities };
}

/**
 * Whether an update chooses practices or components. A client may send the whole assessment to change its profile: then they are as they
 * were, or as they follow the profile.
 */
function choosesScope(row: AssessmentRow, body: ItilAssessmentUpdate, selectedScope: ItilScope): boolean {
  const { capabilities, maturities } = body;
  if (capabilities === undefined) return maturities !== undefined;
  if (row.practices === null) return maturities === undefined || capabilities.length > 0 || maturities.length > 0;
  const sent = capabilities.map(({ id, selectionMode }): PracticeChoice => ({ id, mode: selectionMode }));
  const inOrder = (practices: readonly PracticeChoice[]) =>
    JSON.stringify([...practices].sort((a, b) => a.id - b.id).map(({ id, mode }) => [id, mode]));
  return (
    inOrder(sent) !== inOrder(practicesFollowing(selectedScope, practicesOf(row))) ||
    itilScopeIssues({ selectedScope, practices: sent, components: maturities }).some(({ path }) => path === "maturities")
  );
}

/**
 * A scope that is chosen is checked in full. If only the profile changes, and with it the kind of scope, the saved practices stay and those
 * of the new kind join them. Whether they are enough is checked later (docs/rules/itil.md#changing-the-scope).
 */
async function update(work: Work, row: AssessmentRow, body: ItilAssessmentUpdate) {
  const selectedScope = findItilScope(body.selectedScope ?? null) ?? scopeOf(row);
  const profile = { selected_scope: selectedScope, endorsed: asFlag(body.endorsed ?? row.endorsed === 1) };
  if (!choosesScope(row, body, selectedScope))
    return row.practices === null
      ? profile
      : { ...profile, practices: JSON.stringify(practicesFollowing(selectedScope, practicesOf(row))) };
  const practices = body.capabilities?.map(({ id, selectionMode }) => ({ id, mode: selectionMode })) ?? practicesOf(row);
  const errors: FieldError[] = itilScopeIssues({ selectedScope, practices, components: body.maturities });
  const content = await work.catalogue.getItil(work.db, row.pack_seq);
  if (errors.length === 0 && practices.some(({ id }) => content.criteriaOf(id).length === 0))
    errors.push({ path: "capabilities", message: "There are no criteria for some of these practices." });
  if (errors.length > 0) throw refused("The request is not valid.", errors);
  return {
    ...profile,
    practices: JSON.stringify(completeChoice(selectedScope, practices)),
    status: statusAfter(row.status, "scope saved"),
  };
}

async function submit(work: Work, row: AssessmentRow): Promise<void> {
  const { state } = await getItilState(work, row);
  if (!isScopeReady(state.scope, state.practices)) throw refused("The assessment's scope is not complete yet.");
  const missing = missingForItilSubmission(itilProgress(state));
  if (missing.length > 0)
    throw refused(
      "The assessment is not complete yet.",
      missing.map(({ code, name }) => ({ path: code, message: `Not answered: ${name}` })),
    );
}

/** ITIL as a model of assessments. */
export const itilAssessments: AssessmentModel<ItilAssessmentUpdate, ItilParts, ItilProgress, ItilScores, ItilOverview> = {
  scopes: ITIL_SCOPES,
  describe,
  update,
  progress: async (work, row) => itilProgress((await getItilState(work, row)).state, await readFlagsAndEvidence(work.db, row.id)),
  scores: async (work, row) => itilScores((await getItilState(work, row)).state),
  statements: async (work, rows) => {
    const { practices, components } = await listAll(work, rows);
    const said: Map<string, StatementContents>[] = [];
    for (const row of rows) {
      const content = await work.catalogue.getItil(work.db, row.pack_seq);
      const answered = new Map((practices.get(row.id) ?? []).map(({ practiceId, selections }) => [practiceId, selections]));
      const chosen = new Map((components.get(row.id) ?? []).map(({ componentId, level }) => [componentId, level]));
      const assessed = assessedPractices(row);
      said.push(
        new Map([
          ...content.practices
            .filter(({ id }) => assessed.includes(id))
            .map(({ id }): [string, StatementContents] => [
              placeOf({ kind: "capability", id }),
              { statements: content.criteriaOf(id), selections: answered.get(id) ?? [] },
            ]),
          ...content.components
            .filter(({ id, computed }) => !computed && assessedComponents(row).includes(id))
            .map(({ id, options }): [string, StatementContents] => [
              placeOf({ kind: "maturity", id }),
              { statements: options, selections: options.map(({ level }) => (chosen.get(id) === level ? CHOSEN : "N/A")) },
            ]),
        ]),
      );
    }
    return said;
  },
  goneFrom: async (work, row, packSeq) => {
    const content = await work.catalogue.getItil(work.db, packSeq);
    const assessed = assessedPractices(row);
    return PRACTICES.filter(({ id }) => assessed.includes(id) && content.criteriaOf(id).length === 0).map(({ name }) => name);
  },
  // Its criteria are the same in every scope.
  isComparable: () => true,
  overview: (work, row, { capabilityIds }) => itilOverview(work, row, capabilityIds),
  submit,
};

/**
 * Marks an assessment for independent validation (docs/rules/submission-and-certification.md#independent-validation).
 * @throws Problem 404, 403, 409 while another user holds the lock, 422 when it has no scope yet, is archived, or another edition has replaced it
 */
export async function endorseAssessment(work: Work, id: number): Promise<void> {
  const row = await getGovernableAssessment(work, id);
  if (row.model !== "ITIL") throw refused("Only ITIL assessments can be validated independently.");
  refuseArchived(row);
  if (!canBeEndorsed({ status: row.status, capabilities: practicesOf(row) })) throw refused("The assessment needs a scope first.");
  await refuseReplaced(work, row);
  await advance(work, setupPart("profile", id));
  await record(work, assessmentChain(id), { kind: "validation" });
  if (!row.endorsed) await request(work, row);
  await work.db.updateTable("assessment").set({ endorsed: 1 }).where("id", "=", id).execute();
}

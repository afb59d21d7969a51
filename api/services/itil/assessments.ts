/** What is special about ITIL assessments: their scope, progress and submission. */

import type { ItilContent } from "#api/content/catalogue.ts";
import { type FieldError, refused } from "#api/problem.ts";
import type { Assessment, ItilAssessmentUpdate } from "#model/contract/assessments.ts";
import { ITIL_SCOPES, type ItilScope } from "#model/itil/catalogue.ts";
import { completeChoice, componentsOf, itilScopeIssues, type PracticeChoice } from "#model/itil/scope.ts";
import { statusAfter } from "#model/status.ts";
import type { AssessmentRow } from "../access.ts";
import type { ModelOfAssessment } from "../models.ts";
import type { Work } from "../work.ts";

const later = async (): Promise<never> => {
  throw refused("ITIL assessments cannot be worked on yet.");
};

/** The practices of the scope that was saved; none before. */
export function practicesOf(row: AssessmentRow): PracticeChoice[] {
  return row.practices === null ? [] : (JSON.parse(row.practices) as PracticeChoice[]);
}

async function describe(work: Work, rows: readonly AssessmentRow[]): Promise<Map<number, Partial<Assessment>>> {
  const described = new Map<number, Partial<Assessment>>();
  for (const row of rows) {
    const content = await work.catalogue.itil(work.db, row.pack_seq);
    described.set(row.id, { endorsed: row.endorsed === 1, ...scopeOf(row, content) });
  }
  return described;
}

function scopeOf(row: AssessmentRow, content: ItilContent): Pick<Assessment, "capabilities" | "maturities"> {
  const chosen = new Map(practicesOf(row).map(({ id, mode }) => [id, mode]));
  const capabilities = content.practices.flatMap(({ id, code, name }) => {
    const selectionMode = chosen.get(id);
    return selectionMode === undefined
      ? []
      : [{ id, code, name, selectionMode, answeredQuestions: 0, totalQuestions: content.criteriaOf(id) }];
  });
  const assessed = row.practices === null ? [] : componentsOf(row.selected_scope as ItilScope);
  const maturities = content.components
    .filter(({ id }) => assessed.includes(id))
    .map(({ id, code, name }) => ({ id, code, name, isSelected: true, answeredQuestions: 0, totalQuestions: 1 }));
  return { capabilities, maturities };
}

/**
 * A scope that is sent is checked in full. One that is not sent follows a change of the scope's kind as far as it can: what the
 * new one adds by itself is added, and whether enough practices are left is asked when the scope is saved or answered.
 */
async function update(work: Work, row: AssessmentRow, body: ItilAssessmentUpdate) {
  const selectedScope = (body.selectedScope ?? row.selected_scope) as ItilScope;
  const profile = { selected_scope: selectedScope, endorsed: (body.endorsed ?? row.endorsed === 1) ? (1 as const) : (0 as const) };
  const choice = (practices: readonly PracticeChoice[]) => JSON.stringify(completeChoice(selectedScope, practices));
  if (body.capabilities === undefined && body.maturities === undefined)
    return row.practices === null ? profile : { ...profile, practices: choice(practicesOf(row)) };
  const practices = body.capabilities?.map(({ id, selectionMode }) => ({ id, mode: selectionMode })) ?? practicesOf(row);
  const errors: FieldError[] = itilScopeIssues({ selectedScope, practices, components: body.maturities });
  const content = await work.catalogue.itil(work.db, row.pack_seq);
  if (errors.length === 0 && practices.some(({ id }) => content.criteriaOf(id) === 0))
    errors.push({ path: "capabilities", message: "There are no criteria for some of these practices." });
  if (errors.length > 0) throw refused("The request is not valid.", errors);
  return { ...profile, practices: choice(practices), status: statusAfter(row.status, "scope saved") };
}

export const itilAssessments: ModelOfAssessment = {
  scopes: ITIL_SCOPES,
  describe,
  update: (work, row, body) => update(work, row, body as ItilAssessmentUpdate),
  progress: later,
  scores: later,
  submit: later,
};

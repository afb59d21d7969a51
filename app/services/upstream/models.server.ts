/** The one place where services tell the two maturity models apart; families add what they alone need in a table of their own. */
import type { Assessment } from "#model/contract/assessments.ts";
import { groupBy } from "#model/group-by.ts";
import type { AssessmentModel, InScope } from "~/services/upstream/assessment-model.server";
import { itilAssessments } from "~/services/upstream/itil-assessments.server";
import { p3m3Assessments } from "~/services/upstream/p3m3-assessments.server";
import { mayChange } from "~/services/upstream/permissions.server";
import { type AnsweringPaths, answeringPaths } from "~/views/paths";

export const MODELS = { P3M3: p3m3Assessments, ITIL: itilAssessments };

/** What the model of an assessment provides. */
export const modelOf = ({ assessmentType }: Assessment): AssessmentModel<Assessment> => MODELS[assessmentType];

/** The answerable parts of an assessment, in the order of its scope. @param at to edit or to view; by default as the user may */
export const listInScope = (assessment: Assessment, at: AnsweringPaths = answeringPaths(!mayChange(assessment))): InScope[] =>
  modelOf(assessment).listInScope(assessment, at);

/** The parts of a scope by group, as a form offers them: the place of each, and its label. */
export const placesByGroup = (scope: readonly InScope[]) =>
  [...groupBy(scope, ({ group }) => group)].map(([group, items]) => ({
    group,
    items: items.map(({ place, label }) => ({ value: place, label })),
  }));

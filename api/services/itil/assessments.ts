/** What is special about ITIL assessments: their scope, progress and submission. */

import { refused } from "#api/problem.ts";
import { ITIL_SCOPES } from "#model/itil/catalogue.ts";
import type { ModelOfAssessment } from "../models.ts";

const later = async (): Promise<never> => {
  throw refused("ITIL assessments cannot be worked on yet.");
};

export const itilAssessments: ModelOfAssessment = {
  scopes: ITIL_SCOPES,
  describe: async (_work, rows) => new Map(rows.map((row) => [row.id, { endorsed: row.endorsed === 1, capabilities: [], maturities: [] }])),
  update: later,
  progress: later,
  scores: later,
  submit: later,
};

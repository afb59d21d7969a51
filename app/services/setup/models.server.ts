/** The one place where the set-up tells the two maturity models apart. */
import type { Assessment } from "#model/contract/assessments.ts";
import { itilSetUp } from "~/services/setup/itil.server";
import { p3m3SetUp } from "~/services/setup/p3m3.server";
import type { SetUpModel } from "~/services/setup/set-up-model.server";
import type { ScopeStep } from "~/views/setup";

export const SET_UPS = { P3M3: p3m3SetUp, ITIL: itilSetUp };

/** What the set-up of an assessment's model is. */
export const setUpOf = ({ assessmentType }: Assessment): SetUpModel<Assessment, ScopeStep> => SET_UPS[assessmentType];

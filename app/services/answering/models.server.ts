/** The one place where answering tells the two maturity models apart. */
import type { Assessment } from "#model/contract/assessments.ts";
import type { Overview } from "#model/contract/overview.ts";
import type { AnsweringModel } from "~/services/answering/answering-model.server";
import { itilAnswering } from "~/services/answering/itil/model.server";
import { p3m3Answering } from "~/services/answering/p3m3/model.server";

export const ANSWERING = { P3M3: p3m3Answering, ITIL: itilAnswering };

/** How an assessment of its model is answered. */
export const answeringOf = ({ assessmentType }: Assessment): AnsweringModel<Assessment, Overview> => ANSWERING[assessmentType];

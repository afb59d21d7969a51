/** Recommends a scope for what somebody wants to know: the rule behind the guided questions (docs/rules/itil.md#scope-questions). */
import { CONTINUAL_IMPROVEMENT_ID, ITIL_SCOPES, type ItilScope } from "./catalogue.ts";
import { callsForComprehensive, completeChoice, missingPractices, PRACTICE_BOUNDS, PRIMARY, practiceRule } from "./scope.ts";

/** What the result is to be about: single practices, the organization as a whole, or both. */
export const PURPOSES = ["practices", "organization", "both"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** How many practices are to be assessed, not counting continual improvement. */
export const BREADTHS = ["few", "many", "unknown"] as const;
export type Breadth = (typeof BREADTHS)[number];

/** The answers to the guided questions. */
export interface ScopeAnswers {
  purpose: Purpose;
  breadth: Breadth;
  /** Whether a single rating of the whole is needed. */
  wantsRating: boolean;
  /** Whether the client wants independent validation of the result. */
  wantsCertificate: boolean;
  /** The practices that have already been picked. */
  practiceIds: readonly number[];
}

/** A recommended scope, with reasons in words for the reader. */
export interface Recommendation {
  scope: ItilScope;
  /** Why this scope, the decisive reason first. */
  reasons: string[];
  /** Why none of the other two. */
  instead: { scope: ItilScope; reason: string }[];
  /** What the scope still needs, or adds. */
  remarks: string[];
}

const MOST = PRACTICE_BOUNDS.Maturity.most;
const LEAST = PRACTICE_BOUNDS.Comprehensive.least;
const isBroad = ({ breadth, practiceIds }: ScopeAnswers) =>
  breadth === "many" ||
  callsForComprehensive(
    "Maturity",
    practiceIds.map((id) => ({ id })),
  );
const isAboutWhole = ({ purpose, wantsRating }: ScopeAnswers) => purpose !== "practices" || wantsRating;

/** The practices that were picked, all as Primary, with what the scope adds. */
export function practicesFor(scope: ItilScope, practiceIds: readonly number[]) {
  return completeChoice(
    scope,
    practiceIds.map((id) => ({ id, mode: PRIMARY })),
  );
}

/**
 * The scope for some answers. Independent validation needs Comprehensive. Without a question about the whole, Capability is enough. Otherwise the
 * number of practices decides between Maturity and Comprehensive; those that were picked count more than the estimate.
 */
export function recommendScope(answers: ScopeAnswers): Recommendation {
  const scope = suitableScope(answers);
  return {
    scope,
    reasons: reasonsFor(scope, answers),
    instead: ITIL_SCOPES.filter((other) => other !== scope).map((other) => ({ scope: other, reason: against(other, scope, answers) })),
    remarks: remarksOn(scope, answers),
  };
}

function suitableScope(answers: ScopeAnswers): ItilScope {
  if (answers.wantsCertificate) return "Comprehensive";
  if (!isAboutWhole(answers)) return "Capability";
  return isBroad(answers) ? "Comprehensive" : "Maturity";
}

/** How many practices are to be assessed, and how that is known. */
function breadthInWords({ breadth, practiceIds }: ScopeAnswers): string {
  const count = practiceIds.filter((id) => id !== CONTINUAL_IMPROVEMENT_ID).length;
  if (count > MOST) return `You picked ${count} practices beside continual improvement, and Maturity takes at most ${MOST}.`;
  if (breadth === "many") return `You expect six practices or more to carry the result, and Maturity takes at most ${MOST}.`;
  if (breadth === "few") return `Up to ${MOST} practices beside continual improvement are enough to carry the result.`;
  return "Nothing you answered calls for six practices or more, so there is no need to begin with them.";
}

function wholeInWords({ purpose, wantsRating }: ScopeAnswers): string {
  if (purpose === "practices" && wantsRating)
    return "You need a rating of the whole. It rests on the five maturity components, which Capability leaves out.";
  if (purpose === "organization") return "You want to know how mature service management is as a whole: the five maturity components tell.";
  return "You want to know how mature service management is as a whole, and how the practices work that it rests on.";
}

function reasonsFor(scope: ItilScope, answers: ScopeAnswers): string[] {
  if (scope === "Capability") return ["You want to know how particular practices work, and need no rating of the whole."];
  const whole = isAboutWhole(answers) ? [wholeInWords(answers)] : [];
  if (!answers.wantsCertificate) return [...whole, breadthInWords(answers)];
  const validation = "The result is to be put forward for independent validation, and only a Comprehensive assessment can be.";
  return [validation, ...whole, ...(isBroad(answers) ? [breadthInWords(answers)] : [])];
}

function against(scope: ItilScope, chosen: ItilScope, answers: ScopeAnswers): string {
  if (scope === "Capability")
    return !isAboutWhole(answers)
      ? "It would answer your question, but can get a statement of results only, no independent validation."
      : "It leaves out the maturity components, so it says nothing about the whole.";
  if (chosen === "Capability") return "It adds the five maturity components, which cost time and answer a question that you do not ask.";
  if (scope === "Comprehensive")
    return `It takes at least ${LEAST} practices beside continual improvement, which is more than you need; you can still change to it before the first answer.`;
  return answers.wantsCertificate
    ? "It can get a statement of results only, no independent validation."
    : `It takes at most ${MOST} practices beside continual improvement.`;
}

function remarksOn(scope: ItilScope, { practiceIds, wantsCertificate }: ScopeAnswers): string[] {
  const missing = missingPractices(
    scope,
    practiceIds.map((id) => ({ id })),
  );
  return [
    `${practiceRule(scope)}${missing > 0 ? ` ${missing} still to be chosen in the scope step.` : ""}`,
    scope === "Capability" ? "" : "The five maturity components are added automatically.",
    wantsCertificate
      ? "Independent validation is subject to a fee, needs the end customer's consent to share the data, and is valid for three years."
      : "",
  ].filter(Boolean);
}

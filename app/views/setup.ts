/** What the set-up of an assessment shows, and what its forms post. */

import type { SubmissionResult } from "@conform-to/react";
import type { Role } from "#model/contract/common.ts";
import { likelyOfPractices, likelyOfThreads, roughMinutes } from "#model/effort.ts";
import { type Fields, PROFILE_FIELDS } from "#model/fields.ts";
import type { ItilScope, PracticeGroup } from "#model/itil/catalogue.ts";
import type { Recommendation } from "#model/itil/recommend.ts";
import type { PracticeChoice } from "#model/itil/scope.ts";
import { type CatalogueItem, LEVELS } from "#model/p3m3/catalogue.ts";
import { counted } from "#model/words.ts";
import { CONSENT } from "~/views/consent";
import type { RichText } from "~/views/rich-text";

export type StepName = "profile" | "scope" | "review";

/** The sidebar: the organization and the three steps. */
export interface WizardView {
  organization: { name: string; location: string; businessUnit: string };
  /** Whether the assessment is for certification. */
  certified: boolean;
  /** Home, with the organization open. */
  home: string;
  /** `route` is undefined for a step that cannot be opened yet. */
  steps: { id: StepName; name: string; route: string | undefined; isEnabled: boolean; isComplete: boolean }[];
}

/** A label and its value, for the review, and for comparing and showing versions. */
export type Fact = [label: string, value: string];

/** Why a step was not saved. Nothing was written, and what was typed is kept. */
export type SaveProblem =
  | { why: "failed"; isUnknown?: boolean }
  /** Somebody changed what is stored after the form was rendered. */
  | { why: "changed"; stored: Fact[] }
  /** Another user holds the lock. */
  | { why: "locked"; by?: string | undefined; until?: string | undefined }
  /** The assessment may not be changed any more. */
  | { why: "readOnly"; reason: string };

// --- profile --------------------------------------------------------------------------------------------------------

/** The fields of the profile form: those that are stored, and the consents. */
export const PROFILE_FORM = {
  ...PROFILE_FIELDS,
  /** Where the upstream has the extension `again`. */
  previousId: { kind: "choice", label: "Assessment before" },
  /** Of a new assessment, where the organization has engagements with room. */
  engagement: { kind: "choice", label: "Engagement" },
  certifyConsent: { kind: "tick", label: CONSENT.certify.label, of: "P3M3" },
  endorseConsent: { kind: "tick", label: CONSENT.endorse.label, of: "ITIL" },
} as const satisfies Fields;

/** The field of the profile that names the assessment before. */
export const PREVIOUS_FIELD = "previousId" satisfies keyof typeof PROFILE_FORM;
/** The field of an address that asks for an assessment to be assessed again. */
export const AGAIN_FIELD = "again";

/** The field of a new assessment's profile that names the engagement which it joins. */
export const ENGAGEMENT_FIELD = "engagement" satisfies keyof typeof PROFILE_FORM;

/** The choice of the assessment before (docs/rules/assess-again.md#setting-up). */
export interface BeforeChoice {
  options: { value: string; label: string }[];
  /** "" for none. */
  chosen: string;
  /** What a new assessment takes from it. */
  notice: { title: string; text: string } | undefined;
}

/** What the user may choose in the profile form, and what is settled already. */
export interface ProfileChoices {
  models: Role[];
  /** The scopes of each model. */
  scopes: Record<string, string[]>;
  /** Settled when the user has one role only, or once the assessment exists. */
  model: Role | undefined;
  hasSeveralRoles: boolean;
  /** Settled once the assessment has started. */
  scope: string | undefined;
  /** Certification or validation was requested already, so the form does not ask for the consent again. */
  isRequested: boolean;
}

/** How saving a profile would change the saved scope. A dialog asks the user first. Sending `key` confirms. */
export interface ScopeConsequence {
  reasons: string[];
  facts: Fact[];
  key: string;
}

/** What saving a profile would end or change, to be asked first. */
export interface ProfileConsequence extends ScopeConsequence {
  /** The second ratings that would end. */
  ratings: string[];
}

/** The reply to a posted profile that was not saved. */
export interface ProfileReply {
  /** New for every reply, so that a dialog opens again after it was dismissed. */
  id: string;
  result: SubmissionResult<string[]>;
  /** What saving would make of the saved scope, and how saving goes on (docs/rules/setup-and-scope.md#what-the-profile-does-to-a-saved-scope). */
  consequence?: ProfileConsequence & { then: string };
  /** The model was chosen while the page did not show its scopes yet. The page then asks for a scope, and shows no error. */
  asksForScope?: boolean;
  unsaved?: SaveProblem | undefined;
  /** The stored version, if it is no longer the one that the form was rendered from. */
  base?: string;
}

// --- scope ----------------------------------------------------------------------------------------------------------

/** What the scope step offers, what is chosen, and what cannot be taken out. */
export type ScopeStep = P3m3ScopeStep | ItilScopeStep;

export interface P3m3ScopeStep {
  model: "P3M3";
  perspectives: P3m3ScopeItem[];
  threads: P3m3ScopeItem[];
  chosen: P3m3Choices;
  /** Absent where the assessment before has nothing to say, or it was all done. */
  descopedBefore?: DescopedBefore | undefined;
}

/** The threads that the assessment before left out, and that are neither descoped nor answered now (docs/rules/assess-again.md#descoped-then). */
export interface DescopedBefore {
  /** When that one was completed, such as 'Nov 2025'; undefined where the upstream does not tell. */
  month: string | undefined;
  threads: { name: string; reason: string }[];
}

/** The field of the scope step that asks to leave out again what the assessment before left out. */
export const DESCOPE_FIELD = "descope";

/** What that tick says. */
export const descopeInWords = ({ month, threads: { length } }: DescopedBefore): string =>
  `Descope the same ${length === 1 ? "thread" : `${length} threads`} as ${month ? `in ${month}` : "last time"}`;

/** A perspective or a thread. */
interface P3m3ScopeItem extends CatalogueItem {
  /** Chosen, and cannot be taken out. */
  locked: boolean;
}

export interface P3m3Choices {
  selectedLevel: number | null;
  perspectiveIds: number[];
  threadIds: number[];
  /** Whether `DescopedBefore` is to be left out again. */
  descopes?: boolean;
}

/** How much a P3M3 scope asks: '2 perspectives × 3 threads × 5 levels = 30 statements'. */
export function scopeSize(perspectives: number, threads: number): string {
  const statements = perspectives * threads * LEVELS.length;
  return `${counted(perspectives, "perspective")} × ${counted(threads, "thread")} × ${LEVELS.length} levels = ${counted(statements, "statement")}`;
}

/** How much an ITIL scope asks: '94 statements in 7 practices, and 3 maturity components'. The computed components ask nothing. */
export function itilScopeSize(statements: number, practices: number, components: number): string {
  const more = components > 0 ? `, and ${counted(components, "maturity component")}` : "";
  return `${counted(statements, "statement")} in ${counted(practices, "practice")}${more}`;
}

/** How much of a P3M3 scope is likely to be asked, and why not all of it (docs/rules/setup-and-scope.md#how-much-is-likely-to-be-asked). */
export function likelySize(threads: number): string {
  return `About ${counted(likelyOfThreads(threads), "statement")}. Each thread asks the level where you start and the one above or below it, and one more for each level that it is further away.`;
}

/** The same for an ITIL scope. @param criteria of all its practices */
export function itilLikelySize(criteria: number): string {
  return `About ${counted(likelyOfPractices(criteria), "statement")}. A practice asks level by level, up to the first that is not all Fully. This counts levels 2 and 3, which a practice at level 2 is asked.`;
}

/** Roughly how long answering takes, and what that assumes (docs/rules/setup-and-scope.md#how-long-it-takes). */
export function timeToAnswer(statements: number): string {
  const minutes = roughMinutes(statements);
  const quarters = ["", "¼", "½", "¾"][(minutes % 60) / 15] ?? "";
  const hours = `${Math.floor(minutes / 60) || ""}${quarters}`;
  return `Roughly ${hours} ${minutes <= 60 ? "hour" : "hours"} if every statement is asked, at a minute each. Finding the evidence is not counted.`;
}

export interface ItilScopeStep {
  model: "ITIL";
  selectedScope: ItilScope;
  isStarted: boolean;
  groups: { id: PracticeGroup; name: string; practices: ScopePractice[] }[];
  /** The maturity components that come with the scope. */
  components: { id: number; name: string; help: RichText | undefined; isComputed: boolean }[];
  chosen: ItilChoices;
}

interface ScopePractice {
  id: number;
  code: string;
  name: string;
  help: RichText | undefined;
  /** Chosen, and cannot be taken out. */
  locked: boolean;
  /** How many statements it has, where the upstream tells. */
  statements: number | undefined;
}

export interface ItilChoices {
  practices: PracticeChoice[];
}

/** The reply to a posted scope that was not saved, with everything that was chosen. */
export interface ScopeReply {
  /** New for every reply, so that a dialog opens again after it was dismissed. */
  id: string;
  chosen: P3m3Choices | ItilChoices;
  /** The form was only sent to fill in many rows at once, not to be saved. */
  isOnlyFilled: boolean;
  /** Messages by field. */
  errors: Record<string, string[]>;
  /** The answers that would be left out, and the second ratings that would end. A dialog asks the user first. Sending `key` confirms. */
  lost?: { names: string[]; ratings: string[]; key: string };
  /** How many practices, if too many for the Maturity scope. Then the form asks first whether to make the assessment Comprehensive. */
  tooMany?: number;
  unsaved?: SaveProblem | undefined;
  /** The stored version, if it is no longer the one that the form was rendered from. */
  base?: string;
}

// How a form posts the practices of an ITIL scope: a field for each practice, with the number of its mode or N/A.

export const NOT_CHOSEN = "N/A";

/** The name of a practice's field. */
export function practiceField(id: number): string {
  return `practice-${id}`;
}

/** The choice for a value of a practice's field; none for N/A. An unknown value gives a mode that the rules refuse. */
export function choiceIn(id: number, value: string): PracticeChoice[] {
  return value === NOT_CHOSEN ? [] : [{ id, mode: Number(value) as PracticeChoice["mode"] }];
}

/** The practices that are chosen in the entries of a form. */
export function practicesIn(entries: Iterable<[name: string, value: unknown]>): PracticeChoice[] {
  return [...entries].flatMap(([name, value]) => {
    const id = /^practice-(\d+)$/.exec(name)?.[1];
    return id === undefined ? [] : choiceIn(Number(id), String(value));
  });
}

// --- review ---------------------------------------------------------------------------------------------------------

/** Everything that was set up. Links are undefined when nothing may be changed. */
export interface ReviewStep {
  organization: Fact[];
  profile: Fact[];
  scope: Fact[];
  /** What else the chosen level makes available (docs/rules/setup-and-scope.md#level-note). */
  levelNote: string | undefined;
  /** Sections below these, which have no Edit button; those without facts are not shown. */
  further: { title: string; facts: Fact[]; link?: { to: string; label: string } | undefined }[];
  /** Why it cannot be changed. */
  readOnly: string | undefined;
  archived: { mayRestore: boolean } | undefined;
  /** Whether a scope was chosen that can be answered. */
  isReady: boolean;
  isStarted: boolean;
  links: Record<"organization" | "profile" | "scope" | "start" | "result", string | undefined> & { home: string };
}

// --- scope questions ------------------------------------------------------------------------------------------------

/** The guided questions about an ITIL scope with the answers so far, and the advice once everything needed is answered. */
export interface ScopeQuestionsPage {
  organizations: { id: string; name: string }[];
  /** How many organizations there are that cannot be chosen here. */
  further: number;
  practices: { id: number; name: string; help: string | undefined }[];
  /** The answers in the address by field; always with an organization. */
  given: { organization: string };
  /** What is wrong with the answers, if they were not accepted. */
  rejected: SubmissionResult<string[]> | undefined;
  advice: Advice | undefined;
  links: { here: string; createOrganization: string };
}

export interface Advice extends Recommendation {
  organization: string;
  practices: string[];
  /** The path where the recommended assessment is created. */
  create: string;
}

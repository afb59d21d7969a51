/** What the set-up of an assessment shows, and what its forms post. */
import type { SubmissionResult } from "@conform-to/react";
import type { Role } from "#model/contract/common.ts";
import type { ItilScope, PracticeGroup } from "#model/itil/catalogue.ts";
import type { Recommendation } from "#model/itil/recommend.ts";
import type { PracticeChoice } from "#model/itil/scope.ts";
import type { CatalogueItem } from "#model/p3m3/catalogue.ts";
import type { RichText } from "~/views/rich-text";

export type StepName = "profile" | "scope" | "review";

/** The sidebar: the organization and the three steps. */
export interface WizardView {
  organization: { name: string; location: string; businessUnit: string };
  /** Set up for certification. */
  certified: boolean;
  /** A step without a route cannot be opened yet. */
  steps: { id: StepName; name: string; route: string | undefined; isEnabled: boolean; isComplete: boolean }[];
}

/** What was set up, as labels and values: for the review, for comparing versions, and for showing two of them. */
export type Fact = [label: string, value: string];

/** Why a step was not saved. Nothing was written then, and what was typed is kept. */
export type Unsaved =
  | { why: "failed" }
  /** What is stored is no longer what the form was rendered from. */
  | { why: "changed"; stored: Fact[] }
  /** Somebody else holds the lock. */
  | { why: "locked"; by?: string | undefined; until?: string | undefined }
  /** It may no longer be changed at all. */
  | { why: "readOnly"; reason: string };

// --- profile --------------------------------------------------------------------------------------------------------

/** What of the profile form the user may choose, and what is settled. */
export interface ProfileChoices {
  models: Role[];
  /** The scopes of each model. */
  scopes: Record<string, string[]>;
  /** The model is settled by the user's only role, or once an assessment exists. */
  model: Role | undefined;
  hasSeveralRoles: boolean;
  /** The scope is settled once the assessment has started. */
  scope: string | undefined;
}

// --- scope ----------------------------------------------------------------------------------------------------------

/** What the scope step offers, what is chosen, and what cannot be taken out. */
export type ScopeStep = P3M3ScopeStep | ItilScopeStep;

export interface P3M3ScopeStep {
  model: "P3M3";
  perspectives: P3M3ScopeItem[];
  threads: P3M3ScopeItem[];
  chosen: P3M3Chosen;
}

/** A perspective or a thread. */
interface P3M3ScopeItem extends CatalogueItem {
  /** Belongs to the scope whatever is chosen. */
  locked: boolean;
}

export interface P3M3Chosen {
  selectedLevel: number | null;
  perspectiveIds: number[];
  threadIds: number[];
}

export interface ItilScopeStep {
  model: "ITIL";
  selectedScope: ItilScope;
  isStarted: boolean;
  groups: { id: PracticeGroup; name: string; practices: ScopePractice[] }[];
  /** The maturity components that come with the scope. */
  components: { id: number; name: string; help: RichText | undefined }[];
  chosen: ItilChosen;
}

interface ScopePractice {
  id: number;
  code: string;
  name: string;
  help: RichText | undefined;
  /** Belongs to the scope whatever is chosen. */
  locked: boolean;
}

export interface ItilChosen {
  practices: PracticeChoice[];
}

/** What comes back when a posted scope was not saved, with everything that was chosen. */
export interface ScopeReply {
  /** New with every reply, so that a dialog that was dismissed opens again. */
  id: string;
  chosen: P3M3Chosen | ItilChosen;
  /** Many rows were filled in at once; nothing was to be saved. */
  isOnlyFilled: boolean;
  /** Messages by field. */
  errors: Record<string, string[]>;
  /** What has answers and would be left out: asked first, and confirmed by its key. */
  lost?: { names: string[]; key: string };
  asksForComprehensive: boolean;
  unsaved?: Unsaved | undefined;
  /** The version that is stored, where it is no longer the one that the form was rendered from. */
  base?: string;
}

// How the practices of an ITIL scope travel in a form: a field for each practice, with its mode's number or N/A.

export const NOT_CHOSEN = "N/A";

export function practiceField(id: number): string {
  return `practice-${id}`;
}

/** The choice that one value of a practice's field stands for; nothing for N/A. An unknown value becomes a mode that the rules refuse. */
export function choiceIn(id: number, value: string): PracticeChoice[] {
  return value === NOT_CHOSEN ? [] : [{ id, mode: Number(value) as PracticeChoice["mode"] }];
}

/** The practices chosen in the entries of a form. */
export function practicesIn(entries: Iterable<[name: string, value: unknown]>): PracticeChoice[] {
  return [...entries].flatMap(([name, value]) => {
    const id = /^practice-(\d+)$/.exec(name)?.[1];
    return id === undefined ? [] : choiceIn(Number(id), String(value));
  });
}

// --- review ---------------------------------------------------------------------------------------------------------

/** Everything that was set up. Without links where it may not be changed. */
export interface ReviewStep {
  organization: Fact[];
  profile: Fact[];
  scope: Fact[];
  /** What the chosen level makes available beside itself. */
  levelNote: string | undefined;
  /** Why it cannot be changed. */
  readOnly: string | undefined;
  archived: { mayRestore: boolean } | undefined;
  /** A scope was chosen that can be answered. */
  isReady: boolean;
  isStarted: boolean;
  links: Record<"organization" | "profile" | "scope" | "home" | "start", string | undefined>;
}

// --- scope questions ------------------------------------------------------------------------------------------------

/** The guided questions about an ITIL scope, with what was answered, and the advice once everything needed was. */
export interface ScopeQuestionsPage {
  organizations: { id: string; name: string }[];
  practices: { id: number; name: string; help: string | undefined }[];
  /** The answers in the address, by field; the organization at least. */
  given: { organization: string };
  /** Why there is no advice, after answers that were not accepted. */
  rejected: SubmissionResult<string[]> | undefined;
  advice: Advice | undefined;
  links: { here: string; createOrganization: string };
}

export interface Advice extends Recommendation {
  organization: string;
  practices: string[];
  /** Where such an assessment is created. */
  create: string;
}

/** Types of what services shape for pages. Types only: components may not import services. */

export type { ThreadPage } from "~/services/answers.server";
export type { BenchmarkPanelView } from "~/services/benchmark.server";
export type { Confirmation, Dashboard, OpenedPanel, Panel, Row, Tab, Table } from "~/services/dashboard.server";
export type { Device } from "~/services/devices.server";
export type { ComponentPage, ItilQuestionsPage, PracticePage } from "~/services/itil-answers.server";
export type { ItilSummaryPage } from "~/services/itil-summary.server";
export type { ProfileChoices } from "~/services/profile-form.server";
export type { ItilProgressView, ProgressView } from "~/services/progress-view.server";
export type { ResultPage } from "~/services/results.server";
export type { ReviewStep } from "~/services/review.server";
export type { Change, Part, SaveOutcome, Stored } from "~/services/saving.server";
export type { ScopeReply, ScopeStep } from "~/services/scope-form.server";
export type { ScopeQuestionsPage } from "~/services/scope-questions.server";
export type { SummaryPage } from "~/services/summary.server";
export type { Fact, Unsaved, WizardView } from "~/services/wizard.server";
export type { Flash, SessionClock } from "~/sessions.server";

/** What a loader throws, with `data(…, {status})`, for a failure that the specification words. */
export interface FailurePage {
  title: string;
  description: string;
  /** Where the way on leads; an address outside the product is left by a full navigation. */
  next: { href: string; label: string };
  /** A form that could not be saved because of it, to be sent again. */
  kept?: KeptForm;
  /** The way on is to log out: the session is of no use any more. */
  logOut?: boolean;
}

/** What somebody typed, and where it was going. */
export interface KeptForm {
  action: string;
  fields: [name: string, value: string][];
}

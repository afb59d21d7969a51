/** Types of what services shape for pages. Types only: components may not import services. */

export type { ComponentPage, ItilQuestionsPage, PracticePage } from "~/services/answering/itil/questions.server";
export type { ItilSummaryPage } from "~/services/answering/itil/summary.server";
export type { ThreadPage } from "~/services/answering/p3m3/questions.server";
export type { SummaryPage } from "~/services/answering/p3m3/summary.server";
export type { ItilProgressView, ProgressView } from "~/services/answering/progress-view.server";
export type { Change, Part, SaveOutcome, Stored } from "~/services/answering/saving.server";
export type { Confirmation, Dashboard, OpenedPanel, Panel, Row, Tab, Table } from "~/services/home/dashboard.server";
export type { BenchmarkPanelView } from "~/services/results/p3m3/benchmark.server";
export type { ResultPage } from "~/services/results/results.server";
export type { Device } from "~/services/session/devices.server";
export type { ProfileChoices } from "~/services/setup/profile-form.server";
export type { ReviewStep } from "~/services/setup/review.server";
export type { ScopeReply, ScopeStep } from "~/services/setup/scope-form.server";
export type { ScopeQuestionsPage } from "~/services/setup/scope-questions.server";
export type { Fact, Unsaved, WizardView } from "~/services/setup/wizard.server";
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

/** Types of what services shape for pages. Types only: components may not import services. */
export type { OpenedPanel, Panel, Row, Tab } from "~/services/dashboard.server";
export type { ThreadPage } from "~/services/answers.server";
export type { ResultPage } from "~/services/results.server";
export type { SummaryPage } from "~/services/summary.server";
export type { WizardView } from "~/services/wizard.server";

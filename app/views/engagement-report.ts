/** What the screen of an engagement's report shows (docs/rules/engagements.md#the-report). */
import type { Id } from "#model/contract/common.ts";
import type { CoverTexts, Misfit, SectionChoice, TextView } from "~/views/client-report";
import { engagementPaths } from "~/views/engagements";
import type { ReportFormat } from "~/views/paths";

const at = (engagementId: Id) => `${engagementPaths.screen(engagementId)}/report`;

export const engagementReportPaths = {
  /** @param part scrolls to a text */
  screen: (engagementId: Id, part?: string) => `${at(engagementId)}${part === undefined ? "" : `#${part}`}`,
  save: (engagementId: Id) => `${at(engagementId)}/save`,
  file: (engagementId: Id, format: ReportFormat) => `${at(engagementId)}.${format}`,
} as const;

export interface EngagementReportPage {
  id: Id;
  name: string;
  organization: { name: string; to: string };
  choices: SectionChoice[];
  texts: TextView[];
  cover: CoverTexts;
  misfits: Misfit[];
  mayWrite: boolean;
  /** Members without any result, by name, which the report leaves out but names. */
  waiting: string[];
  /** That members are drafts, in words. */
  draft: string | undefined;
  /** Whether there is anything to report. */
  isEmpty: boolean;
  files: Record<ReportFormat, string>;
  links: { engagement: string; profile: string };
}

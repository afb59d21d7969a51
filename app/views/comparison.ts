/** What the screen 'Comparison' shows. */
import type { PageResult } from "~/views/result";
import type { Screens } from "~/views/screens";

export interface ComparisonPage {
  /** Its sections alone. */
  result: PageResult;
  tab: string;
  /** The part of the address that names the other assessment, for its images. */
  query: string;
  subtitle: string;
  /** The assessments to compare with, and the one that is compared. */
  choices: { value: string; label: string }[];
  chosen: string;
  links: { here: string; workbook: string };
  screens: Screens;
}

/** What the browser's script knows of it: everything but its exhibits. */
export type ShownComparison = Omit<ComparisonPage, "result"> & { name: string; isDraft: boolean };

/** What the screen 'Comparison' shows. */
import type { ShownSections } from "~/views/result";
import type { Screens } from "~/views/screens";

export interface ComparisonPage {
  exhibits: ShownSections;
  tab: string;
  /** The part of the address that names the other assessment, for its images. */
  query: string;
  subtitle: string;
  /** The assessments to compare with, and the one that is compared. */
  choices: { value: string; label: string }[];
  chosen: string;
  /** `trend` is a part of the page; absent where there is none. */
  links: { here: string; workbook: string; trend?: string; earlierScores?: { to: string; mayEnter: boolean } };
  screens: Screens;
}

/** What the browser's script knows of it: everything but its exhibits. */
export type ShownComparison = Omit<ComparisonPage, "exhibits"> & { name: string; isDraft: boolean };

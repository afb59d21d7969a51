/** What the register of evidence shows, and what it can be narrowed to (docs/rules/evidence.md#the-register). */

import type { EvidenceItem } from "~/views/answering/evidence";
import type { EvidenceAddress } from "~/views/paths";
import type { Screens } from "~/views/screens";

export const SHOW = {
  past: "Past its date",
  against: "Speaks against an answer that is Fully",
  unanswered: "Answered without evidence",
} as const;

export interface RegisterPage {
  assessment: { name: string; scope: string };
  /** What is counted: threads, or practices and components. */
  unit: string;
  /** `more`: what else an entry serves, beyond what is listed. */
  entries: (EvidenceItem & { more: number })[];
  /** Of all entries, and of those that fit. */
  counts: { all: number; fitting: number; past: number; answered: number; without: number };
  /** The answers without evidence; undefined unless the address asks for them. */
  without: { name: string; href: string }[] | undefined;
  page: number;
  pages: number;
  query: EvidenceAddress;
  isFiltered: boolean;
  /** What one can choose. */
  places: { group: string; items: { value: string; label: string }[] }[];
  roles: string[];
  screens: Screens;
  /** `add`: where several entries are added; undefined where nothing can be changed. */
  links: { here: string; workbook: string; add: string | undefined };
  /** For the links of the pages. */
  assessmentId: string;
}

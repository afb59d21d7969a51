/** What the result screen shows around the result: its tab, the choices for the benchmark, and links. */

import type { EditionView } from "~/views/editions";
import type { FurtherFormat } from "~/views/paths";
import type { PageResult } from "~/views/result";
import type { Screens } from "~/views/screens";

/** What the browser's script knows of a result: everything but its exhibits, which need none. */
export interface ResultOutline extends Omit<PageResult, "sections"> {
  /** The sections of the tab that is shown. */
  contents: { id: string; title: string }[];
  /** Whether that tab holds something folded. */
  folds: boolean;
}

/** The result without what only the server has to know. @param tab that is shown */
export function outlineOf({ sections, ...result }: PageResult, tab: string): ResultOutline {
  const shown = sections.filter((section) => section.tab === tab);
  return { ...result, contents: shown.map(({ id, title }) => ({ id, title })), folds: shown.some(({ folded }) => folded) };
}

/** What print has of the team's house style. */
export interface PrintedStyle {
  name?: string;
  /** At the foot of each page. */
  foot?: string;
  /** The address of the picture. */
  logo?: string;
}

export interface ResultPage {
  /** The tab that is shown. */
  tab: string;
  result: PageResult;
  /** For P3M3 only. */
  benchmark: BenchmarkPanelView | undefined;
  /** Absent where the team has none. */
  style?: PrintedStyle;
  /** Whether tables have nothing but what is below its target; absent without targets. */
  belowTarget?: boolean;
  /** What images are offered as besides JPEG; absent for nothing. */
  images?: FurtherFormat;
  /** What could not be read, in words, and is not shown; absent where everything was. */
  lacks?: string;
  /** The part of the address that shapes what is shown, such as `benchmark=off`. */
  query: string;
  links: {
    home: string;
    full: string;
    workbook: string;
    whatIf: string;
    /** Where it is assessed again. */
    again?: string;
    /** The targets of its scope. */
    targets?: string;
    result: string;
  };
  screens: Screens;
  /** That the assessment is archived, in words. */
  archived?: string;
  /** Absent where there is nothing to say about editions. */
  edition?: EditionView;
}

/** The benchmark's switch, and whom the result is compared with. */
export interface BenchmarkPanelView {
  on: boolean;
  /** The fields that keep the cohort when the switch is used; name to value. */
  kept: [name: string, value: string][];
  /** Whether the team's other organizations are shown; undefined where the upstream does not tell of them. */
  others?: boolean;
  filters: BenchmarkFilter[];
  /** What the reader should know about the cohort. */
  message?: string;
  /** A wider cohort that is large enough: the query that asks for it, and its name. */
  wider?: { query: string; words: string };
  failed: boolean;
}

/** A list in 'Compare with'. */
interface BenchmarkFilter {
  name: "country" | "industry" | "size";
  label: string;
  chosen: string;
  options: { value: string; label: string }[];
}

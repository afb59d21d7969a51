/** What the result screen shows around the report: its tab, the benchmark's choices, and the ways on. */
import type { PageReport } from "~/views/report";

export interface ResultPage {
  /** The tab that is shown. */
  tab: string;
  report: PageReport;
  /** Of P3M3 alone. */
  benchmark: BenchmarkPanelView | undefined;
  /** The part of the address that says what is shown, e.g. `benchmark=off`. */
  query: string;
  links: { home: string; full: string; workbook: string; result: string };
}

/** The benchmark's switch, and whom the result is compared with. */
export interface BenchmarkPanelView {
  on: boolean;
  /** What keeps the choices while the switch is turned; name to value. */
  kept: [name: string, value: string][];
  filters: { name: "country" | "industry" | "size"; label: string; chosen: string; options: { value: string; label: string }[] }[];
  /** What the reader should know about the cohort. */
  message?: string;
  /** A wider cohort that is large enough: the query that asks for it, and the cohort in words. */
  wider?: { query: string; words: string };
  failed: boolean;
}

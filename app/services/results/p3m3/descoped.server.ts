/** The threads that a P3M3 result leaves out, with the reasons that were given (docs/rules/descoping.md#the-reason). */
import type { P3M3Results } from "#model/contract/p3m3.ts";
import { words } from "~/services/results/cells.server";
import { tableOf } from "~/services/results/columns.server";
import { section } from "~/services/results/sections.server";
import type { ReportSection } from "~/views/report";

/** The table of descoped threads; no section where nobody gave a reason, or where the upstream keeps none. */
export function descopedSection({ descoped = [] }: P3M3Results): ReportSection[] {
  if (!descoped.some(({ reason }) => reason !== "")) return [];
  const title = "Descoped threads";
  const table = tableOf({
    id: "descoped-threads",
    title,
    columns: [
      { title: "Perspective", kind: "text", cell: ({ perspective }) => words(perspective.name) },
      { title: "Thread", kind: "text", names: true, cell: ({ thread }) => words(thread.name) },
      { title: "Reason", kind: "text", wide: true, cell: ({ reason }) => words(reason === "" ? "No reason was given." : reason) },
    ],
    rows: descoped,
  });
  return [section("descoped", title, ["These threads were left out of the assessment and count in no score."], [table])];
}

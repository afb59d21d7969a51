import { readFileSync } from "node:fs";
import type { ComponentProps } from "react";
import type { ResultScreen } from "~/components/results/ResultScreen";
import type { GridPage } from "~/views/answering/grid";
import type { ItilSummaryPage, PracticePage } from "~/views/answering/itil";
import type { P3m3QuestionsPage, P3m3SummaryPage } from "~/views/answering/p3m3";
import type { Dashboard } from "~/views/home";

/** What the product's own loaders answered, by the route that did. */
export type Screen =
  | { route: "routes/home/home"; data: Dashboard & { firstName?: string | null } }
  | { route: "routes/answering/p3m3/questions"; data: { thread: P3m3QuestionsPage } }
  | { route: "routes/answering/itil/questions"; data: { questions: PracticePage } }
  | { route: "routes/answering/p3m3/grid"; data: { grid: GridPage<"ladder"> } }
  | { route: "routes/answering/itil/grid"; data: { grid: GridPage<"criteria"> } }
  | { route: "routes/answering/p3m3/summary"; data: { summary: P3m3SummaryPage } }
  | { route: "routes/answering/itil/summary"; data: { summary: ItilSummaryPage } }
  | { route: "routes/results/result"; data: ComponentProps<typeof ResultScreen> };

const screens: Record<string, { shell: { email: string; clock: never }; screen: Screen }> = JSON.parse(
  readFileSync(process.env.BENCH_DATA ?? "", "utf8"),
);

/** The answers for an address. */
export function inlinedAt(request: Request) {
  const inlined = screens[new URL(request.url).pathname];
  if (!inlined) throw new Response(null, { status: 404 });
  return inlined;
}

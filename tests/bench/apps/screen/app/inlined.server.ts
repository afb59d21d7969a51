import { readFileSync } from "node:fs";
import type { ComponentProps } from "react";
import type { ResultScreen } from "~/components/results/ResultScreen";
import type { FrameFacts } from "~/components/shell/Frame";
import type { GridPage } from "~/views/answering/grid";
import type { ItemPage } from "~/views/answering/item";
import type { SummaryPage } from "~/views/answering/summary";
import type { Dashboard } from "~/views/home";

/** What the product's own loaders answered, by the route that did. */
export type Screen =
  | { route: "routes/home/home"; data: Dashboard & { firstName?: string | null } }
  | { route: "routes/answering/p3m3/questions"; data: { page: ItemPage<"ladder"> } }
  | { route: "routes/answering/itil/questions"; data: { page: ItemPage<"criteria"> } }
  | { route: "routes/answering/p3m3/grid"; data: { grid: GridPage<"ladder"> } }
  | { route: "routes/answering/itil/grid"; data: { grid: GridPage<"criteria"> } }
  | { route: "routes/answering/p3m3/summary"; data: { summary: SummaryPage<"P3M3"> } }
  | { route: "routes/answering/itil/summary"; data: { summary: SummaryPage<"ITIL"> } }
  | { route: "routes/results/result"; data: ComponentProps<typeof ResultScreen> };

const screens: Record<string, { shell: FrameFacts; screen: Screen }> = JSON.parse(readFileSync(process.env.BENCH_DATA ?? "", "utf8"));

/** The answers for an address. */
export function inlinedAt(request: Request) {
  const inlined = screens[new URL(request.url).pathname];
  if (!inlined) throw new Response(null, { status: 404 });
  return inlined;
}

import { readFileSync } from "node:fs";
import type { ThreadPage } from "~/view";

/** What the product's own loaders answered for the same address. */
export const inlined: { shell: { email: string; clock: never }; thread: ThreadPage } = JSON.parse(
  readFileSync(process.env.BENCH_DATA ?? "", "utf8"),
);

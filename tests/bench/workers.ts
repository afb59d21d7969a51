/** The workers of files as production has them: built, and with its limits. Those of the sources take twice the memory, so each would make one file. */
import { fileURLToPath } from "node:url";
import { LANES, openPool, type TaskName } from "~/services/workers/pool.server";
import type * as tasks from "~/workers/tasks.server";
import { buildIfStale } from "../../scripts/build.js";

const BUILT = { filename: fileURLToPath(new URL("../../build/server/tasks.worker.js", import.meta.url)), idleMilliseconds: 60_000 };

/** Opens them; the build is made first, if it is stale. Whoever opens them closes them. */
export function builtWorkers() {
  buildIfStale();
  const pool = openPool(LANES.files, BUILT);
  return {
    run: <Name extends TaskName>(name: Name, input: Parameters<(typeof tasks)[Name]>[0], more?: Parameters<typeof pool.run>[2]) =>
      pool.run(name, input, more),
    close: () => pool.close(),
  };
}

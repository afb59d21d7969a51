import { sql } from "kysely";
import { READY_PATH } from "#model/contract/calls.ts";
import type { Api, Surroundings } from "../handlers.ts";
import { Problem } from "../problem.ts";

/** Whether the process runs (`/health`), and whether it can serve (`/ready`). */
export function healthRoutes(app: Api, { store }: Surroundings): void {
  app.get("/health", (context) => context.json({ status: "ok" }));
  app.get(READY_PATH, async (context) => {
    try {
      await sql`select 1`.execute(store);
    } catch {
      throw new Problem(503, "The store cannot be reached.");
    }
    return context.json({ status: "ok" });
  });
}

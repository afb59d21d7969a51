import { READY_PATH } from "#model/contract/calls.ts";
import type { Api, Surroundings } from "../handlers.ts";
import { damagedStore, Problem } from "../problem.ts";
import { isDamage } from "../store/fault.ts";

/** Whether the process runs (`/health`), and whether it can serve (`/ready`). */
export function healthRoutes(app: Api, { store }: Surroundings, isDamaged: () => boolean): void {
  app.get("/health", (context) => context.json({ status: "ok" }));
  app.get(READY_PATH, async (context) => {
    // Damage does not heal: what a call has found counts until a backup is put back.
    if (isDamaged()) throw damagedStore();
    try {
      await store.selectFrom("setting").select("name").limit(1).execute();
    } catch (error) {
      throw isDamage(error) ? error : new Problem(503, "The store cannot be reached.");
    }
    return context.json({ status: "ok" });
  });
}

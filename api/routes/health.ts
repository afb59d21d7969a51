import { READY_PATH } from "#model/contract/calls.ts";
import { VERSION } from "#model/version.ts";
import type { Api, Surroundings } from "../handlers.ts";
import { damagedStore, Problem } from "../problem.ts";
import { isDamage, isFull } from "../store/fault.ts";
import { requireRoom } from "../store/room.ts";

/** What the calls of this process have found out about the store. */
export interface HealthState {
  /** Damage does not heal: it counts until a backup is put back. */
  damage: boolean;
  /** The disk is full. It counts until there is room again. */
  full: boolean;
}

const WELL = { status: "ok", version: VERSION };

/** Whether the process runs (`/health`), and whether it can serve (`/ready`). */
export function healthRoutes(app: Api, { store }: Surroundings, health: HealthState): void {
  app.get("/health", (context) => context.json(WELL));
  app.get(READY_PATH, async (context) => {
    if (health.damage) throw damagedStore();
    try {
      await store.selectFrom("setting").select("name").limit(1).execute();
      if (health.full) await requireRoom(store);
    } catch (error) {
      if (isDamage(error)) throw error;
      throw new Problem(503, isFull(error) ? "The store is full." : "The store cannot be reached.");
    }
    health.full = false;
    return context.json(WELL);
  });
}

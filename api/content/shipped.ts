import { join } from "node:path";
import type { Store } from "#api/store/open.ts";
import { importPack } from "./catalogue.ts";
import { hasPack, loadPack } from "./pack.ts";

/** The folders of the packs that ship with the project, relative to the working folder. */
const SHIPPED = ["api/content/p3m3", "api/content/itil"];

/**
 * Imports the shipped packs that the store does not have yet.
 * @param warn is told when a shipped pack differs from the stored one of the same id and version
 * @throws PackError when a shipped pack has faults
 */
export async function importShippedPacks(store: Store, now: Date, warn: (message: string) => void): Promise<void> {
  for (const directory of SHIPPED.map((path) => join(process.cwd(), path)).filter(hasPack)) {
    const pack = loadPack(directory);
    const { id, version } = pack.content.heading;
    if ((await importPack(store, pack, now)) === "changed")
      warn(`Content pack ${id} ${version} in ${directory} differs from the stored one, which is kept. Give changed content a new version.`);
  }
}

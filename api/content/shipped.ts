import { join } from "node:path";
import type { Store } from "#api/store/open.ts";
import type { Role } from "#model/contract/common.ts";
import { importPack } from "./catalogue.ts";
import { hasPack, loadPack, type Pack } from "./pack.ts";

/** The folders of the packs that ship with the project, relative to the working folder. */
const SHIPPED = ["api/content/p3m3", "api/content/itil"];

/**
 * Imports the shipped packs that the store does not have yet. If the operator has imported a pack of their own for the same model, that
 * one stays the newest: neither a start nor an update of this product may replace it.
 * @param warn receives a message when a shipped pack differs from the stored one of the same id and version
 * @param formerOf a pack to import before a shipped one, where the store has none of the model yet: for the demo
 * @throws PackError when a shipped pack has faults
 */
export async function importShippedPacks(
  store: Store,
  now: Date,
  warn: (message: string) => void,
  formerOf?: (pack: Pack) => Pack,
): Promise<void> {
  for (const directory of SHIPPED.map((path) => join(process.cwd(), path)).filter(hasPack)) {
    const pack = loadPack(directory);
    const { id, version, model } = pack.content.heading;
    if (await hasPackOfAnother(store, model, id)) continue;
    if (formerOf && !(await hasAnyPack(store, model))) await importPack(store, formerOf(pack), now);
    if ((await importPack(store, pack, now)) === "changed")
      warn(`Content pack ${id} ${version} in ${directory} differs from the stored one, which is kept. Give changed content a new version.`);
  }
}

async function hasAnyPack(store: Store, model: Role): Promise<boolean> {
  return (await store.selectFrom("content_pack").select("seq").where("model", "=", model).limit(1).executeTakeFirst()) !== undefined;
}

async function hasPackOfAnother(store: Store, model: Role, id: string): Promise<boolean> {
  const other = store.selectFrom("content_pack").select("seq").where("model", "=", model).where("id", "!=", id);
  return (await other.limit(1).executeTakeFirst()) !== undefined;
}

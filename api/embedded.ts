/** The reference API inside another process: the web application talks to its `fetch`. */
import { createApi, logToStderr } from "./app.ts";
import { type Environment, parseApiConfig } from "./config.ts";
import { Catalogue } from "./content/catalogue.ts";
import { importShippedPacks } from "./content/shipped.ts";
import { seedDemo } from "./demo/seed.ts";
import { migrate } from "./store/migrate.ts";
import { openStore, type Store } from "./store/open.ts";

export interface EmbeddedApi {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

// While the web application is developed its modules are loaded again after every edit; the database stays open.
const kept = globalThis as { maturityAssessmentStores?: Map<string, Promise<Store>> };
kept.maturityAssessmentStores ??= new Map();
const stores = kept.maturityAssessmentStores;

/**
 * Opens the API: the store is migrated, the shipped content imported, and in the demo its data seeded. One store per database.
 * @throws ConfigError for malformed variables, PackError for faulty content, Error when the store cannot be opened or migrated
 */
export async function openEmbeddedApi(env: Environment): Promise<EmbeddedApi> {
  const config = parseApiConfig(env);
  const url = config.databaseUrl;
  const catalogue = new Catalogue();
  const alreadyOpen = stores.get(url);
  const opening = alreadyOpen ?? openMigratedStore(url);
  stores.set(url, opening);
  try {
    const store = await opening;
    await importShippedPacks(store, new Date(), (message) => logToStderr({ level: "warn", message }));
    if (config.demo) await seedDemo(store, catalogue, new Date());
    const api = createApi({ store, catalogue, config });
    return {
      fetch: async (request) => api.fetch(request),
      close: async () => {
        if (stores.get(url) !== opening) return;
        stores.delete(url);
        await store.destroy();
      },
    };
  } catch (error) {
    // A store that somebody else has open is not theirs to lose.
    if (!alreadyOpen) {
      stores.delete(url);
      await opening.then(
        (store) => store.destroy(),
        () => undefined,
      );
    }
    throw error;
  }
}

async function openMigratedStore(url: string): Promise<Store> {
  const store = openStore(url);
  await migrate(store).catch(async (error) => {
    await store.destroy();
    throw error;
  });
  return store;
}

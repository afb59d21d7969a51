/** The reference API inside another process: the web application calls its `fetch`. */

import { createSecretKey } from "node:crypto";
import type { Environment } from "#model/environment.ts";
import { createApi, logLine } from "./app.ts";
import { historyKeyOf, tokenSecretsOf } from "./auth/token-secret.ts";
import { parseApiConfig, purposeOf } from "./config.ts";
import { Catalogue } from "./content/catalogue.ts";
import { importShippedPacks } from "./content/shipped.ts";
import { seedDemo } from "./demo/seed.ts";
import type { Sender } from "./outbox/sender.ts";
import { startSender } from "./outbox/start.ts";
import { anchorOf } from "./services/history-check.ts";
import { thinNotes } from "./services/history-thinning.ts";
import type { Store } from "./store/open.ts";
import { keepPulse } from "./store/pulse.ts";
import { requirePurpose } from "./store/purpose.ts";
import { openSoundStore } from "./store/soundness.ts";

export interface EmbeddedApi {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

// In development the modules of the web application are loaded again after every edit; the database stays open meanwhile.
const kept = globalThis as { maturityAssessmentStores?: Map<string, Promise<Store>>; maturityAssessmentSenders?: Map<string, Sender> };
kept.maturityAssessmentStores ??= new Map();
kept.maturityAssessmentSenders ??= new Map();
const stores = kept.maturityAssessmentStores;
const senders = kept.maturityAssessmentSenders;

/**
 * Opens the API: migrates the store, imports the shipped content, and seeds the demo's data in a demo. One store for each database.
 * @throws ConfigurationError for malformed variables, PackError for faulty content, StoreError for a database that is damaged, newer than
 * this version, or made for the other purpose (docs/rules/sign-in-and-session.md#the-demos-mark), Error when it cannot be opened or
 * migrated for another reason
 */
export async function openEmbeddedApi(env: Environment): Promise<EmbeddedApi> {
  const given = parseApiConfig(env);
  const config = { ...given, tokenSecrets: tokenSecretsOf(given), historyKey: historyKeyOf(given) };
  const url = config.databaseUrl;
  const purpose = purposeOf(config);
  const catalogue = new Catalogue();
  const alreadyOpen = stores.get(url);
  // Checked before migrating, so that a database that is refused stays unchanged.
  const opening =
    alreadyOpen ??
    openSoundStore(url, purpose, {
      check: (store) => requirePurpose(store, purpose, url),
      patience: { statementMs: config.databaseTimeoutMs },
    });
  stores.set(url, opening);
  try {
    const store = await opening;
    // Whoever opened it first, here or in another process, may have made it for the other purpose.
    await requirePurpose(store, purpose, url);
    await importShippedPacks(store, new Date(), (message) => logLine({ level: "warn", message }));
    if (config.demo) await seedDemo(store, catalogue, createSecretKey(config.historyKey, "utf8"), new Date());
    const api = createApi({ store, catalogue, config });
    await senders.get(url)?.stop();
    senders.set(url, startSender(store, config, logLine));
    const tending = config.demo ? undefined : tendHistory(store);
    const endPulse = keepPulse(store, logLine);
    return {
      fetch: async (request) => api.fetch(request),
      close: async () => {
        if (stores.get(url) !== opening) return;
        stores.delete(url);
        clearInterval(tending);
        endPulse();
        await senders.get(url)?.stop();
        senders.delete(url);
        await store.destroy();
      },
    };
  } catch (error) {
    // If the store was open before, others are using it: it stays open.
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

const DAY_MS = 24 * 60 * 60_000;

/**
 * Now and once a day: logs where the history stands, for whoever keeps the log elsewhere (docs/rules/history.md#checking), and thins it
 * (docs/rules/history.md#thinning).
 */
function tendHistory(store: Store): NodeJS.Timeout {
  const tend = async () => {
    try {
      const { newest, digest } = await anchorOf(store);
      logLine({ level: "info", message: "history", anchor: `${newest} ${digest}` });
    } catch {
      logLine({ level: "warn", message: "the history could not be read for its daily anchor" });
    }
    await thinNotes(store, new Date()).catch(() => logLine({ level: "warn", message: "the history of notes could not be thinned" }));
  };
  void tend();
  return setInterval(tend, DAY_MS).unref();
}

/** The reference API inside another process: the web application calls its `fetch`. */

import type { Environment } from "#model/environment.ts";
import { Afterwards } from "./afterwards.ts";
import { createApi } from "./app.ts";
import { tokenSecretsOf } from "./auth/token-secret.ts";
import { parseApiConfig, purposeOf } from "./config.ts";
import { Catalogue } from "./content/catalogue.ts";
import { importShippedPacks } from "./content/shipped.ts";
import { formerOf } from "./demo/former-packs.ts";
import { seedDemo } from "./demo/seed.ts";
import { logLine } from "./log.ts";
import { startSenders } from "./outbox/start.ts";
import { forgetAddresses } from "./services/addresses.ts";
import { createFirstLead } from "./services/first-lead.ts";
import { forgetPlanNames } from "./services/forgetting-plan-names.ts";
import { forgetOldVoices } from "./services/forgetting-voices.ts";
import { anchorOf } from "./services/history-check.ts";
import { getHistoryKey } from "./services/history-key.ts";
import { thinNotes } from "./services/history-thinning.ts";
import { forgetInvitations } from "./services/invitations.ts";
import { notePublicUrl } from "./services/public-url.ts";
import { describeSharedAddresses } from "./services/shared-addresses.ts";
import { mishapOf } from "./store/mishap.ts";
import type { Store } from "./store/open.ts";
import { keepPulse } from "./store/pulse.ts";
import { requirePurpose } from "./store/purpose.ts";
import { openSoundStore } from "./store/soundness.ts";

export interface EmbeddedApi {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

// In development every edit loads the modules of the web application again, but the database stays open.
const kept = globalThis as {
  maturityAssessmentStores?: Map<string, Promise<Store>>;
  maturityAssessmentSenders?: Map<string, { stop(): Promise<void> }>;
};
kept.maturityAssessmentStores ??= new Map();
kept.maturityAssessmentSenders ??= new Map();
const stores = kept.maturityAssessmentStores;
const senders = kept.maturityAssessmentSenders;

/**
 * Opens the API: migrates the store, imports the shipped content, and seeds the demo's data in a demo. One store for each database.
 * @throws ConfigurationError for malformed or missing variables, and for another HISTORY_KEY than before; PackError for faulty content
 * @throws StoreError for a database that is damaged, newer than this version, out of reach, or made for the other purpose
 * (docs/rules/sign-in-and-session.md#the-demos-mark)
 * @throws Error when it cannot be opened or migrated for another reason
 */
export async function openEmbeddedApi(env: Environment): Promise<EmbeddedApi> {
  const given = parseApiConfig(env, { isServer: true });
  const url = given.databaseUrl;
  const purpose = purposeOf(given);
  const catalogue = new Catalogue();
  const alreadyOpen = stores.get(url);
  // Checked before migrating, so that a database that is refused stays unchanged.
  const opening =
    alreadyOpen ??
    openSoundStore(url, purpose, {
      backups: given.backupFolder,
      check: (store) => requirePurpose(store, purpose, url),
      onMigrated: (migrations, isNew) =>
        // Whoever tries the demo has no use for it.
        given.demo || logLine({ level: "info", message: isNew ? "the database was made" : "the database was migrated", migrations }),
      patience: { statementMs: given.databaseTimeoutMs },
    });
  stores.set(url, opening);
  try {
    const store = await opening;
    // The process that opened it first, this one or another, may have made it for the other purpose.
    await requirePurpose(store, purpose, url);
    const config = { ...given, tokenSecrets: tokenSecretsOf(given) };
    const historyKey = await getHistoryKey(store, config);
    await notePublicUrl(store, config.outbox.publicUrl);
    const warn = (message: string) => logLine({ level: "warn", message });
    await importShippedPacks(store, new Date(), warn, config.demo ? formerOf : undefined);
    if (config.demo) await seedDemo(store, { catalogue, historyKey, timeZone: config.timeZone }, new Date());
    else if (config.firstLead && (await createFirstLead(store, config.firstLead)))
      logLine({ level: "info", message: "the first lead was created" });
    for (const words of await describeSharedAddresses(store)) warn(words);
    const afterwards = new Afterwards(logLine);
    const api = createApi({ store, catalogue, config, historyKey, afterwards });
    await senders.get(url)?.stop();
    senders.set(url, startSenders(store, config, { historyKey, catalogue }, logLine));
    const tending = config.demo ? undefined : tendStore(store, config.timeZone);
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
        await afterwards.stop();
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
    throw mishapOf(url, error) ?? error;
  }
}

/** Checks the settings of the API. @throws ConfigurationError with a line for each variable that is malformed or missing */
export function checkSettings(env: Environment): void {
  parseApiConfig(env, { isServer: true });
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Now and once a day: logs the state of the history, for operators who keep the log elsewhere (docs/rules/history.md#checking), and thins
 * it (docs/rules/history.md#thinning). It also forgets invitations (docs/rules/people.md#invitations),
 * the names of voices (docs/rules/voices.md#how-long-names-are-kept) and those in plans
 * (docs/rules/engagements.md#how-long-names-are-kept).
 */
function tendStore(store: Store, timeZone: string): NodeJS.Timeout {
  const tend = async () => {
    try {
      const { newest, digest } = await anchorOf(store);
      logLine({ level: "info", message: "history", anchor: `${newest} ${digest}` });
    } catch {
      logLine({ level: "warn", message: "the history could not be read for its daily anchor" });
    }
    await forgetInvitations(store, new Date()).catch(() =>
      logLine({ level: "warn", message: "invitations that are over could not be forgotten" }),
    );
    await forgetAddresses(store, new Date()).catch(() => logLine({ level: "warn", message: "old addresses could not be forgotten" }));
    await forgetOldVoices(store, new Date(), timeZone).catch(() =>
      logLine({ level: "warn", message: "the names of voices could not be forgotten" }),
    );
    await forgetPlanNames(store, new Date(), timeZone).catch(() =>
      logLine({ level: "warn", message: "the names in plans could not be forgotten" }),
    );
    await thinNotes(store, new Date()).catch(() => logLine({ level: "warn", message: "the history of notes could not be thinned" }));
  };
  void tend();
  return setInterval(tend, DAY_MS).unref();
}

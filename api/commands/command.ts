/** What commands have in common: private files, and faults that an operator can mend said in plain lines. */
import { ConfigurationError } from "#model/environment.ts";
import { type ApiConfig, parseApiConfig, purposeOf } from "../config.ts";
import { UnknownPerson } from "../services/people.ts";
import { isDamage, StoreError } from "../store/fault.ts";
import { type Db, inTransaction } from "../store/open.ts";
import { keepFilesPrivate } from "../store/private-files.ts";
import { damaged, openSoundStore } from "../store/soundness.ts";

/** The command was called in a way that it does not know; the message says what is wrong. */
export class Misused extends Error {}

/** What a command has to say once everything is stored. */
interface Said {
  /** For standard output. */
  out: readonly string[];
  /** For standard error: what a script that reads the output must not find there. */
  aside?: readonly string[];
}

/**
 * Runs a command in one transaction of the store that the settings name, and sets the exit code: 1 for what an operator can mend, 2 when
 * it was misused.
 * @param prepare reads the options, before the store is opened
 */
export async function runOnStore<O>(usage: string, prepare: () => O, work: (db: Db, options: O) => Promise<Said>): Promise<void> {
  keepFilesPrivate();
  let config: ApiConfig | undefined;
  try {
    const options = prepare();
    config = parseApiConfig(process.env);
    const store = await openSoundStore(config.databaseUrl, purposeOf(config));
    try {
      const { out, aside = [] } = await inTransaction(store, (db) => work(db, options));
      for (const line of aside) console.error(line);
      for (const line of out) console.log(line);
    } finally {
      await store.destroy();
    }
  } catch (fault) {
    const error = config && isDamage(fault) ? damaged(config.databaseUrl, purposeOf(config), fault) : fault;
    const misused = error instanceof Misused || String((error as { code?: unknown }).code).startsWith("ERR_PARSE_ARGS");
    const isPlain = [StoreError, ConfigurationError, UnknownPerson].some((kind) => error instanceof kind);
    if (!misused && !isPlain) throw error;
    console.error((error as Error).message);
    if (misused) console.error(usage);
    process.exitCode = misused ? 2 : 1;
  }
}

/** Maintains the store that DATABASE_URL names: its tables, backups, and the move from one kind of database to the other. */
import "../../scripts/node-version.js";
import { parseArgs } from "node:util";
import { ConfigurationError } from "#model/environment.ts";
import { parseApiConfig, purposeOf } from "../config.ts";
import { requireKeyOfBackup } from "../services/history-key.ts";
import { backUp, copyBetween } from "../store/backup.ts";
import { StoreError } from "../store/fault.ts";
import { migrate } from "../store/migrate.ts";
import { type Db, nameOf, openStore } from "../store/open.ts";
import { keepFilesPrivate } from "../store/private-files.ts";
import { restore } from "../store/restore.ts";
import { exitCodeFor, inWords } from "./command.ts";

const USAGE = `Usage:
  npm run db -- migrate                        brings the tables up to date
  npm run db -- backup [FILE] [--quiet]        writes everything into one file, while servers run
  npm run db -- restore FILE [--replace] [--key-lost] [--quiet]
                                               puts a backup in the place of the database; --replace, also of one that is not empty;
                                               --key-lost, although its history cannot be verified with the present HISTORY_KEY
  npm run db -- copy --to URL [--replace]      copies everything into another database, file:… or postgres://…
--quiet leaves out the progress. DATABASE_URL names the database; without it, DEMO=1 means the demo's.`;

keepFilesPrivate();
const started = Date.now();
/** Progress goes to standard error, the outcome to standard output. */
const progress = (line: string) => console.error(`[${((Date.now() - started) / 1000).toFixed(1)} s] ${line}`);

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: "string" },
      replace: { type: "boolean", default: false },
      "key-lost": { type: "boolean", default: false },
      quiet: { type: "boolean", default: false },
    },
  });
  const [action, file, ...more] = positionals;
  const config = parseApiConfig(process.env);
  const url = config.databaseUrl;
  const { to, replace, quiet, "key-lost": isKeyLost } = values;
  const report = quiet ? () => {} : progress;
  // An option that an action does not know is refused, not ignored: a backup might otherwise go elsewhere than intended.
  const [isRestore, isCopy] = [action === "restore", action === "copy"];
  if (more.length > 0 || (to && !isCopy) || (replace && !isRestore && !isCopy) || (isKeyLost && !isRestore)) misused();
  else if (action === "migrate" && !file) {
    const store = openStore(url);
    try {
      const done = await migrate(store, { purpose: purposeOf(config), report });
      console.log(done.length === 0 ? "The tables are up to date." : `${counted(done.length, "migration", "migrations")} done.`);
    } finally {
      await store.destroy();
    }
  } else if (action === "backup") {
    const { path, bytes, holds } = await backUp(url, { file, folder: config.backupFolder, report });
    console.log(`${path} (${(bytes / 1024 / 1024).toFixed(1)} MB)`);
    const inClear = [
      `It holds, in clear, ${counted(holds.organizations, "organization", "organizations")}, ${counted(holds.assessments, "assessment", "assessments")} with all answers and notes, and the names and e-mail addresses of ${counted(holds.people, "person", "people")}.`,
      "It holds no key and no token, so nobody can sign in with it. Only the account that made it may read the file.",
    ];
    if (!quiet) console.log(inClear.join("\n"));
  } else if (action === "restore" && file) {
    const check = isKeyLost ? undefined : (backup: Db) => requireKeyOfBackup(backup, config, file);
    const former = await restore(url, file, { replace, purpose: purposeOf(config), backups: config.backupFolder, report, check });
    console.log(
      `Restored into ${nameOf(url)}.${former ? ` What was there before is kept ${url.startsWith("file:") ? "as" : "in the schema"} ${former}.` : ""}`,
    );
    if (former && !url.startsWith("file:")) console.log(`To delete that for good: drop schema ${former} cascade`);
    console.log("Everybody has to sign in again. Whoever was suspended or removed since the backup is as before: npm run people -- list");
  } else if (action === "copy" && to && !file) {
    const target = parseApiConfig({ ...process.env, DATABASE_URL: to }).databaseUrl;
    const rows = await copyBetween(url, target, { replace, report });
    console.log(`${counted(rows, "row", "rows")} copied into ${nameOf(target)}, read back and alike.`);
  } else misused();
} catch (fault) {
  const error = fault instanceof ConfigurationError ? fault : await inWords(fault, parseApiConfig(process.env));
  const mistyped = String((error as { code?: unknown }).code).startsWith("ERR_PARSE_ARGS");
  const known = error instanceof StoreError || error instanceof ConfigurationError || /^Error: Migrating/.test(String(error));
  if (!known && !mistyped) throw error;
  console.error((error as Error).message);
  if (mistyped) misused();
  process.exitCode = mistyped ? 2 : exitCodeFor(error);
}

function counted(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}

function misused(): void {
  console.error(USAGE);
  process.exitCode = 2;
}

/** Checks the history, and takes it out (docs/rules/history.md#checking). */
import { createSecretKey } from "node:crypto";
import { parseArgs } from "node:util";
import { ConfigurationError } from "#model/environment.ts";
import { historyKeyOf } from "../auth/token-secret.ts";
import { parseApiConfig } from "../config.ts";
import { assessmentChain, exportHistory } from "../services/history.ts";
import { anchorOf, checkHistory } from "../services/history-check.ts";
import { openStore } from "../store/open.ts";
import { keepFilesPrivate } from "../store/private-files.ts";

const USAGE = `Usage:
  npm run history -- verify [--anchor 'NUMBER DIGEST']   checks every entry, and that nothing was taken out since an anchor
  npm run history -- anchor                              prints an anchor to keep elsewhere; the log has one a day
  npm run history -- export [--assessment NUMBER]        writes entries as lines of JSON
DATABASE_URL names the database; without it, DEMO=1 means the demo's.`;

keepFilesPrivate();
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { anchor: { type: "string" }, assessment: { type: "string" } },
  });
  const [action, ...more] = positionals;
  const config = parseApiConfig(process.env);
  const { anchor, assessment } = values;
  const isUnderstood =
    more.length === 0 &&
    (anchor === undefined || (action === "verify" && /^\d+ [\w-]+$/.test(anchor))) &&
    (assessment === undefined || (action === "export" && /^\d+$/.test(assessment)));
  const store = openStore(config.databaseUrl);
  try {
    if (!isUnderstood) misused();
    else if (action === "verify") {
      const { chains, entries, erased, breaks } = await checkHistory(store, createSecretKey(historyKeyOf(config), "utf8"));
      console.log(`${entries} entries in ${chains} chains, ${erased} of them erased.`);
      for (const { chain, seq, what } of breaks) console.log(`${chain}: entry ${seq} was ${what}.`);
      const [newest, digest] = anchor?.split(" ") ?? [];
      const isAnchored = newest === undefined || (await anchorOf(store, Number(newest))).digest === digest;
      if (!isAnchored) console.log(`Up to entry ${newest} the history is not what it was when the anchor was written.`);
      if (breaks.length === 0 && isAnchored) console.log("Nothing was changed, taken out or cut off.");
      else process.exitCode = 1;
    } else if (action === "anchor") {
      const { newest, digest } = await anchorOf(store);
      console.log(`${newest} ${digest}`);
    } else if (action === "export") {
      const chain = assessment === undefined ? undefined : assessmentChain(Number(assessment));
      for await (const entry of exportHistory(store, chain)) process.stdout.write(`${JSON.stringify(entry)}\n`);
    } else misused();
  } finally {
    await store.destroy();
  }
} catch (error) {
  const isMistyped = String((error as { code?: unknown }).code).startsWith("ERR_PARSE_ARGS");
  if (!isMistyped && !(error instanceof ConfigurationError)) throw error;
  console.error((error as Error).message);
  if (isMistyped) misused();
  else process.exitCode = 1;
}

function misused(): void {
  console.error(USAGE);
  process.exitCode = 2;
}

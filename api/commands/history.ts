/** Checks the history, and takes it out (docs/rules/history.md#checking). */
import "../../scripts/node-version.js";
import { parseArgs } from "node:util";
import { parseApiConfig } from "../config.ts";
import { assessmentChain, exportHistory } from "../services/history.ts";
import { anchorOf, checkHistory } from "../services/history-check.ts";
import { acceptHistoryKey } from "../services/history-key.ts";
import type { Db } from "../store/open.ts";
import { historyKey, runOnStore, UsageError } from "./command.ts";

const USAGE = `Usage:
  npm run history -- verify [--anchor 'NUMBER DIGEST']   checks every entry, and that nothing was taken out since an anchor
  npm run history -- anchor                              prints an anchor to keep elsewhere; the log has one a day
  npm run history -- export [--assessment NUMBER]        writes entries as lines of JSON
  npm run history -- accept-key                          goes on with the present HISTORY_KEY, when the former one is lost for good
DATABASE_URL names the database; without it, DEMO=1 means the demo's.`;

interface Options {
  anchor?: string | undefined;
  assessment?: string | undefined;
}

const ACTIONS: Record<string, (db: Db, options: Options) => Promise<string[]>> = {
  async verify(db, { anchor }) {
    const { chains, entries, erased, thinned, unchecked, breaks } = await checkHistory(db, await historyKey(db), new Date());
    const [newest, digest] = anchor?.split(" ") ?? [];
    const isAnchored = newest === undefined || (await anchorOf(db, Number(newest))).digest === digest;
    const isWhole = breaks.length === 0 && isAnchored;
    if (!isWhole) process.exitCode = 1;
    return [
      `${entries} entries in ${chains} chains, ${erased - thinned} of them erased, ${thinned} thinned.`,
      ...(unchecked > 0 ? [`${unchecked} of them are sealed with a key that was lost. Their seals cannot be checked.`] : []),
      ...breaks.map(({ chain, seq, what }) => `${chain}: entry ${seq} was ${what}.`),
      ...(isAnchored ? [] : [`Up to entry ${newest} the history is not what it was when the anchor was written.`]),
      ...(isWhole ? ["Nothing was changed, taken out or cut off."] : []),
    ];
  },
  async "accept-key"(db) {
    const entries = await acceptHistoryKey(db, parseApiConfig(process.env));
    return [
      "From now on the history is sealed with the present key. Keep it.",
      `What was sealed before can no longer be checked: ${entries} ${entries === 1 ? "entry" : "entries"}.`,
    ];
  },
  async anchor(db) {
    const { newest, digest } = await anchorOf(db);
    return [`${newest} ${digest}`];
  },
  async export(db, { assessment }) {
    const chain = assessment === undefined ? undefined : assessmentChain(Number(assessment));
    // Written as it is read, because it may be long.
    for await (const entry of exportHistory(db, chain)) process.stdout.write(`${JSON.stringify(entry)}\n`);
    return [];
  },
};

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { anchor: { type: "string" }, assessment: { type: "string" } },
  });
  const [action = "", ...more] = positionals;
  const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  const { anchor, assessment } = values;
  if (!act || more.length > 0) throw new UsageError("One action is needed.");
  if (anchor !== undefined && (action !== "verify" || !/^\d+ [\w-]+$/.test(anchor)))
    throw new UsageError("--anchor belongs to verify, and is a number and a digest.");
  if (assessment !== undefined && (action !== "export" || !/^\d+$/.test(assessment)))
    throw new UsageError("--assessment belongs to export, and is a number.");
  return { act, anchor, assessment };
}

await runOnStore(USAGE, readOptions, async (db, { act, ...options }) => ({ out: await act(db, options) }));

/** Lists the requests for certification and validation, and has them sent again (docs/operating.md#requests-for-certification-and-validation). */
import "../../scripts/node-version.js";
import { parseArgs } from "node:util";
import { listOutbox, retryDeliveries } from "../services/outbox.ts";
import type { Db } from "../store/open.ts";
import { inColumns, runOnStore, UsageError } from "./command.ts";

const USAGE = `Usage:
  npm run outbox -- list             requests for certification and validation, the newest 1,000 first, and what came of them
  npm run outbox -- retry            tries once more what was given up
  npm run outbox -- retry NUMBER     tries one request again now, whether it waits or was given up
DATABASE_URL names the database; without it, DEMO=1 means the demo's. The server does the sending, within seconds.`;

const LISTED = 1_000;

async function list(db: Db): Promise<string[]> {
  const { requests } = await listOutbox(db, { models: ["P3M3", "ITIL"], page: LISTED });
  const rows = requests.map(({ id, kind, requestedAt, requestedBy, organization, assessment, deliveries }) => [
    String(id),
    kind,
    requestedAt,
    requestedBy,
    `${organization.name}, ${assessment.name} (${assessment.id})`,
    deliveries
      .map(({ channel, state, attempts, at, error }) => [`${channel}: ${state} ${at}, tried ${attempts}`, error].filter(Boolean).join(", "))
      .join("; ") || "waiting for a channel",
  ]);
  return inColumns([["number", "kind", "requested", "by", "assessment", "state"], ...rows]);
}

async function retry(db: Db, id: number | undefined): Promise<string[]> {
  const retried = await retryDeliveries(db, new Date(), id);
  return [retried === 0 ? "There is nothing to try again." : `${retried} ${retried === 1 ? "delivery is" : "deliveries are"} tried again.`];
}

function readOptions() {
  const [action = "", number, ...more] = parseArgs({ allowPositionals: true }).positionals;
  const isKnown = action === "retry" || (action === "list" && number === undefined);
  if (!isKnown || more.length > 0) throw new UsageError("One action is needed.");
  if (number !== undefined && !/^[1-9]\d{0,8}$/.test(number)) throw new UsageError("A request has a number.");
  return { action, id: number === undefined ? undefined : Number(number) };
}

await runOnStore(USAGE, readOptions, async (db, { action, id }) => ({ out: action === "list" ? await list(db) : await retry(db, id) }));

/** Deletes an organization with all that is stored of it (docs/trust.md#how-it-is-deleted). */
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { deleteOrganization, describeDeletion } from "../services/deleting-organizations.ts";
import type { Db } from "../store/open.ts";
import { requireYes, runOnStore, UsageError } from "./command.ts";

const USAGE = `Usage:
  npm run organizations -- delete NUMBER [--yes]   deletes an organization and its assessments for good; make a backup before
NUMBER is in the organization's address. DATABASE_URL names the database; without it, DEMO=1 means the demo's.`;

function readOptions() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { yes: { type: "boolean", default: false } } });
  const [action, number = "", ...more] = positionals;
  if (action !== "delete" || !/^\d+$/.test(number) || more.length > 0) throw new UsageError("One action and one number are needed.");
  return { id: Number(number), yes: values.yes };
}

/** Deleted rows stay readable in the database's files until their space is cleared. */
async function clearSpace(store: Db): Promise<void> {
  try {
    await sql`vacuum`.execute(store);
  } catch (fault) {
    console.error(`The space of the deleted rows was not cleared (${(fault as Error).message}). Run VACUUM when nobody works.`);
    process.exitCode = 1;
  }
}

await runOnStore(
  USAGE,
  readOptions,
  async (db, { id }) => {
    const { name } = await describeDeletion(db, id);
    await deleteOrganization(db, id);
    return {
      out: [`${name} is deleted. It is still in backups that were made before.`],
      afterwards: clearSpace,
    };
  },
  async (db, { id, yes }) => {
    const { name, assessments } = await describeDeletion(db, id);
    const what = `${name} (${assessments} ${assessments === 1 ? "assessment" : "assessments"})`;
    if (!yes) await requireYes(`Delete ${what} and all that is stored of it, for good?`, "--yes");
  },
);

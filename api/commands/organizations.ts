/** Deletes an organization with all that is stored of it (docs/trust.md#how-it-is-deleted), or opens it to its team (docs/rules/walls.md#operators). */
import "../../scripts/node-version.js";
import { parseArgs } from "node:util";
import { deleteOrganization, describeDeletion } from "../services/deleting-organizations.ts";
import { liftWall } from "../services/lifting-walls.ts";
import { clearSpace, operatingOn, requireYes, runOnStore, UsageError } from "./command.ts";

const USAGE = `Usage:
  npm run organizations -- delete NUMBER [--yes]   deletes an organization and its assessments for good; make a backup before
  npm run organizations -- open NUMBER             lets the whole team see an organization, for a team that has no lead any more
NUMBER is in the organization's address. DATABASE_URL names the database; without it, DEMO=1 means the demo's.`;

function readOptions() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { yes: { type: "boolean", default: false } } });
  const [action, number = "", ...more] = positionals;
  if ((action !== "delete" && action !== "open") || !/^\d+$/.test(number) || more.length > 0)
    throw new UsageError("One action and one number are needed.");
  return { action, id: Number(number), yes: values.yes };
}

await runOnStore(
  USAGE,
  readOptions,
  async (db, { action, id }) => {
    if (action === "open") return { out: [`The whole team may see ${await liftWall(await operatingOn(db), id)}.`] };
    const { name } = await describeDeletion(db, id);
    await deleteOrganization(db, id);
    return {
      out: [`${name} is deleted. It is still in backups that were made before.`],
      afterwards: clearSpace,
    };
  },
  async (db, { action, id, yes }) => {
    if (action === "open") return;
    const { name, assessments } = await describeDeletion(db, id);
    const what = `${name} (${assessments} ${assessments === 1 ? "assessment" : "assessments"})`;
    if (!yes) await requireYes(`Delete ${what} and all that is stored of it, for good?`, "--yes");
  },
);

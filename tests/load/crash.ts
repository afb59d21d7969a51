/** npm run crash: kills the process or its database while answers are acknowledged, and looks for each of them afterwards. */
import { parseArgs } from "node:util";
import { buildIfStale } from "../../scripts/build.js";
import { startPostgres } from "../support/postgres.ts";
import { crashRounds } from "./crash-rounds.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "100" }, database: { type: "string", default: "sqlite" } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1 || rounds > 1000 || !["sqlite", "postgres"].includes(values.database)) {
  console.error("Usage: npm run crash -- [--rounds 100] [--database sqlite|postgres]      1 to 1000 rounds");
  process.exit(2);
}
buildIfStale();
const postgres = values.database === "postgres" ? await startPostgres({ durable: true }) : undefined;
const ledger = await crashRounds(rounds, {
  postgres,
  report({ rounds: done, saves, lost }) {
    if (done % 10 === 0 || done === rounds) console.log(`${done} rounds: ${saves} saves acknowledged, ${lost.length} lost`);
  },
}).finally(() => postgres?.stop());
console.log(
  `Killed ${ledger.rounds} times. ${ledger.saves} saves (${5 * ledger.saves} answers) were acknowledged; ${ledger.compared} threads compared, ${ledger.lost.length} differ.`,
);
console.log(`${ledger.storedUntold} saves were under way, stored, and never acknowledged: a repeated save finds them stored.`);
console.log(`${ledger.entries} entries in the history, whose chains were checked; ${ledger.unrecorded.length} differ from the saves.`);
const differences = [...ledger.lost, ...ledger.unrecorded];
for (const difference of differences) console.log(difference);
process.exit(differences.length > 0 ? 1 : 0);

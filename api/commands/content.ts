/** Checks or imports a content pack. */
import { parseApiConfig } from "../config.ts";
import { importPack } from "../content/catalogue.ts";
import { qualityFaults } from "../content/catalogue-quality.ts";
import { textsOf, whereIs } from "../content/catalogue-texts.ts";
import { isP3M3Pack, loadPack, type Pack, PackError } from "../content/pack.ts";
import { nearestPairs } from "../content/similarity.ts";
import { migrate } from "../store/migrate.ts";
import { openStore } from "../store/open.ts";

const [action, directory] = process.argv.slice(2);
if ((action !== "check" && action !== "import") || !directory) {
  console.error("Usage: npm run content -- check DIRECTORY\n       npm run content -- import DIRECTORY");
  process.exit(2);
}

try {
  const pack = loadPack(directory);
  console.log(countsOf(pack));
  if (action === "import") await importInto(pack);
  else {
    console.log(nearestOf(pack));
    report(qualityFaults(pack.content));
  }
} catch (error) {
  if (!(error instanceof PackError)) throw error;
  report(error.faults);
}

/** Prints the faults with their number, and lets the command fail if there are any. */
function report(faults: readonly string[]): void {
  for (const fault of faults) console.error(fault);
  console.error(`${faults.length} ${faults.length === 1 ? "fault" : "faults"}`);
  if (faults.length > 0) process.exitCode = 1;
}

/** The ten pairs of statements or criteria that are most alike, for an author to read side by side. */
function nearestOf({ content }: Pack): string {
  const statements = textsOf(content).filter(({ kind }) => kind === "statement" || kind === "criterion");
  const pairs = nearestPairs(statements, 0.1).slice(0, 10);
  const lines = pairs.flatMap(({ first, second, similarity }) => [
    `${similarity.toFixed(3)}  ${whereIs(first)}: ${first.text}`,
    `       ${whereIs(second)}: ${second.text}`,
  ]);
  return ["The nearest statements:", ...lines].join("\n");
}

function countsOf({ content }: Pack): string {
  const title = `${content.heading.id} ${content.heading.version}`;
  if (!isP3M3Pack(content)) {
    const practices = Object.values(content.practices);
    return `${title}: ${practices.length} practices, ${practices.reduce((sum, { criteria }) => sum + criteria.length, 0)} criteria, ${content.heading.components.length} components`;
  }
  const scopes = content.heading.scopes.map((scope) => {
    const cells = Object.values(content.perspectives).flatMap((threads) =>
      Object.values(threads).flatMap((levels) => Object.values(levels).flatMap((level) => level[scope] ?? [])),
    );
    return `${scope} ${cells.length} statements and ${cells.reduce((sum, { diagnostics }) => sum + diagnostics.length, 0)} diagnostics`;
  });
  return `${title}: ${Object.keys(content.perspectives).length} perspectives; ${scopes.join("; ")}`;
}

async function importInto(pack: Pack): Promise<void> {
  const store = openStore(parseApiConfig(process.env).databaseUrl);
  try {
    await migrate(store);
    const outcome = await importPack(store, pack, new Date());
    const said = {
      imported: "Imported.",
      known: "Already imported.",
      changed: "The store holds this version with other content, which is kept. Give changed content a new version.",
    };
    console.log(said[outcome]);
    if (outcome === "changed") process.exitCode = 1;
  } finally {
    await store.destroy();
  }
}

/** Checks, imports and compares content packs, and runs trials of how far assessors agree when they use one (docs/content.md). */
import "../../scripts/node-version.js";
import { parseArgs } from "node:util";
import { exitCodeFor, reportMigrations } from "#api/commands/command.ts";
import { parseApiConfig, purposeOf } from "#api/config.ts";
import { importPack } from "#api/content/catalogue.ts";
import { isP3m3Pack, loadPack, type Pack, PackError } from "#api/content/pack.ts";
import { StoreError } from "#api/store/fault.ts";
import { openSoundStore } from "#api/store/soundness.ts";
import { ConfigurationError } from "#model/environment.ts";
import { authoringFaults } from "./authoring.ts";
import { countsOf, differenceOf } from "./difference.ts";
import { qualityFaults } from "./quality.ts";
import { nearestPairs } from "./similarity.ts";
import { textsOf, whereIs } from "./texts.ts";
import { TrialError } from "./trial.ts";
import { printFigures, writeSheets } from "./trial-command.ts";

const USAGE = `Usage:
  npm run content -- check DIRECTORY [--authoring] [--only BM,FM]
  npm run content -- import DIRECTORY
  npm run content -- difference OLD-DIRECTORY NEW-DIRECTORY
  npm run content -- trial write DIRECTORY OUT [--scope Project|Programme|Portfolio] [--perspectives BM,FM | --practices INM,CHE]
  npm run content -- trial figures SHEET-A.csv SHEET-B.csv`;

class UsageError extends Error {}

try {
  await run();
} catch (error) {
  if (error instanceof PackError || error instanceof TrialError) report(error.faults);
  else if (error instanceof StoreError || error instanceof ConfigurationError) {
    console.error(error.message);
    process.exitCode = exitCodeFor(error);
  } else if (error instanceof UsageError || (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS")) {
    console.error(USAGE);
    process.exitCode = 2;
  } else throw error;
}

async function run(): Promise<void> {
  const text = { type: "string" } as const;
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { authoring: { type: "boolean" }, only: text, scope: text, perspectives: text, practices: text },
  });
  const [action, ...rest] = positionals;
  const words = (list: string | undefined) => list?.split(",").map((word) => word.trim());
  if (action === "check" && rest.length === 1) check(rest[0] ?? "", values.authoring ?? false, words(values.only));
  else if (action === "import" && rest.length === 1) await importInto(loadPack(rest[0] ?? ""));
  else if (action === "difference" && rest.length === 2) printDifference(rest[0] ?? "", rest[1] ?? "");
  else if (action === "trial" && rest[0] === "write" && rest.length === 3)
    writeSheets(rest[1] ?? "", rest[2] ?? "", { scope: values.scope, codes: words(values.perspectives ?? values.practices) });
  else if (action === "trial" && rest[0] === "figures" && rest.length === 3) printFigures(rest[1] ?? "", rest[2] ?? "");
  else throw new UsageError();
}

/** @param only the codes of the perspectives or practices whose faults to print; all when undefined */
function check(directory: string, authoring: boolean, only: readonly string[] | undefined): void {
  const pack = loadPack(directory);
  console.log(summaryOf(pack));
  if (!only) console.log(nearestOf(pack));
  const faults = [...qualityFaults(pack.content), ...(authoring ? authoringFaults(pack.content) : [])];
  report(only ? faults.filter((fault) => only.some((code) => new RegExp(`\\b${code}\\.json\\b`).test(fault))) : faults);
}

/** Prints the faults and their number, and makes the command fail if there are any. */
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

function summaryOf({ content }: Pack): string {
  const title = `${content.heading.id} ${content.heading.version}`;
  if (!isP3m3Pack(content)) {
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

function printDifference(older: string, newer: string): void {
  const before = loadPack(older).content;
  const after = loadPack(newer).content;
  const changes = differenceOf(before, after);
  console.log(`${before.heading.id} ${before.heading.version} → ${after.heading.id} ${after.heading.version}`);
  for (const { id, before: old, after: now, asksTheSame } of changes) {
    console.log(`\n${id}`);
    if (old !== undefined) console.log(`- ${old}`);
    if (now !== undefined) console.log(`${asksTheSame ? "=" : "+"} ${now}`);
    for (const former of asksTheSame?.lost ?? []) console.log(`! sameAs no longer names: ${former}`);
  }
  console.log("");
  for (const { kind, changed, same, added, removed } of countsOf(changes))
    console.log(`${kind}: ${changed} changed${same > 0 ? ` (${same} ask the same)` : ""}, ${added} new, ${removed} gone`);
  console.log(`${changes.length} ${changes.length === 1 ? "difference" : "differences"}`);
}

async function importInto(pack: Pack): Promise<void> {
  console.log(summaryOf(pack));
  const config = parseApiConfig(process.env);
  const store = await openSoundStore(config.databaseUrl, purposeOf(config), {
    backups: config.backupFolder,
    onMigrated: reportMigrations(config),
  });
  try {
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

/** The commands of a trial (docs/content.md#trials): write rating sheets, and evaluate two sheets that were filled in. */
import { readFileSync, writeFileSync } from "node:fs";
import { loadPack } from "#api/content/pack.ts";
import { parseSheet, type SheetChoice, sheetRows, toCsv, toMarkdown } from "./rating-sheet.ts";
import { figuresOf, type Pair, type RatedStatement, type TrialAgreement, TrialError } from "./trial.ts";

/**
 * Writes OUT.csv to fill in, and OUT.md to read.
 * @throws TrialError when the pack has no such scope, perspective or practice
 */
export function writeSheets(directory: string, out: string, choice: SheetChoice): void {
  const { content } = loadPack(directory);
  const rows = sheetRows(content, choice);
  const { title, version, model } = content.heading;
  const base = out.replace(/\.(?:csv|md)$/, "");
  writeFileSync(`${base}.csv`, toCsv(rows));
  writeFileSync(`${base}.md`, toMarkdown(`${title} ${version}`, model, rows));
  console.log(`${rows.length} statements in ${base}.csv and ${base}.md`);
}

/**
 * Prints how far two filled sheets agree.
 * @throws TrialError when a sheet cannot be read, or the two are about different statements
 */
export function printFigures(first: string, second: string): void {
  const { overall, byLevel, byArea, byPart, hardForBoth, oddForEither, disagreements, open } = figuresOf(sheetAt(first), sheetAt(second));
  console.log(line("Overall", overall));
  for (const [title, groups] of [
    ["By level", byLevel],
    ["By perspective or practice group", byArea],
    ["By thread or practice", byPart],
  ] as const) {
    console.log(`\n${title}`);
    for (const [name, agreement] of groups) console.log(line(name, agreement));
  }
  list(`Hard for both: ${hardForBoth.length}`, hardForBoth.map(reasons));
  list(
    `Odd for either: ${oddForEither.length}`,
    oddForEither.map(({ first, second }) => `${first.id}  ${first.isOdd && second.isOdd ? "both" : "one"}  ${first.statement}`),
  );
  list(
    `Rated differently: ${disagreements.length}`,
    disagreements.map((pair) => `${pair.first.id}  ${pair.first.rating} | ${pair.second.rating}  ${pair.first.statement}`),
  );
  if (open.length > 0) list(`Left open in either sheet, and not counted: ${open.length}`, open);
}

function sheetAt(path: string): RatedStatement[] {
  try {
    return parseSheet(readFileSync(path, "utf8"));
  } catch (error) {
    if (error instanceof TrialError) throw new TrialError(error.faults.map((fault) => `${path}: ${fault}`));
    if (error instanceof Error && "code" in error) throw new TrialError([`${path}: cannot be read (${error.code})`]);
    throw error;
  }
}

function line(name: string, { count, same, hardForBoth, oddForBoth, oddForEither, kappa, remark }: TrialAgreement): string {
  const share = (part: number) => (count === 0 ? "–" : `${((100 * part) / count).toFixed(1)} %`);
  const value = kappa === undefined ? "none" : kappa.toFixed(2);
  const hard = `${hardForBoth} hard for both (${share(hardForBoth)})`;
  const odd = `${oddForBoth} odd for both (${share(oddForBoth)}), ${oddForEither} for either (${share(oddForEither)})`;
  const figures = `kappa ${value}  ${same} of ${count} alike (${share(same)})  ${hard}  ${odd}`;
  return `${name.padEnd(40)} ${figures}${remark ? `  ${remark}` : ""}`;
}

function list(title: string, lines: readonly string[]): void {
  console.log(`\n${title}`);
  for (const words of lines) console.log(`  ${words}`);
}

const reasons = ({ first, second }: Pair) => `${first.id}  ${first.reason || "–"} | ${second.reason || "–"}  ${first.statement}`;

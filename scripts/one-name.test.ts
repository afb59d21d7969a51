/** Each thing has one name, and the code has it in one place (docs/rules/texts.md#one-name-for-one-thing). */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { UNANSWERED } from "#model/answer-words.ts";
import { finalIfSubmitted, MATURITY_IF_SUBMITTED, overallNames, scoreNames } from "#model/score-names.ts";
import { BADGES } from "~/views/badges";

const OWNERS = ["model/answer-words.ts", "model/score-names.ts", "app/views/badges.ts"];

const names = new Set([
  ...Object.values(UNANSWERED),
  ...[undefined, "a part"].flatMap((extent) => Object.values(overallNames(extent))),
  ...([undefined, "Overall", "Perspective"] as const).flatMap((whose) => Object.values(scoreNames(whose))),
  MATURITY_IF_SUBMITTED,
  ...(["Final scores", "Final score"] as const).map(finalIfSubmitted),
  ...Object.values(BADGES).flatMap((badge) => Object.values(badge)),
]);

const table = (/^## One name for one thing$(.*?)^## /ms.exec(readFileSync("docs/rules/texts.md", "utf8"))?.[1] ?? "")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split(" | "));

describe("the table of names", () => {
  it.each([...names])("has %s in one row", (name) => {
    const badge = Object.values(BADGES).some(({ word }) => word === name);
    expect(table.filter((row) => row[badge ? 2 : 1]?.includes(`\`${name}\``))).toHaveLength(1);
  });
});

/** The texts of a module: strings, and words between tags. Comments are none. */
const textsOf = (source: string) =>
  [
    ...source
      .replace(/\/\*.*?\*\//gs, "")
      .replace(/^\s*\/\/.*$/gm, "")
      .matchAll(/(["'`])((?:(?!\1|\n).)*)\1|>\s*([^<>{}]*?)\s*</g),
  ].map(([, , quoted, between]) => quoted ?? between ?? "");

/** A name of one word that other texts may well begin with. */
const isOneWord = (name: string) => !name.includes(" ");

const sources = execFileSync("git", ["ls-files", "app", "model"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !OWNERS.includes(path) && existsSync(path));

/** `Score` heads many columns, and the chart and the status words are about other things of these names. */
const OTHERS = ["Score"];

it("every other module asks for a name", () => {
  const written = sources.flatMap((path) =>
    textsOf(readFileSync(path, "utf8")).flatMap((text) =>
      [...names]
        .filter((name) => !OTHERS.includes(name) && (isOneWord(name) ? text === name : new RegExp(`\\b${name}\\b`).test(text)))
        .map((name) => `${path}: ${name}`),
    ),
  );
  expect(written).toEqual([]);
});

it("nothing that shows results, files or history has the N/A of the wire for its reader", () => {
  const shown = sources.filter((path) => /^app\/(components|services|workers)\/(results|history|client-report|answering)/.test(path));
  const written = shown.flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      // Code that compares with N/A, or stores it as no selection, shows it to nobody.
      .filter((line) => /\bN\/A\b/.test(line) && !/(===|!==|\?\?|selection:) ?\(?"N\/A"|^\s*(\*|\/\/|\/\*)/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(written).toEqual(["app/components/answering/gates/CriteriaLevel.tsx: N/A. {reason}"]);
});

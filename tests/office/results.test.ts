/** The Excel files of results in LibreOffice. Skipped only where `soffice` is not on the PATH. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { workbookOf } from "~/services/results/files/workbook.server";
import { findOnPath } from "../../scripts/tools.js";
import { onlyIf } from "../support/only-if.ts";
import { type GoldenResults, goldenResults } from "../support/sample-results.ts";

const [soffice] = findOnPath(["soffice"]);
const folder = mkdtempSync(join(tmpdir(), "results-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let results: GoldenResults;
beforeAll(async () => {
  if (soffice) results = await goldenResults();
});

/** What LibreOffice makes of the Excel files of reports. */
async function convert(names: readonly (keyof GoldenResults)[], format: string): Promise<Buffer[]> {
  const files = names.map((name) => join(folder, `${name}.xlsx`));
  for (const [index, name] of names.entries()) writeFileSync(files[index] ?? "", await workbookOf(results[name]));
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  execFileSync(soffice ?? "", [profile, "--headless", "--convert-to", format, "--outdir", folder, ...files], { stdio: "ignore" });
  return names.map((name) => readFileSync(join(folder, `${name}.${format.split(":")[0]}`)));
}

describe("in LibreOffice", onlyIf(soffice !== undefined, "soffice is not on the PATH"), () => {
  test("the Excel files of full results are printed", async () => {
    const printed = await convert(["p3m3-full", "itil-full"], "pdf");
    expect(printed.map((pdf) => pdf.subarray(0, 5).toString())).toEqual(["%PDF-", "%PDF-"]);
    for (const pdf of printed) expect(pdf.length).toBeGreaterThan(10_000);
  });

  test("the Excel file shows figures as the screen does", async () => {
    const [csv] = await convert(["p3m3-full"], "csv:Text - txt - csv (StarCalc):59,34,76");
    const rows = String(csv).split("\n");
    expect(rows.filter((row) => row.startsWith("Perspective;Benefits management;"))).toEqual([
      expect.stringMatching(
        /^Perspective;Benefits management;;2;2\.58;3;2\.30;\+0\.3;1\.00;3\.50;8;2\.00;30 Jun 2099;Reached;Partially \(\d+ of 13\);Partially \(\d+ of 13, level reached\);(?:Partially \(\d+ of 13\);?){3}$/,
      ),
    ]);
    expect(rows).toContain("Thread;Benefits management;Planning;;0.50;;;;;;;;;;;;;;");
  });
});

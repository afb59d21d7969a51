/** The report of an engagement with as many assessments as it can have, laid out by LibreOffice (docs/rules/engagements.md#the-report). */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MEMBERS_MAX } from "#model/engagements.ts";
import { BOARD_MOST, composeEngagementDocument, composeEngagementSlides } from "~/services/engagements/report-compose.server";
import { contentFrom } from "~/services/engagements/report-content.server";
import { LANES, openPool } from "~/services/workers/pool.server";
import type { Result } from "~/views/result";
import { presentationFile } from "~/workers/client-report/presentation.server";
import { wordFile } from "~/workers/client-report/word.server";
import { buildIfStale } from "../../scripts/build.js";
import { findOnPath } from "../../scripts/tools.js";
import { manyMembers } from "../support/engagement-members.ts";
import { onlyIf } from "../support/only-if.ts";
import { type SampleResults, sampleResults } from "../support/sample-results.ts";

const tools = ["soffice", "pdftotext"].map((tool) => findOnPath([tool])[0]);
const [soffice = "", pdftotext = ""] = tools;
const hasTools = tools.every((tool) => tool !== undefined);
const needs = onlyIf(hasTools, "soffice or pdftotext is not on the PATH");

const MIXES: Record<string, (keyof SampleResults)[]> = {
  "P3M3, whole and in part": ["p3m3Full", "p3m3Small"],
  "both models": ["p3m3Full", "itilFull"],
  "ITIL without components": ["itilSmall"],
  "ITIL, comprehensive": ["itilFull"],
};
const NAMES = Object.keys(MIXES);

const folder = mkdtempSync(join(tmpdir(), "engagement-report-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The text of each page, by file. */
const pages = new Map<string, string[]>();

beforeAll(async () => {
  if (!hasTools) return;
  const results = await sampleResults();
  for (const [index, names] of Object.values(MIXES).entries()) {
    const members = manyMembers(
      MEMBERS_MAX,
      names.map((name): Result => results[name]),
    );
    const content = contentFrom({ id: "7", name: "The whole of Harbour", organization: "Harbour", plan: [] }, members, new Map());
    const wish = { audience: "board" as const, sections: [] };
    writeFileSync(join(folder, `${index}.docx`), await wordFile(composeEngagementDocument(content, wish, {})));
    writeFileSync(join(folder, `${index}.pptx`), await presentationFile(composeEngagementSlides(content, wish, {})));
  }
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  for (const ending of ["docx", "pptx"]) {
    const sources = NAMES.map((_, index) => join(folder, `${index}.${ending}`));
    execFileSync(soffice, [profile, "--headless", "--convert-to", "pdf", "--outdir", folder, ...sources], { stdio: "pipe" });
    for (const [index, name] of NAMES.entries()) {
      const text = execFileSync(pdftotext, ["-layout", join(folder, `${index}.pdf`), "-"]).toString();
      // Each page ends with a form feed.
      pages.set(`${name} ${ending}`, text.split("\f").slice(0, -1));
    }
  }
}, 600_000);

describe.each(NAMES)("the board report of an engagement of 24 assessments, %s,", needs, (name) => {
  test("has at most 8 pages and 10 slides", () => {
    expect(pages.get(`${name} docx`)?.length).toBeLessThanOrEqual(BOARD_MOST.pages);
    expect(pages.get(`${name} pptx`)?.length).toBeLessThanOrEqual(BOARD_MOST.slides);
  });

  test("names each assessment on them", () => {
    for (const ending of ["docx", "pptx"]) {
      const text = (pages.get(`${name} ${ending}`) ?? []).join(" ").replace(/\s+/g, " ");
      for (let index = 0; index < MEMBERS_MAX; index += 1) expect(text).toContain(`Works ${String.fromCharCode(65 + index)}`);
    }
  });
});

describe("the full report of an engagement of 24 full assessments", () => {
  // As in production: a worker from sources takes more memory.
  const module = { filename: resolve("build/server/tasks.worker.js"), idleMilliseconds: 1_000 };
  let pool: ReturnType<typeof openPool>;
  beforeAll(() => {
    buildIfStale();
    pool = openPool(LANES.files, module);
  }, 600_000);
  afterAll(() => pool.close());

  test("is made within the memory that a worker may take", { timeout: 600_000 }, async () => {
    const { p3m3Full, itilFull } = await sampleResults();
    const about = { id: "7", name: "The whole of Harbour", organization: "Harbour", plan: [] };
    const content = contentFrom(about, manyMembers(MEMBERS_MAX, [p3m3Full, itilFull]), new Map());
    const wish = { audience: "full" as const, sections: [] };
    const slow = { work: 600_000, time: 600_000 };
    const document = await pool.run("writeReportDocument", composeEngagementDocument(content, wish, {}), slow);
    const slides = await pool.run("writeReportSlides", composeEngagementSlides(content, wish, {}), slow);
    for (const file of [document, slides])
      expect(
        Buffer.from(file as Uint8Array)
          .subarray(0, 2)
          .toString(),
      ).toBe("PK");
  });
});

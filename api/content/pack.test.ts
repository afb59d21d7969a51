import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PRACTICES } from "#model/itil/catalogue.ts";
import { fullItilContent, fullP3m3Content, writePack } from "../../tests/support/content-pack.ts";
import { hasPack, loadPack, PackError } from "./pack.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pack-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const faults = () => {
  try {
    loadPack(folder);
  } catch (error) {
    if (error instanceof PackError) return error.faults;
    throw error;
  }
  return [];
};

describe("a content pack", () => {
  it.each([
    ["P3M3", fullP3m3Content()],
    ["ITIL", fullItilContent()],
  ])("for %s is read from a folder as it was written", (_model, content) => {
    writePack(folder, content);
    expect(hasPack(folder)).toBe(true);
    expect(loadPack(folder).content).toEqual(content);
    const { hash } = loadPack(folder);
    writeFileSync(join(folder, "pack.json"), JSON.stringify({ ...content.heading, title: "Another" }));
    expect(loadPack(folder).hash).not.toBe(hash);
  });

  it("offers only the perspectives that have a file", () => {
    writePack(folder, fullP3m3Content());
    rmSync(join(folder, "MC.json"));
    const { content } = loadPack(folder);
    expect(Object.keys("perspectives" in content ? content.perspectives : {})).toEqual(["BM", "FM", "OG", "RS", "RK", "SM"]);
  });

  it("names the file and the place of every fault", () => {
    const content = fullP3m3Content();
    const asset = content.perspectives.MC?.AM as Record<string, { hint: string; Programme: unknown; Project?: unknown }>;
    (asset["2"] as { hint: string }).hint = "";
    (asset["3"] as { Programme: unknown }).Programme = { statement: "No attributes." };
    const integration = content.perspectives.BM?.MI?.["1"] as { Project?: unknown };
    integration.Project = { statement: "Too much.", diagnostics: [] };
    writePack(folder, content);
    writeFileSync(join(folder, "OG.json"), "{");
    writeFileSync(join(folder, "QQ.json"), "{}");
    const problems = faults();
    expect(problems).toEqual([
      "QQ.json: there is no such perspective",
      expect.stringMatching(/^BM\.json: threads\.MI\.1\.Project: /),
      expect.stringMatching(/^MC\.json: threads\.AM\.2\.hint: /),
      expect.stringMatching(/^MC\.json: threads\.AM\.3\.Programme\.diagnostics: /),
      expect.stringMatching(/^OG\.json: /),
    ]);
  });

  it("may name former wordings of statements and criteria alone", () => {
    const [p3m3, itil] = [fullP3m3Content(), fullItilContent()];
    const [asset, incidents] = [p3m3.perspectives.MC?.AM?.["2"], itil.practices.INM];
    const [first] = incidents?.criteria ?? [];
    if (!asset?.Programme || !first) throw new Error("no such texts");
    Object.assign(asset.Programme, { sameAs: ["Former words.", "Words before those."] });
    Object.assign(first, { sameAs: ["Former words."] });
    for (const content of [p3m3, itil]) {
      rmSync(folder, { recursive: true });
      writePack(folder, content);
      expect(loadPack(folder).content).toEqual(content);
    }
    Object.assign(first, { sameAs: [] });
    Object.assign(itil.heading.components[0] ?? {}, { sameAs: ["Help of old."] });
    writePack(folder, itil);
    expect(faults()).toEqual([
      expect.stringMatching(/^pack\.json: components\.0: .*"sameAs"/),
      // Named at once: the heading has to be right before files are read.
    ]);
    rmSync(folder, { recursive: true });
    Object.assign(asset, { sameAs: ["Words of no scope."] });
    Object.assign(asset.Programme, { sameAs: ["Fine.", ""] });
    writePack(folder, p3m3);
    expect(faults()).toEqual([
      expect.stringMatching(/^MC\.json: threads\.AM\.2\.Programme\.sameAs\.1: /),
      expect.stringMatching(/^MC\.json: threads\.AM\.2: .*"sameAs"/),
    ]);
  });

  it("is refused when a file is about something else than its name says, or the heading is wrong", () => {
    const content = fullP3m3Content();
    writePack(folder, content);
    writeFileSync(join(folder, "BM.json"), JSON.stringify({ perspective: "FM", threads: content.perspectives.FM }));
    expect(faults()).toEqual(["BM.json: is about FM"]);
    writeFileSync(join(folder, "pack.json"), JSON.stringify({ ...content.heading, version: "one" }));
    expect(faults()).toEqual([expect.stringMatching(/^pack\.json: version: /)]);
  });

  it("for ITIL needs criteria at every level, known success factors, and every component with its options or levels", () => {
    const content = fullItilContent();
    const incident = content.practices.INM;
    if (!incident) throw new Error("no INM");
    incident.criteria = incident.criteria
      .filter(({ level }) => level !== 4)
      .map((criterion, index) => (index === 0 ? { ...criterion, psf: "INM9" } : criterion));
    content.heading.components = content.heading.components
      .filter(({ code }) => code !== "M-G")
      .map(({ options: _dropped, ...component }) => component);
    writePack(folder, content);
    expect(faults()).toEqual([
      expect.stringContaining("pack.json: components.0: an answered component needs options"),
      expect.stringContaining("has no component M-G"),
      expect.stringContaining("components.1: an answered component needs options"),
    ]);
    writePack(folder, { ...content, heading: fullItilContent().heading });
    expect(faults()).toEqual(["INM.json: criteria: no criterion at level 4", "INM.json: criteria.0.psf: INM9 is not among psfs"]);
  });
});

describe("the shipped packs", () => {
  it("are complete", () => {
    const p3m3 = loadPack("api/content/p3m3").content;
    const itil = loadPack("api/content/itil").content;
    expect(Object.keys("perspectives" in p3m3 ? p3m3.perspectives : {})).toHaveLength(7);
    const practices = "practices" in itil ? itil.practices : {};
    expect(Object.keys(practices)).toEqual(PRACTICES.map(({ code }) => code));
    for (const { criteria } of Object.values(practices)) expect(criteria.length).toBeGreaterThanOrEqual(8);
  });
});

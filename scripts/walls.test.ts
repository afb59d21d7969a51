import { spawnSync } from "node:child_process";
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

/**
 * biome.json holds the walls of docs/architecture.md. This lints small samples, each as if at the given path, with the project's own
 * configuration, and checks which are refused and which pass.
 */
const refused: [path: string, code: string][] = [
  ["model/p3m3/gate.ts", 'import { route } from "../../app/paths";'],
  ["model/p3m3/gate.ts", 'import { link } from "~/paths";'],
  ["model/gate.ts", 'import { store } from "../api/store/open.ts";'],
  ["model/gate.ts", 'import type { Store } from "#api/store/open.ts";'],
  ["model/gate.ts", 'import { readFileSync } from "node:fs";'],
  ["model/gate.ts", 'import { readFile } from "node:fs/promises";'],
  ["model/gate.ts", 'import { useState } from "react";'],
  ["model/gate.ts", 'import { renderToString } from "react-dom/server";'],
  ["model/gate.ts", 'import type { LoaderFunctionArgs } from "@remix-run/node";'],
  ["model/gate.test.ts", 'import { tmpdir } from "node:os";'],
  ["api/routes/lock.ts", 'import { paths } from "~/paths";'],
  ["api/routes/lock.ts", 'import { hold } from "../../app/services/locks.server";'],
  ["api/app.ts", 'import type { Lock } from "../app/services/locks.server";'],
  ["app/root.tsx", 'import { createApi } from "#api/app.ts";'],
  ["app/root.tsx", 'import Home from "./routes/home";'],
  ["app/sessions.server.ts", 'export { createApi } from "../api/app.ts";'],
  ["app/services/locks.server.ts", 'const api = await import("#api/embedded.ts");'],
  ["app/services/locks.server.ts", 'import { Row } from "~/components/dashboard/Row";'],
  ["app/services/locks.server.ts", 'import { Row } from "../components/dashboard/Row";'],
  ["app/services/locks.server.ts", 'import { loader } from "~/routes/home";'],
  ["app/services/upstream/upstream.server.ts", 'import { loader } from "~/routes/home";'],
  ["app/services/upstream/upstream.server.ts", 'import { Row } from "~/components/dashboard/Row";'],
  ["app/routes/home.tsx", 'import { store } from "#api/store/open.ts";'],
  ["app/routes/home.tsx", 'import type { loader } from "./organizations";'],
  ["app/routes/home.tsx", 'import { action } from "~/routes/organizations";'],
  ["app/routes/admin/home.tsx", 'import { action } from "../organizations";'],
  ["app/views/home.ts", 'import type { Row } from "~/services/home/dashboard.server";'],
  ["app/views/home.ts", 'export type { Row } from "~/services/home/dashboard.server";'],
  ["app/views/home.ts", 'import { hold } from "../services/locks.server";'],
  ["app/views/home.ts", 'import type { SessionClock } from "~/sessions.server";'],
  ["app/views/home.ts", 'import { currentUser } from "../sessions.server";'],
  ["app/views/home.ts", 'import { Row } from "~/components/dashboard/Row";'],
  ["app/views/home.ts", 'import type { RowProps } from "../components/dashboard/Row";'],
  ["app/views/home.ts", 'import type { loader } from "~/routes/home";'],
  ["app/views/home.ts", 'import type { loader } from "../routes/home";'],
  ["app/views/home.ts", 'import type { ReactNode } from "react";'],
  ["app/views/home.ts", 'import { useForm } from "@conform-to/react";'],
  ["app/views/home.ts", 'import { data } from "@remix-run/node";'],
  ["app/views/home.ts", 'import { readFileSync } from "node:fs";'],
  ["app/views/home.ts", 'import type { Store } from "#api/store/open.ts";'],
  ["app/views/home.ts", 'import type { Store } from "../../api/store/open.ts";'],
  ["app/views/answering/itil.ts", 'import { hold } from "../../services/locks.server";'],
  ["app/views/home.test.ts", 'import { hold } from "~/services/locks.server";'],
  ["app/components/dashboard/Row.tsx", 'import type { loader } from "~/routes/home";'],
  ["app/components/dashboard/Row.tsx", 'import { hold } from "~/services/locks.server";'],
  ["app/components/dashboard/Row.tsx", 'import type { Row } from "~/services/dashboard.server";'],
  ["app/components/dashboard/Row.tsx", 'import { hold } from "../../services/locks.server";'],
  ["app/components/dashboard/Row.tsx", 'import { currentUser } from "~/sessions.server";'],
  ["app/components/dashboard/Row.tsx", 'import { currentUser } from "../../sessions.server.ts";'],
  ["app/components/dashboard/Row.tsx", 'import { createApi } from "../../../api/app.ts";'],
  ["app/services/upstream/upstream.server.ts", 'import { releaseLocks } from "~/services/answering/locks.server";'],
  ["app/services/http/log.server.ts", 'import type { SignedIn } from "~/services/session/signed-in.server";'],
  ["app/services/answering/locks.server.ts", 'import { loadHome } from "~/services/home/dashboard.server";'],
  ["app/services/home/rows.server.ts", 'import { loadThread } from "~/services/answering/p3m3/questions.server";'],
  ["app/services/results/results.server.ts", 'import { loadWizard } from "~/services/setup/wizard.server";'],
  ["app/services/history/history.server.ts", 'import { loadResultPage } from "~/services/results/results.server";'],
  ["app/services/home/rows.server.ts", 'import { loadHistory } from "~/services/history/history.server";'],
  ["app/services/evidence/register.server.ts", 'import { loadEvidence } from "~/services/answering/evidence.server";'],
  ["app/services/evidence/register.server.ts", 'import { loadResultPage } from "~/services/results/results.server";'],
  ["app/services/evidence/register.server.ts", 'import { loadHistory } from "~/services/history/history.server";'],
  ["app/services/answering/evidence.server.ts", 'import { loadRegister } from "~/services/evidence/register.server";'],
  ["app/services/results/evidence.server.ts", 'import { loadRegister } from "~/services/evidence/register.server";'],
  ["app/components/evidence/RegisterScreen.tsx", 'import { EvidenceForm } from "~/components/answering/EvidenceForm";'],
  ["app/components/answering/EvidenceSection.tsx", 'import { RegisterScreen } from "~/components/evidence/RegisterScreen";'],
  ["app/components/answering/TakingBack.tsx", 'import { HistoryEntry } from "~/components/history/HistoryEntry";'],
  ["app/components/history/HistoryScreen.tsx", 'import { VersionTable } from "~/components/answering/VersionTable";'],
  ["app/components/results/Exhibit.tsx", 'import { NoteBox } from "~/components/answering/NoteBox";'],
];

const allowed: [path: string, code: string][] = [
  ["model/p3m3/gate.ts", 'import { z } from "zod";'],
  ["model/p3m3/gate.ts", 'import { LEVELS } from "./catalogue.ts";'],
  ["model/p3m3/gate.ts", 'import { ranked } from "../rounding.ts";'],
  ["model/p3m3/gate.ts", 'import { ranked } from "#model/rounding.ts";'],
  ["model/p3m3/gate.test.ts", 'import { expect } from "vitest";'],
  ["model/p3m3/gate.test.ts", 'import fc from "fast-check";'],
  ["api/routes/lock.ts", 'import { createApi } from "../app.ts";'],
  ["api/app.ts", 'import { lockRoutes } from "./routes/lock.ts";'],
  ["api/app.ts", 'import { lock } from "#model/contract/assessments.ts";'],
  ["api/app.ts", 'import { readFileSync } from "node:fs";'],
  ["app/root.tsx", 'import { TopBar } from "~/components/shell/TopBar";'],
  ["app/services/upstream/upstream.server.ts", 'const api = await import("#api/embedded.ts");'],
  ["app/services/locks.server.ts", 'import { call } from "./upstream.server";'],
  ["app/services/locks.server.ts", 'import { lock } from "#model/contract/assessments.ts";'],
  ["app/routes/home.tsx", 'import { hold } from "~/services/locks.server";'],
  ["app/routes/home.tsx", 'import { Row } from "~/components/dashboard/Row";'],
  ["app/routes/home.tsx", 'import { gateThread } from "#model/p3m3/gate.ts";'],
  ["app/views/home.ts", 'import type { Id } from "#model/contract/common.ts";'],
  ["app/views/home.ts", 'import { paths } from "~/views/paths";'],
  ["app/views/home.ts", 'import { paths } from "./paths";'],
  ["app/views/home.ts", 'import type { SubmissionResult } from "@conform-to/react";'],
  ["app/views/answering/itil.ts", 'import type { Change } from "../answering";'],
  ["app/views/paths.test.ts", 'import { expect } from "vitest";'],
  ["app/views/paths.test.ts", 'import { paths } from "./paths.ts";'],
  ["app/services/evidence/workbook.server.ts", 'import { evidenceSheet } from "~/services/results/evidence.server";'],
  ["app/services/history/put-back-evidence.server.ts", 'import { restoreEvidence } from "~/services/answering/evidence.server";'],
  ["app/services/history/put-back.server.ts", 'import { saveThread } from "~/services/answering/p3m3/questions.server";'],
  ["app/services/locks.server.ts", 'import type { Row } from "~/views/home";'],
  ["app/components/dashboard/Row.tsx", 'import type { Row } from "~/views/home";'],
  ["app/components/dashboard/Row.tsx", 'import { Badge } from "../shell/Badge";'],
  ["app/components/dashboard/Row.tsx", 'import { paths } from "~/paths";'],
];

/** What Biome reports for small files with the project's own configuration: rule, file and line, in GitHub's format. */
function lint(files: readonly (readonly [path: string, code: string])[], ...options: string[]): string {
  const project = mkdtempSync(join(tmpdir(), "walls-"));
  try {
    // Imports that begin with # are defined in package.json.
    for (const name of ["biome.json", "package.json"]) copyFileSync(name, join(project, name));
    for (const [path, code] of files) {
      mkdirSync(join(project, dirname(path)), { recursive: true });
      appendFileSync(join(project, path), `${code}\n`);
    }
    const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
    const args = [biome, "lint", "--reporter=github", "--max-diagnostics=none", ...options];
    return spawnSync(process.execPath, args, { cwd: project, encoding: "utf8" }).stdout;
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

const samples = [...refused, ...allowed];

/** Which samples Biome refuses. All are linted as one project; samples with the same path are lines of one file. */
function verdictsOnSamples(): boolean[] {
  const found = lint(samples, "--only=style/noRestrictedImports");
  return samples.map(([path], index) => {
    const line = samples.slice(0, index + 1).filter(([other]) => other === path).length;
    return new RegExp(`noRestrictedImports,file=\\S*${path},line=${line},`).test(found);
  });
}

describe("the walls between the folders", () => {
  const verdicts = verdictsOnSamples();

  it.each(refused.map(([path, code], index) => ({ path, code, refused: verdicts[index] })))("refuse in $path: $code", (sample) => {
    expect(sample.refused).toBe(true);
  });

  it.each(allowed.map(([path, code], index) => ({ path, code, refused: verdicts[refused.length + index] })))(
    "let pass in $path: $code",
    (sample) => {
      expect(sample.refused).toBe(false);
    },
  );
});

/** The rule has to be outside the overrides: only then does Biome follow imports. */
describe("import circles", () => {
  const circleIn = (folder: string): [path: string, code: string][] => [
    [`${folder}/one.ts`, 'import type { Two } from "./two.ts";\nexport type One = Two;'],
    [`${folder}/two.ts`, 'import { three } from "./deep/three.ts";\nexport type Two = typeof three;'],
    [`${folder}/deep/three.ts`, 'import type { One } from "../one.ts";\nexport const three: One[] = [];'],
    [`${folder}/outside.ts`, 'import { three } from "./deep/three.ts";\nexport const four = three;'],
  ];
  const folders = ["app", "api", "model", "scripts", "tests"];
  const found = lint(folders.flatMap(circleIn));
  const isRefused = (path: string) => new RegExp(`noImportCycles,file=\\S*${path},`).test(found);

  it.each(folders)("are refused in %s, those of types too", (folder) => {
    const inCircle = ["one.ts", "two.ts", "deep/three.ts"].map((file) => isRefused(`${folder}/${file}`));
    expect(inCircle).toEqual([true, true, true]);
    expect(isRefused(`${folder}/outside.ts`)).toBe(false);
  });

  it("are found behind the names that begin with #", () => {
    const named = lint([
      ["api/one.ts", 'import type { Two } from "#api/two.ts";\nexport type One = Two;'],
      ["api/two.ts", 'import type { One } from "#api/one.ts";\nexport type Two = One;'],
    ]);
    expect(named).toMatch(/noImportCycles,file=\S*api\/one.ts,/);
  });
});

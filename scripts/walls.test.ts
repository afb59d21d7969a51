import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { importsThroughWalls, WALLS } from "./walls.ts";

const files = execFileSync("git", ["ls-files", "app", "model", "api", "tools"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => /\.tsx?$/.test(path) && existsSync(path));

describe("walls", () => {
  it("are kept by every module", () => {
    const broken = files.flatMap((file) => importsThroughWalls(file).map((name) => `${file} imports ${name}`));
    expect(broken).toEqual([]);
  });

  it("name folders and modules that exist", () => {
    const names = [...Object.keys(WALLS), ...Object.values(WALLS).flat()].filter((name) => /^(app|model|api|tools)(\/|$)/.test(name));
    expect(names.filter((name) => ![name, `${name}.ts`, `${name}.tsx`].some((path) => existsSync(path)))).toEqual([]);
  });

  it.each([
    ["model/p3m3/gate.ts", 'import { link } from "~/views/paths";'],
    ["model/p3m3/gate.ts", 'import { route } from "../../app/views/paths";'],
    ["model/text.ts", 'import type { Store } from "#api/store/open.ts";'],
    ["model/text.ts", 'import { readFileSync } from "node:fs";'],
    ["model/text.ts", 'import { readFileSync } from "fs";'],
    ["model/text.ts", 'import { useState } from "react";'],
    ["model/text.test.ts", 'import { tmpdir } from "node:os";'],
    ["api/app.ts", 'import { paths } from "~/views/paths";'],
    ["api/app.ts", 'import type { Lock } from "../app/services/answering/locks.server";'],
    ["api/content/shipped.ts", 'import { qualityFaults } from "../../tools/content/quality.ts";'],
    ["tools/content/texts.ts", 'import { createApi } from "#api/app.ts";'],
    ["app/root.tsx", 'import { createApi } from "#api/app.ts";'],
    ["app/root.tsx", 'import Home from "./routes/home/home";'],
    ["app/sessions.server.ts", 'export { createApi } from "../api/app.ts";'],
    ["app/routes/home/home.tsx", 'import type { loader } from "./organization";'],
    ["app/routes/home/home.tsx", 'import { action } from "~/routes/setup/profile";'],
    ["app/views/home.ts", 'import type { Row } from "~/services/home/rows.server";'],
    ["app/views/home.ts", 'export type { Row } from "~/components/home/RowActions";'],
    ["app/views/home.ts", 'import { currentUser } from "../sessions.server";'],
    ["app/views/home.ts", 'import type { ReactNode } from "react";'],
    ["app/components/home/OrganizationList.tsx", 'import { hold } from "~/services/answering/locks.server";'],
    ["app/components/home/OrganizationList.tsx", 'import { Review } from "~/components/setup/Review";'],
    ["app/components/forms/fields.tsx", 'import { NoteBox } from "~/components/answering/NoteBox";'],
    ["app/components/shell/Page.tsx", 'import { NoteBox } from "~/components/answering/NoteBox";'],
    ["app/components/charts/palette.ts", 'import { Legend } from "../results/Legend";'],
    ["app/components/guide/PartsGuide.tsx", 'import { Legend } from "~/components/results/Legend";'],
    ["app/services/http/cookies.server.ts", 'import { openSession } from "~/services/session/session.server";'],
    ["app/services/upstream/lists.server.ts", 'import { embeddedApi } from "#api/embedded.ts";'],
    ["app/services/workers/pool.server.ts", 'import { loadResult } from "../results/results.server";'],
    ["app/services/home/rows.server.ts", 'const loaded = await import("~/services/results/results.server");'],
    ["app/services/home/rows.server.ts", 'import { Row } from "~/components/home/RowActions";'],
    ["app/services/results/results.server.ts", 'type Row = import("~/services/home/rows.server").Row;'],
  ])("refuse %s: %s", (file, source) => {
    expect(importsThroughWalls(file, source)).toHaveLength(1);
  });

  it.each([
    ["model/p3m3/gate.ts", 'import { z } from "zod"; import { levels } from "./catalogue.ts";'],
    ["model/text.test.ts", 'import { expect } from "vitest";'],
    ["api/app.ts", 'import { Hono } from "hono"; import { calls } from "#model/contract/calls.ts";'],
    ["app/services/upstream/upstream.server.ts", 'import { embeddedApi } from "#api/embedded.ts";'],
    ["app/services/upstream/upstream.server.ts", 'import { clientFor } from "./user-api.server";'],
    ["app/services/history/history.server.ts", 'import { hold } from "~/services/answering/locks.server";'],
    ["app/components/results/Legend.tsx", 'import { palette } from "../charts/palette";'],
    ["app/routes/home/home.tsx", 'import { withUser } from "~/with-user.server"; import { data } from "@remix-run/node";'],
  ])("allow %s: %s", (file, source) => {
    expect(importsThroughWalls(file, source)).toEqual([]);
  });
});

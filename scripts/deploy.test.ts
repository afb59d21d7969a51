// The scripts and units of deploy/, without systemd: what they would run is put in the place of the programs that they call.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { API_SETTINGS, parseApiConfig } from "#api/config.ts";
import { readConfig, WEB_SETTINGS } from "../app/services/config.server.ts";
import { LANES } from "../app/services/workers/pool.server.ts";
import { root } from "./build.js";

let folder: string;
let backups: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deploy-"));
  backups = join(folder, "backups");
  for (const each of ["bin", "backups", "tmp", "opt/build/server/api/commands"]) mkdirSync(join(folder, each), { recursive: true });
  cpSync(join(root, "deploy"), join(folder, "opt/deploy"), { recursive: true });
  writeFileSync(join(folder, "opt/package.json"), JSON.stringify({ name: "any", version: "1.20.3-rc.1" }, null, 2));
  for (const word of ["db", "history", "people"]) writeFileSync(join(folder, `opt/build/server/api/commands/${word}.js`), "");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Puts a program in the place of another one. */
function program(name: string, script: string): void {
  writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, "bin", name), 0o755);
}

function run(script: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync("sh", [join(folder, "opt/deploy", script), ...args], {
    encoding: "utf8",
    cwd: folder,
    env: {
      PATH: `${join(folder, "bin")}:${process.env.PATH}`,
      TMPDIR: join(folder, "tmp"),
      NODE_ENV: "test",
      BACKUP_FOLDER: backups,
      DATABASE_URL: "file:live.db",
    },
  });
  return { status, stdout, stderr };
}

/** What a unit says. */
const unit = (name: string) => readFileSync(join(root, "deploy", name), "utf8");

describe("the backup", () => {
  /** A `node` that writes the file of a backup, notes what it was called for, and fails at one step. */
  const node = (failing = "none") =>
    program(
      "node",
      `echo "$DATABASE_URL $(basename "$1" .js) $2" >> ${folder}/calls
       [ "$2" != ${failing} ] || exit 1
       [ "$2" != backup ] || echo data > "$3"`,
    );
  const calls = () =>
    readFileSync(join(folder, "calls"), "utf8")
      .trim()
      .split("\n")
      .map((line) => line.replace(/^file:\S+\/trial\.db/, "trial").replace(/^file:live\.db/, "live"));
  const mounted = (is: boolean) => program("mountpoint", `[ "$2" = ${backups} ] && ${is}`);

  it("is made only on a mounted disk, and fails without one, in a line", () => {
    node();
    mounted(false);
    const { status, stderr } = run("backup");
    expect([status, stderr]).toEqual([1, `${backups} is no mounted disk. No backup was made.\n`]);
    expect([existsSync(join(folder, "calls")), readdirSync(backups)]).toEqual([false, []]);
  });

  it("gets its name after it was restored elsewhere and its history verified, and says little", () => {
    node();
    mounted(true);
    const { status, stdout, stderr } = run("backup");
    const [name = ""] = readdirSync(backups);
    expect([status, stdout, stderr]).toEqual([0, `The backup is good: ${join(backups, name)}\n`, ""]);
    expect(name).toMatch(/^assessments-\d{8}T\d{6}Z-1\.20\.3-rc\.1\.db$/);
    expect(calls()).toEqual(["live db backup", "trial db restore", "trial history verify"]);
    expect(readdirSync(join(folder, "tmp"))).toEqual([]);
  });

  it.each(["backup", "restore", "verify"])(
    "leaves nothing behind that looks like one when the step %s fails, and keeps the old ones",
    (step) => {
      node(step);
      mounted(true);
      const old = join(backups, "assessments-20200101T023000Z.db");
      writeFileSync(old, "");
      utimesSync(old, 0, 0);
      writeFileSync(join(backups, "assessments-20200102T023000Z.db.untried"), "");
      expect(run("backup").status).toBe(1);
      expect(readdirSync(backups)).toEqual(["assessments-20200101T023000Z.db"]);
      expect(readdirSync(join(folder, "tmp"))).toEqual([]);
    },
  );

  it("is kept for 30 days", () => {
    node();
    mounted(true);
    for (const [name, days] of [
      ["assessments-old.db", 32],
      ["assessments-young.db", 29],
      ["other.db", 400],
    ] as const) {
      writeFileSync(join(backups, name), "");
      const at = Date.now() / 1000 - days * 86_400;
      utimesSync(join(backups, name), at, at);
    }
    expect(run("backup").status).toBe(0);
    expect(readdirSync(backups).sort()).toEqual([expect.stringMatching(/^assessments-\d/), "assessments-young.db", "other.db"]);
  });
});

describe("the command assessments", () => {
  it.each([[], ["nonsense"], ["../db"], ["--help"]])("lists the words when it is given %j", (...words) => {
    const { status, stdout, stderr } = run("assessments", ...words);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("one of:\n  db\n  history\n  people\n");
    if (words[0] === "nonsense") expect(stderr).toContain("There is no command nonsense.");
  });

  it("runs a word as the account of the service, with the settings as its unit reads them, and gives its exit code", () => {
    program("systemd-run", `for each in "$@"; do echo "$each"; done; exit 3`);
    const { status, stdout } = run("assessments", "people", "name", "kim@example.org", "Kim O'Brien");
    const said = stdout.trim().split("\n");
    expect(status).toBe(3);
    const service = unit("assessments.service");
    for (const property of ["User", "EnvironmentFile", "UMask"]) {
      const [line = ""] = new RegExp(`^${property}=.*$`, "m").exec(service) ?? [];
      expect(said).toContain(line);
    }
    expect(said.slice(said.indexOf("--"))).toEqual([
      "--",
      "node",
      join(folder, "opt/build/server/api/commands/people.js"),
      "name",
      "kim@example.org",
      "Kim O'Brien",
    ]);
  });
});

describe("the settings", () => {
  const filledIn = (team: string) => {
    const values: Record<string, string> = {
      PUBLIC_URL: "https://assess.example.org",
      SMTP_URL: "smtps://mail.example.org",
      MAIL_FROM: "assessments@example.org",
      FIRST_LEAD: "kim@example.org",
      FIRST_TEAM: team,
    };
    const lines = unit("settings")
      .split("\n")
      .filter((line) => /^\w+=/.test(line));
    return Object.fromEntries(
      lines.map((line) => {
        const [name = "", value = ""] = line.split("=");
        return [name, values[name] ?? (/_SECRET$|_KEY$/.test(name) ? `${name} `.padEnd(44, "x") : value)];
      }),
    );
  };

  it("are ones that the application takes, with a folder for backups that the unit may write", () => {
    const settings = filledIn("O'Brien Consulting");
    expect(Object.keys(settings).filter((name) => ![...WEB_SETTINGS, ...API_SETTINGS].includes(name))).toEqual([]);
    expect(readConfig(settings)).toMatchObject({ production: true, host: "127.0.0.1", port: 3000, trustProxy: 1, demo: false });
    expect(parseApiConfig(settings, { isServer: true })).toMatchObject({
      databaseUrl: "file:/var/lib/assessments/assessments.db",
      backupFolder: "/var/lib/assessments/backups",
      demo: false,
      firstLead: { email: "kim@example.org", team: "O'Brien Consulting" },
    });
    expect(unit("assessments.service")).toMatch(/^StateDirectory=assessments$/m);
  });

  it("name each secret once, empty, for the install script to fill", () => {
    const secrets = ["SESSION_SECRET", "TOKEN_SECRET", "HISTORY_KEY"];
    for (const secret of secrets) expect(unit("settings").match(new RegExp(`^${secret}=$`, "gm"))).toHaveLength(1);
    expect(unit("install")).toContain(`for secret in ${secrets.join(" ")}; do`);
  });
});

describe("the units", () => {
  it("limit the memory of the service, with room for its workers, and a worker that meets the limit does not end it", () => {
    const megabytes = Object.values(LANES).reduce((sum, { processes, resident }) => sum + processes * resident, 400);
    const service = unit("assessments.service");
    expect(Number(/^MemoryMax=(\d+)M$/m.exec(service)?.[1])).toBeGreaterThanOrEqual(megabytes);
    expect(service).toMatch(/^OOMPolicy=continue$/m);
    expect(service).toMatch(/^RestartPreventExitStatus=78$/m);
  });

  it("fail in the night when the script does: no assertion or condition of systemd passes it over", () => {
    expect(unit("assessments-backup.service")).not.toMatch(/^(Assert|Condition)/m);
    for (const name of ["assessments.service", "assessments-backup.service", "assessments-backup.timer"])
      expect(unit("install")).toContain(name);
  });
});

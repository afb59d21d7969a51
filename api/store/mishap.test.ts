import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { StoreError } from "./fault.ts";
import { mishapOf } from "./mishap.ts";
import { openStore } from "./open.ts";

const POSTGRES = "postgres://kim:secret@db.example:5432/assessments";

it.each<[what: string, url: string, fault: Error, words: RegExp]>([
  ["a wrong password", POSTGRES, Object.assign(new Error("x"), { code: "28P01" }), /refuses the name or password in DATABASE_URL/],
  ["no password", POSTGRES, new Error("SASL: client password must be a string"), /refuses the name or password/],
  [
    "a server that only reads",
    POSTGRES,
    Object.assign(new Error("x"), { code: "25006" }),
    /only reads\. Let DATABASE_URL name the server that writes/,
  ],
  ["no such database", POSTGRES, Object.assign(new Error("x"), { code: "3D000" }), /^There is no database/],
  ["a right that is missing", POSTGRES, Object.assign(new Error("x"), { code: "42501" }), /own the database/],
  [
    "nobody listens",
    POSTGRES,
    Object.assign(new Error(""), { code: "ECONNREFUSED", syscall: "connect" }),
    /cannot be reached \(ECONNREFUSED\)/,
  ],
  ["a name that is unknown", POSTGRES, Object.assign(new Error("x"), { code: "ENOTFOUND", syscall: "getaddrinfo" }), /cannot be reached/],
  [
    "a socket that is not there",
    POSTGRES,
    Object.assign(new Error("x"), { code: "ENOENT", syscall: "connect", path: "/x" }),
    /cannot be reached/,
  ],
  ["no answer", POSTGRES, new Error("timeout exceeded when trying to connect"), /cannot be reached \(no answer\)/],
  ["no TLS", POSTGRES, new Error("The server does not support SSL connections"), /sslmode/],
  [
    "a migration that may not be done",
    POSTGRES,
    new Error("Migrating 0001 failed", { cause: Object.assign(new Error("x"), { code: "42501" }) }),
    /own/,
  ],
  [
    "a backup's folder",
    POSTGRES,
    Object.assign(new Error("x"), { code: "EACCES", syscall: "open", path: "/mnt/b.db" }),
    /^\/mnt\/b\.db cannot be written/,
  ],
  [
    "a closed folder",
    "file:/srv/data/a.db",
    Object.assign(new Error("x"), { code: "EACCES", syscall: "mkdir", path: "/srv/data" }),
    /^\/srv\/data cannot be written/,
  ],
  [
    "a folder that the service may not change",
    "file:/srv/data/a.db",
    Object.assign(new Error("x"), { code: "EROFS", syscall: "mkdir", path: "/srv/data" }),
    /^\/srv\/data is where this process can only read\..*ReadWritePaths=/,
  ],
  [
    "a folder that systemd hides",
    "file:/home/kim/a.db",
    Object.assign(new Error("x"), { code: "EACCES", syscall: "mkdir", path: "/home/kim" }),
    /^\/home\/kim cannot be written.*ProtectHome=/,
  ],
  ["a read-only file", "file:/srv/data/a.db", new Error("attempt to write a readonly database"), /^\/srv\/data\/a\.db cannot be written/],
  ["a full disk", "file:/srv/data/a.db", new Error("database or disk is full"), /^The disk is full/],
  ["another writer", "file:/srv/data/a.db", new Error("database is locked"), /^Another program is writing/],
])("%s is said in one line that names the place and no password", (_what, url, fault, words) => {
  const said = mishapOf(url, fault);
  expect(said).toBeInstanceOf(StoreError);
  expect(said?.message).toMatch(words);
  expect(said?.message).not.toMatch(/secret|\n/);
});

it("a folder in the place of a file, and a file in the place of a folder, are named", () => {
  const folder = mkdtempSync(join(tmpdir(), "mishap-"));
  const wordsFor = (url: string) => {
    try {
      openStore(url);
    } catch (error) {
      return mishapOf(url, error)?.message;
    }
    return "opened";
  };
  expect(wordsFor(`file:${folder}`)).toBe(`${folder} is a folder. DATABASE_URL has to name a file in it.`);
  expect(wordsFor("file:/dev/null/data/a.db")).toBe("/dev/null/data cannot be made: a folder on the way there is missing, or is a file.");
  rmSync(folder, { recursive: true, force: true });
});

it("any other error keeps its own words", () => {
  expect(mishapOf(POSTGRES, new Error("something of ours"))).toBeUndefined();
  const said = new StoreError("said already", { cause: Object.assign(new Error("x"), { code: "28P01" }) });
  expect(mishapOf(POSTGRES, said)).toBe(said);
});

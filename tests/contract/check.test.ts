/** What the command `check` tells an operator (docs/operating.md#check). */
import { closeSync, mkdtempSync, openSync, rmSync, utimesSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startMailServer, startRefusingServer } from "../support/mail-server.ts";
import { runHere } from "../support/run-here.ts";

let folder: string;
let env: Record<string, string>;
const closing: (() => Promise<void>)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "check-"));
  env = { DATABASE_URL: `file:${join(folder, "a.db")}` };
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  rmSync(folder, { recursive: true, force: true });
});

const check = (over: Record<string, string> = {}, ...args: string[]) => runHere("api/commands/check.ts", args, { ...env, ...over });
const backup = join("backups", "assessments-20261128T023000Z.db");
const made = async () => {
  await runHere("api/commands/db.ts", ["migrate"], env);
  await runHere("api/commands/db.ts", ["backup", join(folder, backup)], env);
};
const wrong = (out: string) => out.split("\n").filter((line) => line.startsWith("WRONG"));

describe("the check", () => {
  it("is well with a database and a fresh backup, and ends with 0", async () => {
    await made();
    const { code, out } = await check();
    expect([code, wrong(out)]).toEqual([0, []]);
    for (const part of ["settings", "database", "history key", "mails", "disk", "backup"])
      expect(out).toMatch(new RegExp(`^ok {5}${part}: `, "m"));
  });

  it("makes no database where there is none", async () => {
    for (let times = 0; times < 2; times += 1) {
      const { code, out } = await check();
      expect([code, wrong(out)[0]]).toEqual([1, `WRONG  database: there is none at ${join(folder, "a.db")}`]);
    }
  });

  it("finds a backup that is old", async () => {
    await made();
    const then = Date.now() / 1000 - 40 * 3600;
    utimesSync(join(folder, backup), then, then);
    const { code, out } = await check();
    expect([code, wrong(out)]).toEqual([1, [expect.stringMatching(/^WRONG {2}backup: .* is 40 hours old$/)]]);
  });

  it("names settings that are wrong, and ends with 78", async () => {
    const { code, out } = await check({ DEMO: "yes" });
    expect([code, out]).toEqual([78, "WRONG  settings: DEMO: must be 1 or 0\n"]);
  });

  const mailing = (url: string) => ({ SMTP_URL: url, MAIL_FROM: "from@example.org", PUBLIC_URL: "http://assess.example.org" });

  it("sends a test mail, and says what the server answered", async () => {
    await made();
    const server = await startMailServer();
    closing.push(server.close);
    const { code, out } = await check(mailing(server.url), "--mail", "kim@example.org");
    expect([code, wrong(out), server.received.map(({ to }) => to)]).toEqual([0, [], [["kim@example.org"]]]);
    expect(out).toMatch(/^ok {5}test mail: sent; the server answered 250 /m);
  });

  it("says why a mail server refuses", async () => {
    await made();
    const server = await startRefusingServer({ user: "535 5.7.8 wrong password" });
    closing.push(server.close);
    const { code, out } = await check(mailing(`smtp://u:hush-hush@127.0.0.1:${server.port}`));
    expect([code, wrong(out)]).toEqual([1, [expect.stringMatching(/^WRONG {2}mail server: Invalid login: 535 .*wrong password$/)]]);
    expect(out).not.toContain("hush");
  });

  it("says that nobody runs a mail server there", async () => {
    await made();
    const { port, close } = await startMailServer();
    await close();
    const { out } = await check(mailing(`smtp://127.0.0.1:${port}`));
    expect(wrong(out)).toEqual([expect.stringMatching(/^WRONG {2}mail server: .*ECONNREFUSED/)]);
  });

  it("finds a database that can only be read", async () => {
    await made();
    // SQLite never writes to a file whose format it knows only how to read.
    const file = openSync(join(folder, "a.db"), "r+");
    writeSync(file, Buffer.from([3]), 0, 1, 18);
    closeSync(file);
    const { code, out } = await check();
    expect([code, wrong(out)[0]]).toEqual([1, expect.stringMatching(/^WRONG {2}database: .*a\.db cannot be written/)]);
  });
});

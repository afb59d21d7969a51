/** The application behind the proxy of compose.yaml, in the Caddy that is here: Debian's is as old as one may be. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../scripts/build.js";
import { findOnPath } from "../../scripts/tools.js";
import { type Form, Visitor } from "../support/form-driver.ts";
import { onlyIf } from "../support/only-if.ts";
import { type AppWithFaults, startAppWithFaults } from "../support/seed.ts";
import { type App, freePort, startApp } from "../support/server.ts";

const [caddy = ""] = findOnPath(["caddy"]);

describe("behind Caddy", onlyIf(caddy !== "", "caddy is not on the PATH"), () => {
  const folder = mkdtempSync(join(tmpdir(), "proxy-"));
  let first: AppWithFaults;
  let second: App;
  let startSecond: () => Promise<App>;
  let proxy: ChildProcess;
  let said = "";
  let visitor: Visitor;

  beforeAll(async () => {
    const address = `http://localhost:${await freePort()}`;
    const ports = [await freePort(), await freePort()];
    const settings = {
      DEMO: "0",
      HOST: "127.0.0.1",
      PUBLIC_URL: address,
      ALLOW_HTTP: "1",
      TRUST_PROXY: "1",
      SESSION_SECRET: "the secret of a session in this test",
    };
    first = await startAppWithFaults({ ...settings, PORT: String(ports[0]) });
    const { url: API_URL } = first.upstream;
    const env = { ...settings, PORT: String(ports[1]), API_URL, DATABASE_URL: first.databaseUrl, HOME_SITE_URL: "http://home.invalid/" };
    startSecond = () => startApp({ env });
    second = await startSecond();
    const config = readFileSync(join(root, "deploy/Caddyfile"), "utf8").replace("{\n", "{\n\tadmin off\n");
    writeFileSync(join(folder, "Caddyfile"), config);
    proxy = spawn(caddy, ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"], {
      env: { ...process.env, PUBLIC_URL: address, WEB: ports.map((port) => `127.0.0.1:${port}`).join(" "), HOME: folder },
      stdio: ["ignore", "ignore", "pipe"],
    });
    process.once("exit", () => proxy.kill("SIGKILL"));
    proxy.stderr?.on("data", (chunk) => {
      said += chunk;
    });
    while (!(await fetch(`${address}/health`).catch(() => undefined))?.ok) await wait(50);
    const link = await first.entryLink("kim@example.org", { name: "Kim" });
    visitor = await new Visitor(address).enter(link.replace(first.url, address));
  });
  afterAll(async () => {
    proxy.kill();
    await once(proxy, "close");
    await second.stop();
    await first.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The forms of new organizations, filled in. */
  const fillIn = (names: string[]): Promise<Form[]> =>
    Promise.all(
      names.map(async (name) => {
        const tab = await visitor.anotherTab().get("/organization");
        return tab
          .form("Save organization")
          .fill("Organization name", name)
          .select("Location", "Denmark")
          .select("Number of employees", "250–999")
          .select("Industry", "Education");
      }),
    );
  /** Sends forms at once, and gives the statuses of what comes in the end. */
  const send = (forms: Form[]) => Promise.all(forms.map(async (form) => (await form.submit("Save organization")).status));
  const saved = async () => (await visitor.get("/")).text();

  test("a save finds the other web process when one was killed", async () => {
    const names = ["Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir"];
    const forms = await fillIn(names);
    await second.stop("SIGKILL");
    expect(await send(forms)).toEqual(names.map(() => 200));
    const text = await saved();
    for (const name of names) expect(text).toContain(name);
  });

  test("a save waits while no web process runs", async () => {
    const forms = await fillIn(["Hazel", "Ivy"]);
    await first.end();
    const begun = send(forms.slice(0, 1));
    // From here on the proxy knows that neither runs.
    const known = said.length;
    while (!said.slice(known).includes(`127.0.0.1:${new URL(first.url).port}`)) await wait(20);
    const later = send(forms.slice(1));
    second = await startSecond();
    expect([await begun, await later]).toEqual([[200], [200]]);
    const text = await saved();
    for (const name of ["Hazel", "Ivy"]) expect(text).toContain(name);
  });

  test("people read the application's own words while the API is down", async () => {
    await first.upstream.stop();
    await visitor.get("/");
    expect([visitor.status, visitor.text()]).toEqual([503, expect.stringContaining("What was saved before is safe")]);
  });
});

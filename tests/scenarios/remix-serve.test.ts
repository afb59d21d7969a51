/** The build stays servable by remix-serve, although the product is run by server.js. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { freePort } from "../support/server.ts";

test("remix-serve loads the build and answers", async () => {
  const port = await freePort();
  const server = spawn(process.execPath, ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", DEMO: "1", HOST: "127.0.0.1", PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await once(createInterface(server.stdout), "line");
    const answer = await fetch(`http://127.0.0.1:${port}/health`);
    expect(await answer.json()).toEqual({ status: "ok" });
  } finally {
    server.kill("SIGKILL");
    await once(server, "close");
  }
});

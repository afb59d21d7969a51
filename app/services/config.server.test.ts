import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ConfigurationError } from "#model/environment.ts";
import { readConfig } from "./config.server.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "config-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SECRET = "a secret of at least thirty-two characters";
const production = {
  NODE_ENV: "production" as const,
  PUBLIC_URL: "https://assess.example.org",
  HOME_SITE_URL: "https://home.example.org",
  SESSION_SECRET: SECRET,
};
const refusal = (env: Record<string, string>) => {
  try {
    readConfig({ NODE_ENV: "production", ...env });
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as Error).message;
  }
  return "accepted";
};

describe("in production", () => {
  test("what is needed is accepted, with the defaults of the documentation", () => {
    expect(readConfig(production)).toMatchObject({
      port: 3000,
      host: "0.0.0.0",
      apiUrl: undefined,
      apiTimeoutMs: 10_000,
      apiFirstPauseMs: 200,
      trustProxy: 0,
      demo: false,
      certifyingBodyUrl: "https://home.example.org",
    });
  });
  test("every missing variable is named on a line of its own", () => {
    expect(
      refusal({})
        .split("\n")
        .map((line) => line.split(":")[0]),
    ).toEqual(["HOME_SITE_URL", "PUBLIC_URL", "SESSION_SECRET"]);
  });
  test("a home site is not needed where people can sign in by mail, as far as the settings tell", () => {
    const { HOME_SITE_URL: _, ...without } = production;
    expect(readConfig({ ...without, SMTP_URL: "smtp://mail.example.org" }).homeSiteUrl).toBe("/sign-in");
    expect(readConfig({ ...without, API_URL: "http://api.example.org" }).homeSiteUrl).toBe("/sign-in");
    expect(readConfig({ ...production, SMTP_URL: "smtp://mail.example.org" }).homeSiteUrl).toBe("https://home.example.org");
    const mailed = readConfig({ ...without, SMTP_URL: "smtp://mail.example.org" });
    expect(mailed.certifyingBodyUrl).toBeUndefined();
    expect(refusal(without)).toMatch(/^HOME_SITE_URL: required outside the demo.*SMTP_URL/);
  });
  test("an address without TLS is refused, unless that is meant", () => {
    const http = { ...production, PUBLIC_URL: "http://assess.example.org" };
    expect(refusal(http)).toMatch(/^PUBLIC_URL: .*ALLOW_HTTP=1/);
    expect(refusal({ ...http, ALLOW_HTTP: "0" })).toMatch(/^PUBLIC_URL: /);
    expect(readConfig({ ...http, ALLOW_HTTP: "1" }).publicUrl?.origin).toBe("http://assess.example.org");
    expect(readConfig({ ...http, DEMO: "1" }).publicUrl?.origin).toBe("http://assess.example.org");
    expect(readConfig({ ...http, NODE_ENV: "development" }).publicUrl?.origin).toBe("http://assess.example.org");
  });
  test.each([
    ["PORT", "http"],
    ["PUBLIC_URL", "assess.example.org"],
    ["API_URL", "ftp://upstream"],
    ["API_TIMEOUT_MS", "soon"],
    ["DEMO", "yes"],
    ["SESSION_SECRET", "short"],
    ["DATABASE_URL", "mysql://x"],
    ["ALL_ASSESSMENTS_ACCOUNTS", "anna@office.example, everybody"],
  ])("%s=%s is refused by name", (name, value) => expect(refusal({ ...production, [name]: value })).toContain(name));
  test("an address with a path is refused", () => {
    for (const path of ["/assess", "/?a=b", "/#top"])
      expect(refusal({ ...production, PUBLIC_URL: `https://example.org${path}` })).toMatch(/^PUBLIC_URL: must have no path/);
    expect(readConfig({ ...production, PUBLIC_URL: "https://example.org/" }).publicUrl?.origin).toBe("https://example.org");
  });
  test("a secret that is shared or can be guessed is refused, but not in the demo or while developing", () => {
    expect(refusal({ ...production, TOKEN_SECRET: SECRET })).toMatch(/^SESSION_SECRET: is the same as TOKEN_SECRET/);
    const guessed = { ...production, SESSION_SECRET: "x".repeat(32) };
    expect(refusal(guessed)).toMatch(/^SESSION_SECRET: can be guessed/);
    for (const over of [{ DEMO: "1" }, { NODE_ENV: "development" as const }])
      expect(readConfig({ ...guessed, ...over }).sessionSecrets).toEqual([guessed.SESSION_SECRET]);
  });
  test("several secrets allow rotation, and an empty value counts as unset", () => {
    expect(readConfig({ ...production, SESSION_SECRET: `${SECRET},${SECRET}2`, API_URL: "" })).toMatchObject({
      sessionSecrets: [SECRET, `${SECRET}2`],
      apiUrl: undefined,
    });
  });
  test("a secret is never part of the message", () =>
    expect(refusal({ ...production, SESSION_SECRET: "hush-hush" })).not.toContain("hush-hush"));
});

test("the demo keeps a secret of its own beside its database", () => {
  const env = { NODE_ENV: "production" as const, DEMO: "1", DATABASE_URL: `file:${join(folder, "a.db")}` };
  const [first] = readConfig(env).sessionSecrets;
  expect(first?.length).toBeGreaterThanOrEqual(32);
  expect(readConfig(env).sessionSecrets).toEqual([first]);
  expect(readConfig(env)).toMatchObject({ homeSiteUrl: "/demo", host: "127.0.0.1" });
});

test("databases that lie beside each other share no secret", () => {
  const secretOf = (DEMO: string, name: string) =>
    readConfig({ NODE_ENV: "development", DEMO, DATABASE_URL: `file:${join(folder, name)}`, HOME_SITE_URL: "http://home.invalid" })
      .sessionSecrets[0];
  expect(secretOf("1", "demo.db")).not.toBe(secretOf("0", "assessments.db"));
  expect(secretOf("1", "demo.db")).toBe(secretOf("1", "demo.db"));
});

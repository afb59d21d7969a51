import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseApiConfig } from "#api/config.ts";
import { ConfigurationError } from "#model/environment.ts";
import { tokenSecretsOf } from "./token-secret.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "token-secret-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the secret that signs bearer tokens", () => {
  it("is kept in a file beside the database that only its owner may read, and stays the same", () => {
    const config = parseApiConfig({ DATABASE_URL: `file:${join(folder, "new/a.db")}` });
    const secrets = tokenSecretsOf(config);
    expect(secrets).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
    expect(tokenSecretsOf(config)).toEqual(secrets);
    expect(readdirSync(join(folder, "new"))).toEqual(["a.db.token-secret"]);
    expect(statSync(join(folder, "new/a.db.token-secret")).mode & 0o777).toBe(0o600);
  });

  it("is another one for each database", () => {
    const [one, other] = ["a.db", "b.db"].map((name) => tokenSecretsOf(parseApiConfig({ DATABASE_URL: `file:${join(folder, name)}` })));
    expect(one).not.toEqual(other);
  });

  it("comes from the settings where they have one, and no file is made", () => {
    const TOKEN_SECRET = "x".repeat(32);
    expect(tokenSecretsOf(parseApiConfig({ DATABASE_URL: `file:${join(folder, "a.db")}`, TOKEN_SECRET }))).toEqual([TOKEN_SECRET]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("has to be set in production with PostgreSQL, whose processes may have no disk in common", () => {
    const settings = { NODE_ENV: "production", DATABASE_URL: "postgres://db.example/a" };
    expect(() => tokenSecretsOf(parseApiConfig(settings))).toThrow(ConfigurationError);
    expect(() => tokenSecretsOf(parseApiConfig(settings))).toThrow(/^TOKEN_SECRET: required/);
    expect(tokenSecretsOf(parseApiConfig({ ...settings, TOKEN_SECRET: "y".repeat(32) }))).toEqual(["y".repeat(32)]);
  });
});

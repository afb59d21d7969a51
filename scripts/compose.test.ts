// These tests need no container engine. They check that compose.yaml, and the settings that operators have to write, fit the application.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { historyKeyOf, tokenSecretsOf } from "#api/auth/token-secret.ts";
import { API_SETTINGS, parseApiConfig } from "#api/config.ts";
import { ALL_SETTINGS } from "#model/settings.ts";
import { readConfig, WEB_SETTINGS } from "../app/services/config.server.ts";
import { LANES } from "../app/services/workers/pool.server.ts";
import { root } from "./build.js";

interface Service {
  image: string;
  environment?: Record<string, string>;
  read_only?: boolean;
  tmpfs?: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  command?: string | string[];
  mem_limit?: string;
  memswap_limit?: string;
}

/** Megabytes that a web process may need: all of its workers at their limit, and itself. */
const MEGABYTES_MIN = Object.values(LANES).reduce((sum, { processes, resident }) => sum + processes * resident, 400);

const text = readFileSync(join(root, "compose.yaml"), "utf8");
const settings: Record<string, string> = {
  PUBLIC_URL: "https://assess.example.org",
  HOME_SITE_URL: "https://www.example.org",
  SESSION_SECRET: "f71c40d2b95e8a3360d1e27f9b84ac55",
  TOKEN_SECRET: "2be86d0f47a913cc85f3017e64d9b2a8",
  HISTORY_KEY: "00112233445566778899aabbccddeeff",
  POSTGRES_PASSWORD: "letters1",
};
/** Fills in variables like Compose does: ${NAME:-default}, ${NAME:?description}, and $$ for a dollar. */
const fillIn = (_: string, value: unknown) =>
  typeof value === "string"
    ? value.replace(/\$\$|\$\{(\w+):[-?][^}]*\}/g, (all, name) => (all === "$$" ? "$" : (settings[name] ?? "")))
    : value;
const { services } = JSON.parse(JSON.stringify(parse(text, { merge: true })), fillIn) as { services: Record<string, Service> };
const written = parse(text, { merge: true }).services as Record<string, Service>;
const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");

describe("compose.yaml", () => {
  it("starts two web containers with settings that the application takes", () => {
    const webs = Object.entries(services).filter(([name]) => name.startsWith("web-"));
    expect(webs).toHaveLength(2);
    for (const [, { environment }] of webs) {
      const config = readConfig({ NODE_ENV: "production", DEMO: "0", ...environment });
      expect(config).toMatchObject({ apiUrl: "http://api:4000", trustProxy: 1, demo: false, host: "0.0.0.0", port: 3000 });
    }
  });

  it("starts the API on the database beside it", () => {
    const { environment = {}, command } = services.api ?? {};
    const config = parseApiConfig({ NODE_ENV: "production", ...environment });
    expect([tokenSecretsOf(config), historyKeyOf(config)]).toEqual([[settings.TOKEN_SECRET], settings.HISTORY_KEY]);
    expect(config).toMatchObject({
      databaseUrl: "postgres://assessments:letters1@database:5432/assessments",
      demo: false,
    });
    // The command that makes entry links runs in this container.
    expect(environment.PUBLIC_URL).toBe(settings.PUBLIC_URL);
    expect(services.database?.environment).toMatchObject({
      POSTGRES_USER: "assessments",
      POSTGRES_PASSWORD: "letters1",
      POSTGRES_DB: "assessments",
    });
    expect(command).toEqual(["node", "build/server/api/main.js"]);
  });

  test.each([
    // Not passed: what the image sets, where the container listens, the database, which is the API's, and where backups are: here the
    // database's own tools make them.
    {
      name: "web-1",
      settings: WEB_SETTINGS,
      fixed: ["API_URL", "TRUST_PROXY"],
      left: ["DATABASE_URL", "DEMO", "HOST", "NODE_ENV", "PORT", "SMTP_URL"],
    },
    {
      name: "web-2",
      settings: WEB_SETTINGS,
      fixed: ["API_URL", "TRUST_PROXY"],
      left: ["DATABASE_URL", "DEMO", "HOST", "NODE_ENV", "PORT", "SMTP_URL"],
    },
    { name: "api", settings: API_SETTINGS, fixed: ["API_HOST", "API_PORT", "DATABASE_URL"], left: ["BACKUP_FOLDER", "DEMO", "NODE_ENV"] },
  ])("passes every setting that $name reads", ({ name, settings: all, fixed, left }) => {
    const environment = written[name]?.environment ?? {};
    expect([...Object.keys(environment), ...left].sort()).toEqual([...all].sort());
    for (const [setting, value] of Object.entries(environment))
      if (!fixed.includes(setting)) expect(value).toMatch(new RegExp(`^\\$\\{${setting}:[-?].*\\}$`));
  });

  test.each([...new Set([...WEB_SETTINGS, ...API_SETTINGS])].filter((name) => name !== "NODE_ENV"))("README.md lists %s", (name) => {
    expect(readFileSync(join(root, "README.md"), "utf8")).toMatch(new RegExp(`(^\\| |, )\\\`${name}\\\`.* \\| .* \\|`, "m"));
  });

  it("knows every setting by its name, so that none is taken for a mistyped one", () =>
    expect([...ALL_SETTINGS].sort()).toEqual([...new Set([...WEB_SETTINGS, ...API_SETTINGS])].sort()));

  it("has the proxy ask what answers while the API is away", () => {
    const proxied = readFileSync(join(root, "deploy/Caddyfile"), "utf8");
    expect(services.proxy?.environment?.WEB).toBe("web-1:3000 web-2:3000");
    expect(proxied).toMatch(/^\s*reverse_proxy \{\$WEB:127\.0\.0\.1:3000\} \{$/m);
    expect(proxied).toMatch(/^\s*health_uri \/health$/m);
  });

  test.each(Object.keys(services))("%s has a read-only root, a health check, and waits for what it needs to be healthy", (name) => {
    const service = services[name];
    expect(service?.read_only).toBe(true);
    expect(service?.tmpfs).toContain("/tmp");
    // The web containers use the health check of the image.
    expect(service?.healthcheck ?? dockerfile.includes("HEALTHCHECK")).toBeTruthy();
    for (const { condition } of Object.values(service?.depends_on ?? {})) expect(condition).toBe("service_healthy");
  });

  test.each(Object.entries(services))("%s has a limit of memory, where a web container has room for its workers", (name, service) => {
    const megabytes = Number(/^(\d+)m$/.exec(service.mem_limit ?? "")?.[1]);
    expect(megabytes).toBeGreaterThanOrEqual(name.startsWith("web-") ? MEGABYTES_MIN : 256);
    expect(service.memswap_limit).toBe(service.mem_limit);
  });
});

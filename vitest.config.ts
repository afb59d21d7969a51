import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const app = fileURLToPath(new URL("./app", import.meta.url));

/** Long enough for a slow machine that runs several suites: only what hangs waits for so long. */
const LIMITS = { testTimeout: 240_000, hookTimeout: 240_000 };

/**
 * Files share modules: reading them again for each would take longer than most files. More room for young objects saves a twentieth of the time,
 * because less garbage has to be collected.
 */
const SIDE_BY_SIDE = { isolate: false, maxWorkers: 2, execArgv: ["--max-semi-space-size=64"] };

export default defineConfig({
  test: {
    // Transformed modules stay on disk until they change. This saves a quarter of the processor time of the unit tests.
    experimental: { fsModuleCache: true },
    projects: [
      {
        resolve: { alias: { "~": app } },
        test: {
          name: "unit",
          include: ["{model,app,api,tools,scripts,tests/support,tests/load}/**/*.test.{ts,tsx}"],
          ...SIDE_BY_SIDE,
          ...LIMITS,
        },
      },
      {
        resolve: { alias: { "~": app } },
        test: {
          name: "golden",
          include: ["tests/golden/**/*.test.ts"],
          ...SIDE_BY_SIDE,
          ...LIMITS,
        },
      },
      {
        resolve: { alias: { "~": app } },
        test: {
          name: "contract",
          include: ["tests/contract/**/*.test.ts"],
          globalSetup: ["tests/support/postgres.ts"],
          ...SIDE_BY_SIDE,
          // One database server is shared by all files, and each test drives many calls.
          ...LIMITS,
        },
      },
      {
        resolve: { alias: { "~": app } },
        test: {
          name: "scenario",
          include: ["tests/scenarios/**/*.test.ts"],
          globalSetup: ["tests/support/build-first.ts"],
          // The files of one worker share servers (tests/support/shared.ts).
          ...SIDE_BY_SIDE,
          ...LIMITS,
        },
      },
      {
        resolve: { alias: { "~": app } },
        test: {
          name: "office",
          include: ["tests/office/**/*.test.ts"],
          ...SIDE_BY_SIDE,
          ...LIMITS,
        },
      },
      {
        resolve: { alias: { "~": app } },
        test: {
          name: "browsers",
          include: ["tests/browsers/**/*.test.ts"],
          globalSetup: ["tests/support/build-first.ts"],
          ...SIDE_BY_SIDE,
          ...LIMITS,
        },
      },
    ],
  },
});

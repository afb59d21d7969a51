import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const app = fileURLToPath(new URL("./app", import.meta.url));

/** Long enough for a slow machine that runs several suites: only what hangs waits for so long. */
const LIMITS = { testTimeout: 240_000, hookTimeout: 240_000 };

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias: { "~": app } },
        test: {
          name: "unit",
          include: ["{model,app,api,scripts,tests/support,tests/load}/**/*.test.{ts,tsx}"],
          // Reading the modules again for each file would take longer than most files.
          isolate: false,
          maxWorkers: 2,
          ...LIMITS,
        },
      },
      {
        resolve: { alias: { "~": app } },
        test: {
          name: "golden",
          include: ["tests/golden/**/*.test.ts"],
          isolate: false,
          maxWorkers: 2,
          ...LIMITS,
        },
      },
      {
        resolve: { alias: { "~": app } },
        test: {
          name: "contract",
          include: ["tests/contract/**/*.test.ts"],
          globalSetup: ["tests/support/postgres.ts"],
          isolate: false,
          maxWorkers: 2,
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
          // Files share modules, and servers (tests/support/shared.ts). A test waits while its server works, so two run at a time.
          isolate: false,
          maxWorkers: 2,
          ...LIMITS,
        },
      },
      {
        resolve: { alias: { "~": app } },
        test: {
          name: "office",
          include: ["tests/office/**/*.test.ts"],
          // LibreOffice takes seconds to start.
          fileParallelism: false,
          ...LIMITS,
        },
      },
      {
        resolve: { alias: { "~": app } },
        test: {
          name: "browsers",
          include: ["tests/browsers/**/*.test.ts"],
          globalSetup: ["tests/support/build-first.ts"],
          // Each browser takes a processor for itself.
          fileParallelism: false,
          ...LIMITS,
        },
      },
    ],
  },
});

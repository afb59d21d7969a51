/**
 * Applications that the test files of one process share: each takes seconds to start, and as long again to answer quickly. A file that
 * needs settings of its own, counts what others store, or reads what its server wrote starts one for itself.
 */
import { status } from "./misbehaving-upstream.ts";
import { type AppWithFaults, startAppWithFaults } from "./seed.ts";
import { type App, startApp } from "./server.ts";

/** May read all assessments. */
export const READER = "reader@example.org";
/** Where a refusal on an assessment or organization leads, in the application behind an upstream. */
export const CERTIFIER = "http://certifier.invalid/";

/** A database server keeps what nobody drops, and a process that ends has no time to. */
const isShared = process.env.TEST_DATABASE_URL === undefined;

let app: Promise<App> | undefined;
let appWithFaults: Promise<AppWithFaults> | undefined;
let appWithoutExtensions: Promise<AppWithFaults> | undefined;

// Vitest ends its processes by this signal. The servers and their files go with them.
if (isShared) process.once("SIGTERM", () => process.exit());

/** The application, with READER. Its `stop` leaves it to the next file. */
export async function sharedApp(): Promise<App> {
  const start = () => startApp({ env: { ALL_ASSESSMENTS_ACCOUNTS: READER } });
  if (!isShared) return start();
  app ??= start();
  return { ...(await app), stop: async () => null };
}

const SETTINGS = { ALL_ASSESSMENTS_ACCOUNTS: `${READER}, audit@example.org`, API_TIMEOUT_MS: "3000", CERTIFYING_BODY_URL: CERTIFIER };

/**
 * The application, with READER and CERTIFIER, behind an upstream that can be told to misbehave and at first behaves. Its `stop` leaves it to
 * the next file.
 */
export async function sharedAppWithFaults(): Promise<AppWithFaults> {
  if (!isShared) return startAppWithFaults(SETTINGS);
  appWithFaults ??= startAppWithFaults(SETTINGS);
  const { upstream, ...rest } = await appWithFaults;
  upstream.reset();
  return { ...rest, upstream, stop: async () => upstream.reset() };
}

/** The application behind an upstream without any extension, for a test that resets nothing. Its `stop` leaves it to the next file. */
export async function sharedAppWithoutExtensions(): Promise<AppWithFaults> {
  if (isShared) appWithoutExtensions ??= startAppWithFaults(SETTINGS);
  const shared = await (appWithoutExtensions ?? startAppWithFaults(SETTINGS));
  shared.upstream.reset();
  shared.upstream.on("GET", "/extensions", status(404));
  return isShared ? { ...shared, stop: async () => {} } : shared;
}

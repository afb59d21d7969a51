/** The database that holds the demo, which servers of tests copy so that they need not make their own. */
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../../scripts/build.js";

/** Where the build's demo lies. */
export const DEMO_FILE = join(root, "build/demo-of-tests.db");

/**
 * Copies the database for a server that begins with the demo.
 * @param url `file:…`; any other database stays empty, and its server makes the demo itself
 */
export function copyDemo(url: string): void {
  if (url.startsWith("file:") && existsSync(DEMO_FILE)) copyFileSync(DEMO_FILE, fileURLToPath(new URL(url)));
}

/** npm run validate:postgres: runs a command with TEST_DATABASE_URL naming a PostgreSQL server that lives as long as the command. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { startPostgres } from "./postgres.ts";

const [command = "", ...args] = process.argv.slice(2);
const { url, stop } = await startPostgres();
try {
  const [code] = await once(spawn(command, args, { stdio: "inherit", env: { ...process.env, TEST_DATABASE_URL: url } }), "close");
  process.exitCode = code ?? 1;
} finally {
  await stop();
}

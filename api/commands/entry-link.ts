/** Prints an entry link (docs/rules/sign-in-and-session.md#entry-link). If nobody has the address, the user is created. */
import { parseArgs } from "node:util";
import { z } from "zod";
import { role } from "#model/contract/common.ts";
import { ADDRESS_VARIABLES, parseEnvironment } from "#model/environment.ts";
import { createEntryToken } from "../auth/entry.ts";
import { parseApiConfig, purposeOf } from "../config.ts";
import { createUser, findUserByEmail } from "../services/users.ts";
import { migrate } from "../store/migrate.ts";
import { inTransaction, openStore } from "../store/open.ts";
import { keepFilesPrivate } from "../store/private-files.ts";

const usage = "npm run entry-link -- --email ADDRESS [--name FIRST-NAME] [--roles P3M3,ITIL] [--team NAME]";

const options = z.object({
  email: z.email("must be an e-mail address"),
  name: z.string().optional(),
  roles: z
    .string()
    .default("P3M3,ITIL")
    .transform((list) => list.split(",").map((name) => name.trim().toUpperCase()))
    .pipe(z.array(role)),
  team: z.string().trim().min(1).optional(),
});

keepFilesPrivate();
const { values } = parseArgs({
  options: { email: { type: "string" }, name: { type: "string" }, roles: { type: "string" }, team: { type: "string" } },
});
const parsed = options.safeParse(values);
if (!parsed.success) {
  console.error(parsed.error.issues.map((issue) => `--${issue.path.join(".")}: ${issue.message}`).join("\n"));
  console.error(`Usage: ${usage}`);
  process.exit(2);
}
const { email, name, roles, team } = parsed.data;
const config = parseApiConfig(process.env);
const { PORT, PUBLIC_URL = `http://localhost:${PORT}` } = parseEnvironment(z.object(ADDRESS_VARIABLES), process.env);
const store = openStore(config.databaseUrl);
try {
  await migrate(store, { purpose: purposeOf(config) });
  const token = await inTransaction(store, async (db) => {
    if (!(await findUserByEmail(db, email))) await createUser(db, { email, firstName: name, roles, team });
    return createEntryToken(db, email);
  });
  console.log(`${PUBLIC_URL.replace(/\/+$/, "")}/entry/${token}`);
} finally {
  await store.destroy();
}

/**
 * Prints an entry link (docs/rules/sign-in-and-session.md#entry-link). If nobody has the address, the user is created; if somebody has, what
 * the options say of them is changed, and told.
 */
import { parseArgs } from "node:util";
import { z } from "zod";
import { role } from "#model/contract/common.ts";
import { withoutEndSlashes } from "#model/end-slashes.ts";
import { ADDRESS_VARIABLES, parseEnvironment } from "#model/environment.ts";
import { createEntryToken } from "../auth/entry.ts";
import { changeUser } from "../services/people.ts";
import { createUser, findUserByEmail } from "../services/users.ts";
import { Misused, operatingOn, runOnStore } from "./command.ts";

const USAGE = "Usage: npm run entry-link -- --email ADDRESS [--name FIRST-NAME] [--roles P3M3,ITIL] [--team NAME]";

const options = z.object({
  email: z.email("must be an e-mail address"),
  name: z.string().trim().optional(),
  roles: z
    .string()
    .transform((list) => list.split(",").map((name) => name.trim().toUpperCase()))
    .pipe(z.array(role))
    .optional(),
  team: z.string().trim().min(1).optional(),
});

function readOptions() {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ options: { email: text, name: text, roles: text, team: text } });
  const parsed = options.safeParse(values);
  if (!parsed.success) throw new Misused(parsed.error.issues.map((issue) => `--${issue.path.join(".")}: ${issue.message}`).join("\n"));
  const { PORT, PUBLIC_URL = `http://localhost:${PORT}` } = parseEnvironment(ADDRESS_VARIABLES, process.env);
  return { ...parsed.data, address: withoutEndSlashes(PUBLIC_URL) };
}

await runOnStore(USAGE, readOptions, async (db, { email, name: firstName, roles, team, address }) => {
  const known = await findUserByEmail(db, email);
  if (!known) await createUser(db, { email, firstName, roles: roles ?? role.options, team });
  const changes = known ? await changeUser(await operatingOn(db), known, { firstName, roles, team }) : [];
  const token = await createEntryToken(db, email);
  return { out: [`${address}/entry/${token}`], aside: changes.map((change) => `${known?.email}: ${change}`) };
});

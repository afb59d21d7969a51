/**
 * Prints an entry link (docs/rules/sign-in-and-session.md#entry-link). If nobody has the address, it creates the user. If somebody has, it
 * applies the options to that user, and prints the changes. The link has the server's own PUBLIC_URL, if the server has noted one.
 */
import { parseArgs } from "node:util";
import { z } from "zod";
import { role } from "#model/contract/common.ts";
import { withoutEndSlashes } from "#model/end-slashes.ts";
import { ADDRESS_VARIABLES, parseEnvironment } from "#model/environment.ts";
import { createEntryToken } from "../auth/entry.ts";
import { changeUser } from "../services/people.ts";
import { findPublicUrl } from "../services/public-url.ts";
import { createUser, findUserByEmail } from "../services/users.ts";
import type { Db } from "../store/open.ts";
import { operatingOn, requireYes, runOnStore, UsageError } from "./command.ts";

const USAGE = "Usage: npm run entry-link -- --email ADDRESS [--name FIRST-NAME] [--roles P3M3,ITIL] [--team NAME [--new-team]]";

/** How many teams are named to somebody who may have mistyped one. */
const NAMED_MAX = 20;

const options = z.object({
  email: z.email("must be an e-mail address"),
  name: z.string().trim().optional(),
  roles: z
    .string()
    .transform((list) => list.split(",").map((name) => name.trim().toUpperCase()))
    .pipe(z.array(role))
    .optional(),
  team: z.string().trim().min(1).optional(),
  "new-team": z.boolean().optional(),
});

function readOptions() {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ options: { email: text, name: text, roles: text, team: text, "new-team": { type: "boolean" } } });
  const parsed = options.safeParse(values);
  if (!parsed.success) throw new UsageError(parsed.error.issues.map((issue) => `--${issue.path.join(".")}: ${issue.message}`).join("\n"));
  const { PORT, PUBLIC_URL } = parseEnvironment(ADDRESS_VARIABLES, process.env);
  return { ...parsed.data, given: PUBLIC_URL && withoutEndSlashes(PUBLIC_URL), byDefault: `http://localhost:${PORT}` };
}

type Options = ReturnType<typeof readOptions>;

/** A team that is mistyped would be a new one, and keep somebody apart from their colleagues. */
async function confirmTeam(db: Db, { team, "new-team": isNew }: Options): Promise<void> {
  if (team === undefined || isNew) return;
  const names = (await db.selectFrom("team").select("name").where("name", "is not", null).orderBy("name").execute()).map(
    ({ name }) => name,
  );
  if (names.includes(team)) return;
  const known = names.length === 0 ? "There is no team yet." : `The teams are: ${names.slice(0, NAMED_MAX).join(", ")}.`;
  await requireYes(`There is no team "${team}". ${known} Make it?`, "--new-team");
}

async function link(db: Db, { email, name: firstName, roles, team, given, byDefault }: Options) {
  const known = await findUserByEmail(db, email);
  if (!known) await createUser(db, { email, firstName, roles: roles ?? role.options, team });
  const changes = known ? await changeUser(await operatingOn(db), known, { firstName, roles, team }) : [];
  const token = await createEntryToken(db, email);
  const served = await findPublicUrl(db);
  const address = served ?? given ?? byDefault;
  return {
    out: [`${address}/entry/${token}`],
    aside: [
      ...changes.map((change) => `${known?.email}: ${change}`),
      ...(given && given !== address ? [`The server's PUBLIC_URL is ${address}. The one that is set here, ${given}, was not used.`] : []),
    ],
  };
}

await runOnStore(USAGE, readOptions, link, confirmTeam);

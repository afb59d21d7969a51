/**
 * Prints an entry link (docs/rules/sign-in-and-session.md#entry-link). If nobody has the address, it creates the user. If somebody has, it
 * applies the options to that user, and prints the changes. The link has the server's own PUBLIC_URL, if the server has noted one.
 */
import "../../scripts/node-version.js";
import { parseArgs } from "node:util";
import { z } from "zod";
import { role } from "#model/contract/common.ts";
import { withoutEndSlashes } from "#model/end-slashes.ts";
import { ADDRESS_VARIABLES, parseEnvironment } from "#model/environment.ts";
import { addressIn } from "#model/people.ts";
import { letIn, listTeams } from "../services/letting-in.ts";
import type { Db } from "../store/open.ts";
import { operatingOn, requireYes, runOnStore, UsageError } from "./command.ts";

const USAGE = "Usage: npm run entry-link -- --email ADDRESS [--name FIRST-NAME] [--roles P3M3,ITIL] [--team NAME [--new-team]]";

/** How many teams are named to somebody who may have mistyped one. */
const NAMED_MAX = 20;

const options = z.object({
  email: z.string("must be an e-mail address").refine((text) => addressIn(text) !== undefined, "must be an e-mail address"),
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

/** Asks about a team that does not exist yet. */
async function confirmTeam(db: Db, { team, "new-team": isNew }: Options): Promise<void> {
  if (team === undefined || isNew) return;
  const names = await listTeams(db);
  if (names.includes(team)) return;
  const known = names.length === 0 ? "There is no team yet." : `The teams are: ${names.slice(0, NAMED_MAX).join(", ")}.`;
  await requireYes(`There is no team "${team}". ${known} Make it?`, "--new-team");
}

async function link(db: Db, { email, name: firstName, roles, team, given, byDefault }: Options) {
  const { token, changes, publicUrl } = await letIn(await operatingOn(db), email, { firstName, roles, team });
  const address = publicUrl ?? given ?? byDefault;
  return {
    out: [`${address}/entry/${token}`],
    aside: [
      ...changes,
      ...(given && given !== address ? [`The server's PUBLIC_URL is ${address}. The one that is set here, ${given}, was not used.`] : []),
    ],
  };
}

await runOnStore(USAGE, readOptions, link, confirmTeam);

import { z } from "zod";
import { requiredText, role } from "#model/contract/common.ts";
import { addressIn } from "#model/people.ts";
import { ADDRESS_MAX, NAME_MAX } from "#model/text.ts";
import { isSecret } from "../auth/secrets.ts";
import { type Api, findBearerToken, parseBody, type Surroundings } from "../handlers.ts";
import { forbidden, refusedField, unauthorized } from "../problem.ts";
import { letIn, listTeams } from "../services/letting-in.ts";
import { UnknownPerson } from "../services/people.ts";
import { inTransaction } from "../store/open.ts";

const entryLinkRequest = z.object({
  email: z
    .string()
    .max(ADDRESS_MAX)
    .refine((text) => addressIn(text) !== undefined, "must be an e-mail address"),
  firstName: requiredText(NAME_MAX).optional(),
  roles: z.array(role).min(1).optional(),
  team: requiredText(NAME_MAX).optional(),
  /** The team may be one that does not exist yet. */
  newTeam: z.boolean().default(false),
});

/**
 * Entry links for a home site, which authenticates with a key of its own (docs/integrating.md#letting-people-in-from-a-home-site). Without the
 * key in the settings the call does not exist.
 */
export function entryLinkRoutes(app: Api, { store, clock, config, historyKey }: Surroundings): void {
  const { entryLinkKey } = config;
  if (entryLinkKey === undefined) return;
  app.post("/entry-links", async (context) => {
    if (!isSecret(findBearerToken(context) ?? "", entryLinkKey)) throw unauthorized("The key is not right.");
    const { email, newTeam, ...change } = parseBody(entryLinkRequest, await context.req.text());
    const { token, publicUrl } = await inTransaction(store, async (db) => {
      if (change.team !== undefined && !newTeam && !(await listTeams(db)).includes(change.team))
        throw refusedField("team", "There is no such team. To make it, send newTeam: true.");
      return letIn({ db, now: clock(), historyKey, internalAccounts: config.internalAccounts }, email, change);
    }).catch((error: unknown) => {
      throw error instanceof UnknownPerson ? forbidden("This person is suspended.") : error;
    });
    return context.json({ token, ...(publicUrl === undefined ? {} : { link: `${publicUrl}/entry/${token}` }) });
  });
}

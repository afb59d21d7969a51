import { z } from "zod";
import { createEntryToken } from "../auth/entry.ts";
import { DEMO_USERS, isDemoUser } from "../demo/users.ts";
import { type Api, type Handlers, parseBody } from "../handlers.ts";
import { notFound } from "../problem.ts";

const entry = z.object({ email: z.string().trim().toLowerCase() });

/** Signing in without an identity provider. Only the demo has these calls; anywhere else they do not exist. */
export function demoRoutes(app: Api, { store, clock }: Handlers): void {
  app.get("/demo/users", (context) => context.json(DEMO_USERS));
  app.post("/demo/entry", async (context) => {
    const { email } = parseBody(entry, await context.req.text());
    if (!isDemoUser(email)) throw notFound("There is no such demo user.");
    return context.json({ token: await createEntryToken(store, email, clock()) });
  });
}

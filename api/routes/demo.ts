import type { CONTRACT } from "#model/contract/calls.ts";
import { createEntryToken } from "../auth/entry.ts";
import { DEMO_USERS, isDemoUser } from "../demo/users.ts";
import type { Handlers, Surroundings } from "../handlers.ts";
import { notFound } from "../problem.ts";
import { findMark } from "../store/purpose.ts";

/** Signing in without an identity provider. Only the demo has these calls, on a database made for it; anywhere else they do not exist. */
export function demoHandlers({ store, clock }: Surroundings): Handlers<typeof CONTRACT.demo> {
  const requireDemoData = async () => {
    if ((await findMark(store)) !== "demo") throw notFound("There is no such call.");
  };

  return {
    async users() {
      await requireDemoData();
      return DEMO_USERS;
    },
    async enter(_context, { body: { email } }) {
      await requireDemoData();
      if (!isDemoUser(email)) throw notFound("There is no such demo user.");
      return { token: await createEntryToken(store, email, clock()) };
    },
  };
}

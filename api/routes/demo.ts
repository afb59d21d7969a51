import type { CONTRACT } from "#model/contract/calls.ts";
import { createEntryToken } from "../auth/entry.ts";
import { DEMO_USERS, isDemoUser } from "../demo/users.ts";
import type { Handlers, Surroundings } from "../handlers.ts";
import { notFound } from "../problem.ts";
import { findMark } from "../store/purpose.ts";

/** Signing in as an invented person (docs/rules/sign-in-and-session.md#the-demo). These calls exist only in the demo, on a database made for it. */
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

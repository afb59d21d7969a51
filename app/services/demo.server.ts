/** The demo's stand-in for the external home site: who may sign in, and with what entry token. */
import { z } from "zod";
import { role } from "#model/contract/common.ts";
import { DEMO_INTERNAL_ACCOUNT } from "#model/contract/demo.ts";
import { upstream } from "~/services/upstream.server";

const demoUsers = z.array(z.object({ email: z.string(), firstName: z.string().nullable(), roles: z.array(role), team: z.string() }));

/** The demo's users. Only an upstream that runs a demo knows this call. */
export async function listDemoUsers() {
  const call = await upstream();
  return (await call({ method: "GET", path: "/demo/users", schema: demoUsers })).data;
}

/** The demo's users as its sign-in page introduces them: what each of them is good for. */
export async function listDemoPeople() {
  const users = await listDemoUsers();
  const colleagues = (team: string) => users.filter((user) => user.team === team).length - 1;
  return users.map(({ email, firstName, roles, team }) => ({
    email,
    name: firstName ?? email,
    team,
    models: roles.join(" and "),
    note:
      email === DEMO_INTERNAL_ACCOUNT
        ? "Sees the assessments of all users, read-only."
        : colleagues(team) > 0
          ? "Shares organizations with a colleague: what one is editing is locked for the other."
          : undefined,
  }));
}

/** A fresh one-time entry token for a demo user. */
export async function createDemoEntry(email: string): Promise<string> {
  const call = await upstream();
  return (await call({ method: "POST", path: "/demo/entry", body: { email }, schema: z.object({ token: z.string() }) })).data.token;
}

/** A sign-in link for the first demo user, printed at start. */
export async function demoEntryLink(origin: string): Promise<string> {
  const [first] = await listDemoUsers();
  if (!first) throw new Error("The demo has no users.");
  return `${origin}/entry/${await createDemoEntry(first.email)}`;
}

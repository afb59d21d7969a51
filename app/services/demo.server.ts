/** The demo's stand-in for the external home site: who may sign in, and with what entry token. */
import { z } from "zod";
import { role } from "#model/contract/common.ts";
import { upstream } from "~/services/upstream.server";

const demoUsers = z.array(z.object({ email: z.string(), firstName: z.string().nullable(), roles: z.array(role), team: z.string() }));

/** The demo's users. Only an upstream that runs a demo knows this call. */
export async function listDemoUsers() {
  const call = await upstream();
  return (await call({ method: "GET", path: "/demo/users", schema: demoUsers })).data;
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

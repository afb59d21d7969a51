/** The demo's replacement for the external home site (docs/rules/sign-in-and-session.md#the-demo). */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { CONTRACT } from "#model/contract/calls.ts";
import { DEMO_INTERNAL_ACCOUNT, defaultDatabaseUrl } from "#model/contract/demo.ts";
import { NotFound } from "~/services/faults.server";
import { UpstreamFault, upstream } from "~/services/upstream/upstream.server";

/** The demo's users. Only an upstream that runs the demo has this call. @throws UpstreamFault */
export async function listDemoUsers() {
  const call = await upstream();
  return (await call(CONTRACT.demo.users, {})).data;
}

/** The demo's users as its sign-in page introduces them, with a note on what each of them is useful for. @throws UpstreamFault */
export async function listDemoPeople() {
  const users = await listDemoUsers();
  return users.map((user) => ({
    email: user.email,
    name: user.firstName ?? user.email,
    about: [user.team ?? "A team of one", user.permission, user.roles.join(" and ")].filter(Boolean).join(" · "),
    note: noteOn(user, users),
  }));
}

/** The mails of the demo, the newest first. @throws UpstreamFault */
export async function listDemoMails() {
  const call = await upstream();
  return (await call(CONTRACT.demo.mails.list, {})).data;
}

/** A mail of the demo. @param publicUrl for its links @throws NotFound when there is none, or what it is about is over; UpstreamFault */
export async function getDemoMail(id: string, publicUrl: string) {
  const call = await upstream();
  try {
    return (await call(CONTRACT.demo.mails.get, { id, publicUrl })).data;
  } catch (error) {
    throw error instanceof UpstreamFault && error.status === 404 ? new NotFound() : error;
  }
}

type DemoUser = Awaited<ReturnType<typeof listDemoUsers>>[number];

function noteOn({ email, team, permission }: DemoUser, users: readonly DemoUser[]): string | undefined {
  if (email === DEMO_INTERNAL_ACCOUNT) return "Sees the assessments of all users, read-only.";
  if (permission === "viewer") return "Sees what the team does, and changes nothing.";
  const hasColleagues = team !== undefined && users.some((user) => user.team === team && user.email !== email);
  return hasColleagues ? "Shares organizations with colleagues: what one is editing is locked for the others." : undefined;
}

/** Makes a new one-time entry token for a demo user. @throws UpstreamFault */
export async function createDemoEntry(email: string): Promise<string> {
  const call = await upstream();
  return (await call(CONTRACT.demo.enter, { body: { email } })).data.token;
}

/**
 * The demo's message at start when there is a database where older demos kept their data. That database is never opened.
 * @param folder the working folder
 * @returns lines to print, none or one
 */
export function databaseLeftAlone(env: NodeJS.ProcessEnv, folder = process.cwd()): string[] {
  const [own = "", other = ""] = [true, false].map((demo) => defaultDatabaseUrl(demo).replace("file:./", ""));
  if (env.DATABASE_URL || !existsSync(join(folder, other))) return [];
  return [`The demo keeps its data in ${own}. It did not touch ${other}, where older demos kept theirs.`];
}

/** A sign-in link for the first demo user, printed at start. @throws UpstreamFault */
export async function demoEntryLink(origin: string): Promise<string> {
  const [first] = await listDemoUsers();
  if (!first) throw new Error("The demo has no users.");
  return `${origin}/entry/${await createDemoEntry(first.email)}`;
}

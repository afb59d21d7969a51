/** Lists people, gives them permissions, suspends, readmits and removes them (docs/rules/rights.md#people-who-leave). */
import { parseArgs } from "node:util";
import { PERMISSIONS, type Permission } from "#model/permissions.ts";
import {
  changePerson,
  type EndCounts,
  listPeople,
  type OperatorContext,
  readmitPerson,
  removePerson,
  suspendPerson,
} from "../services/people.ts";
import type { Db } from "../store/open.ts";
import { inColumns, operatingOn, runOnStore, UsageError } from "./command.ts";

const USAGE = `Usage:
  npm run people -- list                          everybody, with permission, roles, team and the devices they are signed in on
  npm run people -- permission ADDRESS PERMISSION gives somebody a permission: lead, assessor or viewer
  npm run people -- suspend ADDRESS               keeps somebody out at once, until they are readmitted
  npm run people -- readmit ADDRESS               lets them in again
  npm run people -- remove ADDRESS                forgets who somebody is; what they assessed stays with their team
DATABASE_URL names the database; without it, DEMO=1 means the demo's.`;

const ACTIONS: Record<string, Act> = {
  async suspend(operating, email) {
    const ended = await suspendPerson(operating, email);
    return [`${email} is suspended. ${wordsFor(ended)}`, `To let them in again: npm run people -- readmit ${email}`];
  },
  async readmit(operating, email) {
    await readmitPerson(operating, email);
    return [`${email} may sign in again. For a link: npm run entry-link -- --email ${email}`];
  },
  async remove(operating, email) {
    const { said, ...ended } = await removePerson(operating, email);
    return [`${email} is removed. ${wordsFor(ended)}`, ...said.map((words) => `${words}.`)];
  },
};

function wordsFor({ sessions, locks }: EndCounts): string {
  const ended = `${sessions} ${sessions === 1 ? "session" : "sessions"} ended`;
  return locks === 0 ? `${ended}.` : `${ended}, ${locks} ${locks === 1 ? "edit lock" : "edit locks"} given back.`;
}

type Act = (operating: OperatorContext, email: string) => Promise<string[]>;

const permit =
  (permission: Permission): Act =>
  async (operating, email) => {
    const said = await changePerson(operating, email, { permission });
    return said.length > 0 ? said.map((change) => `${email}: ${change}`) : [`${email} was ${wordFor(permission)} already.`];
  };

const wordFor = (permission: Permission) => (permission === "assessor" ? "an assessor" : `a ${permission}`);

/** What the words after the command ask to do, and with whom; `list` has neither. */
function readOptions(): { act?: Act; email: string } {
  const [action = "", address, ...more] = parseArgs({ allowPositionals: true }).positionals;
  if (action === "list" && address === undefined) return { email: "" };
  const email = (address ?? "").trim().toLowerCase();
  if (action === "permission") {
    const permission = PERMISSIONS.find((each) => each === more[0]);
    if (email === "" || !permission || more.length > 1)
      throw new UsageError(`An e-mail address is needed, and one of ${PERMISSIONS.join(", ")}.`);
    return { act: permit(permission), email };
  }
  const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (!act || email === "" || more.length > 0) throw new UsageError("One action is needed, and but for list one e-mail address.");
  return { act, email };
}

await runOnStore(USAGE, readOptions, async (db, { act, email }) => {
  return { out: act ? await act(await operatingOn(db), email) : await listed(db, new Date()) };
});

async function listed(db: Db, now: Date): Promise<string[]> {
  const people = await listPeople(db, now);
  const rows = people.map(({ email, firstName, permission, roles, team, suspendedAt, sessions, lastSeenAt }) => [
    email,
    firstName ?? "",
    permission,
    roles.join(","),
    team ?? "(of one)",
    suspendedAt ? `suspended ${suspendedAt.slice(0, 10)}` : sessions > 0 ? `signed in on ${sessions}, seen ${lastSeenAt}` : "",
  ]);
  return inColumns([["address", "name", "permission", "roles", "team", "state"], ...rows]);
}

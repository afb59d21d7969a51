/** What leads do about people, for an operator and every team (docs/rules/people.md, docs/rules/rights.md#people-who-leave). */
import "../../scripts/node-version.js";
import { parseArgs } from "node:util";
import { type Role, role, rowNumberIn } from "#model/contract/common.ts";
import { OLD_ADDRESS_DAYS } from "#model/joining.ts";
import { shownAddress } from "#model/mail-address.ts";
import { INVITE_REFUSAL_WORDS, personNameProblem } from "#model/people.ts";
import { PERMISSIONS, type Permission } from "#model/permissions.ts";
import { counted } from "#model/words.ts";
import { parseApiConfig } from "../config.ts";
import { changeAddressByOperator } from "../services/addresses.ts";
import { invite, listOpenInvitations, takeBackByOperator } from "../services/invitations.ts";
import {
  changePerson,
  confirmPerson,
  type EndCounts,
  holdByEmail,
  listEverybody,
  type PeopleContext,
  readmitPerson,
  removePerson,
  suspendPerson,
  UnknownPerson,
  type UserChange,
} from "../services/people.ts";
import { keepAddress, listSharedAddresses } from "../services/shared-addresses.ts";
import { holdTeam } from "../services/teams.ts";
import type { Db } from "../store/open.ts";
import { clearSpace, inColumns, operatingOn, runOnStore, UsageError } from "./command.ts";

const USAGE = `Usage:
  npm run people -- list                          everybody, with permission, roles, team and the devices they are signed in on, and who is invited
  npm run people -- permission ADDRESS PERMISSION gives somebody a permission: lead, assessor or viewer
  npm run people -- name ADDRESS FIRST-NAME       changes somebody's name
  npm run people -- roles ADDRESS P3M3,ITIL       changes the models that somebody works with
  npm run people -- invite TEAM PERMISSION ADDRESS [P3M3,ITIL]   invites somebody to a team that there is
  npm run people -- take-back TEAM ADDRESS        takes an invitation back
  npm run people -- address ADDRESS NEW-ADDRESS   changes somebody's address; they are signed out everywhere
  npm run people -- confirm ADDRESS               confirms that an address is its person's, who came by a copied link
  npm run people -- suspend ADDRESS               keeps somebody out at once, until they are readmitted
  npm run people -- readmit ADDRESS               lets them in again
  npm run people -- remove ADDRESS                forgets who somebody is; what they assessed stays with their team
  npm run people -- keep NUMBER                   of two people who have one address in two forms, keeps this one and removes the other
DATABASE_URL names the database; without it, DEMO=1 means the demo's.`;

const keep =
  (id: number): Act =>
  async (context) => {
    const { address, removed } = await keepAddress(context, id);
    return [
      `Person ${id} keeps ${address}.`,
      ...removed.flatMap(({ id: other, said, ...ended }) => [
        `Person ${other} is removed. ${wordsFor(ended)}`,
        ...said.map((words) => `${words}.`),
      ]),
    ];
  };

const ACTIONS: Record<string, Act> = {
  async suspend(context, email) {
    const ended = await suspendPerson(context, email);
    return [`${email} is suspended. ${wordsFor(ended)}`, `To let them in again: npm run people -- readmit ${email}`];
  },
  async confirm(context, email) {
    return [(await confirmPerson(context, email)) ? `The address ${email} is confirmed.` : `The address ${email} was confirmed already.`];
  },
  async readmit(context, email) {
    await readmitPerson(context, email);
    return [`${email} may sign in again. For a link: npm run entry-link -- --email ${email}`];
  },
  async remove(context, email) {
    const { said, ...ended } = await removePerson(context, email);
    return [`${email} is removed. ${wordsFor(ended)}`, ...said.map((words) => `${words}.`)];
  },
};

function wordsFor({ sessions, locks, invitations }: EndCounts): string {
  const ended = [
    `${counted(sessions, "session", "sessions")} ended`,
    ...(locks === 0 ? [] : [`${counted(locks, "edit lock", "edit locks")} given back`]),
    ...(invitations === 0 ? [] : [`${counted(invitations, "open invitation", "open invitations")} of theirs taken back`]),
  ];
  return `${ended.join(", ")}.`;
}

type Act = (context: PeopleContext, email: string) => Promise<string[]>;

const permit =
  (permission: Permission): Act =>
  async (context, email) => {
    const said = await changePerson(context, email, { permission });
    return said.length > 0 ? said.map((change) => `${email}: ${change}`) : [`${email} was ${wordFor(permission)} already.`];
  };

const wordFor = (permission: Permission) => (permission === "assessor" ? "an assessor" : `a ${permission}`);

const change =
  (changes: UserChange): Act =>
  async (context, email) => {
    const said = await changePerson(context, email, changes);
    return said.length > 0 ? said.map((line) => `${email}: ${line}`) : [`${email}: nothing to change.`];
  };

const move =
  (to: string): Act =>
  async (context, email) => {
    const { demo, mail } = parseApiConfig(process.env);
    const user = await holdByEmail(context.db, email);
    if (!user) throw new UnknownPerson(`Nobody has the address ${email}.`);
    await changeAddressByOperator({ ...context, mails: demo || mail !== undefined }, user, to).catch((error: Error) => {
      throw new UnknownPerson(error.message);
    });
    return [`${email} is ${to} from now on, and signed out everywhere. Entry links to the old address serve for ${OLD_ADDRESS_DAYS} days.`];
  };

function rolesIn(text: string | undefined): Role[] {
  const parsed = role
    .array()
    .min(1)
    .safeParse(text?.split(",").map((name) => name.trim().toUpperCase()));
  if (!parsed.success) throw new UsageError("P3M3, ITIL or both are needed, with a comma between them.");
  return parsed.data;
}

const isPermission = (text: string): text is Permission => (PERMISSIONS as readonly string[]).includes(text);

const inviteTo =
  (team: string, permission: Permission, roles: readonly Role[]): Act =>
  async (context, email) => {
    const teamId = await idOfTeam(context.db, team);
    const { demo, mail } = parseApiConfig(process.env);
    const mails = demo || mail !== undefined;
    const { people } = await invite({ ...context, teamId, mails }, { people: [{ email }], permission, roles });
    const [{ refused } = {}] = people;
    if (refused) return [`${email} was not invited. ${INVITE_REFUSAL_WORDS[refused]}`];
    return [`${email} is invited to the team ${team}.${mails ? "" : " No mails can be sent, so tell them."}`];
  };

const takeBack =
  (team: string): Act =>
  async (context, email) => {
    const isDone = await takeBackByOperator(context, await idOfTeam(context.db, team), email);
    return [isDone ? `${email} is no longer invited.` : `${email} was not invited to the team ${team}.`];
  };

/** @throws UnknownPerson when no team has this name */
async function idOfTeam(db: Db, name: string): Promise<number> {
  const team = await db.selectFrom("team").select("id").where("name", "=", name).executeTakeFirst();
  if (!team) throw new UnknownPerson(`There is no team ${name}.`);
  await holdTeam(db, team.id);
  return team.id;
}

/** What the words after the command ask to do, and with whom; `list` has neither, and `keep` has nobody's address. */
function readOptions(): { act?: Act; email: string; removes?: boolean } {
  const [action = "", address, ...more] = parseArgs({ allowPositionals: true }).positionals;
  if (action === "list" && address === undefined) return { email: "" };
  if (action === "keep") {
    const id = rowNumberIn(address ?? "");
    if (id === undefined || more.length > 0) throw new UsageError("The number of a person is needed.");
    return { act: keep(id), email: "", removes: true };
  }
  if (action === "invite" || action === "take-back") {
    const [team = "", words] = [address, action === "invite" ? more : ["", ...more]];
    const [permission = "", invited = "", roles, ...rest] = words;
    const email = invited.trim().toLowerCase();
    if (action === "take-back" && team !== "" && email !== "" && roles === undefined) return { act: takeBack(team), email };
    if (action === "invite" && isPermission(permission) && email !== "" && rest.length === 0)
      return { act: inviteTo(team, permission, roles === undefined ? role.options : rolesIn(roles)), email };
    throw new UsageError("A team and an e-mail address are needed; to invite, also a permission.");
  }
  const email = (address ?? "").trim().toLowerCase();
  if (email !== "" && action === "roles" && more.length === 1) return { act: change({ roles: rolesIn(more[0]) }), email };
  if (email !== "" && action === "address" && more.length === 1) return { act: move((more[0] ?? "").trim().toLowerCase()), email };
  if (email !== "" && action === "name" && more.length === 1) {
    const problem = personNameProblem(more[0] ?? "");
    if (problem) throw new UsageError(problem);
    return { act: change({ firstName: more[0] }), email };
  }
  if (action === "permission") {
    const permission = PERMISSIONS.find((each) => each === more[0]);
    if (email === "" || !permission || more.length > 1)
      throw new UsageError(`An e-mail address is needed, and one of ${PERMISSIONS.join(", ")}.`);
    return { act: permit(permission), email };
  }
  const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (!act || email === "" || more.length > 0) throw new UsageError("One action is needed, and but for list one e-mail address.");
  return { act, email, removes: act === ACTIONS.remove };
}

const teamNamed = (name: string | null) => name ?? "(without a name)";

await runOnStore(USAGE, readOptions, async (db, { act, email, removes }) => {
  if (!act) return { out: await listed(db, new Date()) };
  return { out: await act(await operatingOn(db), email), ...(removes ? { afterwards: clearSpace } : {}) };
});

async function listed(db: Db, now: Date): Promise<string[]> {
  const sharing = new Map((await listSharedAddresses(db)).flat().map(({ id, email }) => [email, id]));
  const people = (await listEverybody(db, now)).map(
    ({ email, firstName, permission, roles, team, suspendedAt, isUnconfirmed, sessions, lastSeenAt }) => [
      // Two people who share an address would look like one.
      sharing.has(email) ? email : shownAddress(email),
      firstName ?? "",
      permission,
      roles.join(","),
      teamNamed(team),
      [
        ...(suspendedAt ? [`suspended ${suspendedAt.slice(0, 10)}`] : sessions > 0 ? [`signed in on ${sessions}, seen ${lastSeenAt}`] : []),
        ...(isUnconfirmed ? ["address not confirmed"] : []),
        ...(sharing.has(email) ? [`person ${sharing.get(email)}, shares this address`] : []),
      ].join(", "),
    ],
  );
  const invited = (await listOpenInvitations(db, now)).map(({ email, name, permission, roles, team, expiresAt }) => [
    shownAddress(email ?? ""),
    name ?? "",
    permission,
    roles.join(","),
    teamNamed(team),
    `invited until ${expiresAt.slice(0, 10)}`,
  ]);
  return inColumns([["address", "name", "permission", "roles", "team", "state"], ...people, ...invited]);
}

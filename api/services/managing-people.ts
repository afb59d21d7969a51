/** What a lead does about the people of their team (docs/rules/people.md). The caller holds the team (`api/handlers.ts`). */

import type { z } from "zod";
import { notFound, refused } from "#api/problem.ts";
import type { ended, People, Person, PersonDetails, PersonForm } from "#model/contract/people.ts";
import { isNotApart, ownAssessments } from "./access.ts";
import { invitationsOf } from "./invitations.ts";
import { changeUser, holdPerson, type PeopleContext, personPart, readmit, remove, suspend } from "./people.ts";
import { count, keepingALead, membersOf, nameOfTeam, rolesGiven } from "./teams.ts";
import { rolesIn } from "./users.ts";
import { versionsByPlace } from "./versions.ts";
import type { User, Work } from "./work.ts";

/** The people of the caller's team, and who is invited to it. */
export async function listPeople(work: Work): Promise<People> {
  return {
    team: { name: await nameOfTeam(work.db, work.user.teamId) },
    people: await peopleOf(work),
    invitations: await invitationsOf(work),
  };
}

/** @param id of one of them; absent: all */
async function peopleOf(work: Work, id?: number): Promise<Person[]> {
  const { db, user, now } = work;
  const wanted = () => membersOf(work, user.teamId).$if(id !== undefined, (query) => query.where("user.id", "=", id ?? 0));
  // Versions come before what they are versions of: see `versionsOf`.
  const ids = await wanted().select("user.id").execute();
  const versions = await versionsByPlace(
    db,
    ids.map((row) => personPart(row.id)),
  );
  const seen = await wanted()
    .innerJoin("session_family", "session_family.user_id", "user.id")
    .where("session_family.ends_at", ">", now.toISOString())
    .select(({ fn }) => ["user.id", fn.max("session_family.last_seen_at").as("at")])
    .groupBy("user.id")
    .execute();
  const rows = await wanted()
    .select(["id", "email", "first_name", "permission", "roles", "last_seen_at", "suspended_at"])
    .orderBy("email")
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, email: row.email, firstName: row.first_name, permission: row.permission, roles: rolesIn(row.roles) },
    lastSeenAt: seen.find((each) => each.id === row.id)?.at ?? row.last_seen_at,
    suspendedAt: row.suspended_at,
    isSelf: row.id === user.id,
    versions: versions.get(String(row.id)) ?? { person: 0 },
  }));
}

/** One person of the team. @throws Problem 404 */
export async function getPersonDetails(work: Work, id: number): Promise<PersonDetails> {
  const [person] = await peopleOf(work, id);
  if (!person) throw notFound("Your team has no such person.");
  const devices = await count(
    work.db
      .selectFrom("session_family")
      .where("user_id", "=", id)
      .where("ended_at", "is", null)
      .where("ends_at", ">", work.now.toISOString()),
  );
  return { ...person, devices, locks: await countLocks(work, id) };
}

/** How many edit locks somebody holds, as far as the caller sees what they edit. */
const countLocks = (work: Work, id: number): Promise<number> =>
  count(
    ownAssessments(work)
      .innerJoin("lock", "lock.assessment_id", "assessment.id")
      .where(isNotApart(work))
      .where("lock.user_id", "=", id)
      .where("lock.expires_at", ">", work.now.toISOString()),
  );

/** Locks a person of the caller's team. @throws Problem 404 */
async function holdMember(work: Work, id: number): Promise<User> {
  const { db, user } = work;
  const member = await membersOf(work, user.teamId).select("id").where("id", "=", id).executeTakeFirst();
  // The caller holds the team, so nobody leaves it in between.
  const person = member && (await holdPerson(db, id));
  if (!person) throw notFound("Your team has no such person.");
  return person;
}

/** The rest of what is done to a person is the same for each. */
async function doTo<T>(work: Work, id: number, act: (context: PeopleContext, user: User) => Promise<T>): Promise<T> {
  const person = await holdMember(work, id);
  const { user: by, ...context } = work;
  const present = () => getPersonDetails(work, id);
  return keepingALead(work, by.teamId, () => act({ ...context, by, present }, person));
}

/** Changes a person. @throws Problem 404, 412, 422 when the team would have no lead */
export async function changePersonOfTeam(work: Work, id: number, form: PersonForm): Promise<PersonDetails> {
  await doTo(work, id, (context, person) => {
    const roles = form.roles && rolesGiven(form.roles, work.user.roles, person.roles);
    return changeUser(context, person, { firstName: form.firstName, permission: form.permission, roles });
  });
  return getPersonDetails(work, id);
}

function requireAnother(work: Work, id: number): void {
  if (id === work.user.id) throw refused("You cannot do this to yourself. Ask another lead, or leave the team.");
}

type EndResult = z.infer<typeof ended>;

/** Keeps somebody out. @throws Problem 404, 412, 422 for oneself */
export async function suspendPersonOfTeam(work: Work, id: number): Promise<EndResult> {
  requireAnother(work, id);
  const locks = await countLocks(work, id);
  return { ...(await doTo(work, id, suspend)), locks };
}

/** Lets somebody in again. @throws Problem 404, 412 */
export const readmitPersonOfTeam = (work: Work, id: number): Promise<void> => doTo(work, id, readmit);

/**
 * Forgets who somebody is.
 * @returns also who it was, for what is left to do once it is stored
 * @throws Problem 404, 412, 422 for oneself
 */
export async function removePersonOfTeam(work: Work, id: number): Promise<{ ended: EndResult; person: User }> {
  requireAnother(work, id);
  const locks = await countLocks(work, id);
  return doTo(work, id, async (context, person) => {
    const { sessions, invitations } = await remove(context, person);
    return { ended: { sessions, locks, invitations }, person };
  });
}

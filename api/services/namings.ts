/** Who is named for organizations behind a wall, and how that changes (docs/rules/walls.md#namings). The caller holds the team. */
import { randomUUID } from "node:crypto";
import { postMail } from "#api/mail/queue.ts";
import { openMailQuota } from "#api/mail/quota.ts";
import { refused } from "#api/problem.ts";
import { asFlag } from "#api/store/database.ts";
import type { Db } from "#api/store/open.ts";
import { shownAddress } from "#model/mail-address.ts";
import type { Access } from "#model/walls.ts";
import { accessMessages } from "#model/walls.ts";
import { endRequests } from "./ending-requests.ts";
import { byOperator, organizationChain, type RecordContext, record } from "./history.ts";
import type { User, Work } from "./work.ts";

/** What a change of namings works with. `by` is who makes it; an operator, who has no account, is nobody there. */
export type NamingContext = Omit<RecordContext, "user"> & Pick<Work, "mails"> & { by?: Pick<User, "id"> | undefined };

/** An organization whose access changes. */
export interface Governed {
  id: number;
  team_id: number;
  name: string;
  is_walled: 0 | 1;
}

/** That somebody is named. */
export interface Naming {
  id: number;
  user_id: number;
}

/** Those who are named for an organization now, by number. */
export const namedFor = async (db: Db, organizationId: number): Promise<Naming[]> =>
  db
    .selectFrom("naming")
    .select(["id", "user_id"])
    .where("organization_id", "=", organizationId)
    .where("until_id", "is", null)
    .orderBy("user_id")
    .execute();

/** The same people, as a query on `naming` and `user`. */
export const peopleNamedFor = (db: Db, organizationId: number) =>
  db
    .selectFrom("naming")
    .innerJoin("user", "user.id", "naming.user_id")
    .where("naming.organization_id", "=", organizationId)
    .where("naming.until_id", "is", null);

/** Those of them who may sign in. */
const activeAmong = (db: Db, organizationId: number) =>
  peopleNamedFor(db, organizationId).where("user.suspended_at", "is", null).where("user.email", "like", "%@%");

/**
 * Stores who may see an organization from now on, records it, and posts mails to those who were named before.
 * @param to the mode, and who is named by number; nobody where the whole team sees it
 * @param before those who are named now
 * @param about whom an operator's change is about, because the history needs somebody
 */
export async function changeNamings(
  context: NamingContext,
  organization: Governed,
  to: { access: Access; people: readonly number[] },
  { before, reason, about }: { before: readonly Naming[]; reason: string; about?: number | undefined },
): Promise<void> {
  const { db, now, by } = context;
  const { id } = organization;
  const isWalled = asFlag(to.access === "named");
  const change = await db
    .insertInto("access_change")
    .values({
      ...{ reference: randomUUID(), organization_id: id, name: organization.name, at: now.toISOString() },
      ...{ by_id: by?.id ?? null, reason, is_walled: isWalled },
    })
    .returning(["id", "reference"])
    .executeTakeFirstOrThrow();
  const ended = before.filter(({ user_id }) => !to.people.includes(user_id));
  if (ended.length > 0)
    await db
      .updateTable("naming")
      .set({ until_id: change.id })
      .where(
        "id",
        "in",
        ended.map((row) => row.id),
      )
      .execute();
  const begun = to.people.filter((person) => !before.some(({ user_id }) => user_id === person));
  if (begun.length > 0)
    await db
      .insertInto("naming")
      .values(begun.map((user_id) => ({ organization_id: id, user_id, from_id: change.id, until_id: null })))
      .execute();
  if (isWalled) await endRequests(db, now, "walledOff", { organizationId: id, exceptUsers: to.people });
  // An older version stored answers without saying what they are about.
  if (isWalled && !organization.is_walled) await db.deleteFrom("idempotency_key").where("organizations", "is", null).execute();
  if (organization.is_walled !== isWalled) await db.updateTable("organization").set({ is_walled: isWalled }).where("id", "=", id).execute();
  const doer = by?.id ?? about ?? before[0]?.user_id;
  // Nobody was named, and nobody did it: an operator opened what nobody could see. The command says so itself.
  if (doer !== undefined)
    await record({ ...context, user: { id: doer } }, organizationChain(id), {
      kind: "access",
      ...(by === undefined ? { place: byOperator("") } : {}),
      before: { access: organization.is_walled ? "named" : "team", people: before.map(({ user_id }) => user_id) },
      after: { access: to.access, people: [...to.people], reason },
    });
  if (context.mails) await postNews(context, organization, change.reference, before);
}

/** Mails to everybody who was named before a change, but not to who made it. Over somebody's quota, what waits for the reader still tells. */
async function postNews(
  { db, now, by }: NamingContext,
  { team_id: teamId }: Governed,
  reference: string,
  before: readonly Naming[],
): Promise<void> {
  const recipients = before.filter(({ user_id }) => user_id !== by?.id);
  if (recipients.length === 0) return;
  const addresses = await db
    .selectFrom("user")
    .select(["id", "email"])
    .where(
      "id",
      "in",
      recipients.map(({ user_id }) => user_id),
    )
    .where("suspended_at", "is", null)
    .where("email", "like", "%@%")
    .execute();
  const mayPost = by === undefined ? () => true : await openMailQuota(db, { userId: by.id, teamId }, now);
  for (const naming of recipients) {
    const recipient = addresses.find(({ id }) => id === naming.user_id)?.email;
    if (recipient !== undefined && mayPost(recipient))
      await postMail(db, { kind: "access", recipient, about: reference, generation: naming.id, ...(by ? { caused_by: by.id } : {}) }, now);
  }
}

/**
 * Ends what somebody is named for, except in the team that they are in, and notes it for each organization.
 * @param inTeam absent: everywhere
 * @param reason the words that the change keeps
 * @throws Problem 422 when nobody else who is active would be left, unless an operator does it
 */
export async function endNamingsOf(
  context: NamingContext,
  person: Pick<User, "id" | "email" | "firstName">,
  { inTeam, reason }: { inTeam?: number; reason: string },
): Promise<void> {
  const { db, by } = context;
  const organizations = await db
    .selectFrom("organization")
    .innerJoin("naming", "naming.organization_id", "organization.id")
    .select(["organization.id", "organization.team_id", "organization.name", "organization.is_walled"])
    .where("naming.user_id", "=", person.id)
    .where("naming.until_id", "is", null)
    .$if(inTeam !== undefined, (query) => query.where("organization.team_id", "!=", inTeam ?? 0))
    .orderBy("organization.id")
    .execute();
  for (const organization of organizations) {
    const before = await namedFor(db, organization.id);
    const remaining = before.flatMap(({ user_id }) => (user_id === person.id ? [] : [user_id]));
    const active = await activeAmong(db, organization.id).select("user.id").where("user.id", "!=", person.id).limit(1).executeTakeFirst();
    if (by !== undefined && active === undefined)
      throw refused(
        by.id === person.id
          ? accessMessages.lastSelf
          : accessMessages.last(person.firstName ?? shownAddress(person.email), organization.name),
      );
    await changeNamings(context, organization, { access: "named", people: remaining }, { before, reason, about: person.id });
  }
}

/** What the store holds about a person, for themselves (docs/rules/people.md#ones-own-data). */
import type { OwnData } from "#model/contract/people.ts";
import { listSessions } from "./sessions.ts";
import { count, nameOfTeam } from "./teams.ts";
import type { Work } from "./work.ts";

/** Reads it. Contents of mails and of the history are not in it. */
export async function readOwnData({ db, user, now, sessionId }: Work): Promise<OwnData> {
  const { id, email } = user;
  const row = await db.selectFrom("user").select(["last_seen_at", "suspended_at"]).where("id", "=", id).executeTakeFirstOrThrow();
  const invitations = db.selectFrom("invitation").where("outcome", "is", null);
  const toThem = await invitations
    .innerJoin("team", "team.id", "invitation.team_id")
    .where("email", "=", email)
    .select(["team.name", "invited_at", "expires_at"])
    .orderBy("invitation.id")
    .execute();
  const byThem = await invitations
    .where("invited_by", "=", id)
    .select(["email", "name", "invited_at", "expires_at"])
    .orderBy("id")
    .execute();
  const mails = await db
    .selectFrom("mail")
    .select(["kind", "created_at", "sent_at"])
    .where("recipient", "=", email)
    .orderBy("id", "desc")
    .execute();
  const locks = await db
    .selectFrom("lock")
    .select(["assessment_id", "locked_at"])
    .where("user_id", "=", id)
    .where("expires_at", ">", now.toISOString())
    .orderBy("assessment_id")
    .execute();
  const history = await db
    .selectFrom("history")
    .select(({ fn }) => [fn.countAll<number | string>().as("n"), fn.min("at").as("first"), fn.max("at").as("last")])
    .where("user_id", "=", id)
    .executeTakeFirstOrThrow();
  return {
    person: {
      ...{ id, email, firstName: user.firstName, permission: user.permission, roles: [...user.roles] },
      team: await nameOfTeam(db, user.teamId),
      ...{ lastSeenAt: row.last_seen_at, suspendedAt: row.suspended_at },
    },
    devices: await listSessions(db, id, sessionId, now),
    invitations: toThem.map(({ name: team, invited_at, expires_at }) => ({ team, invitedAt: invited_at, expiresAt: expires_at })),
    invited: byThem.map((each) => ({ email: each.email ?? "", name: each.name, invitedAt: each.invited_at, expiresAt: each.expires_at })),
    mails: mails.map(({ kind, created_at: at, sent_at: sentAt }) => ({ kind, at, sentAt })),
    locks: locks.map(({ assessment_id: assessmentId, locked_at: since }) => ({ assessmentId, since })),
    assessmentsCreated: await count(
      db
        .selectFrom("assessment")
        .where("created_by", "=", id)
        .select(({ fn }) => fn.countAll<number | string>().as("n")),
    ),
    requestsMade: await count(
      db
        .selectFrom("outbox")
        .where("requested_by", "=", id)
        .select(({ fn }) => fn.countAll<number | string>().as("n")),
    ),
    history: { entries: Number(history.n), first: history.first, last: history.last },
  };
}

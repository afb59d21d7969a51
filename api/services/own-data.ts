/** What the store holds about a person, for themselves (docs/rules/people.md#ones-own-data). */
import type { OwnData } from "#model/contract/people.ts";
import { formsOfAddress } from "#model/mail-address.ts";
import { listSessions } from "./sessions.ts";
import { count, nameOfTeam } from "./teams.ts";
import type { Work } from "./work.ts";

/** Reads it. Contents of mails, of stored answers and of the history are not in it. */
export async function readOwnData({ db, user, now, sessionId }: Work): Promise<OwnData> {
  const { id, email } = user;
  const forms = formsOfAddress(email);
  const moment = now.toISOString();
  const row = await db.selectFrom("user").select(["last_seen_at", "suspended_at"]).where("id", "=", id).executeTakeFirstOrThrow();
  const toThem = await db
    .selectFrom("invitation")
    .innerJoin("team", "team.id", "invitation.team_id")
    .where(({ or, eb }) => or([eb("email", "in", forms), eb("user_id", "=", id)]))
    .select(["team.name", "invited_at", "expires_at", "outcome", "ended_at"])
    .orderBy("invitation.id")
    .execute();
  const byThem = await db
    .selectFrom("invitation")
    .where("invited_by", "=", id)
    .where("email", "is not", null)
    .select(["email", "name", "invited_at", "expires_at"])
    .orderBy("id")
    .execute();
  const mails = db.selectFrom("mail").select(["kind", "recipient", "created_at", "sent_at"]).orderBy("id", "desc");
  const toAddress = await mails.where("recipient", "in", forms).execute();
  const caused = await mails.where("caused_by", "=", id).execute();
  const requests = await db
    .selectFrom("sign_in")
    .select(["asked_at", "expires_at", "used_at"])
    .where("user_id", "=", id)
    .orderBy("id", "desc")
    .execute();
  const links = await db
    .selectFrom("entry_token")
    .select(["expires_at", "used_at"])
    .where("user_id", "=", id)
    .orderBy("expires_at")
    .execute();
  const sheets = await db.selectFrom("voice").select(["asked_at", "until"]).where("email", "in", forms).orderBy("id").execute();
  const locks = await db
    .selectFrom("lock")
    .select(["assessment_id", "locked_at"])
    .where("user_id", "=", id)
    .where("expires_at", ">", moment)
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
    signInRequests: requests.map((each) => ({ at: each.asked_at, expiresAt: each.expires_at, usedAt: each.used_at })),
    entryLinks: links.map((each) => ({ expiresAt: each.expires_at, usedAt: each.used_at })),
    invitations: toThem.map(({ name: team, invited_at, expires_at, outcome, ended_at: endedAt }) => ({
      ...{ team, invitedAt: invited_at, expiresAt: expires_at, endedAt },
      state: outcome ?? (expires_at > moment ? "open" : "lapsed"),
    })),
    invited: byThem.map((each) => ({ email: each.email ?? "", name: each.name, invitedAt: each.invited_at, expiresAt: each.expires_at })),
    mails: toAddress.map(({ kind, created_at: at, sent_at: sentAt }) => ({ kind, at, sentAt })),
    mailsCaused: caused.map(({ kind, recipient: to, created_at: at, sent_at: sentAt }) => ({ kind, to, at, sentAt })),
    locks: locks.map(({ assessment_id: assessmentId, locked_at: since }) => ({ assessmentId, since })),
    assessmentsCreated: await count(db.selectFrom("assessment").where("created_by", "=", id)),
    requestsMade: await count(db.selectFrom("outbox").where("requested_by", "=", id)),
    voicesAsked: await count(db.selectFrom("voice").where("asked_by", "=", id)),
    sheets: sheets.map((each) => ({ askedAt: each.asked_at, until: each.until })),
    remarksMade: await count(db.selectFrom("action_remark").where("user_id", "=", id)),
    ratings: await count(db.selectFrom("rating").where("user_id", "=", id)),
    engagementParts:
      (await count(db.selectFrom("engagement_person").where("user_id", "=", id))) +
      (await count(db.selectFrom("engagement_member").where("responsible", "=", id))),
    planRows: await count(db.selectFrom("plan_person").where("user_id", "=", id)),
    storedAnswers: await count(db.selectFrom("idempotency_key").where("user_id", "=", id)),
    history: { entries: Number(history.n), first: history.first, last: history.last },
  };
}

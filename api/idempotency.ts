/** Makes writes safe to retry (docs/rules/errors-and-retries.md#writes-are-safe-to-retry). */
import { refused } from "./problem.ts";
import { readsAll } from "./services/access.ts";
import { moment, type Work } from "./services/work.ts";
import { isPostgres } from "./store/open.ts";
import { packText, unpackText } from "./store/packed.ts";

const KEPT_MS = 24 * 60 * 60_000;
const FORGET_EVERY_MS = 60_000;

/** An answer before it becomes a response. */
export interface Reply {
  status: 200 | 201 | 204;
  /** Its body as JSON. */
  text?: string;
}

/** A write, and how to recognise that it is sent again. */
export interface KeyedRequest {
  /** The Idempotency-Key. Without one the write is done each time. */
  key: string | undefined;
  /** Method, path and query. */
  request: string;
  bodyHash: string;
}

/** The rights of a user, as a text. A user with another team or other roles must not get the earlier answer. */
const rightsOf = ({ user, isInternal }: Work) => JSON.stringify([user.teamId, [...user.roles].sort(), isInternal]);

/** Forgets stored answers that are too old, together with a write. Once a minute is enough. */
export function openForgetting(): (work: Work) => Promise<void> {
  let last = 0;
  return async ({ db, now }) => {
    if (Math.abs(now.getTime() - last) < FORGET_EVERY_MS) return;
    last = now.getTime();
    const oldest = new Date(now.getTime() - KEPT_MS).toISOString();
    await db.deleteFrom("idempotency_key").where("created_at", "<", oldest).execute();
  };
}

/**
 * Does a write once for each key, and gives the stored answer when the key comes again within 24 hours. It runs inside the write's own
 * transaction, so that the answer is stored exactly when the write is. A refusal stores nothing, and may be repeated. Once the caller's
 * rights have changed, the stored answer is for nobody: the write is decided like a new one. So it is once they may no longer read an organization that
 * it is about.
 * @throws Problem 422 when the key was used for another request
 */
export async function writeOnce(work: Work, { key, request, bodyHash }: KeyedRequest, write: () => Promise<Reply>): Promise<Reply> {
  if (key === undefined) return write();
  const { db, user } = work;
  const row = {
    request,
    rights: rightsOf(work),
    body_hash: bodyHash,
    status: 0,
    body: null,
    organizations: "[]",
    created_at: moment(work),
  };
  // The key is stored before anything else, so that a parallel attempt waits here until this transaction ends.
  const taken = await db
    .insertInto("idempotency_key")
    .values({ user_id: user.id, key, ...row })
    .onConflict((conflict) => conflict.columns(["user_id", "key"]).doNothing())
    .executeTakeFirst();
  if (!taken.numInsertedOrUpdatedRows) {
    const stored = await db
      .selectFrom("idempotency_key")
      .selectAll()
      .where("user_id", "=", user.id)
      .where("key", "=", key)
      .$if(isPostgres(db), (query) => query.forUpdate())
      .executeTakeFirstOrThrow();
    if (stored.request !== request || stored.body_hash !== bodyHash) throw refused("This Idempotency-Key was used for another request.");
    // Older versions stored no rights.
    const about: number[] = JSON.parse(stored.organizations ?? "[]");
    if ((stored.rights === null || stored.rights === row.rights) && (await readsAll(work, about)))
      return { status: stored.status as Reply["status"], ...(stored.body === null ? {} : { text: unpackText(stored.body) }) };
    await db.updateTable("idempotency_key").set(row).where("user_id", "=", user.id).where("key", "=", key).execute();
  }
  const reply = await write();
  await db
    .updateTable("idempotency_key")
    .set({
      status: reply.status,
      body: reply.text === undefined ? null : packText(reply.text),
      organizations: JSON.stringify([...(work.organizations ?? [])]),
    })
    .where("user_id", "=", user.id)
    .where("key", "=", key)
    .execute();
  return reply;
}

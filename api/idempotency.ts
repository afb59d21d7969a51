/** Writes are safe to retry: a key is answered once and its answer replayed for 24 hours (contract, "Transport"). */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { refused } from "./problem.ts";
import { moment, type Work } from "./services/work.ts";

const KEPT_MS = 24 * 60 * 60_000;

/** An answer before it becomes a response; without a body when there is none. */
export interface Reply {
  status: 200 | 201 | 204;
  body?: unknown;
}

export interface KeyedRequest {
  /** Absent: the write is simply done. */
  key: string | undefined;
  request: string;
  bodyHash: string;
}

/**
 * Does a write once per key. Runs inside the write's own transaction, so that the answer is kept if and only if the write is;
 * a refusal keeps nothing, and may be repeated.
 * @throws Problem 422 when the key was used for another request
 */
export async function writeOnce(work: Work, { key, request, bodyHash }: KeyedRequest, write: () => Promise<Reply>): Promise<Reply> {
  if (key === undefined) return write();
  const { db, user } = work;
  const oldest = new Date(work.now.getTime() - KEPT_MS).toISOString();
  await db.deleteFrom("idempotency_key").where("created_at", "<", oldest).execute();
  // The key is taken before anything else: a parallel attempt waits here until this transaction ends.
  const taken = await db
    .insertInto("idempotency_key")
    .values({ user_id: user.id, key, request, body_hash: bodyHash, status: 0, body: null, created_at: moment(work) })
    .onConflict((conflict) => conflict.columns(["user_id", "key"]).doNothing())
    .executeTakeFirst();
  if (!taken.numInsertedOrUpdatedRows) {
    const stored = await db
      .selectFrom("idempotency_key")
      .selectAll()
      .where("user_id", "=", user.id)
      .where("key", "=", key)
      .executeTakeFirstOrThrow();
    if (stored.request !== request || stored.body_hash !== bodyHash) throw refused("This Idempotency-Key was used for another request.");
    return { status: stored.status as Reply["status"], ...(stored.body === null ? {} : { body: unpack(stored.body) }) };
  }
  const reply = await write();
  await db
    .updateTable("idempotency_key")
    .set({ status: reply.status, body: reply.body === undefined ? null : pack(reply.body) })
    .where("user_id", "=", user.id)
    .where("key", "=", key)
    .execute();
  return reply;
}

// An answer holds the progress of a whole assessment, most of it alike: packed it is a tenth, and so is what a save writes to the disk.
const pack = (body: unknown) => deflateRawSync(JSON.stringify(body), { level: 1 }).toString("base64");
const unpack = (text: string): unknown => JSON.parse(inflateRawSync(Buffer.from(text, "base64")).toString("utf8"));

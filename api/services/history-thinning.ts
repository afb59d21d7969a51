/** Thinning the history of notes (docs/rules/history.md#thinning). */
import { type Db, inTransaction, type Store } from "#api/store/open.ts";
import { isSameSitting } from "#model/history.ts";

const KEPT_WHOLE_MS = 30 * 24 * 60 * 60_000;

/**
 * Erases the content of notes that are older than 30 days, where the same person saved the same note again in the same sitting. The chains
 * stay whole.
 * @returns how many were erased
 */
export async function thinNotes(store: Store, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEPT_WHOLE_MS).toISOString();
  const chains = await store
    .selectFrom("history")
    .select("chain")
    .distinct()
    .where("kind", "=", "note")
    .where("content", "is not", null)
    .where("at", "<", before)
    .execute();
  let erased = 0;
  // A chain at a time, so that nobody waits long for a save.
  for (const { chain } of chains) erased += await inTransaction(store, (db) => thinChain(db, chain, before));
  return erased;
}

async function thinChain(db: Db, chain: string, before: string): Promise<number> {
  const notes = await db
    .selectFrom("history")
    .select(["id", "at", "place", "user_id as by", ({ eb }) => eb("content", "is", null).as("isGone")])
    .where("chain", "=", chain)
    .where("kind", "=", "note")
    .orderBy("seq")
    .execute();
  const following = new Map<string, (typeof notes)[number]>();
  const superseded: number[] = [];
  for (const note of notes.reverse()) {
    const next = following.get(note.place);
    if (next && !note.isGone && note.at < before && isSameSitting(note, next)) superseded.push(note.id);
    following.set(note.place, note);
  }
  for (let index = 0; index < superseded.length; index += 500)
    await db
      .updateTable("history")
      .set({ content: null, erased: "thinned" })
      .where("id", "in", superseded.slice(index, index + 500))
      .execute();
  return superseded.length;
}

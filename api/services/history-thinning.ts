/** Thinning the history of notes (docs/rules/history.md#thinning). */
import { type Db, inTransaction, type Store } from "#api/store/open.ts";
import { type Deed, isSameSitting } from "#model/history.ts";

const KEPT_WHOLE_MS = 30 * 24 * 60 * 60_000;
const keptWholeSince = (now: Date) => new Date(now.getTime() - KEPT_WHOLE_MS).toISOString();

/**
 * Erases the content of notes that are older than 30 days, where the same person saved the same note again in the same sitting. The chains
 * stay whole.
 * @returns how many were erased
 */
export async function thinNotes(store: Store, now: Date): Promise<number> {
  const chains = await store
    .selectFrom("history")
    .select("chain")
    .distinct()
    .where("kind", "=", "note")
    .where("content", "is not", null)
    .where("at", "<", keptWholeSince(now))
    .execute();
  let erased = 0;
  // A chain at a time, so that nobody waits long for a save.
  for (const { chain } of chains) erased += await inTransaction(store, (db) => thinChain(db, chain, now));
  return erased;
}

async function thinChain(db: Db, chain: string, now: Date): Promise<number> {
  const notes = await db
    .selectFrom("history")
    .select(["id", "at", "place", "user_id as by", ({ eb }) => eb("content", "is", null).as("isGone")])
    .where("chain", "=", chain)
    .where("kind", "=", "note")
    .orderBy("seq")
    .execute();
  const superseded = findSuperseded(notes, now)
    .filter(({ isGone }) => !isGone)
    .map(({ id }) => id);
  for (let index = 0; index < superseded.length; index += 500)
    await db
      .updateTable("history")
      .set({ content: null, erased: "thinned" })
      .where("id", "in", superseded.slice(index, index + 500))
      .execute();
  return superseded.length;
}

/**
 * The notes that may lose their text: older than 30 days, and saved again in the same sitting.
 * @param notes of one chain, in order
 */
export function findSuperseded<N extends Deed>(notes: readonly N[], now: Date): N[] {
  const before = keptWholeSince(now);
  const following = new Map<string, N>();
  const superseded: N[] = [];
  for (const note of notes.toReversed()) {
    const next = following.get(note.place);
    if (next && note.at < before && isSameSitting(note, next)) superseded.push(note);
    following.set(note.place, note);
  }
  return superseded;
}

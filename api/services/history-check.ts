/** Checking the history as a whole, and taking it out (docs/rules/history.md#checking). */
import { createHash, type KeyObject } from "node:crypto";
import type { Selectable } from "kysely";
import type { HistoryTable } from "#api/store/database.ts";
import type { Db } from "#api/store/open.ts";
import { type Break, findBreak } from "./history-chain.ts";
import { acceptedUpTo } from "./history-key.ts";
import { findSuperseded } from "./history-thinning.ts";

/** What the check of all chains found. */
export interface HistoryCheck {
  chains: number;
  entries: number;
  /** Entries whose content was erased, and those of them that were only thinned. */
  erased: number;
  thinned: number;
  /** Entries sealed with a key that was lost. Only what was left out between them is found. */
  unchecked: number;
  breaks: Break[];
}

/**
 * Checks every chain, one at a time.
 * @param now decides which notes are old enough to be thinned
 */
export async function checkHistory(db: Db, key: KeyObject, now: Date): Promise<HistoryCheck> {
  const accepted = await acceptedUpTo(db, key);
  const heads = new Map((await db.selectFrom("history_head").selectAll().execute()).map((head) => [head.chain, head]));
  const stored = await db.selectFrom("history").select("chain").distinct().execute();
  const checked: HistoryCheck = { chains: 0, entries: 0, erased: 0, thinned: 0, unchecked: 0, breaks: [] };
  for (const chain of new Set([...heads.keys(), ...stored.map(({ chain }) => chain)])) {
    const links = await db.selectFrom("history").selectAll().where("chain", "=", chain).orderBy("seq").execute();
    const unchecked = links.filter(({ id }) => id <= accepted).length;
    const fault =
      findBreak(key, chain, links, heads.get(chain) ?? { seq: 0, seal: "" }, unchecked) ?? findWronglyThinned(chain, links, now);
    checked.unchecked += unchecked;
    checked.chains += 1;
    checked.entries += links.length;
    const gone = links.filter(({ content }) => content === null);
    checked.erased += gone.length;
    checked.thinned += gone.filter(({ erased }) => erased === "thinned").length;
    if (fault) checked.breaks.push(fault);
  }
  return checked;
}

/** The first entry that is called thinned although thinning would have left it whole: an erased text that somebody wants to pass for one. */
function findWronglyThinned(chain: string, links: readonly Selectable<HistoryTable>[], now: Date): Break | undefined {
  const notes = links.filter(({ kind }) => kind === "note").map(({ seq, at, place, user_id }) => ({ seq, at, place, by: user_id }));
  const thinnable = new Set(findSuperseded(notes, now).map(({ seq }) => seq));
  const wrong = links.find(({ erased, seq }) => erased === "thinned" && !thinnable.has(seq));
  return wrong && { chain, seq: wrong.seq, what: "wrongly called thinned" };
}

/** A line that identifies the whole history at a moment: the number of entries, and a digest of where each chain ended. */
export interface Anchor {
  /** The id of the newest entry. */
  newest: number;
  digest: string;
}

/**
 * The anchor of the history as it was when an entry was the newest. It is logged, and operators keep it elsewhere. If somebody cuts the end
 * off the chains and off the list of their ends, it changes.
 * @param newest leave it out for now
 */
export async function anchorOf(db: Db, newest?: number): Promise<Anchor> {
  const last =
    newest ??
    Number(
      (
        await db
          .selectFrom("history")
          .select(({ fn }) => fn.max("id").as("id"))
          .executeTakeFirst()
      )?.id ?? 0,
    );
  const ends = await db
    .selectFrom("history")
    .select(["chain", "seq", "seal"])
    .where("id", "in", (inner) =>
      inner
        .selectFrom("history")
        .select(({ fn }) => fn.max("id").as("id"))
        .where("id", "<=", last)
        .groupBy("chain"),
    )
    .orderBy("chain")
    .execute();
  const lines = ends.map(({ chain, seq, seal }) => `${chain} ${seq} ${seal}`).sort();
  return { newest: last, digest: createHash("sha256").update(lines.join("\n")).digest("base64url") };
}

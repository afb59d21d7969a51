/** Searching takes time of the process that serves everybody, so it is done in slices, and people take turns (docs/rules/rights.md#quotas). */
import { Quota } from "#model/quota.ts";
import { findIn } from "#model/search.ts";
import { TooManyRequests } from "~/services/faults.server";
import { nextTurn } from "~/services/upstream/upstream.server";
import { takeTurns } from "~/services/workers/turns.server";

/** Searches that one person may make within a minute. */
const PER_MINUTE = 30;
const counted = new Quota(PER_MINUTE);
/** Of one person two run at once, so somebody else's need not wait. */
const turns = takeTurns(3);

/** Whose search it is, and where they go on when it is not made. */
export interface SearchTask {
  person: string;
  /** The signal of the request that waits for it. */
  asker: AbortSignal;
  next: { href: string; label: string };
}

/**
 * Makes a search when it is its turn: all that it reads, finds and marks.
 * @throws TooManyRequests after too many within a minute; what the search throws
 */
export async function inTurn<T>({ person, asker, next }: SearchTask, search: () => Promise<T>): Promise<T> {
  if (counted.take(person) !== undefined)
    throw new TooManyRequests({
      title: "You have searched a lot within a minute.",
      description: "Please wait a minute, then search again.",
      next,
      mayRetry: true,
    });
  return turns.run(person, async () => {
    asker.throwIfAborted();
    return search();
  });
}

/** The texts in which all words occur. Other requests have their turn in between. @param words of `searchWords` */
export const textsWith = (words: readonly string[], texts: Iterable<string>): Promise<ReadonlySet<string>> =>
  findIn(words, texts, nextTurn);

/** Whether the history has exactly the saves that were stored. */
import { createSecretKey } from "node:crypto";
import { assessmentChain, exportHistory } from "#api/services/history.ts";
import { checkHistory } from "#api/services/history-check.ts";
import { openStore } from "#api/store/open.ts";
import { subjectAt } from "#model/contract/history.ts";
import { PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import { SECRETS } from "../support/server.ts";

interface SaveRecord {
  assessmentId: number;
  /** Every save that is stored, as `perspective/thread letters`. */
  stored: readonly string[];
}

/**
 * Compares every save with the history, which has exactly one entry for each, and whose chains are whole.
 * @returns how many entries it has, and what differs, in words
 */
export async function compareHistory(
  databaseUrl: string,
  saved: readonly SaveRecord[],
): Promise<{ entries: number; differences: string[] }> {
  const store = openStore(databaseUrl);
  const differences: string[] = [];
  let entries = 0;
  try {
    for (const { assessmentId, stored } of saved) {
      const saves = [...stored];
      for await (const { kind, place, after } of exportHistory(store, assessmentChain(assessmentId))) {
        if (kind !== "answers") continue;
        entries += 1;
        const at = saves.indexOf(`${codesOf(place)} ${after}`);
        if (at < 0) differences.push(`${assessmentId} ${place}: an entry for ${after}, which nobody saved`);
        else saves.splice(at, 1);
      }
      differences.push(...saves.map((save) => `${assessmentId} ${save}: saved, without an entry`));
    }
    const { breaks } = await checkHistory(store, createSecretKey(SECRETS.HISTORY_KEY, "utf8"), new Date());
    differences.push(...breaks.map((fault) => JSON.stringify(fault)));
    return { entries, differences };
  } finally {
    await store.destroy();
  }
}

/** A place of the history as the assessors name it: `BM/AM`. */
function codesOf(place: string): string {
  const subject = subjectAt(place);
  if (subject?.kind !== "thread") return place;
  const code = (items: readonly { id: number; code: string }[], wanted: number) => items.find(({ id }) => id === wanted)?.code;
  return `${code(PERSPECTIVES, subject.perspectiveId)}/${code(THREADS, subject.threadId)}`;
}

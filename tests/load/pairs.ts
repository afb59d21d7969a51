/**
 * npm run load -- pairs: two colleagues at each assessment, each at a web process of their own, with the API in a third and on PostgreSQL. Both open
 * the same thread at the same moment, and one of them gets the lock. Whoever has it saves two different changes of the same answers, one through
 * each web process; one of the two is acknowledged. Whoever has not tries to save another thread, which nobody has changed.
 */
import { PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import { paths } from "../../app/views/paths.ts";
import { createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import { type Arrangement, startArrangement } from "./arrangement.ts";
import { storedAt } from "./assessor.ts";
import { compareHistory } from "./recorded.ts";

interface PairsOptions {
  /** Pairs of colleagues. */
  people: number;
  seconds: number;
}

interface Ledger {
  rounds: number;
  /** By what the web processes answered. */
  acknowledged: number;
  conflicts: number;
  locked: number;
  /** What must not happen, in words. */
  faults: string[];
}

interface Colleague {
  visitor: Visitor;
  client: Client;
}

interface Pair {
  assessmentId: number;
  colleagues: readonly [Colleague, Colleague];
  /** Every acknowledged save, as `perspective/thread letters`. */
  stored: string[];
  /** The acknowledged answers by place. */
  present: Map<string, string>;
}

const STATES = ["FFFNN", "FFFPN", "FFFRN", "FFFFN", "FFFFP", "FFFFR"];
const EMPTY = "NNNNN";

async function seat({ apps, databaseUrl }: Arrangement, number: number): Promise<Pair> {
  const team = `Pair ${number}`;
  const colleagues: Colleague[] = [];
  for (const [index, app] of apps.entries()) {
    const email = `colleague-${number}-${index}@load.example`;
    const client = await apiClient(databaseUrl, email, { team });
    const visitor = await new Visitor(app.url).get(await app.entryLink(email), { "X-Forwarded-For": `10.${index}.0.${number + 1}` });
    colleagues.push({ client, visitor });
  }
  const [first, second] = colleagues as [Colleague, Colleague];
  const assessmentId = await createP3M3(first.client, await createOrganization(first.client), { selectedLevel: 3 });
  expectStatus(await first.client.delete(`/assessments/${assessmentId}/lock`), 204);
  return { assessmentId, colleagues: [first, second], stored: [], present: new Map() };
}

/** Saves as script does, through any web process. @returns the kind of its outcome */
async function save(
  url: string,
  origin: string,
  { visitor }: Colleague,
  { assessmentId }: Pair,
  place: string,
  change: Record<string, string>,
) {
  const [perspective = "", thread = ""] = place.split("/");
  const cookies = ["session", "seen", `lock-${assessmentId}`].map((name) => [name, visitor.cookie(name)]).filter(([, value]) => value);
  const answer = await fetch(url + paths.questionsSave(assessmentId, perspective, thread), {
    method: "POST",
    headers: { Origin: origin, Cookie: cookies.map((pair) => pair.join("=")).join("; ") },
    body: new URLSearchParams(change),
  });
  return String(((await answer.json()) as { kind?: unknown }).kind);
}

const placeOf = (number: number) => {
  const perspective = PERSPECTIVES[Math.floor(number / THREADS.length) % PERSPECTIVES.length]?.code;
  return `${perspective}/${THREADS[number % THREADS.length]?.code}`;
};

async function round({ apps, origin }: Arrangement, pair: Pair, ledger: Ledger, number: number): Promise<void> {
  const { assessmentId, colleagues, stored, present } = pair;
  const place = placeOf(number);
  const fault = (what: string) => ledger.faults.push(`${assessmentId} ${place}: ${what}`);
  const [perspective = "", thread = ""] = place.split("/");
  const screen = paths.questions(assessmentId, perspective, thread);
  await Promise.all(colleagues.map(({ visitor }) => visitor.get(screen)));
  const [holder, ...others] = colleagues.filter(({ visitor }) => visitor.url === screen);
  if (!holder || others.length > 0) fault(`${1 + others.length} of two got the lock`);
  if (!holder) return;
  const other = colleagues.find((each) => each !== holder) as Colleague;
  const presentAt = (at: string) => present.get(at) ?? EMPTY;
  const [one = "", two = ""] = STATES.filter((state) => state !== presentAt(place));
  const attempts = [
    { by: holder, at: place, target: one },
    { by: holder, at: place, target: two },
    { by: other, at: placeOf(number + 1), target: one },
  ];
  const outcomes = await Promise.all(
    attempts.map(({ by, at, target }, index) => {
      const url = apps[(number + index) % apps.length]?.url ?? "";
      return save(url, origin, by, pair, at, { base: presentAt(at), target });
    }),
  );
  const [mine, ofOther] = [outcomes.slice(0, 2), outcomes[2]];
  ledger.acknowledged += mine.filter((kind) => kind === "saved").length;
  ledger.conflicts += mine.filter((kind) => kind === "conflict").length;
  ledger.locked += ofOther === "locked" ? 1 : 0;
  if (mine.toSorted().join() !== "conflict,saved") fault(`two changes of the same answers: ${mine.join(" and ")}`);
  if (ofOther !== "locked") fault(`a save without the lock: ${ofOther}`);
  const saved = attempts.filter((_, index) => outcomes[index] === "saved");
  stored.push(...saved.map(({ at, target }) => `${at} ${target}`));
  const now = await storedAt(holder.client, assessmentId, place);
  if (!saved.some(({ at, target }) => at === place && target === now)) fault(`${now} is stored`);
  present.set(place, now);
  expectStatus(await holder.client.delete(`/assessments/${assessmentId}/lock`), 204);
  ledger.rounds += 1;
}

/** @returns whether each lock had one holder, and each acknowledged save is stored and in the history */
export async function pairs({ people, seconds }: PairsOptions): Promise<boolean> {
  const arrangement = await startArrangement({ database: "postgres", processes: 2, apart: true });
  const ledger: Ledger = { rounds: 0, acknowledged: 0, conflicts: 0, locked: 0, faults: [] };
  try {
    const all: Pair[] = [];
    for (let number = 0; number < people; number += 1) all.push(await seat(arrangement, number));
    const end = Date.now() + seconds * 1000;
    const work = async (pair: Pair) => {
      for (let number = 0; Date.now() < end; number += 1) await round(arrangement, pair, ledger, number);
    };
    await Promise.all(all.map(work));
    const { entries, differences } = await compareHistory(arrangement.databaseUrl, all);
    ledger.faults.push(...differences);
    console.log(`${people} pairs took the lock ${ledger.rounds} times, both at the same moment, at two web processes.`);
    console.log(
      `${3 * ledger.rounds} saves: ${ledger.acknowledged} acknowledged, ${ledger.conflicts} in conflict, ${ledger.locked} locked.`,
    );
    console.log(`${entries} entries in the history, whose chains were checked. ${ledger.faults.length} faults.`);
    for (const fault of ledger.faults) console.log(fault);
    return ledger.faults.length === 0;
  } finally {
    await arrangement.stop();
  }
}

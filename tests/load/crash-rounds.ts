/** The web process, with the API in it, or PostgreSQL is killed while answers are acknowledged, and started again: is every one there? */
import { mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { PERSPECTIVES } from "#model/p3m3/catalogue.ts";
import { createOrganization, createP3M3 } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { beginOwnRating, type OwnRating } from "../support/own-rating.ts";
import type { PostgresServer } from "../support/postgres.ts";
import { apiClient } from "../support/seed.ts";
import type { App } from "../support/server.ts";
import { Assessor, storedAt } from "./assessor.ts";
import { compareHistory } from "./recorded.ts";
import { Recorder } from "./recorder.ts";
import { startWeb } from "./web.ts";

/** Between two changes of one assessor; twelve of them then save some fifty threads, 250 answers, a second. */
const PAUSE_MS = 150;
const FIRST_SAVE_MS = 30_000;
const MILLISECONDS = { shortest: 400, longest: 1400 };

export interface Ledger {
  rounds: number;
  /** Saves that were acknowledged, in all rounds. */
  saves: number;
  /** Threads compared after a restart. */
  compared: number;
  /** Threads whose stored answers are neither the acknowledged ones nor those of the save under way. */
  lost: string[];
  /** Entries that the history has, of all rounds. */
  entries: number;
  /** Saves that were acknowledged and have no entry, or entries without a save, or a chain that is broken. */
  unrecorded: string[];
  /** Saves under way at the kill that were stored, although nobody learnt of it. */
  storedUntold: number;
}

interface Chair {
  client: Client;
  email: string;
  assessmentId: number;
  acknowledged: Map<string, string>;
  /** What they answer instead of the assessment. */
  rating: OwnRating | undefined;
  /** Every save that was acknowledged, or was under way and is stored, as `perspective/thread letters`. */
  stored: string[];
}

interface CrashOptions {
  /** The database, which is then killed in every other round while the web process goes on; without it SQLite, and the web process alone. */
  postgres?: PostgresServer | undefined;
  /** How many work at a time. */
  people?: number;
  /** They answer second ratings, which the history does not record. */
  isRating?: boolean;
  /** Called after each round. */
  report?: (ledger: Ledger) => void;
}

/** Kills, starts again and compares, `rounds` times. */
export async function crashRounds(rounds: number, { postgres, people = 12, isRating = false, report }: CrashOptions = {}): Promise<Ledger> {
  const data = mkdtempSync(join(tmpdir(), "crash-"));
  const databaseUrl = postgres?.url ?? `file:${join(data, "assessments.db")}`;
  const ledger: Ledger = { rounds: 0, saves: 0, compared: 0, lost: [], entries: 0, unrecorded: [], storedUntold: 0 };
  let app = await startWeb({ databaseUrl });
  try {
    const chairs: Chair[] = [];
    for (let index = 0; index < people; index += 1) {
      const email = `assessor-${index}@crash.example`;
      const team = `Team ${index}`;
      const client = await apiClient(databaseUrl, email, { team });
      const assessmentId = await createP3M3(client, await createOrganization(client), { selectedLevel: 3 });
      const rate = async () => {
        const asker = await apiClient(databaseUrl, `asks-${index}@crash.example`, { team });
        return beginOwnRating(
          asker,
          client,
          email,
          assessmentId,
          PERSPECTIVES.map((perspective) => perspective.id),
        );
      };
      const rating = isRating ? await rate() : undefined;
      chairs.push({ client, email, assessmentId, rating, acknowledged: new Map(), stored: [] });
    }
    const killWeb = async () => {
      await app.stop("SIGKILL");
      app = await startWeb({ databaseUrl });
    };
    while (ledger.rounds < rounds) {
      const kill = postgres && ledger.rounds % 2 === 0 ? postgres.crash : killWeb;
      const assessors = await killedAtWork(app, chairs, ledger, kill);
      await compare(chairs, assessors, ledger);
      ledger.rounds += 1;
      report?.(ledger);
    }
    if (isRating) return ledger;
    const { entries, differences } = await compareHistory(databaseUrl, chairs);
    ledger.entries = entries;
    ledger.unrecorded.push(...differences);
    return ledger;
  } finally {
    await app.stop("SIGKILL");
    rmSync(data, { recursive: true, force: true });
  }
}

/** Everybody answers until `kill`, which comes at a moment that differs from round to round and starts again what it killed. */
async function killedAtWork(app: App, chairs: readonly Chair[], ledger: Ledger, kill: () => Promise<void>): Promise<Assessor[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const assessors = [];
  for (const [index, { email, assessmentId, acknowledged, rating }] of chairs.entries()) {
    const at = { urls: [app.url], origin: app.url, address: `10.0.0.${index + 1}` };
    const desk = { ...at, entryLink: await app.entryLink(email), assessmentId, completedId: 0, rating: rating?.number };
    const assessor = new Assessor(desk, agent, 7 * index + ledger.rounds, acknowledged);
    await assessor.signIn();
    assessors.push(assessor);
  }
  const recorder = new Recorder();
  let over = false;
  const working = assessors.map((assessor) =>
    assessor.work(
      () => recorder,
      () => over,
      () => wait(PAUSE_MS * (0.5 + Math.random())),
    ),
  );
  // From the first save on, however long a busy machine takes to it.
  for (const until = Date.now() + FIRST_SAVE_MS; recorder.of("save").count === 0 && Date.now() < until; ) await wait(PAUSE_MS);
  await wait(MILLISECONDS.shortest + Math.random() * (MILLISECONDS.longest - MILLISECONDS.shortest));
  over = true;
  await kill();
  await Promise.all(working);
  agent.destroy();
  ledger.saves += recorder.of("save").count;
  return assessors;
}

/** Every thread that was ever acknowledged, against the store. */
async function compare(chairs: readonly Chair[], assessors: readonly Assessor[], ledger: Ledger): Promise<void> {
  for (const [index, { client, assessmentId, acknowledged, rating, stored: saves }] of chairs.entries()) {
    saves.push(...(assessors[index]?.saves ?? []));
    const underWay = assessors[index]?.underWay;
    if (underWay && !acknowledged.has(underWay.place)) acknowledged.set(underWay.place, "NNNNN");
    for (const [place, letters] of acknowledged) {
      const stored = await storedAt(client, assessmentId, place, rating);
      ledger.compared += 1;
      if (stored === letters) continue;
      if (underWay?.place === place && underWay.letters === stored) {
        ledger.storedUntold += 1;
        saves.push(`${place} ${stored}`);
      } else ledger.lost.push(`${assessmentId} ${place}: acknowledged ${letters}, stored ${stored}`);
      acknowledged.set(place, stored);
    }
  }
}

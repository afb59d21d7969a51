/** The people of a load run: each with an assessment of their own, and ten of them a team. */
import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { completeP3M3, createOrganization, createP3M3 } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { apiClient } from "../support/seed.ts";
import type { App } from "../support/server.ts";
import type { Arrangement } from "./arrangement.ts";
import { Assessor, storedAt } from "./assessor.ts";

const TEAM_SIZE = 10;

export interface Seat {
  assessor: Assessor;
  /** The same person, asking the API itself. */
  client: Client;
}

/** Seats of a team of ten: one organization, one completed assessment, an assessment of 91 threads for each. Nobody has signed in. */
export async function furnish({ apps, databaseUrl, origin }: Arrangement, from: number, to: number): Promise<Seat[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const seats: Seat[] = [];
  let organizationId = 0;
  let completedId = 0;
  for (let index = from; index < to; index += 1) {
    const user = { name: "Robin", team: `Team ${Math.floor(index / TEAM_SIZE)}` };
    const email = `assessor-${index}@load.example`;
    const client = await apiClient(databaseUrl, email, user);
    if (index === from || index % TEAM_SIZE === 0) {
      organizationId = await createOrganization(client, { benchmarkConsent: true });
      completedId = await completeP3M3(client, organizationId, "FFPNN");
    }
    const assessmentId = await createP3M3(client, organizationId, { selectedLevel: 3 });
    const app = apps[index % apps.length] as App;
    const urls = [app, ...apps.filter((each) => each !== app)].map(({ url }) => url);
    const address = `10.0.${Math.floor(index / 250)}.${(index % 250) + 1}`;
    const desk = { urls, origin, address, entryLink: await app.entryLink(email, user), assessmentId, completedId };
    seats.push({ assessor: new Assessor(desk, agent, 7 * index), client });
  }
  return seats;
}

/**
 * Compares the stored answers with those that the assessors saw as saved, and says what differs. Answers whose save failed may be stored: the server
 * said that it did not know.
 * @returns whether nothing was lost
 */
export async function nothingLost(seats: readonly Seat[]): Promise<boolean> {
  let [compared, untold, lost] = [0, 0, 0];
  for (const { assessor, client } of seats) {
    for (const [place, letters] of assessor.acknowledged) {
      compared += 1;
      const stored = await storedAt(client, assessor.assessmentId, place);
      if (stored === letters) continue;
      if (assessor.unacknowledged.get(place)?.includes(stored)) untold += 1;
      else lost += 1;
    }
  }
  console.log(`${compared} threads were acknowledged as saved and compared with the store; ${lost} differ.`);
  if (untold > 0) console.log(`${untold} of the others have the answers of a later save that was not acknowledged.`);
  return lost === 0;
}

/** The same pauses in every run: a linear congruential generator, uniform over 0.5 to 1.5 of the mean. */
export function pauses(mean: number): () => Promise<void> {
  let seed = 1;
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return wait(mean * (0.5 + seed / 2_147_483_648));
  };
}

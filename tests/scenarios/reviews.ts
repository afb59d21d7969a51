/** What tests of peer reviews share. */
import { randomUUID } from "node:crypto";
import { answerAll, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { newAddress } from "../support/new-address.ts";
import { apiClient } from "../support/seed.ts";

export interface Server {
  url: string;
  databaseUrl: string;
  entryLink(email: string): Promise<string>;
}

/** A lead who has answered everything, and a viewer of the same team, each also in a browser. */
export async function reviewingTeam({ databaseUrl, url, entryLink }: Server) {
  const name = `Team ${randomUUID()}`;
  const enter = async (who: string, permission: "lead" | "viewer") => {
    const email = newAddress(who);
    const client = await apiClient(databaseUrl, email, { team: name, permission });
    return { email, client, visitor: await new Visitor(url).enter(await entryLink(email)) };
  };
  const [lead, partner] = [await enter("Ann", "lead"), await enter("Kim", "viewer")];
  const { people } = expectStatus(await lead.client.get("/people"), 200).body;
  for (const { id: person, email } of people)
    expectStatus(await lead.client.put(`/people/${person}`, { firstName: email.startsWith("ann") ? "Ann" : "Kim" }), 200);
  const id = await createP3M3(lead.client, await createOrganization(lead.client), { perspectiveIds: [1], threadIds: [1, 2] });
  await answerAll(lead.client, id, "FRNNN");
  return { lead, partner, id, screen: `/assessments/${id}/peer-review` };
}

/** The review points of an assessment, as the caller reads them. */
export const pointsOf = async (client: Client, id: number) =>
  expectStatus(await client.get(`/assessments/${id}/review-points`), 200).body.points;

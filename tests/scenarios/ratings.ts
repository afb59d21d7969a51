/** What tests of second ratings share. */
import { randomUUID } from "node:crypto";
import { answerThread, createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { newAddress } from "../support/new-address.ts";
import { FAR_DAY } from "../support/own-rating.ts";
import { apiClient } from "../support/seed.ts";
import { answer } from "./questions.ts";
import type { Server } from "./reviews.ts";

export const UNTIL = FAR_DAY;

/** A colleague of a team, in the API and in a browser. */
export interface Colleague {
  email: string;
  client: Client;
  visitor: Visitor;
}

/**
 * Ann, who leads and has an assessment, Sam, who can rate it, and Vic, who only reads.
 * @param threadIds of P3M3, in two perspectives
 */
export async function ratingTeam({ databaseUrl, url, entryLink }: Server, model: "P3M3" | "ITIL" = "P3M3", threadIds = [1, 2]) {
  const team = `Team ${randomUUID()}`;
  const enter = async (who: string, permission: "lead" | "assessor" | "viewer"): Promise<Colleague> => {
    const email = newAddress(who);
    const client = await apiClient(databaseUrl, email, { team, permission });
    return { email, client, visitor: await new Visitor(url).enter(await entryLink(email)) };
  };
  const [ann, sam, vic] = [await enter("Ann", "lead"), await enter("Sam", "assessor"), await enter("Vic", "viewer")];
  const { people } = expectStatus(await ann.client.get("/people"), 200).body;
  for (const { id: person, email } of people) {
    const firstName = ["Ann", "Sam", "Vic"].find((name) => email.startsWith(name.toLowerCase()));
    expectStatus(await ann.client.put(`/people/${person}`, { firstName }), 200);
  }
  const organization = await createOrganization(ann.client);
  const id =
    model === "P3M3"
      ? await createP3M3(ann.client, organization, { perspectiveIds: [1, 2], threadIds })
      : await createItil(ann.client, organization);
  const person = people.find((each: { email: string }) => each.email === sam.email).id;
  const ask = (kind: "charge" | "opinion", groups: string[]) =>
    ann.client.post(`/assessments/${id}/ratings`, { person, kind, groups, until: UNTIL });
  return { ann, sam, vic, id, ask, screen: `/assessments/${id}/ratings`, own: `/assessments/${id}/rating/1` };
}

/** Sam, in charge of a perspective, has rated one thread of it, which the verdict has, and one that it has not. Nobody holds the lock. */
export async function ratedTeam(server: Server) {
  const team = await ratingTeam(server);
  const { ann, sam, id, own, ask } = team;
  expectStatus(await answerThread(ann.client, id, 1, 1, "FRNNN"), 200);
  expectStatus(await ask("charge", ["perspective/1"]), 201);
  expectStatus(await sam.client.post(`/assessments/${id}/ratings/1/begin`, { seen: [] }), 204);
  for (const thread of ["AM", "AS"]) {
    await sam.visitor.get(`${own}/questions/BM/${thread}`);
    await answer(sam.visitor, { 2: "Fully" });
    await answer(sam.visitor, { 3: "Partially" });
    await sam.visitor.form("Save answers").fill("Assessment Notes", `Workshop on ${thread}`).submit("Save answers");
  }
  expectStatus(await ann.client.delete(`/assessments/${id}/lock`), 204);
  return { ...team, differences: `${team.screen}/differences` };
}

/** What is stored of the threads of the first perspective: answers and note. */
export async function verdictOf({ client }: Colleague, id: number): Promise<[answers: string, note: string][]> {
  const { threads } = expectStatus(await client.get(`/assessments/${id}/overview?perspectiveIds=1`), 200).body;
  return threads.map(({ questions, note }: { questions: { answer: { selection: string } | null }[]; note: { body: string } }) => [
    questions.map(({ answer }) => answer?.selection[0] ?? "N").join(""),
    note.body,
  ]);
}

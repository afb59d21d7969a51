/** Second ratings as a store of answers: the tests of answers run for both (docs/rules/second-ratings.md#rating). */
import { expectStatus } from "../contract/scenario.ts";
import type { Client } from "./api.ts";

export const FAR_DAY = "2099-12-01";

/** What a rating holds, as its rater reads it. */
export interface OwnRating {
  number: number;
  /** The answers of a thread, as five letters. */
  letters(perspectiveId: number, threadId: number): Promise<string>;
  note(perspectiveId: number, threadId: number): Promise<string>;
}

/** Reads the caller's own rating. */
export function readOwnRating(rater: Client, id: number, number: number): OwnRating {
  const threadAt = async (perspectiveId: number, threadId: number) => {
    const path = `/assessments/${id}/ratings/${number}/overview?place=thread/${perspectiveId}/${threadId}`;
    return expectStatus(await rater.get(path), 200).body.threads[0];
  };
  return {
    number,
    letters: async (perspectiveId, threadId) => {
      const { questions } = await threadAt(perspectiveId, threadId);
      return questions.map(({ answer }: { answer: { selection: string } | null }) => (answer?.selection ?? "N/A").charAt(0)).join("");
    },
    note: async (perspectiveId, threadId) => (await threadAt(perspectiveId, threadId)).note.body,
  };
}

/** A colleague asks somebody to rate perspectives, who begins. @param email the rater's address @param asker of the same team */
export async function beginOwnRating(
  asker: Client,
  rater: Client,
  email: string,
  id: number,
  perspectiveIds: readonly number[],
): Promise<OwnRating> {
  const { colleagues } = expectStatus(await asker.get(`/assessments/${id}/ratings`), 200).body;
  const person = colleagues.find((each: { email: string }) => each.email === email)?.id;
  const form = { person, kind: "charge", groups: perspectiveIds.map((each) => `perspective/${each}`), until: FAR_DAY };
  const { id: number } = expectStatus(await asker.post(`/assessments/${id}/ratings`, form), 201).body;
  expectStatus(await rater.post(`/assessments/${id}/ratings/${number}/begin`, { seen: [] }), 204);
  return readOwnRating(rater, id, number);
}

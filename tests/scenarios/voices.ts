/** What the scenarios about voices have in common. */
import type { VoiceAnswers, VoiceList } from "#model/contract/voices.ts";
import { dayOf, daysAfter } from "#model/days.ts";
import { expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { askVoice, tokenOf, voiceClient } from "../support/seed.ts";

/** A day on which sheets may end. */
export const SOON = daysAfter(dayOf(new Date(), "UTC"), 7);

/** Asks somebody without a mail. @returns the id of the voice */
export async function askOne(client: Client, id: number, form: Partial<Parameters<typeof askVoice>[2]> = {}) {
  const places = form.places ?? (await voicesOf(client, id)).places.slice(0, 1).map(({ place }) => place);
  return askVoice(client, id, { name: "Jane Doe", role: "Manager", ...form, places });
}

export const voicesOf = async (client: Client, id: number): Promise<VoiceList> =>
  expectStatus(await client.get(`/assessments/${id}/voices`), 200).body;

export const answersOf = async (client: Client, id: number): Promise<VoiceAnswers> =>
  expectStatus(await client.get(`/assessments/${id}/voices/answers`), 200).body;

interface Saying {
  /** By statement, from the first on. */
  choices: (string | null)[];
  /** The place of the statement in that order that has comment and evidence; the first one where it is absent. */
  about?: number;
  comment?: string;
  seen?: string;
  check?: { agrees: boolean; reason: string };
}

/** Lets a voice fill in a page of its sheet. */
export async function say(databaseUrl: string, client: Client, id: number, voice: number, place: string, saying: Saying): Promise<void> {
  const speaker = await voiceClient(databaseUrl, await tokenOf(client, id, voice));
  const at = `/voice/pages/${encodeURIComponent(place)}`;
  const { statements, check: shown } = expectStatus(await speaker.get(at), 200).body;
  const { choices, about = 0, comment = "", seen = "", check } = saying;
  const answers = choices.map((choice, index) => ({
    ...{ questionId: statements[index].questionId, choice },
    ...(index === about ? { comment, seen } : { comment: "", seen: "" }),
  }));
  expectStatus(await speaker.put(at, { answers, ...(check ? { check: { ...shown, ...check } } : {}) }), 200);
}

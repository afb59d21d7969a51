/** Descoping a thread, or bringing it back, in all perspectives with one question (docs/rules/descoping.md#in-all-perspectives). */
import { groupBy } from "#model/group-by.ts";
import { listed, lowerFirst } from "#model/words.ts";

/** A thread in another perspective, and why it cannot be descoped there (docs/rules/descoping.md#in-all-perspectives). */
export interface ThreadElsewhere {
  id: number;
  code: string;
  name: string;
  descoped: boolean;
  hasAnswers: boolean;
  refusal: string | undefined;
}

export type Descoping = "descope" | "rescope";

/** The field that says where to descope or rescope, its value for every perspective, and the field that has what the question showed. */
export const WHERE_FIELD = "where";
export const EVERYWHERE = "all";
export const LOSES_FIELD = "loses";

/** Where else the thread would be descoped or brought back. */
export const changedElsewhere = (elsewhere: readonly ThreadElsewhere[], intent: Descoping): ThreadElsewhere[] =>
  elsewhere.filter(({ descoped, refusal }) => (intent === "descope" ? !descoped && refusal === undefined : descoped));

/** What `LOSES_FIELD` holds: the perspectives in which answers would be lost. */
export const losesElsewhere = (elsewhere: readonly ThreadElsewhere[]): string =>
  changedElsewhere(elsewhere, "descope")
    .filter(({ hasAnswers }) => hasAnswers)
    .map(({ code }) => code)
    .join(" ");

/** How far descoping, or bringing back, in all perspectives came before it stopped: names of perspectives. */
export interface EverywhereResult {
  done: string[];
  left: string[];
  /** The upstream refused these, each with its reason. */
  refused: { name: string; why: string }[];
  /** Answers that came after the question, in words. The user has to confirm again. */
  unasked?: string;
  /** The other perspectives as they are now. */
  elsewhere: ThreadElsewhere[];
}

const WORDS = {
  descope: { did: "descoped", stays: "It stays in scope in" },
  rescope: { did: "brought back", stays: "It stays descoped in" },
} as const;

/** What descoping in all perspectives would do in the others, in sentences. */
export function lossInWords(elsewhere: readonly ThreadElsewhere[]): string {
  const losing = changedElsewhere(elsewhere, "descope").filter(({ hasAnswers }) => hasAnswers);
  const already = elsewhere.filter(({ descoped }) => descoped);
  const barred = elsewhere.flatMap(({ name, refusal }) => (refusal === undefined ? [] : [{ name, why: refusal }]));
  return [
    losing.length > 0 ? `You also lose the answers in ${namesOf(losing)}.` : "No other perspective has answers to it.",
    "Diagnostics are cleared too, and notes are kept.",
    ...(already.length > 0 ? [`It is already descoped in ${namesOf(already)}.`] : []),
    ...staysIn("descope", barred),
  ].join(" ");
}

/** What bringing back in all perspectives would do in the others, in a sentence. */
export const returnInWords = (elsewhere: readonly ThreadElsewhere[]): string =>
  `It is also descoped in ${namesOf(changedElsewhere(elsewhere, "rescope"))}. The reasons given there go.`;

const namesOf = (all: readonly { name: string }[]) => listed(all.map(({ name }) => name));

/** Where a thread stays as it is, with the reasons: a sentence for each reason. */
export function staysIn(intent: Descoping, refused: EverywhereResult["refused"]): string[] {
  return [...groupBy(refused, ({ why }) => why)].map(
    ([why, all]) => `${WORDS[intent].stays} ${listed(all.map(({ name }) => name))}: ${lowerFirst(why)}`,
  );
}

/** How far it came before it stopped, in sentences; empty when nothing was done or refused. */
export function howFar(intent: Descoping, { done, left, refused }: Omit<EverywhereResult, "elsewhere">): string {
  if (done.length === 0 && refused.length === 0) return "";
  const { did } = WORDS[intent];
  return [
    ...(done.length > 0 ? [`The thread was ${did} in ${listed(done)}.`] : []),
    ...(left.length > 0 ? [`It was not ${did} in ${listed(left)}, where everything is as it was.`] : []),
    ...staysIn(intent, refused),
  ].join(" ");
}

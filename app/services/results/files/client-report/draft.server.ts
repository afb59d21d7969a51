/** What a report says of an assessment in progress (docs/rules/client-report.md#drafts). */

import { ANSWERED, STILL_TO_ANSWER, type Stated } from "#model/basis.ts";
import { type DraftJudged, draftJudgement } from "#model/judgement.ts";
import { countedInWords, upperFirst } from "#model/words.ts";
import type { Figure, Result } from "~/views/result";

const figureOf = ({ figures }: Result, which: Figure["ofDraft"]): Figure | undefined =>
  figures.find(({ ofDraft, unknown }) => ofDraft === which && unknown === undefined);

/** What is still to answer, in a sentence; undefined for a completed assessment. */
export function toAnswer(result: Result): string | undefined {
  if (result.draftOf === undefined) return undefined;
  const tables = result.sections.find(({ id }) => id === "to-do");
  return tables && tables.exhibits.length > 0 ? tables.text[0] : "Everything is answered; it is not submitted yet.";
}

/** The same for a chapter: 'Two threads are still to answer.'; empty where nothing is. */
export function toAnswerIn(count: number, unit: string, say: Stated): string[] {
  if (count > 0) say.note(`${unit}${STILL_TO_ANSWER}`, count);
  return count === 0 ? [] : [`${upperFirst(countedInWords(count, unit))} ${count === 1 ? "is" : "are"} still to answer.`];
}

/** How many are answered, as a title: 'Threads complete: 3 of 5'. */
export function answeredTitle(result: Result): string | undefined {
  const figure = figureOf(result, "answered");
  return figure && `${figure.label}: ${figure.value}`;
}

/**
 * The executive summary of a draft: scores so far, what stands out so far, the maturity if submitted now, and what is left.
 * @param about what is managed, and what of it has scores
 */
export function draftSummary(result: Result, about: Pick<DraftJudged, "field" | "parts">, say: Stated): string[] {
  const { organization } = result;
  const soFar = figureOf(result, "score so far");
  const submitted = figureOf(result, "maturity if submitted now");
  const judged = {
    organization: organization.name,
    ...about,
    soFar: soFar && Number(soFar.value),
    ifSubmitted: submitted && Number(submitted.value),
  };
  const first = draftJudgement(judged, say);
  say.note(ANSWERED, figureOf(result, "answered")?.value ?? "");
  return [first, toAnswer(result) ?? ""].filter((text) => text !== "");
}

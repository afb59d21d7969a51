/** What a report says of an assessment in progress (docs/rules/client-report.md#drafts). */
import { maturitySentence } from "#model/report-texts.ts";
import { joinWithAnd, pluralize } from "~/services/results/sentences.server";
import type { Figure, Result } from "~/views/result";

const figureOf = ({ figures }: Result, which: Figure["ofDraft"]): Figure | undefined =>
  figures.find(({ ofDraft, unknown }) => ofDraft === which && unknown === undefined);

/** What is still to answer, in a sentence; undefined for a completed assessment. */
export function toAnswer(result: Result): string | undefined {
  if (result.draftOf === undefined) return undefined;
  const tables = result.sections.find(({ id }) => id === "to-do");
  return tables && tables.exhibits.length > 0 ? tables.text[0] : "Everything is answered; it is not submitted yet.";
}

/** The same for a chapter: '2 threads are still to answer.'; empty where nothing is. */
export function toAnswerIn(count: number, unit: string): string[] {
  return count === 0 ? [] : [`${pluralize(count, unit)} ${count === 1 ? "is" : "are"} still to answer.`];
}

/** How many are answered, as a title: 'Threads answered: 3 of 5'. */
export function answeredTitle(result: Result): string | undefined {
  const figure = figureOf(result, "answered");
  return figure && `${figure.label}: ${figure.value}`;
}

/** The executive summary of a draft: scores so far, what stands out so far, what they would be if submitted now, and what is left. */
export function draftSummary(result: Result): string[] {
  const { organization, assessment, findings } = result;
  const soFar = figureOf(result, "score so far");
  const first = soFar
    ? maturitySentence({ organization: organization.name, scope: assessment.scope, maturity: soFar })
    : "There are no scores so far.";
  const standing = findings.flatMap(({ about, title, text }) => (about === "no difference" ? text : [`${title}: ${text.join(" ")}.`]));
  const would = (["score", "maturity"] as const).flatMap((what) => {
    const figure = figureOf(result, `${what} if submitted now`);
    return figure ? [`the ${what} would be ${figure.value}${figure.namesLevel ? ` (${figure.meaning})` : ""}`] : [];
  });
  return [
    [first, ...standing].join(" "),
    ...(would.length > 0 ? [`If submitted now, ${joinWithAnd(would)}: what is to do would count 0.`] : []),
    toAnswer(result) ?? "",
  ].filter((text) => text !== "");
}

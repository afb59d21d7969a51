/** What review points are about, in words and as links (docs/rules/peer-review.md#review-points). */
import type { Assessment } from "#model/contract/assessments.ts";
import { aboutText, subjectOf } from "#model/peer-review.ts";
import { upperFirst } from "#model/words.ts";
import { draftOf, resultOf } from "~/services/upstream/assessments.server";
import { listInScope, placesByGroup } from "~/services/upstream/models.server";
import { reportTextId } from "~/views/client-report";
import { resultPaths } from "~/views/paths";
import { WHOLE } from "~/views/peer-review";

/** What a point about an assessment can be about. */
export interface Subjects {
  nameOf(about: string): string;
  linkOf(about: string): string | undefined;
  /** For lists, by group. @param texts the parts of the report's texts and steps, with their titles */
  options(
    chosen: string | undefined,
    texts: readonly { part: string; title: string }[],
  ): { group: string; items: { value: string; label: string }[] }[];
}

const TEXTS: Readonly<Record<string, string>> = { summary: "Executive summary", moved: "What moved" };

/** A text of the report in words, by its part. @param names of perspectives, practices and components by code */
function textInWords(part: string, names: ReadonlyMap<string, string>): string {
  const known = TEXTS[part];
  if (known) return known;
  if (part.startsWith("moved-")) return "What moved";
  if (!part.startsWith("step")) return `Opening of ${names.get(part) ?? part}`;
  const name = names.get(part.split("-")[1] ?? "");
  return name === undefined ? "A recommended step" : `Recommended step: ${name}`;
}

/** What the points about an assessment can be about, by what is in its scope. */
export async function subjectsOf(assessment: Assessment): Promise<Subjects> {
  const scope = listInScope(assessment);
  const byPlace = new Map(scope.map((item) => [item.place, item]));
  // The first code of a thread is that of its perspective.
  const names = new Map(scope.map(({ codes, group, name }) => [codes[0] ?? "", codes.length > 1 ? group : name]));
  const result = resultOf(assessment);
  const shown = result ?? (await draftOf(assessment));
  const report = shown ? resultPaths(result === undefined).report(assessment.id) : undefined;
  const nameOf = (about: string): string => {
    const { kind, place = "", statement, text = "" } = subjectOf(about);
    if (kind === "whole") return "The whole assessment";
    if (kind === "text") return textInWords(text, names);
    const name = byPlace.get(place)?.name ?? "Something that is no longer in scope";
    return statement === undefined ? upperFirst(name) : `${upperFirst(name)}, statement ${statement}`;
  };
  const linkOf = (about: string): string | undefined => {
    const { kind, place = "", text = "" } = subjectOf(about);
    if (kind === "whole") return shown;
    return kind === "text" ? report && `${report}#${reportTextId(text)}` : byPlace.get(place)?.to;
  };
  return {
    nameOf,
    linkOf,
    options(chosen, texts) {
      const report = [
        { value: aboutText("summary"), label: nameOf(aboutText("summary")) },
        ...texts.filter(({ part }) => part !== "summary").map(({ part, title }) => ({ value: aboutText(part), label: title })),
      ];
      // A list that is folded shows a name alone, so that has the group in it.
      const places = placesByGroup(scope.map((item) => ({ ...item, label: upperFirst(item.name) })));
      const isListed = chosen === undefined || chosen === WHOLE || byPlace.has(chosen) || report.some(({ value }) => value === chosen);
      const own = isListed ? [] : [{ value: chosen, label: nameOf(chosen) }];
      return [
        { group: "The assessment", items: [...own, { value: WHOLE, label: nameOf("") }] },
        { group: "The report", items: report },
        ...places,
      ];
    },
  };
}

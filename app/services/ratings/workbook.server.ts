/** The Excel file of where ratings and the verdict differ (docs/rules/second-ratings.md#differences). */
import type { Id } from "#model/contract/common.ts";
import { counted } from "#model/words.ts";
import { namesOfRatings } from "~/services/answering/rating-words.server";
import type { UserContext } from "~/services/context.server";
import { fileName } from "~/services/http/file-names.server";
import { readDifferences } from "~/services/ratings/differences.server";
import { textOrNone } from "~/services/results/blocks/cells.server";
import { type SharedColumn, sheetOf, textColumn } from "~/services/results/blocks/columns.server";
import { titleOf } from "~/services/upstream/assessments.server";
import { excelResponse, noteTaken, tooManyFiles, unlessTaskFails } from "~/services/workers/files.server";
import { runTask } from "~/services/workers/pool.server";
import type { DifferentPlace } from "~/views/rating-differences";
import { ratingPaths } from "~/views/rating-paths";

const column = (title: string, width: number, text: (row: DifferentPlace) => string | null | undefined): SharedColumn<DifferentPlace> => ({
  ...textColumn<DifferentPlace>(title, width, () => ""),
  cell: (row) => textOrNone(text(row)),
});

/** Answers 'Export to Excel' of the differences, with what its address asks for. @throws NotFound, Forbidden, LoadFailure */
export async function ratingDifferencesWorkbook(context: UserContext, assessmentId: Id, request: Request): Promise<Response> {
  const back = { next: { href: ratingPaths.differences(assessmentId), label: "Back to the differences" }, safe: "All ratings are safe." };
  const tooMany = tooManyFiles(context, "Excel file", back);
  if (tooMany) return tooMany;
  const { assessment, read, places } = await readDifferences(context, assessmentId, new URL(request.url).searchParams);
  const name = titleOf(assessment);
  const names = namesOfRatings(read.raters);
  const columns = [
    column("Group", 28, ({ group }) => group),
    column("Place", 40, (row) => row.name),
    column("Verdict", 12, ({ verdict }) => verdict.score),
    column("Answers of the verdict", 40, ({ verdict }) => verdict.answers),
    ...read.raters.flatMap((rater) => {
      const of = ({ ratings }: DifferentPlace) => ratings.find(({ number }) => number === rater.number);
      const called = names.get(rater.number) ?? rater.name;
      return [
        column(called, 12, (row) => of(row)?.score),
        ...(rater.isBlind ? [column(`Blind: ${called}`, 12, (row) => of(row)?.blind ?? of(row)?.score)] : []),
        column(`Answers: ${called}`, 40, (row) => of(row)?.answers),
        ...(read.may.includes("use") ? [column(`Note: ${called}`, 50, (row) => of(row)?.note)] : []),
      ];
    }),
    column("Largest difference", 12, ({ difference }) => difference),
    column("Why the verdict departs", 50, ({ departure }) => departure?.text),
  ];
  const title = `Second ratings: ${name}`;
  const content = {
    ...{ title, company: assessment.organization?.name ?? "", subject: title, keywords: "second ratings, maturity assessment" },
    ...{ facts: counted(places.length, "place"), sheets: [sheetOf("Differences", columns, places)] },
  };
  return unlessTaskFails(context, back, "Excel file", async () => {
    const workbook = await runTask("writeSheets", content, { person: context.user.email, asker: request.signal });
    noteTaken(context.api, assessment.id, "Excel file of second ratings");
    return excelResponse(workbook, fileName(new Date(), assessment.assessmentType, `${name} second ratings`, "xlsx"));
  });
}

/** The Excel file of differences among voices. It names nobody (docs/rules/voices.md#differences). */
import type { Id } from "#model/contract/common.ts";
import { CANNOT_TELL_WORDS } from "#model/voices.ts";
import { counted } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { fileName } from "~/services/http/file-names.server";
import { textOrNone } from "~/services/results/blocks/cells.server";
import { type SharedColumn, sheetOf, textColumn, wholeColumn } from "~/services/results/blocks/columns.server";
import { titleOf } from "~/services/upstream/assessments.server";
import { differencesFor } from "~/services/voices/differences.server";
import { excelResponse, noteTaken, tooManyFiles, unlessTaskFails } from "~/services/workers/files.server";
import { runTask } from "~/services/workers/pool.server";
import { paths } from "~/views/paths";
import { plainText } from "~/views/rich-text";
import type { Difference, FactCheck, OpinionRow } from "~/views/voices";

/** A column that is empty where there is nothing to say. */
const column = <Row>(title: string, width: number, text: (row: Row) => string | null | undefined): SharedColumn<Row> => ({
  ...textColumn<Row>(title, width, () => ""),
  cell: (row) => textOrNone(text(row)),
});

/** What each row about a statement begins with. */
const about = <Row extends { of: Difference }>(): SharedColumn<Row>[] => [
  column("Where", 40, ({ of }) => of.where),
  wholeColumn("Level", 8, ({ of }) => of.level),
  column("Statement", 70, ({ of }) => plainText(of.statement)),
];

/** 'Fully 2, I cannot tell 1, not asked 3'. */
const inWords = ({ answers }: Difference, { counts, cannotTell, notAsked }: OpinionRow) =>
  [
    ...answers.map((name, index) => [name, counts[index] ?? 0] as const),
    [CANNOT_TELL_WORDS, cannotTell] as const,
    ["not asked", notAsked] as const,
  ]
    .flatMap(([name, count]) => (count > 0 ? [`${name} ${count}`] : []))
    .join(", ");

type Statement = { of: Difference };
const STATEMENTS: readonly SharedColumn<Statement>[] = [
  ...about<Statement>(),
  column("Verdict", 16, ({ of }) => of.verdict ?? of.unanswered),
  wholeColumn("Could tell", 11, ({ of }) => of.given),
  wholeColumn("Could not tell", 11, ({ of }) => of.cannotTell),
  column("Lowest", 16, ({ of }) => of.lowest),
  column("Highest", 16, ({ of }) => of.highest),
  wholeColumn("Steps apart", 11, ({ of }) => (of.given > 0 ? of.span : null)),
  wholeColumn("Other than the verdict", 14, ({ of }) => of.fromVerdict?.voices),
  wholeColumn("Steps from the verdict", 14, ({ of }) => of.fromVerdict?.steps),
  column("Most say", 16, ({ of }) => of.consensus),
  column("Answers", 40, ({ of }) => inWords(of, of.said[0] ?? { who: "", counts: [], cannotTell: 0, notAsked: 0, span: 0 })),
];

type RoleRow = Statement & { row: OpinionRow };
const ROLES: readonly SharedColumn<RoleRow>[] = [
  ...about<RoleRow>(),
  column("Role", 20, ({ row }) => row.who),
  column("Answers", 40, ({ of, row }) => inWords(of, row)),
  wholeColumn("Steps apart", 11, ({ row }) => row.span),
];

type CommentRow = Statement & { comment: Difference["comments"][number] };
const COMMENTS: readonly SharedColumn<CommentRow>[] = [
  ...about<CommentRow>(),
  column("Who", 24, ({ comment }) => comment.who),
  column("Answer", 16, ({ comment }) => comment.answer),
  column("Comment", 60, ({ comment }) => comment.comment),
  column("Where it can be seen", 40, ({ comment }) => comment.seen),
];

type CheckRow = { check: FactCheck; said: FactCheck["disagree"][number] };
const CHECKS: readonly SharedColumn<CheckRow>[] = [
  column("Where", 40, ({ check }) => check.where),
  column("Who", 24, ({ said }) => said.who),
  column("Why the verdict is wrong", 70, ({ said }) => said.reason),
];

/** How many of all are in the file; nothing where all are. */
function cutNote(noun: string, shown: number, more: number): { note?: string } {
  if (more === 0) return {};
  const [some, all] = [shown, shown + more].map((count) => count.toLocaleString("en-GB"));
  return { note: `This file has ${some} of ${all} ${noun}. To get the others, show one place, and export that.` };
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** The Excel file of some differences and checks. @param of what it is about */
export function differencesBook(
  of: { title: string; company: string },
  { items, checks }: { items: readonly Difference[]; checks: readonly FactCheck[] },
) {
  const comments = items.flatMap((item) => item.comments.map((comment) => ({ of: item, comment })));
  const disagree = checks.flatMap((check) => check.disagree.map((said) => ({ check, said })));
  const roles = items.flatMap((item) => item.said.slice(1).map((row) => ({ of: item, row })));
  const [moreComments, moreReasons] = [sumOf(items.map(({ more }) => more)), sumOf(checks.map(({ more }) => more))];
  const statements = items.map((item) => ({ of: item }));
  return {
    ...of,
    ...{ subject: of.title, keywords: "voices, maturity assessment", facts: counted(items.length, "statement") },
    sheets: [
      sheetOf("Differences", STATEMENTS, statements),
      sheetOf("By role", ROLES, roles),
      sheetOf("Comments", COMMENTS, comments, cutNote("comments", comments.length, moreComments)),
      ...(disagree.length > 0 ? [sheetOf("Checks of facts", CHECKS, disagree, cutNote("reasons", disagree.length, moreReasons))] : []),
    ],
  };
}

/** Answers 'Export to Excel' of the differences, with all that its address asks for. @throws NotFound, NotPermitted, LoadFailure */
export async function differencesWorkbook(context: UserContext, assessmentId: Id, request: Request): Promise<Response> {
  const back = {
    next: { href: paths.differences(assessmentId), label: "Back to the differences" },
    safe: "What people answered is safe.",
  };
  const tooMany = tooManyFiles(context, "Excel file", back);
  if (tooMany) return tooMany;
  const { assessment, ...read } = await differencesFor(context, assessmentId, new URL(request.url).searchParams);
  const name = titleOf(assessment);
  const content = differencesBook({ title: `How views differ: ${name}`, company: assessment.organization?.name ?? "" }, read);
  return unlessTaskFails(context, back, "Excel file", async () => {
    const workbook = await runTask("writeSheets", content, { person: context.user.email, asker: request.signal });
    noteTaken(context.api, assessment.id, "Excel file of differences among voices");
    return excelResponse(workbook, fileName(new Date(), assessment.assessmentType, `${name} differences`, "xlsx"));
  });
}

/** The rows of lists of work, on screen and in Excel: of what is in progress, and of an engagement (docs/rules/in-progress.md). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { EngagementMember } from "#model/contract/engagements.ts";
import { isPast } from "#model/days.ts";
import { counted } from "#model/words.ts";
import { today } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { rowsOf } from "~/services/home/row-models.server";
import { progressOf, waysInto } from "~/services/home/rows.server";
import { fileName } from "~/services/http/file-names.server";
import { textOrNone } from "~/services/results/blocks/cells.server";
import { type SharedColumn, sheetOf, textColumn } from "~/services/results/blocks/columns.server";
import { reviewLink } from "~/services/upstream/review-states.server";
import { excelResponse, unlessTaskFails, type WayBack } from "~/services/workers/files.server";
import { runTask } from "~/services/workers/pool.server";
import { shortDate } from "~/views/dates";
import { colleagueName } from "~/views/engagements";
import type { WorkDetails, WorkRow } from "~/views/work-row";

/** What a row says of an assessment. @param said what its engagement says of it, where it is in one */
export async function workDetails(
  assessment: Assessment,
  said: Pick<EngagementMember, "responsible" | "day"> | null | undefined,
): Promise<WorkDetails> {
  const { lock } = assessment;
  const isSubmitted = assessment.status === "Completed";
  return {
    model: assessment.assessmentType,
    scope: assessment.selectedScope,
    ...waysInto(assessment),
    isTest: assessment.isTestAssessment,
    isArchived: assessment.isArchived,
    isSubmitted,
    progress: progressOf(assessment),
    outcome: isSubmitted ? rowsOf(assessment).outcome(assessment) : undefined,
    review: await reviewLink(assessment),
    editor: lock ? { name: lock.holder.name, isReader: lock.mine, since: lock.since } : undefined,
    responsible: said?.responsible ? colleagueName(said.responsible) : undefined,
    day: said?.day ?? null,
    isLate: !isSubmitted && isPast(said?.day ?? null, today()),
  };
}

function progressInWords({ progress: { isSetUp, apart, perspectives = [], practices, components }, outcome }: WorkDetails): string {
  if (outcome) return outcome.figures.map(({ label, value }) => `${label} ${value}`).join("; ");
  if (apart) return "You are rating this apart.";
  if (!isSetUp) return "Not set up yet";
  return [
    ...perspectives.map(({ name, answered, total }) => `${name} ${answered}/${total}`),
    ...(practices ? [`Practices ${practices.complete}/${practices.total}`] : []),
    ...(components ? [`Components ${components.complete}/${components.total}`] : []),
  ].join("; ");
}

/** A column of texts of a file. */
export const workColumn = <Row>(title: string, width: number, text: (row: Row) => string | null | undefined): SharedColumn<Row> => ({
  ...textColumn<Row>(title, width, () => ""),
  cell: (row) => textOrNone(text(row)),
});
const ofDetails = (title: string, width: number, text: (details: WorkDetails) => string | null | undefined) =>
  workColumn<WorkRow>(title, width, ({ details }) => details && text(details));

/** The columns of such a file, for it to put in its order. */
export const WORK_COLUMNS = {
  what: [
    workColumn<WorkRow>("Assessment", 36, ({ name }) => name),
    { title: "ID", kind: "whole", width: 10, cell: ({ id }) => ({ text: String(id), value: Number(id) }) },
    ofDetails("Model", 10, ({ model }) => model),
    ofDetails("Scope", 16, ({ scope }) => scope),
  ],
  standing: [
    workColumn<WorkRow>("Progress", 60, ({ details }) => (details ? progressInWords(details) : "You do not work with its model.")),
    ofDetails("Peer review", 36, ({ review }) => review?.words.replace(/^Peer review: /, "")),
    ofDetails("Edited by", 32, ({ progress, editor }) => (progress.apart ? "Not shown" : editor?.name)),
    ofDetails("Edited since", 18, ({ editor }) => editor && shortDate(editor.since)),
  ],
  planned: [
    ofDetails("Responsible", 24, ({ responsible }) => responsible),
    ofDetails("Until", 14, ({ day }) => day && shortDate(day)),
    ofDetails("Late", 8, ({ isLate }) => (isLate ? "Late" : null)),
  ],
  kind: [
    ofDetails("Test", 8, ({ isTest }) => (isTest ? "Test" : null)),
    ofDetails("Archived", 10, ({ isArchived }) => (isArchived ? "Archived" : null)),
  ],
} satisfies Record<string, readonly SharedColumn<WorkRow>[]>;

interface WorkFile<Row> {
  title: string;
  /** The name of its only sheet. */
  sheet: string;
  company?: string;
  keywords: string;
  /** What a row is: 'assessment'. */
  noun: string;
  columns: readonly SharedColumn<Row>[];
  rows: readonly Row[];
}

/** Answers with the Excel file of a list of work. Its quota was asked before. */
export function workFile<Row>(context: UserContext, request: Request, back: WayBack, file: WorkFile<Row>): Promise<Response> {
  const { title, sheet, company = "", keywords, noun, columns, rows } = file;
  const content = {
    ...{ title, subject: title, company, keywords },
    facts: `${company ? `${company}, ` : ""}${counted(rows.length, noun)}, as of ${shortDate(new Date().toISOString())}`,
    sheets: [sheetOf(sheet, columns, rows)],
  };
  return unlessTaskFails(context, back, "Excel file", async () => {
    const workbook = await runTask("writeSheets", content, { person: context.user.email, asker: request.signal });
    return excelResponse(workbook, fileName(new Date(), undefined, title, "xlsx"));
  });
}

/** The most rows that such a file has. */
export const WORK_FILE_MAX = 2_000;

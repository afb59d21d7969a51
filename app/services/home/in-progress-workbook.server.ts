/** The Excel file of what the team is working on (docs/rules/in-progress.md#the-excel-file). */
import { counted } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { inProgressRow, readAddress, readInProgress } from "~/services/home/in-progress.server";
import { fileName } from "~/services/http/file-names.server";
import { textOrNone } from "~/services/results/blocks/cells.server";
import { type SharedColumn, sheetOf, textColumn } from "~/services/results/blocks/columns.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { excelResponse, refusedFile, tooManyFiles, unlessTaskFails } from "~/services/workers/files.server";
import { runTask } from "~/services/workers/pool.server";
import { shortDate } from "~/views/dates";
import { IN_PROGRESS_FILE_MAX, type InProgressRow, inProgressPaths } from "~/views/in-progress";

const column = (title: string, width: number, text: (row: InProgressRow) => string | null | undefined): SharedColumn<InProgressRow> => ({
  ...textColumn<InProgressRow>(title, width, () => ""),
  cell: (row) => textOrNone(text(row)),
});

function progressInWords({ progress: { isSetUp, perspectives = [], practices, components } }: InProgressRow): string {
  if (!isSetUp) return "Not set up yet";
  return [
    ...perspectives.map(({ name, answered, total }) => `${name} ${answered}/${total}`),
    ...(practices ? [`Practices ${practices.complete}/${practices.total}`] : []),
    ...(components ? [`Components ${components.complete}/${components.total}`] : []),
  ].join("; ");
}

const COLUMNS: readonly SharedColumn<InProgressRow>[] = [
  column("Client", 30, ({ client }) => client.name),
  column("Assessment", 36, ({ name }) => name),
  { title: "ID", kind: "whole", width: 10, cell: ({ id }) => ({ text: String(id), value: Number(id) }) },
  column("Model", 10, ({ model }) => model),
  column("Scope", 16, ({ scope }) => scope),
  column("Progress", 60, progressInWords),
  column("Peer review", 36, ({ review }) => review?.words.replace(/^Peer review: /, "")),
  column("Edited by", 32, ({ editor }) => editor?.name),
  column("Edited since", 18, ({ editor }) => editor && shortDate(editor.since)),
  column("Engagement", 30, ({ engagement }) => engagement?.name),
  column("Responsible", 24, ({ engagement }) => engagement?.responsible),
  column("Until", 14, ({ engagement }) => engagement?.day && shortDate(engagement.day)),
  column("Last change", 16, ({ changedAt }) => shortDate(changedAt)),
  column("Test", 8, ({ isTest }) => (isTest ? "Test" : null)),
  column("Archived", 10, ({ isArchived }) => (isArchived ? "Archived" : null)),
];

/** Answers 'Export to Excel' with everything that the address asks for. @throws NotFound, LoadFailure */
export async function inProgressWorkbook(context: UserContext, request: Request): Promise<Response> {
  await requireExtension("in-progress");
  const { page: _page, ...query } = readAddress(new URL(request.url).searchParams);
  const next = { href: inProgressPaths.screen(query), label: "Back to the list" };
  const back = { next, safe: "The assessments themselves are safe." };
  const tooMany = tooManyFiles(context, "Excel file", back);
  if (tooMany) return tooMany;
  const rows = new Map<string, InProgressRow>();
  for (let page = 1; ; page += 1) {
    const list = await readInProgress(context.api, { ...query, page: String(page) });
    if (list.matches > IN_PROGRESS_FILE_MAX)
      return refusedFile(context, {
        ...{ status: 422, title: `More than ${IN_PROGRESS_FILE_MAX.toLocaleString("en-GB")} assessments fit`, next },
        text: "This Excel file was not prepared. Choose one client, one model or one person, and export again.",
      });
    // Somebody may create one meanwhile, which moves others to the next page.
    for (const row of list.rows) rows.set(String(row.assessment.id), await inProgressRow(row));
    if (page >= list.pages) break;
  }
  const title = "Assessments in progress";
  const content = {
    ...{ title, subject: title, company: "", keywords: "assessments, progress" },
    facts: `${counted(rows.size, "assessment")}, as of ${shortDate(new Date().toISOString())}`,
    sheets: [sheetOf("In progress", COLUMNS, [...rows.values()])],
  };
  return unlessTaskFails(context, back, "Excel file", async () => {
    const workbook = await runTask("writeSheets", content, { person: context.user.email, asker: request.signal });
    return excelResponse(workbook, fileName(new Date(), undefined, title, "xlsx"));
  });
}

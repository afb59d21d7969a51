/** The Excel file of what the team is working on (docs/rules/in-progress.md#the-excel-file). */
import type { UserContext } from "~/services/context.server";
import { inProgressRow, readAddress, readInProgress } from "~/services/home/in-progress.server";
import { WORK_COLUMNS, WORK_FILE_MAX, workColumn, workFile } from "~/services/home/work-rows.server";
import type { SharedColumn } from "~/services/results/blocks/columns.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { refusedFile, tooManyFiles } from "~/services/workers/files.server";
import { shortDate } from "~/views/dates";
import { type InProgressRow, inProgressPaths } from "~/views/in-progress";

const COLUMNS: readonly SharedColumn<InProgressRow>[] = [
  workColumn("Client", 30, ({ client }) => client.name),
  ...WORK_COLUMNS.what,
  ...WORK_COLUMNS.standing,
  workColumn("Engagement", 30, ({ engagement }) => engagement?.name),
  ...WORK_COLUMNS.planned,
  workColumn("Last change", 16, ({ changedAt }) => (changedAt ? shortDate(changedAt) : "Not shown")),
  ...WORK_COLUMNS.kind,
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
    if (list.matches > WORK_FILE_MAX)
      return refusedFile(context, {
        ...{ status: 422, title: `More than ${WORK_FILE_MAX.toLocaleString("en-GB")} assessments fit`, next },
        text: "This Excel file was not prepared. Choose one client, one model or one person, and export again.",
      });
    // Somebody may create one meanwhile, which moves others to the next page.
    for (const row of list.rows) rows.set(String(row.assessment.id), await inProgressRow(row));
    if (page >= list.pages) break;
  }
  return workFile(context, request, back, {
    ...{ title: "Assessments in progress", sheet: "In progress", keywords: "assessments, progress", noun: "assessment" },
    ...{ columns: COLUMNS, rows: [...rows.values()] },
  });
}

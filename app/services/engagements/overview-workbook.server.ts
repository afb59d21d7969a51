/** The Excel files of the list of engagements, and of the overview of one (docs/rules/engagements.md#the-screens). */
import type { Id } from "#model/contract/common.ts";
import type { UserContext } from "~/services/context.server";
import {
  engagementRow,
  getEngagement,
  membersIn,
  readAddress,
  readEngagements,
  readMembersAddress,
} from "~/services/engagements/engagement.server";
import { WORK_COLUMNS, WORK_FILE_MAX, workColumn, workFile } from "~/services/home/work-rows.server";
import { type SharedColumn, wholeColumn } from "~/services/results/blocks/columns.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { refusedFile, tooManyFiles } from "~/services/workers/files.server";
import { type EngagementRow, engagementPaths, type MemberView } from "~/views/engagements";
import { orNotProvided } from "~/views/missing";

const MEMBER_COLUMNS: readonly SharedColumn<MemberView>[] = [
  ...WORK_COLUMNS.what,
  workColumn("Unit", 24, ({ unit }) => unit),
  ...WORK_COLUMNS.standing,
  ...WORK_COLUMNS.planned,
  ...WORK_COLUMNS.kind,
];

/** Answers 'Export to Excel' with the assessments that the address of an overview asks for. @throws NotFound, LoadFailure */
export async function overviewWorkbook(context: UserContext, id: Id, request: Request): Promise<Response> {
  await requireExtension("engagements");
  const query = readMembersAddress(new URL(request.url).searchParams);
  const engagement = await getEngagement(context.api, id);
  const next = { href: engagementPaths.screen(engagement.id, query), label: "Back to the engagement" };
  const back = { next, safe: "The engagement itself is safe." };
  const tooMany = tooManyFiles(context, "Excel file", back);
  if (tooMany) return tooMany;
  return workFile(context, request, back, {
    ...{ title: `Assessments of ${engagement.name}`, sheet: "Assessments", company: orNotProvided(engagement.organization.name) },
    ...{ keywords: "assessments, engagement", noun: "assessment" },
    ...{ columns: MEMBER_COLUMNS, rows: (await membersIn(engagement, query)).views },
  });
}

const COLUMNS: readonly SharedColumn<EngagementRow>[] = [
  workColumn("Engagement", 36, ({ name }) => name),
  workColumn("Client", 30, ({ client }) => client.name),
  workColumn("State", 12, ({ state }) => state),
  workColumn("Days", 30, ({ days }) => days),
  wholeColumn("Assessments", 14, ({ members }) => members),
  wholeColumn("Submitted", 12, ({ submitted }) => submitted),
  wholeColumn("Rows of the plan", 18, ({ plan }) => plan.rows),
  wholeColumn("Done", 10, ({ plan }) => plan.done),
  wholeColumn("Late", 10, ({ plan }) => plan.late),
];

/** Answers 'Export to Excel' with all engagements that the address asks for. @throws NotFound, LoadFailure */
export async function engagementsWorkbook(context: UserContext, request: Request): Promise<Response> {
  await requireExtension("engagements");
  const { page: _page, ...query } = readAddress(new URL(request.url).searchParams);
  const next = { href: engagementPaths.list(query), label: "Back to the list" };
  const back = { next, safe: "The engagements themselves are safe." };
  const tooMany = tooManyFiles(context, "Excel file", back);
  if (tooMany) return tooMany;
  const rows = new Map<string, EngagementRow>();
  for (let page = 1; ; page += 1) {
    const list = await readEngagements(context.api, { ...query, page: String(page) });
    if (list.total > WORK_FILE_MAX)
      return refusedFile(context, {
        ...{ status: 422, title: `More than ${WORK_FILE_MAX.toLocaleString("en-GB")} engagements fit`, next },
        text: "This Excel file was not prepared. Choose one client or one state, and export again.",
      });
    for (const row of list.engagements) rows.set(String(row.id), engagementRow(row));
    if (page >= list.pages) break;
  }
  return workFile(context, request, back, {
    ...{ title: "Engagements", sheet: "Engagements", keywords: "engagements", noun: "engagement" },
    ...{ columns: COLUMNS, rows: [...rows.values()] },
  });
}

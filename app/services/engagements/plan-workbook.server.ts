/** The Excel file of a plan (docs/rules/engagements.md#the-plan-on-screen). */
import type { Id } from "#model/contract/common.ts";
import { counted } from "#model/words.ts";
import { today } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { getPlan, rowView } from "~/services/engagements/plan.server";
import { fileName } from "~/services/http/file-names.server";
import { textOrNone } from "~/services/results/blocks/cells.server";
import { type SharedColumn, sheetOf, textColumn } from "~/services/results/blocks/columns.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { excelResponse, tooManyFiles, unlessTaskFails } from "~/services/workers/files.server";
import { runTask } from "~/services/workers/pool.server";
import { shortDate } from "~/views/dates";
import { PLAN_LABELS, type PlanRowView, planPaths } from "~/views/engagement-plan";
import { orNotProvided } from "~/views/missing";

type Row = Omit<PlanRowView, "links" | "number">;

const column = (title: string, width: number, text: (row: Row) => string | null | undefined): SharedColumn<Row> => ({
  ...textColumn<Row>(title, width, () => ""),
  cell: (row) => textOrNone(text(row)),
});

const COLUMNS: readonly SharedColumn<Row>[] = [
  column(PLAN_LABELS.day, 14, ({ day }) => day && shortDate(day)),
  column(PLAN_LABELS.kind, 12, ({ kind }) => kind),
  column(PLAN_LABELS.what, 44, ({ what }) => what),
  column(PLAN_LABELS.withWhom, 30, ({ withWhom }) => withWhom.replaceAll("\n", "; ")),
  column(PLAN_LABELS.topics, 40, ({ topics }) => topics.join(", ")),
  column(PLAN_LABELS.who, 24, ({ who }) => who.join(", ")),
  column(PLAN_LABELS.state, 12, ({ state }) => state),
  column("Late", 8, ({ isLate }) => (isLate ? "Late" : null)),
];

/** Answers 'Export to Excel' with the whole plan. @throws NotFound, LoadFailure */
export async function planWorkbook(context: UserContext, engagementId: Id, request: Request): Promise<Response> {
  await requireExtension("engagements");
  const { engagement, organization, rows } = await getPlan(context.api, engagementId);
  const back = {
    next: { href: planPaths.screen(engagement.id), label: "Back to the plan" },
    safe: "The plan itself is safe.",
  };
  const tooMany = tooManyFiles(context, "Excel file", back);
  if (tooMany) return tooMany;
  const title = `Plan of ${engagement.name}`;
  const content = {
    ...{ title, subject: title, company: orNotProvided(organization.name), keywords: "plan, engagement" },
    facts: `${orNotProvided(organization.name)}, ${counted(rows.length, "row")}, as of ${shortDate(new Date().toISOString())}`,
    sheets: [
      sheetOf(
        "Plan",
        COLUMNS,
        rows.map((row) => rowView(row, today())),
      ),
    ],
  };
  return unlessTaskFails(context, back, "Excel file", async () => {
    const workbook = await runTask("writeSheets", content, { person: context.user.email, asker: request.signal });
    return excelResponse(workbook, fileName(new Date(), undefined, title, "xlsx"));
  });
}

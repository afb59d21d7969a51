/** The Excel file of a plan (docs/rules/engagements.md#the-plan-on-screen). */
import type { Id } from "#model/contract/common.ts";
import { today } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { getPlan, rowView } from "~/services/engagements/plan.server";
import { workColumn, workFile } from "~/services/home/work-rows.server";
import type { SharedColumn } from "~/services/results/blocks/columns.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { tooManyFiles } from "~/services/workers/files.server";
import { shortDate } from "~/views/dates";
import { PLAN_LABELS, type PlanRowView, planPaths } from "~/views/engagement-plan";
import { orNotProvided } from "~/views/missing";

type Row = Omit<PlanRowView, "links" | "number">;

const COLUMNS: readonly SharedColumn<Row>[] = [
  workColumn(PLAN_LABELS.day, 14, ({ day }) => day && shortDate(day)),
  workColumn(PLAN_LABELS.kind, 12, ({ kind }) => kind),
  workColumn(PLAN_LABELS.what, 44, ({ what }) => what),
  workColumn(PLAN_LABELS.withWhom, 30, ({ withWhom }) => withWhom.replaceAll("\n", "; ")),
  workColumn(PLAN_LABELS.topics, 40, ({ topics }) => topics.join(", ")),
  workColumn(PLAN_LABELS.who, 24, ({ who }) => who.join(", ")),
  workColumn(PLAN_LABELS.state, 12, ({ state }) => state),
  workColumn("Late", 8, ({ isLate }) => (isLate ? "Late" : null)),
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
  return workFile(context, request, back, {
    ...{ title: `Plan of ${engagement.name}`, sheet: "Plan", company: orNotProvided(organization.name) },
    ...{ keywords: "plan, engagement", noun: "row" },
    ...{ columns: COLUMNS, rows: rows.map((row) => rowView(row, today())) },
  });
}

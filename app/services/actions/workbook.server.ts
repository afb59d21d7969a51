/** The Excel file of a register of actions (docs/rules/actions.md#the-register). */
import { ACTIONS_MAX } from "#model/actions.ts";
import type { Id } from "#model/contract/common.ts";
import { counted } from "#model/words.ts";
import { openRegister, readPage, rowsOf } from "~/services/actions/register.server";
import type { UserContext } from "~/services/context.server";
import { fileName } from "~/services/http/file-names.server";
import { textOrNone } from "~/services/results/blocks/cells.server";
import { type SharedColumn, sheetOf, textColumn } from "~/services/results/blocks/columns.server";
import { excelResponse, tooManyFiles, unlessTaskFails } from "~/services/workers/files.server";
import { runTask } from "~/services/workers/pool.server";
import { type ActionRow, SIZE_WORDS, STATE_WORDS } from "~/views/actions";
import { shortDate } from "~/views/dates";
import { paths } from "~/views/paths";

/** A column that is empty where there is nothing to say. */
const column = (title: string, width: number, text: (row: ActionRow) => string | null | undefined): SharedColumn<ActionRow> => ({
  ...textColumn<ActionRow>(title, width, () => ""),
  cell: (row) => textOrNone(text(row)),
});

const COLUMNS: readonly SharedColumn<ActionRow>[] = [
  column("Action", 40, ({ title }) => title),
  column("Why", 60, ({ why }) => why),
  column("About", 50, ({ places }) => places.join("; ")),
  column("State", 12, ({ state }) => STATE_WORDS[state]),
  column("Overdue", 10, ({ isOverdue }) => (isOverdue ? "Overdue" : null)),
  column("Due", 14, ({ due }) => due && shortDate(due)),
  column("Owner", 24, ({ owner }) => owner),
  column("Effect", 10, ({ effect }) => effect && SIZE_WORDS[effect]),
  column("Effort", 10, ({ effort }) => effort && SIZE_WORDS[effort]),
  column("Comes from", 30, ({ from }) => from?.name),
  column("Model and scope", 20, ({ from }) => from && [from.model, from.scope].filter(Boolean).join(", ")),
  { title: "Remarks", kind: "whole", width: 10, cell: ({ remarks }) => ({ text: String(remarks), value: remarks }) },
];

/** Answers 'Export to Excel' of the register, with all actions that its address asks for. @throws NotFound, LoadFailure */
export async function actionsWorkbook(context: UserContext, organizationId: Id, request: Request): Promise<Response> {
  const back = { next: { href: paths.actions(organizationId), label: "Back to the actions" }, safe: "The actions themselves are safe." };
  const tooMany = tooManyFiles(context, "Excel file", back);
  if (tooMany) return tooMany;
  const { organization, query } = await openRegister(context, organizationId, new URL(request.url).searchParams);
  const { actions } = await readPage(context.api, organization.id, query, ACTIONS_MAX);
  const title = `Actions of ${organization.name}`;
  const content = {
    ...{ title, subject: title, company: organization.name, keywords: "actions, maturity assessment" },
    facts: counted(actions.length, "action"),
    sheets: [sheetOf("Actions", COLUMNS, await rowsOf(context.api, organization.id, actions))],
  };
  return unlessTaskFails(context, back, "Excel file", async () => {
    const workbook = await runTask("writeSheets", content, { person: context.user.email, asker: request.signal });
    return excelResponse(workbook, fileName(new Date(), undefined, `${organization.name} actions`, "xlsx"));
  });
}

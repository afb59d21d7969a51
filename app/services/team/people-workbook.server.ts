/** The Excel file of the people of a team (docs/rules/people.md#the-screens). */
import { counted } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { fileName } from "~/services/http/file-names.server";
import { textOrNone } from "~/services/results/blocks/cells.server";
import { type SharedColumn, sheetOf, textColumn } from "~/services/results/blocks/columns.server";
import { loadPeople } from "~/services/team/people.server";
import { excelResponse, tooManyFiles, unlessTaskFails } from "~/services/workers/files.server";
import { runTask } from "~/services/workers/pool.server";
import { shortDate } from "~/views/dates";
import { paths } from "~/views/paths";
import { modelsInWords, PERMISSION_WORDS, type PersonRow, STATES } from "~/views/people";

const column = <Row>(title: string, width: number, text: (row: Row) => string | null | undefined): SharedColumn<Row> => ({
  ...textColumn<Row>(title, width, () => ""),
  cell: (row) => textOrNone(text(row)),
});

const MAIL_WORDS = { sent: "Sent", waiting: "Waits", refused: "Refused" } as const;

const COLUMNS: readonly SharedColumn<PersonRow>[] = [
  column("Name", 30, ({ name }) => name),
  column("Address", 40, ({ email }) => email),
  column("May do", 14, ({ permission }) => PERMISSION_WORDS[permission].label),
  column("Models", 14, ({ roles }) => modelsInWords(roles)),
  column("State", 20, ({ state }) => STATES[state]),
  column("Address confirmed", 18, ({ isUnconfirmed, invited }) => (invited ? null : isUnconfirmed ? "No" : "Yes")),
  column("Last seen", 16, ({ lastSeenAt }) => lastSeenAt && shortDate(lastSeenAt)),
  column("Invited", 16, ({ invited }) => invited && shortDate(invited.at)),
  column("Invited by", 30, ({ invited }) => invited?.by),
  column("Invited until", 16, ({ invited }) => invited && shortDate(invited.until)),
  column("Mail", 12, ({ mail }) => mail && MAIL_WORDS[mail.state]),
];
const ACCOUNTS = [column<string>("Address", 40, (address) => address)];

/** Answers 'Export to Excel' of the people, with all that the address asks for. @throws NotFound, NotPermitted, LoadFailure */
export async function peopleWorkbook(context: UserContext, request: Request): Promise<Response> {
  const back = { next: { href: paths.people(), label: "Back to the people" }, safe: "The people themselves are as they were." };
  const tooMany = tooManyFiles(context, "Excel file", back);
  if (tooMany) return tooMany;
  const { searchParams } = new URL(request.url);
  searchParams.set("all", "1");
  searchParams.delete("page");
  const { team, rows, today, internalAccounts } = await loadPeople(context, searchParams);
  const title = team === null ? "People of the team" : `People of ${team}`;
  const content = {
    ...{ title, subject: title, company: team ?? "", keywords: "people, permissions" },
    facts: `${counted(rows.length, "entry", "entries")}, as of ${shortDate(today)}`,
    sheets: [
      sheetOf("People", COLUMNS, rows),
      ...(internalAccounts.length > 0 ? [sheetOf("Internal accounts", ACCOUNTS, internalAccounts)] : []),
    ],
  };
  return unlessTaskFails(context, back, "Excel file", async () => {
    const workbook = await runTask("writeSheets", content, { person: context.user.email, asker: request.signal });
    return excelResponse(workbook, fileName(new Date(), undefined, title, "xlsx"));
  });
}

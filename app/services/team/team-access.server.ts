/** Who may see what: the organizations of a team behind a wall, today or on a day (docs/rules/walls.md#who-could-see-what). */
import type { TeamAccess } from "#model/contract/walls.ts";
import { dayProblem } from "#model/text.ts";
import { counted } from "#model/words.ts";
import { today } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { loadFor, Redirect } from "~/services/faults.server";
import { fileName } from "~/services/http/file-names.server";
import { textOrNone } from "~/services/results/blocks/cells.server";
import { type SharedColumn, sheetOf, textColumn } from "~/services/results/blocks/columns.server";
import { internalAccountsInWords } from "~/services/team/internal-accounts.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { excelResponse, tooManyFiles, unlessTaskFails } from "~/services/workers/files.server";
import { runTask } from "~/services/workers/pool.server";
import { accessPaths, type ShownAccess, type TeamAccessPage, type ThenNamed, type WalledRow } from "~/views/access";
import { shortDate, timeOfDay } from "~/views/dates";

/** How many people of an organization a page shows. The Excel file has all. */
const SHOWN = 25;
/** Characters of a day that are shown again. */
const DAY_MAX = 40;

const FUTURE = "This day has not come yet.";

/** The day that an address asks for, and what is wrong with it. */
function readDay(query: URLSearchParams): { typed: string; problem: string | undefined } {
  const typed = (query.get("on") ?? "").trim().slice(0, DAY_MAX);
  return { typed, problem: dayProblem(typed) ?? (typed > today() ? FUTURE : undefined) };
}

const pageIn = (query: URLSearchParams) => (/^[1-9]\d{0,5}$/.test(query.get("page") ?? "") ? Number(query.get("page")) : 1);

/** @throws NotPermitted for anybody but a lead; LoadFailure */
const readPage = ({ api }: UserContext, on: string, page: number): Promise<TeamAccess> =>
  loadFor("dashboard", api.walls.team({ page, ...(on === "" ? {} : { on }) }));

const rowOf = ({ id, name, people }: TeamAccess["organizations"][number]): WalledRow => ({
  ...{ id, name, to: accessPaths.organization(id) },
  people: people.slice(0, SHOWN).map(thenNamed),
  more: Math.max(0, people.length - SHOWN),
});

const thenNamed = ({ id, email, firstName, from, until }: TeamAccess["organizations"][number]["people"][number]): ThenNamed => ({
  ...{ key: `${id} ${from}`, name: firstName ?? email, email: email },
  ...{ from, until },
});

/** @throws NotFound where the upstream has no walls; NotPermitted for anybody but a lead; LoadFailure */
export async function loadTeamAccess(context: UserContext, query: URLSearchParams): Promise<TeamAccessPage> {
  await requireExtension("walls");
  const { typed, problem } = readDay(query);
  // Whoever may not read the list is told that, whatever the day.
  const { organizations, page, pages, total, internalAccounts } = await readPage(
    context,
    problem === undefined ? typed : "",
    problem === undefined ? pageIn(query) : 1,
  );
  const on = typed === "" ? undefined : typed;
  const shown: ShownAccess = {
    ...{ on, page, pages, total },
    internal: internalAccountsInWords(internalAccounts),
    rows: organizations.map(rowOf),
    workbook: accessPaths.workbook({ on }),
  };
  return { typed, problem, shown: problem === undefined ? shown : undefined };
}

interface Naming {
  organization: string;
  person: ThenNamed | undefined;
}

/** A column that is empty where there is nothing to say. */
const column = (title: string, width: number, text: (row: Naming) => string | null | undefined): SharedColumn<Naming> => ({
  ...textColumn<Naming>(title, width, () => ""),
  cell: (row) => textOrNone(text(row)),
});

const moment = (iso: string | null | undefined) => iso && `${shortDate(iso)}, ${timeOfDay(iso)}`;

const COLUMNS: readonly SharedColumn<Naming>[] = [
  column("Organization", 40, ({ organization }) => organization),
  column("Name", 24, ({ person }) => person?.name ?? "Nobody"),
  column("Address", 36, ({ person }) => person?.email),
  column("Named since", 24, ({ person }) => moment(person?.from)),
  column("Until", 24, ({ person }) => moment(person?.until)),
];

/** The organizations of all pages. */
async function readAll(context: UserContext, on: string): Promise<TeamAccess> {
  const first = await readPage(context, on, 1);
  const organizations = [...first.organizations];
  for (let page = 2; page <= first.pages; page += 1) organizations.push(...(await readPage(context, on, page)).organizations);
  return { ...first, organizations };
}

/**
 * Answers 'Export to Excel' of who may see what.
 * @throws Redirect to the page that says what is wrong with the day; NotFound, NotPermitted, LoadFailure
 */
export async function teamAccessWorkbook(context: UserContext, request: Request): Promise<Response> {
  await requireExtension("walls");
  const { typed, problem } = readDay(new URL(request.url).searchParams);
  if (problem !== undefined) throw new Redirect(accessPaths.team({ on: typed }));
  const back = { next: { href: accessPaths.team({ on: typed }), label: "Back to who may see what" }, safe: "The list itself is safe." };
  const tooMany = tooManyFiles(context, "Excel file", back);
  if (tooMany) return tooMany;
  const { organizations, on, internalAccounts } = await readAll(context, typed);
  const rows = organizations.flatMap(({ name: organization, people }): Naming[] =>
    people.length === 0 ? [{ organization, person: undefined }] : people.map((each) => ({ organization, person: thenNamed(each) })),
  );
  const title = `Who ${typed === "" ? "may see what now" : `could see what on ${shortDate(on)}`}`;
  const others = "The whole team sees every organization that is not listed.";
  const note = [others, internalAccountsInWords(internalAccounts)].filter(Boolean).join(" ");
  const content = {
    ...{ title, subject: title, company: "", keywords: "access, maturity assessment" },
    facts: counted(organizations.length, "organization"),
    sheets: [sheetOf("Access", COLUMNS, rows, { note })],
  };
  return unlessTaskFails(context, back, "Excel file", async () => {
    const workbook = await runTask("writeSheets", content, { person: context.user.email, asker: request.signal });
    return excelResponse(
      workbook,
      fileName(new Date(), undefined, typed === "" ? "Who may see what" : `Who could see what on ${on}`, "xlsx"),
    );
  });
}

/** The files of the history of a team (docs/rules/history.md#files-of-the-history-of-a-team). A worker makes them. */
import type { TeamHistoryExport } from "#model/contract/team-history.ts";
import type { UserContext } from "~/services/context.server";
import { LoadFailure, loadFor, Redirect } from "~/services/faults.server";
import { zoneFrom } from "~/services/history/days.server";
import { catalogueNames } from "~/services/history/names.server";
import { isWithoutOrganization, readFilter } from "~/services/history/team-history.server";
import { attachment, fileName } from "~/services/http/file-names.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { excelResponse, fileResponse, refusedFile, tooManyFiles, unlessTaskFails } from "~/services/workers/files.server";
import { runTask } from "~/services/workers/pool.server";
import { FILE_MAX, type TeamHistoryFormat, teamHistoryPaths } from "~/views/team-history";

/** How much text a file is made of at most, in characters. */
const TEXT_MAX = 24_000_000;
const NOUNS: Record<TeamHistoryFormat, string> = { xlsx: "Excel file", jsonl: "JSON lines" };
const NARROWER = "Choose fewer days, one organization, one person or one kind, and export again.";

/**
 * Answers the export of what the filter in the address selects.
 * @throws Redirect to the screen, which says what is wrong with the filter; NotFound, NotPermitted, LoadFailure
 */
export async function teamHistoryFile(context: UserContext, format: TeamHistoryFormat, request: Request): Promise<Response> {
  await requireExtension("team-history");
  const { api, user } = context;
  const { filter, errors, wanted } = readFilter(new URL(request.url).searchParams);
  const screen = teamHistoryPaths.screen(filter);
  if (Object.keys(errors).length > 0) throw new Redirect(screen);
  const next = { href: screen, label: "Back to the history" };
  const back = { next, safe: "The history itself is safe." };
  const what = NOUNS[format];
  const tooMany = tooManyFiles(context, "Excel file", back, what);
  if (tooMany) return tooMany;
  const parts: string[] = [];
  const organizations = new Map<number, string>();
  let [count, length] = [0, 0];
  for (let after: string | undefined; ; ) {
    let part: TeamHistoryExport;
    try {
      part = await loadFor("dashboard", api.teamHistory.export({ ...wanted, ...(after === undefined ? {} : { after }) }));
    } catch (error) {
      if (isWithoutOrganization(error, wanted)) throw new Redirect(screen);
      throw error;
    }
    count += part.entries.length;
    for (const { organization } of part.entries) if (organization) organizations.set(organization.id, organization.name);
    const text = JSON.stringify(part.entries);
    length += text.length;
    if (count > FILE_MAX || length > TEXT_MAX) {
      const title = count > FILE_MAX ? "More than 50,000 entries fit" : "The texts of these entries are too long for one file";
      return refusedFile(context, { status: 422, title, text: `This ${what} was not prepared. ${NARROWER}`, next });
    }
    parts.push(text);
    if (part.next === null) break;
    after = part.next;
  }
  const names = await catalogueNames(api);
  return unlessTaskFails(context, back, what, async () => {
    const content = { format, parts, names, zone: zoneFrom(filter.zone), count };
    const file = await runTask("writeTeamHistory", content, { person: user.email, asker: request.signal });
    const { organization } = wanted;
    try {
      const body = { what, organizations: [...organizations.keys()], ...(organization === undefined ? {} : { organization }) };
      await loadFor("dashboard", api.teamHistory.fileTaken({ body }));
    } catch (error) {
      // What the reader may no longer see is in the file.
      if (!(error instanceof LoadFailure) || error.fault.status !== 404) throw error;
      const text = `This ${what} was not given to you, because meanwhile somebody changed who may see an organization that is in it. Please export again.`;
      return refusedFile(context, { status: 409, title: "What you may see has changed", text, next });
    }
    const only = organization === undefined ? undefined : organizations.get(organization);
    const name = fileName(new Date(), undefined, only === undefined ? "history of the team" : `${only} history`, format);
    if (format === "xlsx") return excelResponse(file, name);
    return fileResponse(file, { "Content-Type": "application/jsonl; charset=utf-8", "Content-Disposition": attachment(name) });
  });
}

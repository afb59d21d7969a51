/** The history of a team, as its screen shows it (docs/rules/history.md#of-a-team). */
import type { TeamHistory } from "#model/contract/team-history.ts";
import type { UserContext } from "~/services/context.server";
import { LoadFailure, loadFor } from "~/services/faults.server";
import { cutTexts } from "~/services/history/cut-texts.server";
import { readDays } from "~/services/history/days.server";
import { teamEntryInWords } from "~/services/history/describe-team-entry.server";
import { namesFrom } from "~/services/history/entry-names.server";
import { catalogueNames } from "~/services/history/names.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { paths } from "~/views/paths";
import {
  TEAM_KIND_GROUPS,
  type TeamHistoryErrors,
  type TeamHistoryFilter,
  type TeamHistoryPage,
  teamHistoryPaths,
} from "~/views/team-history";

const PERSON_MAX = 320;
const ADDRESS = /^\d{1,15}\.\d{1,10}$/;

/** What an address asks for, as it was typed, what is wrong with it, and what to ask the upstream for. What is wrong filters nothing. */
export function readFilter(query: URLSearchParams) {
  const text = (name: keyof TeamHistoryFilter) => query.get(name)?.trim().slice(0, 1_000) || undefined;
  const [by, kind, organization] = [text("by"), text("kind"), text("organization")];
  const filter: TeamHistoryFilter = { from: text("from"), to: text("to"), by, kind, organization, zone: text("zone") };
  const { errors: wrongDays, days } = readDays(filter);
  const group = TEAM_KIND_GROUPS.find(({ id }) => id === kind);
  const isNumber = organization === undefined || /^[1-9]\d{0,8}$/.test(organization);
  const errors: TeamHistoryErrors = {
    ...wrongDays,
    ...(by !== undefined && by.length > PERSON_MAX ? { by: "Please choose a person from the list." } : {}),
    ...(kind !== undefined && !group ? { kind: "Please choose a kind from the list." } : {}),
    ...(isNumber ? {} : { organization: NO_ORGANIZATION }),
  };
  return {
    filter,
    errors,
    wanted: {
      ...days,
      ...(by === undefined || errors.by ? {} : { by }),
      ...(group ? { kind: [...group.kinds] } : {}),
      ...(organization === undefined || errors.organization ? {} : { organization: Number(organization) }),
    },
  };
}

const NO_ORGANIZATION = "Please choose an organization from the list.";

/** Whether the upstream knows no organization that a filter names. */
export const isWithoutOrganization = (error: unknown, { organization }: { organization?: number }): boolean =>
  organization !== undefined && error instanceof LoadFailure && error.fault.status === 404;

/** @throws NotFound where the upstream keeps no history of a team; NotPermitted for anybody but a lead; LoadFailure */
export async function loadTeamHistory({ api }: UserContext, query: URLSearchParams): Promise<TeamHistoryPage> {
  await requireExtension("team-history");
  const { filter, errors, wanted } = readFilter(query);
  const cursor = (name: "before" | "after") => (ADDRESS.test(query.get(name) ?? "") ? (query.get(name) ?? undefined) : undefined);
  const before = cursor("before");
  const after = before === undefined ? cursor("after") : undefined;
  let request: typeof wanted = wanted;
  const read = (at: { before?: string; after?: string }) => loadFor("dashboard", api.teamHistory.list({ ...request, ...at }));
  let page: TeamHistory;
  try {
    page = await read({ ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) });
  } catch (error) {
    if (!isWithoutOrganization(error, wanted)) throw error;
    errors.organization = NO_ORGANIZATION;
    const { organization: _, ...others } = wanted;
    request = others;
    page = await read({});
  }
  // If the page after this one is not full, show all of the newest.
  const isNewest = before === undefined && (after === undefined || !page.more);
  if (isNewest && after !== undefined) page = await read({});
  const names = namesFrom(await catalogueNames(api));
  const { entries, people } = page;
  const [newest, oldest] = [entries[0], entries.at(-1)];
  const here = (at: { before?: string; after?: string } = {}) => teamHistoryPaths.screen({ ...filter, ...at });
  const kept = Object.fromEntries(Object.entries(filter).filter(([name]) => !(name in errors)));
  return {
    entries: entries.map((entry) => {
      const words = teamEntryInWords(entry, names);
      const { assessment, organization, cursor } = entry;
      const whole =
        assessment === null ? undefined : paths.history(assessment.id, { before: String(entry.id + 1), whole: String(entry.id) });
      return {
        ...words,
        ...cutTexts(words, whole),
        cursor,
        organization: organization ?? undefined,
        assessment: assessment ? { name: assessment.name || "No name", to: paths.history(assessment.id) } : undefined,
      };
    }),
    filter,
    errors,
    isFiltered: [filter.from, filter.to, filter.by, filter.kind, filter.organization].some(Boolean),
    people: filter.by && !errors.by && !people.includes(filter.by) ? [...people, filter.by] : people,
    kinds: TEAM_KIND_GROUPS.map(({ id, label }) => ({ id, label })),
    organizations: withChosen(page, request.organization),
    newer: isNewest ? undefined : here(newest ? { after: newest.cursor } : {}),
    older: oldest && (page.more || (after !== undefined && !isNewest)) ? here({ before: oldest.cursor }) : undefined,
    files: { xlsx: teamHistoryPaths.file("xlsx", kept), jsonl: teamHistoryPaths.file("jsonl", kept) },
  };
}

/** The organizations to choose from; the chosen one even if there are more than the upstream lists. */
function withChosen({ organizations, entries }: TeamHistory, chosen: number | undefined): TeamHistoryPage["organizations"] {
  const listed = organizations.map(({ id, name }) => ({ id: String(id), name }));
  if (chosen === undefined || organizations.some(({ id }) => id === chosen)) return listed;
  const name = entries.find(({ organization }) => organization?.id === chosen)?.organization?.name ?? `Number ${chosen}`;
  return [...listed, { id: String(chosen), name }];
}

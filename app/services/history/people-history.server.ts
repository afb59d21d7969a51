/** The history of a team about its people, as its screen shows it (docs/rules/people.md#history). */
import type { UserContext } from "~/services/context.server";
import { loadFor } from "~/services/faults.server";
import { describePerson } from "~/services/history/describe-person.server";
import { ifOffered, requireExtension } from "~/services/upstream/extensions.server";
import type { PeopleHistoryPage } from "~/views/history";
import { teamHistoryPaths } from "~/views/team-history";

const cursor = (query: URLSearchParams, name: string) =>
  /^[1-9]\d{0,8}$/.test(query.get(name) ?? "") ? Number(query.get(name)) : undefined;

/** @throws NotFound where the upstream manages no people; NotPermitted for anybody but a lead; LoadFailure */
export async function loadPeopleHistory({ api }: UserContext, query: URLSearchParams): Promise<PeopleHistoryPage> {
  await requireExtension("people");
  const [before, after] = [cursor(query, "before"), cursor(query, "after")];
  const read = (query: { before?: number; after?: number }) => loadFor("dashboard", api.people.history(query));
  const isForwards = before === undefined && after !== undefined;
  let page = await read(before !== undefined ? { before } : isForwards ? { after } : {});
  // If the page after this one is not full, show all of the newest.
  const isNewest = before === undefined && (!isForwards || !page.more);
  if (isForwards && isNewest) page = await read({});
  const { entries, more } = page;
  const [newest, oldest] = [entries[0], entries.at(-1)];
  return {
    all: await ifOffered("team-history", teamHistoryPaths.screen()),
    entries: entries.map(describePerson),
    newer: isNewest ? undefined : teamHistoryPaths.people(newest ? { after: String(newest.id) } : {}),
    older: oldest && (more || (isForwards && !isNewest)) ? teamHistoryPaths.people({ before: String(oldest.id) }) : undefined,
  };
}

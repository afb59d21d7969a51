/** What ends for others when somebody leaves, as a lead reads it before and afterwards (docs/rules/people.md#who-leaves). */
import type { PersonDetails } from "#model/contract/people.ts";
import { dayOf } from "#model/days.ts";
import { counted, listed } from "#model/words.ts";
import { config } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { ignoreFault } from "~/services/upstream/upstream.server";

type Named = { name: string; leads: string[] };
/** How many organizations or addresses a sentence names. */
const NAMES_MAX = 5;
/** Pages of organizations that are read. */
const PAGES_MAX = 5;

/** Names in a sentence; of many the first ones. */
export const someOf = (names: readonly string[]): string =>
  listed(names.length > NAMES_MAX ? [...names.slice(0, NAMES_MAX), `${names.length - NAMES_MAX} more`] : names);

/** For whom somebody's open invitations are; none where that cannot be read. @throws SessionOver */
export async function findInvitedBy({ api }: Pick<UserContext, "api">, { email }: Pick<PersonDetails, "email">): Promise<string[]> {
  const list = await api.people.list().catch(ignoreFault);
  const now = new Date().toISOString();
  const own = (list?.invitations ?? []).filter(({ invitedBy, expiresAt }) => invitedBy?.email === email && expiresAt > now);
  return own.map(({ name, email: address }) => (name === null ? address : `${name} (${address})`));
}

/** What became of somebody's invitations, in a sentence; none for none. */
export const endedInWords = (invited: readonly string[]): string | undefined =>
  invited.length === 0
    ? undefined
    : `${counted(invited.length, "invitation that they sent has", "invitations that they sent have")} ended: ${someOf(invited)}.`;

interface Wanted {
  /** Only organizations that the caller does not see. */
  unseen?: boolean;
  /** A day in the past. */
  on?: string;
  /** When the naming ended; without it, those that hold. */
  until?: string;
}

/** The organizations behind a wall that somebody is named for, with the leads who are, too; none where the upstream does not tell. @throws SessionOver */
export async function findNamedFor(
  context: UserContext,
  { id }: Pick<PersonDetails, "id">,
  { unseen, on, until }: Wanted,
): Promise<Named[]> {
  if (!(await hasExtension("walls"))) return [];
  const { api } = context;
  const leads = (await api.permissions.me().catch(ignoreFault))?.leads ?? [];
  const namings: Named[] = [];
  for (let page = 1, pages = 1; page <= Math.min(pages, PAGES_MAX); page += 1) {
    const list = await api.walls
      .team({ page, ...(unseen ? { unseen: "1" as const } : {}), ...(on === undefined ? {} : { on }) })
      .catch(ignoreFault);
    if (!list) break;
    pages = list.pages;
    for (const { name, people } of list.organizations) {
      const isMeant = people.some((each) => String(each.id) === String(id) && (until === undefined || each.until === until));
      const others = leads.filter(({ email }) => people.some((each) => String(each.id) !== String(id) && each.email === email));
      if (isMeant) namings.push({ name, leads: others.map(({ firstName, email }) => firstName ?? email) });
    }
  }
  return namings;
}

/** For what somebody was named until they were suspended, in a sentence; undefined for nothing. @throws SessionOver */
export async function lostNamingsInWords(context: UserContext, person: Pick<PersonDetails, "id" | "suspendedAt">) {
  const { suspendedAt: until } = person;
  if (until === null) return undefined;
  const on = dayOf(new Date(until), config().timeZone);
  const lost = (await findNamedFor(context, person, { on, until })).map(({ name }) => name);
  return lost.length === 0 ? undefined : `They are no longer named for ${someOf(lost)}, and do not see it until somebody names them.`;
}

/** What a lead does not see of somebody's work, in a sentence. */
export const unseenInWords = (name: string, unseen: readonly Named[]): string | undefined => {
  if (unseen.length === 0) return undefined;
  const leads = [...new Set(unseen.flatMap((each) => each.leads))];
  const which = `${name} is named for ${counted(unseen.length, "organization")} that you do not see: ${someOf(unseen.map((each) => each.name))}.`;
  const who =
    leads.length === 0 ? "No other lead is named there." : `${listed(leads.slice(0, 2)).replace(" and ", " or ")} can hand it over.`;
  return `${which} What is open there is not counted here. ${who}`;
};

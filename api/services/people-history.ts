/** The history of a team about its people (docs/rules/people.md#history). */
import { z } from "zod";
import type { HistoryTable } from "#api/store/database.ts";
import { unpack } from "#api/store/packed.ts";
import type { HistoryKind } from "#model/contract/history.ts";
import type { PeopleHistory, PeopleHistoryEntry, PeopleHistoryQuery } from "#model/contract/people.ts";
import { isSeen, teamOrganizations } from "./access.ts";
import { readPlace, teamChain } from "./history.ts";
import type { Work } from "./work.ts";

const KINDS = [
  "invited",
  "invitedAgain",
  "invitationTakenBack",
  "invitationDeclined",
  "joined",
  "left",
  "invitationLink",
  "addressConfirmed",
  "address",
  "addressBack",
  "invitationName",
  "name",
  "permission",
  "roles",
  "team",
  "suspended",
  "readmitted",
  "removed",
  "teamName",
] as const satisfies readonly HistoryKind[];
const PAGE = 50;

/** The entries about people, the newest first: the newest of all, those before one, or those that follow one. */
export async function listPeopleHistory(work: Work, { before, after }: PeopleHistoryQuery): Promise<PeopleHistory> {
  const { db, user } = work;
  const isForwards = before === undefined && after !== undefined;
  const rows = await db
    .selectFrom("history")
    .innerJoin("user", "user.id", "history.user_id")
    .select(["seq", "at", "kind", "place", "content", "user.email"])
    .where("chain", "=", teamChain(user.teamId))
    .where("kind", "in", [...KINDS])
    .$if(before !== undefined, (query) => query.where("seq", "<", Number(before)))
    .$if(isForwards, (query) => query.where("seq", ">", Number(after)))
    .orderBy("seq", isForwards ? "asc" : "desc")
    .limit(PAGE + 1)
    .execute();
  const shown = rows.slice(0, PAGE);
  if (isForwards) shown.reverse();
  return { entries: await describePeopleEntries(work, shown), more: rows.length > PAGE };
}

/** Entries of the chain of a team as the caller reads them. @param rows with the address of who did it, or of whom an operator's deed is about */
export async function describePeopleEntries(
  work: Work,
  rows: readonly (Pick<HistoryTable, "seq" | "at" | "kind" | "place" | "content"> & { email: string })[],
): Promise<PeopleHistoryEntry[]> {
  const { db } = work;
  const shown = rows.map((row) => ({ ...row, ...readPlace(row) }));
  const [people, invitations] = [numbersIn(shown, "person"), numbersIn(shown, "invitation")];
  const invited =
    invitations.length === 0
      ? []
      : await db
          .selectFrom("invitation")
          .leftJoin("user", "user.id", "invitation.user_id")
          .select(["invitation.id", "invitation.email", "user.email as accepted"])
          .where("invitation.id", "in", invitations)
          .execute();
  const persons = people.length === 0 ? [] : await db.selectFrom("user").select(["id", "email"]).where("id", "in", people).execute();
  const about = new Map([
    ...invited.map(({ id, email, accepted }): [string, string | null] => [`invitation/${id}`, accepted ?? email]),
    ...persons.map(({ id, email }): [string, string | null] => [`person/${id}`, email]),
  ]);
  const contents = await withoutUnseen(
    work,
    shown.map(({ content }) => content),
  );
  return shown.map(({ seq, at, kind, place, isOperators, email }, index): PeopleHistoryEntry => {
    // An operator has no account. Without a place, the entry has the person concerned instead of who did it.
    const subject = about.get(place) ?? null;
    // Somebody who declines is forgotten with the invitation, like everybody who does not accept it.
    const by = kind === "invitationDeclined" ? subject : email;
    const whom = isOperators ? { by: null, about: place === "" ? email : subject } : { by, about: subject };
    return { id: seq, at, kind, ...whom, ...(contents[index] ?? { erased: true }) };
  });
}

/** What entries tell, without the organizations that came along with somebody and that the reader does not see; undefined where it was erased. */
async function withoutUnseen(work: Work, contents: readonly (string | null)[]) {
  const text = contents.map((content) => (content === null ? undefined : contentIn(content)));
  const brought = text.map((each) => joinedWith.safeParse(each?.after).data?.organizations ?? []);
  const ids = [...new Set(brought.flat())];
  if (ids.length === 0) return text;
  const unseen = await teamOrganizations(work)
    .where("organization.id", "in", ids)
    .where(({ not }) => not(isSeen(work)))
    .execute();
  if (unseen.length === 0) return text;
  return text.map((each, index) =>
    each === undefined || brought[index]?.length === 0
      ? each
      : {
          ...each,
          after: { ...(each.after as object), organizations: brought[index]?.filter((id) => !unseen.some((row) => row.id === id)) },
        },
  );
}

/** Part of what an entry about somebody who joined tells. */
const joinedWith = z.object({ organizations: z.array(z.number()) });

function contentIn(content: string): Pick<PeopleHistoryEntry, "before" | "after"> {
  const { before, after } = unpack(content) as Pick<PeopleHistoryEntry, "before" | "after">;
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

const numbersIn = (rows: readonly { place: string }[], what: string): number[] => [
  ...new Set(rows.flatMap(({ place }) => (place.startsWith(`${what}/`) ? [Number(place.slice(what.length + 1))] : []))),
];

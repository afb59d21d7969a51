/** The history of a team about its people (docs/rules/people.md#history). */
import { unpack } from "#api/store/packed.ts";
import type { HistoryKind } from "#model/contract/history.ts";
import type { PeopleHistory, PeopleHistoryEntry, PeopleHistoryQuery } from "#model/contract/people.ts";
import { readPlace, teamChain } from "./history.ts";
import type { Work } from "./work.ts";

const KINDS = [
  "invited",
  "invitedAgain",
  "invitationTakenBack",
  "invitationDeclined",
  "joined",
  "left",
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
export async function listPeopleHistory({ db, user }: Work, { before, after }: PeopleHistoryQuery): Promise<PeopleHistory> {
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
  const shown = rows.slice(0, PAGE).map((row) => ({ ...row, ...readPlace(row) }));
  if (isForwards) shown.reverse();
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
  return {
    entries: shown.map(({ seq, at, kind, place, isOperators, content, email }): PeopleHistoryEntry => {
      // An operator has no account. Without a place, the entry has the person concerned instead of who did it.
      const subject = about.get(place) ?? null;
      // Somebody who declines is forgotten with the invitation, like everybody who does not accept it.
      const by = kind === "invitationDeclined" ? subject : email;
      const whom = isOperators ? { by: null, about: place === "" ? email : subject } : { by, about: subject };
      return { id: seq, at, kind, ...whom, ...(content === null ? { erased: true } : contentIn(content)) };
    }),
    more: rows.length > PAGE,
  };
}

function contentIn(content: string): Pick<PeopleHistoryEntry, "before" | "after"> {
  const { before, after } = unpack(content) as Pick<PeopleHistoryEntry, "before" | "after">;
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

const numbersIn = (rows: readonly { place: string }[], what: string): number[] => [
  ...new Set(rows.flatMap(({ place }) => (place.startsWith(`${what}/`) ? [Number(place.slice(what.length + 1))] : []))),
];

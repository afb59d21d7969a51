/** The people of a team, and inviting others to it (docs/rules/people.md). */

import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type Role, role } from "#model/contract/common.ts";
import type { Joining } from "#model/contract/joining.ts";
import type { Invitation, Person } from "#model/contract/people.ts";
import { permission } from "#model/contract/permissions.ts";
import { INVITE_TEXT_MAX, invitedInRows } from "#model/invitation-lines.ts";
import { formsOfAddress, shownAddress } from "#model/mail-address.ts";
import { pageOf } from "#model/paging.ts";
import { INVITE_REFUSAL_WORDS, type InviteRefusal, TEAM_MAX } from "#model/people.ts";
import { PERMISSIONS } from "#model/permissions.ts";
import { finds, SEARCH_MAX, searchWords } from "#model/search.ts";
import { textMessages } from "#model/text.ts";
import { listed } from "#model/words.ts";
import { today } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { BadRequest, loadFor, Redirect } from "~/services/faults.server";
import { readList, textAgain } from "~/services/http/pasted-rows.server";
import { readForm } from "~/services/http/posted.server";
import { onlyFilled, readSubmission } from "~/services/http/submission.server";
import { isToBeChanged, toBeShown } from "~/services/http/understood.server";
import { failedForm, failedSave } from "~/services/http/unsaved-form.server";
import { carryOut, versionIn } from "~/services/upstream/carry-out.server";
import { hasExtension, ifOffered, requireExtension } from "~/services/upstream/extensions.server";
import { modelsOf } from "~/services/upstream/permissions.server";
import { ignoreFault, isUpstreamFault, keyFor } from "~/services/upstream/upstream.server";
import { accessPaths } from "~/views/access";
import { joiningPaths, type LinkReply } from "~/views/joining";
import { type PeopleAddress, paths } from "~/views/paths";
import {
  INVITATION_INTENTS,
  INVITE,
  type InviteReply,
  isRefused,
  nameOfInviter,
  type PeoplePage,
  type PeopleReply,
  type PersonRow,
  STATE_FILTERS,
} from "~/views/people";
import type { Reply } from "~/views/shell";
import type { LineLeft, UnderstoodRow } from "~/views/understood";

/** How many rows a page shows. */
const PAGE = 50;
/** The most rows there are, for a page that has all. */
const ALL = 2 * TEAM_MAX;

/** What an address asks for; what makes no sense is left out. */
export function readAddress(query: URLSearchParams): PeopleAddress {
  const text = (name: keyof PeopleAddress) => query.get(name)?.trim().slice(0, SEARCH_MAX) || undefined;
  const oneOf = (name: keyof PeopleAddress, offered: readonly string[]) => offered.find((each) => each === text(name));
  const address: Record<keyof PeopleAddress, string | undefined> = {
    q: text("q"),
    permission: oneOf("permission", PERMISSIONS),
    model: oneOf("model", role.options),
    state: oneOf("state", Object.keys(STATE_FILTERS)),
    all: oneOf("all", ["1"]),
    page: /^[1-9]\d{0,4}$/.test(text("page") ?? "") ? text("page") : undefined,
    back: text("back"),
  };
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));
}

/** @throws NotFound where the upstream manages no people; NotPermitted for anybody but a lead; LoadFailure */
export async function loadPeople(context: UserContext, query: URLSearchParams): Promise<PeoplePage> {
  await requireExtension("people");
  const [{ team, people, invitations }, models, joining] = await Promise.all([
    loadFor("dashboard", context.api.people.list()),
    modelsOf(context),
    findJoining(context),
  ]);
  const { back, ...address } = readAddress(query);
  const now = new Date().toISOString();
  const rows = [
    ...people.map((each) => rowOfPerson(each, joining)),
    ...invitations.map((each) => rowOfInvitation(each, now, address, { models, joining })),
  ];
  const fitting = rows.filter((row) => fits(row, address));
  const { page, pages, shown } = pageOf(fitting, address.all === undefined ? PAGE : ALL, Number(address.page ?? 1));
  const { page: _, ...filter } = address;
  return {
    team: team.name,
    rows: shown,
    counts: { people: people.length, invitations: invitations.length, fitting: fitting.length, refused: rows.filter(isRefused).length },
    page,
    pages,
    query: filter,
    isFiltered: Object.keys(filter).some((name) => name !== "all"),
    models: role.options.filter((model) => models.includes(model)),
    formId: randomUUID(),
    mails: await hasExtension("mail"),
    today: today(),
    internalAccounts: joining?.internalAccounts.map(shownAddress) ?? [],
    links: {
      workbook: joiningPaths.peopleWorkbook(filter),
      all: pages > 1 ? paths.people({ ...filter, all: "1" }) : undefined,
    },
    hasRules: await hasExtension("team-rules"),
    hasTeamName: await hasExtension("team-name"),
    hasReportDefaults: await hasExtension("report-defaults"),
    access: people.length > 1 ? await ifOffered("walls", accessPaths.team()) : undefined,
    hasTeamHistory: await hasExtension("team-history"),
    back: back === undefined ? undefined : rows.find(({ invitation }) => String(invitation?.id) === back),
  };
}

/** How people get in; undefined where the upstream does not tell. The screen can do without. @throws SessionOver */
const findJoining = async ({ api }: Pick<UserContext, "api">): Promise<Joining | undefined> =>
  (await hasExtension("joining")) ? api.joining.team().catch(ignoreFault) : undefined;

function rowOfPerson(person: Person, joining: Joining | undefined): PersonRow {
  const { id, email, firstName, permission, roles, lastSeenAt, suspendedAt, isSelf } = person;
  return {
    ...{ key: `person-${id}`, name: firstName ?? email, email, permission, roles, lastSeenAt, isSelf },
    state: suspendedAt === null ? "active" : "suspended",
    isUnconfirmed: joining?.unconfirmed.some((each) => String(each) === String(id)) ?? false,
    to: paths.person(id),
  };
}

function rowOfInvitation(
  { id, email, name, permission, roles, ...invitation }: Invitation,
  now: string,
  query: PeopleAddress,
  { models, joining }: { models: readonly Role[]; joining: Joining | undefined },
): PersonRow {
  const maySendAgain = roles.every((model) => models.includes(model));
  const { invitedAt: at, invitedBy, expiresAt: until, versions } = invitation;
  return {
    ...{ key: `invitation-${id}`, name: name ?? email, email, permission, roles, lastSeenAt: null, isSelf: false },
    state: until > now ? "invited" : "lapsed",
    ...(joining !== undefined && until > now ? { to: joiningPaths.invitation(id) } : {}),
    mail: joining?.mails.find(({ invitation }) => String(invitation) === String(id)),
    invited: { by: invitedBy ? (nameOfInviter(invitedBy) ?? "somebody who has left") : null, at, until },
    invitation: {
      ...{ id, version: versions?.invitation, back: paths.people({ ...query, back: String(id) }) },
      maySendAgain,
      mayCopyLink: maySendAgain && joining !== undefined && until > now,
    },
  };
}

const fits = (row: PersonRow, { q, permission, model, state }: PeopleAddress) =>
  (permission === undefined || row.permission === permission) &&
  (model === undefined || row.roles.some((each) => each === model)) &&
  (state === undefined || row.state === state || (state === "refused" && isRefused(row))) &&
  finds(searchWords(q ?? ""), `${row.name} ${formsOfAddress(row.email).join(" ")}`);

/**
 * Does what one of the screen's forms asks for.
 * @returns the form that invites, where lines are left in it; or the link that was asked for
 * @throws Redirect once all of it is done; NotFound, NotPermitted, SessionOver
 */
export async function changePeople(context: UserContext, request: Request): Promise<Reply<PeopleReply>> {
  await requireExtension("people");
  const form = await readForm(request);
  const intent = form.get("intent");
  if (intent === null) return invite(context, form);
  if (intent === INVITATION_INTENTS.link) return copyLink(context, form);
  return changeInvitation(context, form, paths.people(withoutQuestion(new URL(request.url).searchParams)));
}

const withoutQuestion = (query: URLSearchParams): PeopleAddress => ({ ...readAddress(query), back: undefined }) as PeopleAddress;

/** Invites once more, or takes an invitation back. */
function changeInvitation(context: UserContext, form: FormData, back: string): Promise<never> {
  const { api } = context;
  const [intent, id, version] = [form.get("intent"), String(form.get("invitation") ?? ""), versionIn(form)];
  if (id === "") throw new BadRequest();
  const name = String(form.get("name") || "They").slice(0, 200);
  const madeFrom = version === undefined ? undefined : { invitation: version };
  // A form without script is posted twice by a double click: the second gets the answer of the first.
  const changeKey = version === undefined ? undefined : "invitation";
  const find = async () => (await api.people.list()).invitations.find((each) => String(each.id) === id);
  const gone = `The invitation of ${name} is over: it was answered, or taken back.`;
  if (intent === INVITATION_INTENTS.again)
    return carryOut(context, {
      write: () => api.invitations.again({ id }, { madeFrom, changeKey }),
      isDone: async () => ((await find())?.versions?.invitation ?? version) !== version,
      success: { title: `${name} was invited again.` },
      gone,
      back,
    });
  if (intent !== INVITATION_INTENTS.back) throw new BadRequest();
  return carryOut(context, {
    write: () => api.invitations.takeBack({ id }, { madeFrom, changeKey }),
    isDone: async () => (await find()) === undefined,
    success: { title: `The invitation of ${name} was taken back.` },
    gone,
    back,
  });
}

/** The link of an open invitation. It is in this answer alone. @throws BadRequest, NotFound, NotPermitted, SessionOver */
async function copyLink({ api, origin, requestId }: UserContext, form: FormData): Promise<Reply<LinkReply>> {
  await requireExtension("joining");
  const id = String(form.get("invitation") ?? "");
  if (id === "") throw new BadRequest();
  const name = String(form.get("name") || "this person").slice(0, 200);
  const answer = (copied: LinkReply["copied"], status: number): Reply<LinkReply> => [{ id: randomUUID(), copied }, { status }];
  try {
    const { token } = await api.joining.link({ id });
    return answer({ links: [{ name, href: `${origin}${joiningPaths.join(token)}` }], problems: [] }, 200);
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    if (error.status === 404)
      return answer({ links: [], problems: [`The invitation of ${name} is over: it was answered, or taken back.`] }, 404);
    if (error.status === 422 && error.detail.title) return answer({ links: [], problems: [error.detail.title] }, 422);
    const { status, messages } = failedForm(requestId, "link", error);
    return answer({ links: [], problems: messages }, status);
  }
}

/** How many names a message tells. */
const NAMED = 5;

/** Some names, and how many more there are. */
const named = (names: readonly string[]) =>
  listed(names.length <= NAMED + 1 ? names : [...names.slice(0, NAMED), `${names.length - NAMED} more`]);

/** What the field says; the list below it has the reasons. */
const messagesFor = ({ length }: readonly LineLeft[]): string[] =>
  length === 0 ? [] : [`${length === 1 ? "1 line invites" : `${length} lines invite`} nobody: see below.`];

/** The schema of the form. @param problems of its lines, if nobody can be invited */
const inviteSchema = (problems: readonly string[]) =>
  z.object({
    [INVITE.lines]: z.unknown().superRefine((_, check) => {
      for (const problem of problems) check.addIssue(problem);
    }),
    [INVITE.permission]: z.enum(permission.options, textMessages.oneOf),
    [INVITE.roles]: z.array(role, textMessages.oneOf).min(1, "Please choose at least one model."),
  });

/** The addresses of the team, and the reason why an address needs no invitation now. @throws NotPermitted for anybody but a lead; LoadFailure */
async function findTeam({ api, user }: UserContext) {
  const { people, invitations } = await loadFor("dashboard", api.people.list());
  const now = new Date().toISOString();
  const formsOf = (all: readonly { email: string }[]) => new Set(all.flatMap(({ email }) => formsOfAddress(email)));
  const [inTeam, invited] = [formsOf([user, ...people]), formsOf(invitations.filter(({ expiresAt }) => expiresAt > now))];
  const whyNot = (email: string): InviteRefusal | undefined => {
    if (inTeam.has(email)) return "inTeam";
    return invited.has(email) ? "invited" : undefined;
  };
  return { addresses: [user.email, ...people.map(({ email }) => email)], whyNot };
}

const inOrder = <L extends { at: number }>(lines: readonly L[]): L[] => lines.toSorted((one, other) => one.at - other.at);

const withDoubt = (row: UnderstoodRow, why: InviteRefusal | undefined): UnderstoodRow =>
  why === undefined ? row : { ...row, doubts: [INVITE_REFUSAL_WORDS[why], ...row.doubts] };

async function invite(context: UserContext, form: FormData): Promise<Reply<InviteReply>> {
  context.unsavedForm.keep(form);
  const typed = String(form.get(INVITE.lines) ?? "");
  if (isToBeChanged(form)) return [{ id: randomUUID(), result: onlyFilled(form), invited: undefined }, { status: 200 }];
  const { rows, problem } = readList(typed, "people", INVITE_TEXT_MAX);
  // Nobody but a lead sees the page between.
  const team = await findTeam(context);
  const { people, wrong, headings } = invitedInRows(rows, team.addresses);
  const problems = problem === undefined ? messagesFor(wrong) : [problem];
  const none = people.length > 0 ? [] : problems.length > 0 ? problems : [textMessages.required];
  const submission = readSubmission(form, inviteSchema(none));
  const id = randomUUID();
  if (submission.status !== "success")
    return [{ id, result: submission.reply(), invited: undefined, left: people.length > 0 ? [] : wrong }, { status: 400 }];
  const { permission, roles } = submission.value;
  const understood = toBeShown(
    form,
    ["Name", "E-mail address"],
    people.map(({ name = "", email, line, doubts }) => ({ cells: [name, shownAddress(email)], line, doubts })),
    wrong,
  );
  if (understood) {
    // Only before the button is pressed: what is posted twice invites once.
    const known = people.map(({ email }) => team.whyNot(email));
    const rows = understood.rows.map((row, index) => withDoubt(row, known[index]));
    const invites = known.filter((why) => why === undefined).length;
    if (invites === 0) {
      const left = people.map(({ line, at }, index) => ({ line, at, why: INVITE_REFUSAL_WORDS[known[index] ?? "invited"] }));
      return leftOver(context, form, [], inOrder([...left, ...wrong]));
    }
    return [{ id, result: onlyFilled(form), invited: undefined, understood: { ...understood, rows }, invites }, { status: 200 }];
  }
  const body = { people: people.map(({ email, name }) => ({ email, ...(name === undefined ? {} : { name }) })), permission, roles };
  try {
    const idempotencyKey = keyFor(String(form.get(INVITE.formId)), "invitations", body);
    const outcomes = (await context.api.invitations.send({ body }, { idempotencyKey })).people;
    const refused = people.flatMap(({ line, at }, index) => {
      const why = outcomes[index]?.refused;
      return why === undefined ? [] : [{ line, at, why: INVITE_REFUSAL_WORDS[why] }];
    });
    const invited = people
      .filter((_, index) => outcomes[index]?.refused === undefined)
      .map(({ name, email }) => name ?? shownAddress(email));
    const left = inOrder([...refused, ...wrong]);
    form.set(INVITE.lines, textAgain(left, { rows, headings }, "people"));
    return leftOver(context, form, invited, left);
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    const { status, errors, advice } = failedSave(context.requestId, "invitations", error);
    const refusal = error.status === 422 && Object.keys(errors).length === 0 ? error.detail.title : undefined;
    const formErrors = refusal ? [refusal] : ["Something went wrong, please try again", ...(advice === undefined ? [] : [advice])];
    return [
      { id: String(form.get(INVITE.formId)), result: submission.reply({ formErrors, fieldErrors: errors }), invited: undefined },
      { status },
    ];
  }
}

/** The form with the lines that invite nobody. @throws Redirect when none is left */
function leftOver(context: UserContext, form: FormData, names: readonly string[], left: readonly LineLeft[]): Reply<InviteReply> {
  const invited = names.length === 0 ? undefined : `${named(names)} ${names.length === 1 ? "was" : "were"} invited.`;
  if (left.length === 0) {
    context.flash.leave({ kind: "success", title: invited ?? "" });
    throw new Redirect(paths.people());
  }
  context.unsavedForm.forget();
  const result = readSubmission(form, inviteSchema([])).reply({ fieldErrors: { [INVITE.lines]: messagesFor(left) } });
  return [{ id: randomUUID(), result, invited, left }, { status: invited === undefined ? 400 : 200 }];
}

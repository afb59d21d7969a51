/** One's own account: who one is in the team, invitations to oneself, leaving, and one's data (docs/rules/people.md#your-account). */
import type { OwnInvitation } from "#model/contract/people.ts";
import type { UserContext } from "~/services/context.server";
import { BadRequest, loadFor } from "~/services/faults.server";
import { attachment } from "~/services/http/file-names.server";
import { nameOfDevice } from "~/services/session/devices.server";
import { carryOut, versionIn } from "~/services/upstream/carry-out.server";
import { hasExtension, requireExtension } from "~/services/upstream/extensions.server";
import { findMe } from "~/services/upstream/permissions.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import { paths } from "~/views/paths";
import { nameOfInviter } from "~/views/people";
import { ME_INTENTS, type MePage, type OfferedInvitation } from "~/views/session";

const teamNamed = (name: string | null, inviter: OwnInvitation["invitedBy"]) =>
  name ?? (inviter && nameOfInviter(inviter) ? `the team of ${nameOfInviter(inviter)}` : "a team");

function offered({ id, team, permission, roles, invitedAt, invitedBy, expiresAt }: OwnInvitation): OfferedInvitation {
  return {
    ...{ id, permission, roles, invitedAt, expiresAt },
    team: teamNamed(team.name, invitedBy),
    by: invitedBy ? (nameOfInviter(invitedBy) ?? "Somebody who has left") : null,
  };
}

/** @throws NotFound where the upstream manages no people; LoadFailure */
export async function loadMe(context: UserContext, query: URLSearchParams): Promise<MePage> {
  await requireExtension("people");
  const { api } = context;
  const [data, own, me] = await Promise.all([
    loadFor("dashboard", api.own.data()),
    loadFor("dashboard", api.own.invitations()),
    findMe(context),
  ]);
  const { person, devices, mails } = data;
  const invitations = own.invitations.map(offered);
  const value = query.get("confirm");
  const chosen = invitations.find(({ id }) => String(id) === query.get("invitation"));
  const answer = value === "decline" || (value === "accept" && !own.mustLeaveFirst) ? value : undefined;
  return {
    name: person.firstName,
    email: person.email,
    permission: person.permission,
    roles: person.roles,
    team: person.team,
    changesSelf: await hasExtension("joining"),
    leads: (me?.leads ?? []).filter(({ email }) => email !== person.email).map(({ email, firstName }) => firstName ?? email),
    devices: (await hasExtension("logout"))
      ? devices.map(({ device, current }) => ({ name: nameOfDevice(device), isThisOne: current }))
      : undefined,
    mails,
    invitations,
    mustLeaveFirst: own.mustLeaveFirst,
    mayLeave: own.mayLeave,
    isAlone: !own.mustLeaveFirst,
    organizations: own.organizations,
    version: own.versions?.person,
    asks: value === "leave" && own.mayLeave ? "leave" : answer && chosen && { answer, invitation: chosen },
  };
}

/** Does what one of the screen's forms asks for. @throws Redirect, always; NotFound, SessionOver */
export async function changeMe(context: UserContext, form: FormData): Promise<never> {
  await requireExtension("people");
  const { api } = context;
  const [intent, id] = [form.get("intent"), String(form.get("invitation") ?? "")];
  const back = paths.me();
  const isOver = async () => !(await api.own.invitations()).invitations.some((each) => String(each.id) === id);
  if (intent === ME_INTENTS.leave) {
    // Somebody who was alone before has left nothing.
    const { mustLeaveFirst: hadOthers } = await loadFor("dashboard", api.own.invitations());
    const version = versionIn(form);
    return carryOut(context, {
      write: () => api.own.leave({}, { madeFrom: version === undefined ? undefined : { person: version } }),
      isDone: async () => hadOthers && !(await api.own.invitations()).mustLeaveFirst,
      success: { title: "You have left the team.", text: "You are alone in a team of your own now, and lead it." },
      gone: "You are in no team that you could leave.",
      back,
    });
  }
  const team = String(form.get("team") || "the team").slice(0, 200);
  if (id === "") throw new BadRequest();
  if (intent === ME_INTENTS.accept)
    return carryOut(context, {
      write: () => api.own.accept({ id }),
      isDone: isOver,
      success: { title: `You have joined ${team}.`, text: "You see its organizations and assessments on the home screen." },
      gone: `The invitation to ${team} is over.`,
      back,
    });
  if (intent !== ME_INTENTS.decline) throw new BadRequest();
  return carryOut(context, {
    write: () => api.own.decline({ id }, { changeKey: "decline" }),
    isDone: isOver,
    success: { title: `You have declined the invitation to ${team}.` },
    gone: `The invitation to ${team} is over.`,
    back,
  });
}

/** Answers with what the upstream stores about the user, as a file. @throws NotFound, LoadFailure */
export async function ownDataResponse({ api }: UserContext): Promise<Response> {
  await requireExtension("people");
  const data = await loadFor("dashboard", api.own.data());
  return new Response(`${JSON.stringify(data, null, 2)}\n`, {
    headers: { "Content-Type": "application/json; charset=utf-8", "Content-Disposition": attachment("my-data.json") },
  });
}

/** The teams that have invited the user, for a screen on which somebody begins; none where that cannot be read. @throws SessionOver */
export async function listInvitingTeams({ api }: Pick<UserContext, "api">): Promise<string[]> {
  if (!(await hasExtension("people"))) return [];
  const own = await api.own.invitations().catch(ignoreFault);
  return (own?.invitations ?? []).map(({ team, invitedBy }) => teamNamed(team.name, invitedBy));
}

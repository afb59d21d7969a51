import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers, Surroundings } from "../handlers.ts";
import {
  acceptInvitation,
  declineInvitation,
  inviteAgain,
  inviteToTeam,
  leaveTeam,
  listOwnInvitations,
  takeInvitationBack,
} from "../services/invitations.ts";
import {
  changePersonOfTeam,
  getPersonDetails,
  listPeople,
  readmitPersonOfTeam,
  removePersonOfTeam,
  suspendPersonOfTeam,
} from "../services/managing-people.ts";
import { readOwnData } from "../services/own-data.ts";
import { forgetAnswersAbout } from "../services/people.ts";
import { listPeopleHistory } from "../services/people-history.ts";
import { clearSpaceBeside } from "../store/clear-space.ts";

/** The people of the caller's team (docs/upstream-contract.md#people). */
export const peopleHandlers = ({
  store,
  config: { databaseUrl },
}: Pick<Surroundings, "store" | "config">): Handlers<typeof CONTRACT.people> => ({
  list: (work) => listPeople(work),
  history: (work, query) => listPeopleHistory(work, query),
  get: (work, { id }) => getPersonDetails(work, id),
  put: (work, { id, body }) => changePersonOfTeam(work, id, body),
  suspend: (work, { id }) => suspendPersonOfTeam(work, id),
  readmit: (work, { id }) => readmitPersonOfTeam(work, id),
  remove: async (work, { id }) => {
    const { ended, person } = await removePersonOfTeam(work, id);
    // Colleagues may have been writing something that names this person while it was removed.
    work.onceStored?.(() => forgetAnswersAbout(store, person));
    work.onceStored?.(() => clearSpaceBeside(databaseUrl));
    return ended;
  },
});

/** Invitations to the caller's team. @param mails whether they are mailed */
export const invitationHandlers = (mails: boolean): Handlers<typeof CONTRACT.invitations> => ({
  send: (work, { body }) => inviteToTeam(work, mails, body),
  again: (work, { id }) => inviteAgain(work, mails, id),
  takeBack: (work, { id }) => takeInvitationBack(work, id),
});

/** What people do about themselves. */
export const ownHandlers: Handlers<typeof CONTRACT.own> = {
  invitations: (work) => listOwnInvitations(work),
  accept: (work, { id }) => acceptInvitation(work, id),
  decline: (work, { id }) => declineInvitation(work, id),
  leave: (work) => leaveTeam(work),
  data: (work) => readOwnData(work),
};

import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers, Surroundings } from "../handlers.ts";
import { handSheetsOver, readOpenWork } from "../services/handing-over.ts";
import { correctInvitation } from "../services/invitations.ts";
import { copyLink, describeJoining } from "../services/join-links.ts";
import { changeOwnName, readOwnName } from "../services/own-name.ts";
import { readContact } from "../services/voice-sheet.ts";
import { listVoiceMails, mailVoiceAgain } from "../services/voices.ts";

type JoiningHandlers = Handlers<typeof CONTRACT.joining>;

/** How people get in who are invited, and what became of mails (docs/upstream-contract.md#joining). */
export function joiningHandlers({ mailed, config }: Surroundings): Omit<JoiningHandlers, "look" | "enter" | "suspension" | "address"> {
  // The demo shows its mails, and sends none.
  const sendsMails = config.mail !== undefined && !config.demo;
  const offersMail = config.mail !== undefined || config.demo;
  return {
    team: (work) => describeJoining(work, sendsMails),
    link: (work, { id }) => copyLink(work, mailed, id),
    invitation: (work, { id, body }) => correctInvitation(work, offersMail, id, body),
    name: {
      get: (work) => readOwnName(work),
      put: (work, { body: { firstName } }) => changeOwnName(work, firstName),
    },
    openWork: (work, { id }) => readOpenWork(work, id),
    handOver: (work, { id, body: { to } }) => handSheetsOver(work, id, to),
    voiceContact: (work) => readContact(work),
    voiceMails: (work, { id }) => listVoiceMails(work, sendsMails, id),
    mailVoiceAgain: (work, { id, voiceId }) => mailVoiceAgain(work, id, voiceId),
  };
}

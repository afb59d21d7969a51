import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers, Surroundings } from "../handlers.ts";
import { copyLink, describeJoining } from "../services/join-links.ts";
import { listVoiceMails, mailVoiceAgain } from "../services/voices.ts";

type JoiningHandlers = Handlers<typeof CONTRACT.joining>;

/** How people get in who are invited, and what became of mails (docs/upstream-contract.md#joining). */
export function joiningHandlers({ mailed, config }: Surroundings): Omit<JoiningHandlers, "look" | "enter"> {
  // The demo shows its mails, and sends none.
  const sendsMails = config.mail !== undefined && !config.demo;
  return {
    team: (work) => describeJoining(work, sendsMails),
    link: (work, { id }) => copyLink(work, mailed, id),
    voiceMails: (work, { id }) => listVoiceMails(work, sendsMails, id),
    mailVoiceAgain: (work, { id, voiceId }) => mailVoiceAgain(work, id, voiceId),
  };
}

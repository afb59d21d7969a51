import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers, Surroundings } from "../handlers.ts";
import { openEntryQuota } from "../quotas.ts";
import { askSecondRound, readSecondRound } from "../services/second-round.ts";
import { readAnswers, readLevels, readViews } from "../services/voice-answers.ts";
import {
  allowMails,
  finishSheet,
  openLink,
  putPage,
  readMails,
  readPage,
  readRound,
  readSender,
  readSenderLogo,
  readSheet,
  refuseMails,
} from "../services/voice-sheet.ts";
import {
  askVoices,
  changeVoice,
  closeVoice,
  closeVoices,
  forgetVoices,
  linkOfVoice,
  linksOfVoices,
  listVoices,
  putVoiceSettings,
  remindVoice,
  takeVoiceBack,
} from "../services/voices.ts";

/** What whoever assesses asks and reads (docs/upstream-contract.md#voices). @param mails whether mails can be sent */
export const voicesHandlers = ({ mailed }: Surroundings, mails: boolean): Handlers<typeof CONTRACT.voices> => ({
  list: (work, { id, ...query }) => listVoices(work, mails, id, query),
  ask: (work, { id, body }) => askVoices(work, mails, id, body),
  put: (work, { id, voiceId, body }) => changeVoice(work, mails, id, voiceId, body),
  takeBack: (work, { id, voiceId }) => takeVoiceBack(work, mails, id, voiceId),
  remind: (work, { id, voiceId }) => remindVoice(work, mails, id, voiceId),
  link: (work, { id, voiceId, body: { renew } }) => linkOfVoice(work, mailed, id, voiceId, renew),
  links: (work, { id, body: { voices } }) => linksOfVoices(work, mailed, id, voices),
  close: (work, { id, voiceId }) => closeVoice(work, mails, id, voiceId),
  closeAll: (work, { id }) => closeVoices(work, id),
  forget: (work, { id }) => forgetVoices(work, id),
  settings: (work, { id, body }) => putVoiceSettings(work, id, body),
  answers: (work, { id, ...query }) => readAnswers(work, id, query),
  views: (work, { id }) => readViews(work, id),
});

/** Sheets that ask about some levels alone (docs/upstream-contract.md#voice-levels). @param mails whether mails can be sent */
export const voiceLevelsHandlers = (mails: boolean): Handlers<typeof CONTRACT.voiceLevels> => ({
  list: (work, { id }) => readLevels(work, id),
  ask: (work, { id, body }) => askVoices(work, mails, id, body),
  put: (work, { id, voiceId, body }) => changeVoice(work, mails, id, voiceId, body),
});

/** A check of facts by those who have answered (docs/upstream-contract.md#second-round). @param mails whether mails can be sent */
export const secondRoundHandlers = (mails: boolean): Handlers<typeof CONTRACT.secondRound> => ({
  get: (work, { id }) => readSecondRound(work, id),
  ask: (work, { id, body }) => askSecondRound(work, mails, id, body),
});

/** What a voice does. */
export function voiceHandlers({ store, clock, mailed, voiceBearers }: Surroundings): Handlers<typeof CONTRACT.voice> {
  const countEntry = openEntryQuota();
  return {
    async enter(_context, { body: { token, network } }) {
      countEntry(network, clock());
      const row = await openLink(store, mailed, token);
      return { ...(await voiceBearers.issue(row, clock())), sheet: row.reference };
    },
    sheet: (work) => readSheet(work),
    page: (work, { place }) => readPage(work, place),
    putPage: (work, { place, body }) => putPage(work, place, body),
    done: (work) => finishSheet(work),
    noMoreMail: (work) => refuseMails(work),
    round: (work) => readRound(work),
    mails: (work) => readMails(work),
    mailsAgain: (work) => allowMails(work),
    sender: (work) => readSender(work),
    logo: (work) => readSenderLogo(work),
  };
}

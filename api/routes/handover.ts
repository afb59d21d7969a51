import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { getShareableAssessment } from "../services/access.ts";
import { answerWish, askForLock, getStanding, withdrawWish } from "../services/locks.ts";

/** Asking for the edit lock, and handing it over (docs/upstream-contract.md#handover). */
export const handoverHandlers: Handlers<typeof CONTRACT.handover> = {
  async get(work, { id }) {
    await getShareableAssessment(work, id, { forWriting: false });
    return { lock: await getStanding(work, id) };
  },
  async ask(work, { id, body: { lasts } }) {
    await getShareableAssessment(work, id, { forWriting: true });
    return { lock: await askForLock(work, id, lasts) };
  },
  async withdraw(work, { id }) {
    await getShareableAssessment(work, id, { forWriting: true });
    await withdrawWish(work, id);
  },
  async answer(work, { id, body: { answer } }) {
    await getShareableAssessment(work, id, { forWriting: true });
    return { lock: await answerWish(work, id, answer) };
  },
};

import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { notFound } from "../problem.ts";

const notYet = async (): Promise<never> => {
  throw notFound();
};

/** What whoever assesses asks and reads (docs/upstream-contract.md#voices). */
export const voicesHandlers: Handlers<typeof CONTRACT.voices> = {
  list: notYet,
  ask: notYet,
  put: notYet,
  takeBack: notYet,
  remind: notYet,
  link: notYet,
  close: notYet,
  closeAll: notYet,
  forget: notYet,
  settings: notYet,
  answers: notYet,
  views: notYet,
};

/** What a voice does. */
export const voiceHandlers: Handlers<typeof CONTRACT.voice> = {
  enter: notYet,
  sheet: notYet,
  page: notYet,
  putPage: notYet,
  done: notYet,
  noMoreMail: notYet,
};

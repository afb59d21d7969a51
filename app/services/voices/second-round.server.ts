/** Asking voices to check facts after they have answered (docs/rules/voices.md#second-round). */
import { randomUUID } from "node:crypto";
import type { Assessment } from "#model/contract/assessments.ts";
import type { SecondRound } from "#model/contract/second-round.ts";
import type { Voice } from "#model/contract/voices.ts";
import { daysAfter } from "#model/days.ts";
import { VOICE_DAYS_MAX } from "#model/voices.ts";
import { counted } from "#model/words.ts";
import { today } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { BadRequest, Redirect } from "~/services/faults.server";
import { failedForm } from "~/services/http/unsaved-form.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { confirmed } from "~/services/upstream/lost-answers.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import { readSecondRoundForm } from "~/services/voices/form.server";
import { paths } from "~/views/paths";
import type { Reply } from "~/views/shell";
import { nameOfVoice, SECOND_ROUND, type SecondRoundView, type VoicesReply } from "~/views/voices";

/** Who checks facts, and who can be asked to; undefined where the upstream has no second round, or fails. @throws SessionOver */
export const readSecondRound = async (
  { api }: Pick<UserContext, "api">,
  { id }: Pick<Assessment, "id">,
): Promise<SecondRound | undefined> => ((await hasExtension("second-round")) ? api.secondRound.get({ id }).catch(ignoreFault) : undefined);

/** How far a voice is in it; undefined in the first round. */
export const secondOf = (second: SecondRound | undefined, { id }: Voice) =>
  second?.voices.find(({ voice }) => String(voice) === String(id));

/** How many days people have unless the form says otherwise. */
const USUAL_DAYS = 14;

const isAmong = (ids: readonly Voice["id"][], { id }: Voice) => ids.some((each) => String(each) === String(id));

/** The form, with everybody who can be asked. */
export function secondRoundView(voices: readonly Voice[], { ready }: SecondRound): SecondRoundView {
  const first = today();
  return {
    people: voices
      .filter((voice) => isAmong(ready, voice))
      .map(({ id, name, number, role }) => ({ value: String(id), label: `${name ?? nameOfVoice(number)}, ${role}` })),
    until: daysAfter(first, USUAL_DAYS),
    days: { first, last: daysAfter(first, VOICE_DAYS_MAX) },
  };
}

/**
 * Asks those whom the form names.
 * @returns the form, where something is wrong with it
 * @throws Redirect once it is done; BadRequest, SessionOver, LoadFailure
 */
export async function beginSecondRound(context: UserContext, { id }: Assessment, form: FormData): Promise<Reply<VoicesReply>> {
  const { api, flash, requestId } = context;
  if (!(await hasExtension("second-round"))) throw new BadRequest();
  const submission = readSecondRoundForm(form);
  const replyWith = (second: VoicesReply["second"], status: number): Reply<VoicesReply> => [
    { id: randomUUID(), links: [], problems: [], ...(second ? { second } : {}) },
    { status },
  ];
  if (submission.status !== "success") return replyWith(submission.reply(), 400);
  const body = submission.value;
  const isAsked = async () => {
    const inRound = new Set((await api.secondRound.get({ id })).voices.map(({ voice }) => String(voice)));
    return body.voices.every((voice) => inRound.has(voice));
  };
  let people = body.voices.length;
  try {
    await confirmed(async () => {
      people = (await api.secondRound.ask({ id, body })).voices.length;
    }, isAsked);
  } catch (error) {
    const { status, errors, messages } = failedForm(requestId, "second round", error);
    const isAboutFields = Object.keys(errors).some((name) => name in SECOND_ROUND);
    return replyWith(submission.reply({ ...(isAboutFields ? {} : { formErrors: messages }), fieldErrors: errors }), status);
  }
  if (people === 0) return replyWith(submission.reply({ formErrors: ["Nobody was asked.", NOT_NOW] }), 409);
  flash.leave({
    kind: "success",
    title: `${counted(people, "person is", "people are")} asked to check facts.`,
    text: `Their links are the same as before.${people < body.voices.length ? ` ${body.voices.length - people} could not be asked. ${NOT_NOW}` : ""}`,
  });
  throw new Redirect(paths.voices(id));
}

/** Why the API leaves somebody out. */
const NOT_NOW = "Their sheet was taken back meanwhile, or has nothing to check now.";

/** One voice: its places, its link, and how its sheet ends (docs/rules/voices.md). */

import { randomUUID } from "node:crypto";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { Voice, VoiceList } from "#model/contract/voices.ts";
import { sheetLevelsInWords } from "#model/voices.ts";
import type { UserContext } from "~/services/context.server";
import { BadRequest, NotFound, Redirect } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { onlyFilled } from "~/services/http/submission.server";
import { failedForm } from "~/services/http/unsaved-form.server";
import { carryOut, versionIn } from "~/services/upstream/carry-out.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { isUpstreamFault, untilUnmoved } from "~/services/upstream/upstream.server";
import {
  baseOf,
  groupsOf,
  mergeVoice,
  placeNames,
  placesInWords,
  readVoiceForm,
  sheetFieldsOf,
  textsOf,
  tickGroup,
} from "~/services/voices/form.server";
import { readSecondRound, secondOf } from "~/services/voices/second-round.server";
import {
  calledOf,
  headOf,
  levelsFor,
  linkOf,
  mailsTo,
  nameOf,
  openVoices,
  readLevels,
  readVoiceMails,
  readVoices,
} from "~/services/voices/voices.server";
import { paths } from "~/views/paths";
import type { Reply } from "~/views/shell";
import { VOICE, VOICE_INTENTS, VOICE_LABELS, type VoicePage, type VoiceReply } from "~/views/voices";

/** @throws NotFound */
function findIn({ voices }: Pick<VoiceList, "voices">, { id }: Assessment, voiceId: Id): Voice {
  const voice = voices.find((voice) => String(voice.id) === String(voiceId));
  if (voice) return voice;
  throw new NotFound({
    title: "There is no such voice.",
    description: "Nobody was asked under this address.",
    next: { href: paths.voices(id), label: "See all voices" },
  });
}

/** Whether somebody can still change the sheet of a voice. */
const isLiving = ({ state, name }: Voice) => state !== "takenBack" && name !== null;

/** @throws NotFound where the upstream has no voices, or for nobody; NotPermitted for those who only read; LoadFailure */
export async function loadVoice(context: UserContext, assessmentId: Id, voiceId: Id, query: URLSearchParams): Promise<VoicePage> {
  const { assessment, readOnly } = await openVoices(context, assessmentId);
  const [list, deliveries, levels, second] = await Promise.all([
    readVoices(context, assessment),
    readVoiceMails(context, assessment),
    readLevels(context, assessment),
    readSecondRound(context, assessment),
  ]);
  const voice = findIn(list, assessment, voiceId);
  const mails = mailsTo(deliveries, voice);
  const { id, role, state, versions, maySendMail, places } = voice;
  const isChangeable = readOnly === undefined && isLiving(voice);
  const held = { ...voice, levels: levelsFor(levels, voice) };
  const fields = sheetFieldsOf(list, { levels, stored: held.levels });
  const offered = new Set(fields.places.flatMap(({ options }) => options.map(({ value }) => value)));
  const value = query.get("confirm");
  const questions = { "take-back": state !== "takenBack", close: state === "open", renew: isLiving(voice) };
  return {
    ...(await headOf(context, assessment)),
    ...{ id, role, state, maySendMail, name: nameOf(voice), called: calledOf(voice) },
    readOnly: readOnly ?? whyNot(voice),
    facts: {
      ...factsOf(voice, list),
      levels: held.levels ? sheetLevelsInWords(held.levels) : undefined,
      mails,
      second: secondOf(second, voice),
    },
    mayRepeatMail: isChangeable && state === "open" && !voice.refusesMail && mails[0]?.state === "refused",
    form: isChangeable
      ? {
          fields: { ...fields, roles: [...new Set([...fields.roles, role])] },
          texts: textsOf(held),
          base: baseOf(held),
          kept: places.filter((place) => !offered.has(place)),
        }
      : undefined,
    version: versions?.voice,
    confirm:
      readOnly === undefined && value !== null && Object.hasOwn(questions, value) && questions[value as keyof typeof questions]
        ? (value as keyof typeof questions)
        : undefined,
    back: paths.voices(assessment.id),
  };
}

/** Why a voice itself cannot be changed; undefined where it can. */
function whyNot({ state, name }: Voice): string | undefined {
  if (state === "takenBack") return "This sheet was taken back. Its link has ended, and what was answered counts nowhere.";
  return name === null ? "The name was removed, so the sheet can no longer be changed. What was answered stays." : undefined;
}

function factsOf(voice: Voice, { places }: VoiceList): Omit<VoicePage["facts"], "mails" | "levels" | "second"> {
  const { answered, total, askedAt, askedBy, firstAnsweredAt, lastAnsweredAt, doneAt, mailedAt, remindedAt, refusesMail } = voice;
  return {
    ...{ answered, total, askedAt, askedBy, firstAnsweredAt, lastAnsweredAt, doneAt, mailedAt, remindedAt, refusesMail },
    ...{ until: voice.until, message: voice.message, checksFacts: voice.checksFacts, email: voice.email },
    about: placesInWords(voice.places, placeNames(places)),
  };
}

/**
 * Does what one of the screen's forms asks for.
 * @returns the form that was not stored, or the link
 * @throws Redirect once it is done; NotFound, NotPermitted, LoadFailure, SessionOver
 */
export async function changeVoice(context: UserContext, assessmentId: Id, voiceId: Id, request: Request): Promise<Reply<VoiceReply>> {
  const form = await readForm(request);
  const intent = form.get(VOICE.intent);
  if (intent === null) context.unsavedForm.keep(form);
  const { assessment } = await openVoices(context, assessmentId);
  const list = await readVoices(context, assessment);
  const voice = findIn(list, assessment, voiceId);
  if (intent === null) return saveVoice(context, assessment, list, voice, form);
  if (intent === VOICE_INTENTS.link || intent === VOICE_INTENTS.renew)
    return showLink(context, assessment, voice, intent === VOICE_INTENTS.renew);
  return endOrRemind(context, assessment, voice, form);
}

async function showLink(context: UserContext, { id }: Assessment, voice: Voice, renew: boolean): Promise<Reply<VoiceReply>> {
  try {
    return [{ id: randomUUID(), link: await linkOf(context, id, voice, renew) }, { status: 200 }];
  } catch (error) {
    const { status, messages } = failedForm(context.requestId, "link of a voice", error);
    return [{ id: randomUUID(), problems: messages }, { status }];
  }
}

async function endOrRemind(context: UserContext, { id }: Assessment, voice: Voice, form: FormData): Promise<never> {
  const { api } = context;
  const at = { id, voiceId: voice.id };
  const version = versionIn(form);
  // A form without script is posted twice by a double click: the second gets the answer of the first.
  const options = version === undefined ? {} : { madeFrom: { voice: version }, changeKey: "voice" as const };
  const now = async () => (await api.voices.list({ id })).voices.find((each) => String(each.id) === String(voice.id));
  const name = nameOf(voice);
  const rest = { gone: "There is no such voice any more.", back: paths.voice(id, voice.id) };
  const intent = form.get(VOICE.intent);
  if (intent === VOICE_INTENTS.remind)
    return carryOut(context, {
      write: () => api.voices.remind(at),
      isDone: async () => ((await now())?.remindedAt ?? null) !== null,
      success: { title: `${name} was reminded.` },
      ...rest,
    });
  if (intent === VOICE_INTENTS.again) {
    await requireExtension("joining");
    return carryOut(context, {
      write: () => api.joining.mailVoiceAgain(at),
      isDone: async () => mailsTo(await readVoiceMails(context, { id }), voice)[0]?.state !== "refused",
      success: { title: `The mail to ${name} is sent again.` },
      ...rest,
    });
  }
  if (intent === VOICE_INTENTS.close)
    return carryOut(context, {
      write: () => api.voices.close(at, options),
      isDone: async () => (await now())?.state !== "open",
      success: { title: `The sheet of ${name} was closed.`, text: "A later last day opens it again." },
      ...rest,
    });
  if (intent !== VOICE_INTENTS.takeBack) throw new BadRequest();
  return carryOut(context, {
    write: () => api.voices.takeBack(at, options),
    isDone: async () => (await now())?.state === "takenBack",
    success: { title: `The sheet of ${name} was taken back.`, text: "The link has ended." },
    ...rest,
    after: paths.voices(id),
  });
}

async function saveVoice(
  context: UserContext,
  assessment: Assessment,
  list: VoiceList,
  voice: Voice,
  form: FormData,
): Promise<Reply<VoiceReply>> {
  const id = randomUUID();
  if (tickGroup(form, groupsOf(list.places))) return [{ id, result: onlyFilled(form) }, { status: 200 }];
  const submission = readVoiceForm(form, list.roles, voice);
  if (submission.status !== "success") return [{ id, result: submission.reply() }, { status: 400 }];
  const wanted = submission.value;
  // A form without the choice leaves the levels as they are.
  const isChoosing = form.has(VOICE.levels);
  if (isChoosing) await requireExtension("voice-levels");
  try {
    const conflict = await untilUnmoved(async () => {
      const now = await readVoices(context, assessment);
      const stored = findIn(now, assessment, voice.id);
      const { levels, ...rest } = wanted;
      const storedLevels = isChoosing ? levelsFor(await context.api.voiceLevels.list({ id: assessment.id }), voice) : levels;
      const merged = mergeVoice({ ...stored, levels: storedLevels }, wanted, form, placeNames(now.places));
      if (!merged.isSame) return merged;
      const [at, options] = [{ id: assessment.id, voiceId: voice.id }, { madeFrom: stored.versions }];
      if (isChoosing) await context.api.voiceLevels.put({ ...at, body: wanted }, options);
      else await context.api.voices.put({ ...at, body: rest }, options);
      return undefined;
    });
    if (conflict) {
      const result = readVoiceForm(conflict.form, list.roles, voice).reply({ formErrors: conflict.messages });
      return [{ id, result, changedTo: conflict.base }, { status: 409 }];
    }
  } catch (error) {
    if (isUpstreamFault(error) && error.status === 404) findIn(await readVoices(context, assessment), assessment, voice.id);
    const { status, errors, messages } = failedForm(context.requestId, "voice", error);
    const isAboutFields = Object.keys(errors).some((name) => name in VOICE_LABELS);
    return [{ id, result: submission.reply({ ...(isAboutFields ? {} : { formErrors: messages }), fieldErrors: errors }) }, { status }];
  }
  context.flash.leave({ kind: "success", title: "The changes were saved." });
  throw new Redirect(paths.voice(assessment.id, voice.id));
}

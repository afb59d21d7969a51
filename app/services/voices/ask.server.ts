/** Asking several people at once, a line for each (docs/rules/voices.md#asking). */

import { randomUUID } from "node:crypto";
import type { Id } from "#model/contract/common.ts";
import type { VoiceList } from "#model/contract/voices.ts";
import { daysAfter } from "#model/days.ts";
import { shownAddress } from "#model/mail-address.ts";
import type { WrongRow } from "#model/pasted.ts";
import { textMessages } from "#model/text.ts";
import { VOICE_TEXT_MAX, type VoiceLine, voicesInRows } from "#model/voice-lines.ts";
import { VOICES_MAX, voiceMessages } from "#model/voices.ts";
import { listed } from "#model/words.ts";
import { today } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { Redirect } from "~/services/faults.server";
import { readList, textAgain } from "~/services/http/pasted-rows.server";
import { readForm } from "~/services/http/posted.server";
import { onlyFilled } from "~/services/http/submission.server";
import { isToBeChanged, toBeShown } from "~/services/http/understood.server";
import { failedForm } from "~/services/http/unsaved-form.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { keyFor } from "~/services/upstream/upstream.server";
import { readAsk, sheetFieldsOf, tickGroup } from "~/services/voices/form.server";
import { headOf, linksOf, openVoices, readLevels, readVoices, scopeToChoose } from "~/services/voices/voices.server";
import { paths } from "~/views/paths";
import type { Reply } from "~/views/shell";
import type { LineLeft } from "~/views/understood";
import { ASK, type AskPage, type AskReply, statementsIn } from "~/views/voices";

/** How long a sheet is open, unless somebody chooses another day. */
const USUAL_DAYS = 14;

/** @throws Redirect where there is nothing to ask about; NotFound where the upstream has no voices; NotPermitted for those who only read; LoadFailure */
export async function loadAsk(context: UserContext, assessmentId: Id): Promise<AskPage> {
  const { assessment, readOnly } = await openVoices(context, assessmentId);
  const [list, levels] = await Promise.all([readVoices(context, assessment), readLevels(context, assessment)]);
  // The list says where to choose what can be asked about.
  if (scopeToChoose(assessment, list, readOnly)) throw new Redirect(paths.voices(assessment.id));
  return {
    ...(await headOf(context, assessment)),
    readOnly,
    fields: sheetFieldsOf(list, { levels }),
    formId: randomUUID(),
    until: daysAfter(today(), USUAL_DAYS),
    left: Math.max(0, VOICES_MAX - list.voices.length),
    back: paths.voices(assessment.id),
  };
}

/** How many names a message tells. */
const NAMED = 5;

/** Some names, and how many more there are. */
const named = (names: readonly string[]) =>
  listed(names.length <= NAMED + 1 ? names : [...names.slice(0, NAMED), `${names.length - NAMED} more`]);

const messageFor = ({ length }: readonly LineLeft[]): string[] =>
  length === 0 ? [] : [`${length === 1 ? "1 line asks" : `${length} lines ask`} nobody: see below.`];

/** The lines of a form: who is to be asked, those that name nobody, and what the field says if it is nobody at all. */
function readLines(form: FormData, roles: readonly string[], known: readonly string[]) {
  const typed = String(form.get(ASK.lines) ?? "");
  const usual = String(form.get(ASK.role) ?? "") || undefined;
  const { rows, problem } = readList(typed, "people", VOICE_TEXT_MAX);
  const { people, wrong, headings } = voicesInRows(rows, { roles, usual, known });
  const problems = wrong.length > 0 ? messageFor(wrong) : [problem ?? textMessages.required];
  const again = (left: readonly WrongRow[]) => textAgain(left, { rows, headings }, "people");
  return { people, wrong, again, problems: people.length > 0 ? [] : problems };
}

/**
 * Asks those whose lines are good. The form keeps the others, each with its reason.
 * @returns what is left, and the links to copy
 * @throws Redirect once all were asked and mailed; NotFound, NotPermitted, LoadFailure, SessionOver
 */
export async function askVoices(context: UserContext, assessmentId: Id, request: Request): Promise<Reply<AskReply>> {
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  const { assessment } = await openVoices(context, assessmentId);
  const [list, levelsThere] = await Promise.all([readVoices(context, assessment), readLevels(context, assessment)]);
  const { places: groups } = sheetFieldsOf(list, { levels: levelsThere });
  const id = randomUUID();
  if (tickGroup(form, groups) || isToBeChanged(form)) return [{ id, result: onlyFilled(form) }, { status: 200 }];
  const known = [context.user.email, ...list.voices.flatMap(({ email }) => email ?? [])];
  const { people, wrong, again, problems } = readLines(form, list.roles, known);
  const submission = readAsk(form, list.roles, problems);
  if (submission.status !== "success") return [{ id, result: submission.reply(), wrong: people.length > 0 ? [] : wrong }, { status: 400 }];
  const understood = toBeShown(
    form,
    ["Name", "E-mail address", "Role"],
    people.map(({ name, email, role, line, doubts }) => ({ cells: [name, shownAddress(email ?? ""), role], line, doubts })),
    wrong,
  );
  const { places, levels, until, message, checksFacts } = submission.value;
  if (understood) {
    const statements = statementsIn(groups, places, levels);
    return [{ id, result: onlyFilled(form), understood: { ...understood, statements } }, { status: 200 }];
  }
  const body = { voices: people.map(({ name, role, email }) => ({ name, role, email })), places, until, message, checksFacts };
  try {
    if (levels !== null) await requireExtension("voice-levels");
    const idempotencyKey = keyFor(String(form.get(ASK.formId)), "voices", assessment.id, levels === null ? body : { ...body, levels });
    const { voices: outcomes } =
      levels === null
        ? await context.api.voices.ask({ id: assessment.id, body }, { idempotencyKey })
        : await context.api.voiceLevels.ask({ id: assessment.id, body: { ...body, levels } }, { idempotencyKey });
    const refused = people.flatMap(({ line, at }, index) => {
      const why = outcomes[index]?.refused;
      return why === undefined ? [] : [{ line, at, why: voiceMessages[why] }];
    });
    const invited = people.flatMap((person, index) => {
      const voice = outcomes[index]?.voice;
      return voice === undefined ? [] : [{ ...person, voice }];
    });
    const left = [...refused, ...wrong].sort((one, other) => one.at - other.at);
    form.set(ASK.lines, again(left));
    return replyToAsk(context, assessment.id, { form, list, people: invited, left });
  } catch (error) {
    const { status, errors, messages } = failedForm(context.requestId, "voices", error);
    const isAboutFields = Object.keys(errors).some((name) => name in ASK);
    const result = submission.reply({ ...(isAboutFields ? {} : { formErrors: messages }), fieldErrors: errors });
    return [{ id, result, wrong: [] }, { status }];
  }
}

interface AskOutcome {
  form: FormData;
  list: VoiceList;
  people: (VoiceLine & { voice: Id })[];
  left: LineLeft[];
}

/** Names the people who got a sheet, lists the links of those without a mail, and gives the other lines back. @throws Redirect where there is neither */
async function replyToAsk(context: UserContext, assessmentId: Id, { form, list, people, left }: AskOutcome): Promise<Reply<AskReply>> {
  const names = people.map(({ name }) => name);
  const said = names.length === 0 ? "" : `${named(names)} ${names.length === 1 ? "was" : "were"} asked.`;
  const { voices } = await readVoices(context, { id: assessmentId });
  const isAsked = new Set(people.map(({ voice }) => String(voice)));
  const unmailed = voices.filter((voice) => isAsked.has(String(voice.id)) && voice.mailedAt === null && voice.state === "open");
  if (left.length === 0 && unmailed.length === 0) {
    context.flash.leave({ kind: "success", title: said });
    throw new Redirect(paths.voices(assessmentId));
  }
  const { links, problems } = await linksOf(context, assessmentId, unmailed);
  context.unsavedForm.forget();
  const reply = { id: randomUUID(), links, problems, ...(said === "" ? {} : { sentence: said }) };
  if (left.length === 0) return [reply, { status: 200 }];
  const result = readAsk(form, list.roles, []).reply({ fieldErrors: { [ASK.lines]: messageFor(left) } });
  return [{ ...reply, result, wrong: left }, { status: said === "" ? 400 : 200 }];
}

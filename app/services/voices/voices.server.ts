/** The voices of an assessment, and how far each is (docs/rules/voices.md#asking). */

import { randomUUID } from "node:crypto";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { VoiceDeliveries } from "#model/contract/joining.ts";
import type { SecondRound } from "#model/contract/second-round.ts";
import type { VoiceLevels } from "#model/contract/voice-levels.ts";
import type { Voice, VoiceList, VoicesQuery } from "#model/contract/voices.ts";
import { formsOfAddress } from "#model/mail-address.ts";
import { pageOf } from "#model/paging.ts";
import { finds, SEARCH_MAX, searchWords } from "#model/search.ts";
import { type SheetLevels, VOICE_ROLE_MAX } from "#model/voices.ts";
import { counted } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { BadRequest, loadFor } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { failedForm } from "~/services/http/unsaved-form.server";
import { getAssessment, titleOf } from "~/services/upstream/assessments.server";
import { carryOut } from "~/services/upstream/carry-out.server";
import { hasExtension, requireExtension } from "~/services/upstream/extensions.server";
import { rightsOf } from "~/services/upstream/rights.server";
import { screensBeside } from "~/services/upstream/screens.server";
import { ignoreFault, isUpstreamFault, NotPermitted } from "~/services/upstream/upstream.server";
import { beginSecondRound, readSecondRound, secondOf, secondRoundView } from "~/services/voices/second-round.server";
import { morePaths } from "~/views/more-paths";
import { paths, type VoicesAddress } from "~/views/paths";
import type { CopiedLink, Reply } from "~/views/shell";
import {
  nameOfVoice,
  SECOND_ROUND_FORM,
  VOICE_FILTERS,
  VOICES_INTENTS,
  type VoiceFilter,
  type VoiceRow,
  type VoicesPage,
  type VoicesReply,
} from "~/views/voices";

/** How many voices a page shows. */
const PAGE = 50;

/**
 * An assessment whose voices the reader may see, which are those who may change it.
 * @throws NotFound where the upstream has no voices; NotPermitted for a viewer and an internal account; LoadFailure
 */
export async function openVoices(
  context: UserContext,
  assessmentId: Id,
): Promise<{ assessment: Assessment; readOnly: string | undefined }> {
  await requireExtension("voices");
  const assessment = await getAssessment(context.api, assessmentId);
  const { mayWrite, readOnly } = await rightsOf(context, assessment);
  if (!mayWrite) throw new NotPermitted({ href: paths.view(assessment.id), label: "Open it to read" });
  return { assessment, readOnly };
}

/** All voices of an assessment. @throws LoadFailure */
export const readVoices = (
  { api }: Pick<UserContext, "api">,
  { id }: Pick<Assessment, "id">,
  query: VoicesQuery = {},
): Promise<VoiceList> => loadFor("assessment", api.voices.list({ id, ...query }));

/**
 * The levels of what can be asked, and which voices are asked about some alone; undefined where the upstream has no such choice, or fails: nothing
 * of it is shown or changed then.
 * @throws SessionOver
 */
export const readLevels = async ({ api }: Pick<UserContext, "api">, { id }: Pick<Assessment, "id">): Promise<VoiceLevels | undefined> =>
  (await hasExtension("voice-levels")) ? api.voiceLevels.list({ id }).catch(ignoreFault) : undefined;

/** The levels that a voice is asked about; null for all. */
export const levelsFor = (levels: VoiceLevels | undefined, { id }: Pick<Voice, "id">): SheetLevels | null =>
  levels?.voices.find(({ voice }) => String(voice) === String(id))?.levels ?? null;

/** Where to choose what an assessment covers, if there is nothing to ask about yet; undefined where there is, or nothing can be changed. */
export const scopeToChoose = (assessment: Assessment, { places }: VoiceList, readOnly: string | undefined): string | undefined =>
  readOnly === undefined && places.length === 0 ? paths.step("scope", assessment.id, assessment.assessmentType) : undefined;

/** The part of the assessment that every screen about voices shows. @throws LoadFailure */
export const headOf = async (context: UserContext, assessment: Assessment) => ({
  assessment: { id: assessment.id, name: titleOf(assessment), scope: assessment.selectedScope ?? "Not provided" },
  screens: await screensBeside(context, assessment, "Voices"),
});

/** What an address asks for; what makes no sense is left out. */
function readAddress(query: URLSearchParams): VoicesAddress {
  const text = (name: keyof VoicesAddress, max: number) => query.get(name)?.trim().slice(0, max) || undefined;
  const state = text("state", 20);
  const address: VoicesAddress = {
    ...(state !== undefined && Object.hasOwn(VOICE_FILTERS, state) ? { state } : {}),
    ...{ role: text("role", VOICE_ROLE_MAX), q: text("q", SEARCH_MAX) },
    ...(/^[1-9]\d{0,4}$/.test(text("page", 10) ?? "") ? { page: text("page", 10) } : {}),
  } as VoicesAddress;
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));
}

const isBegun = ({ firstAnsweredAt }: Voice) => firstAnsweredAt !== null;

/** Which voices each filter finds. */
const FITS: Record<VoiceFilter, (voice: Voice) => boolean> = {
  waiting: (voice) => voice.state === "open" && !isBegun(voice),
  begun: (voice) => voice.state === "open" && isBegun(voice),
  done: ({ state, doneAt }) => state !== "takenBack" && doneAt !== null,
  closed: ({ state }) => state === "closed",
  takenBack: ({ state }) => state === "takenBack",
};

/** What a voice is called on screens. */
export const nameOf = ({ name, number }: Pick<Voice, "name" | "number">): string => name ?? nameOfVoice(number);
/** 'Voice 3', where it has a name too. */
export const calledOf = ({ name, number }: Pick<Voice, "name" | "number">) => (name === null ? undefined : nameOfVoice(number));

/**
 * What became of the mails to voices, the newest first; nothing where the upstream does not tell. Screens can do without.
 * @throws SessionOver
 */
export async function readVoiceMails({ api }: Pick<UserContext, "api">, { id }: Pick<Assessment, "id">): Promise<VoiceDeliveries["mails"]> {
  if (!(await hasExtension("joining"))) return [];
  return (await api.joining.voiceMails({ id }).catch(ignoreFault))?.mails ?? [];
}

/** Those to one voice. */
export const mailsTo = (mails: VoiceDeliveries["mails"], { id }: Pick<Voice, "id">) =>
  mails.filter(({ voice }) => String(voice) === String(id));

const rowOf = (assessmentId: Id, voice: Voice, mails: VoiceDeliveries["mails"], second: SecondRound | undefined): VoiceRow => {
  const [newest] = mailsTo(mails, voice);
  const { id, role, email, answered, total, firstAnsweredAt, lastAnsweredAt, doneAt, state, until } = voice;
  return {
    ...{ id, name: nameOf(voice), called: calledOf(voice), role, email, answered, total, firstAnsweredAt, lastAnsweredAt, doneAt },
    ...{ state, until, href: paths.voice(assessmentId, id) },
    refusedMail: state === "open" && newest?.state === "refused" ? newest : undefined,
    second: secondOf(second, voice),
  };
};

/** The voices that an address asks for, and the page of them. */
function narrowed(voices: readonly Voice[], { state, role, q, page }: VoicesAddress) {
  const words = searchWords(q ?? "");
  const fitting = voices.filter(
    (voice) =>
      (state === undefined || FITS[state as VoiceFilter](voice)) &&
      (role === undefined || voice.role === role) &&
      finds(words, [voice.name, nameOfVoice(voice.number), ...formsOfAddress(voice.email ?? "")].filter(Boolean).join(" ")),
  );
  return { fitting, ...pageOf(fitting, PAGE, Number(page ?? 1)) };
}

/** @throws NotFound where the upstream has no voices; NotPermitted for those who only read; LoadFailure */
export async function loadVoices(context: UserContext, assessmentId: Id, query: URLSearchParams): Promise<VoicesPage> {
  const { assessment, readOnly } = await openVoices(context, assessmentId);
  const [list, mails, second] = await Promise.all([
    readVoices(context, assessment, { without: "places" }),
    readVoiceMails(context, assessment),
    readSecondRound(context, assessment),
  ]);
  const { voices, roles, showInResults } = list;
  const scope = scopeToChoose(assessment, list, readOnly);
  const address = readAddress(query);
  const { fitting, page, pages, shown } = narrowed(voices, address);
  const { page: _page, ...filter } = address;
  const living = voices.filter(({ state }) => state !== "takenBack");
  const counts = {
    ...{ all: voices.length, fitting: fitting.length, open: living.filter(({ state }) => state === "open").length },
    ...{ begun: living.filter(isBegun).length, done: living.filter(({ doneAt }) => doneAt !== null).length },
  };
  const hasNames = voices.some(({ name, email, message }) => name !== null || email !== null || message !== "");
  const confirm = query.get("confirm");
  return {
    ...(await headOf(context, assessment)),
    readOnly,
    rows: shown.map((voice) => rowOf(assessment.id, voice, mails, second)),
    ...{ counts, page, pages, query: filter, isFiltered: Object.keys(filter).length > 0 },
    roles: [...new Set([...roles, ...voices.map(({ role }) => role)])],
    ...{ hasNames, showInResults },
    confirm:
      confirm === "close" && readOnly === undefined && counts.open > 0 ? "close" : confirm === "names" && hasNames ? "names" : undefined,
    ready: readOnly === undefined ? (second?.ready.length ?? 0) : 0,
    second: second && readOnly === undefined && confirm === SECOND_ROUND_FORM ? secondRoundView(voices, second) : undefined,
    links: {
      here: paths.voices(assessment.id),
      scope,
      ask: readOnly === undefined && scope === undefined ? morePaths.voicesAsk(assessment.id) : undefined,
      settings: morePaths.voicesSettings(assessment.id),
      differences: counts.begun > 0 ? paths.differences(assessment.id) : undefined,
    },
  };
}

/**
 * Does what one of the list's buttons asks for.
 * @returns the links of the voices that the address shows
 * @throws Redirect once it is done; NotFound, NotPermitted, LoadFailure, SessionOver
 */
export async function changeVoices(context: UserContext, assessmentId: Id, request: Request): Promise<Reply<VoicesReply>> {
  const { api } = context;
  const form = await readForm(request);
  const intent = form.get("intent");
  const { assessment } = await openVoices(context, assessmentId);
  const id = assessment.id;
  const back = paths.voices(id);
  const gone = "There is no such assessment any more.";
  const list = async () => (await api.voices.list({ id })).voices;
  if (intent === VOICES_INTENTS.close)
    return carryOut(context, {
      write: () => api.voices.closeAll({ id }),
      isDone: async () => (await list()).every(({ state }) => state !== "open"),
      success: { title: "All sheets were closed.", text: "A later last day opens one again." },
      ...{ gone, back },
    });
  if (intent === VOICES_INTENTS.names)
    return carryOut(context, {
      write: () => api.voices.forget({ id }),
      isDone: async () => (await list()).every(({ name, email }) => name === null && email === null),
      success: { title: "Names, addresses and messages were removed.", text: "Answers and comments stay. The links have ended." },
      ...{ gone, back },
    });
  if (intent === VOICES_INTENTS.second) {
    context.unsavedForm.keep(form);
    return beginSecondRound(context, assessment, form);
  }
  if (intent !== VOICES_INTENTS.links) throw new BadRequest();
  const { voices } = await readVoices(context, assessment, { without: "places" });
  const { shown } = narrowed(voices, readAddress(new URL(request.url).searchParams));
  const open = shown.filter((voice) => voice.state === "open" && voice.name !== null);
  return [{ id: randomUUID(), ...(await linksOf(context, id, open)) }, { status: 200 }];
}

/** The personal link of a voice. @throws UpstreamFault */
export async function linkOf(
  { api, origin }: Pick<UserContext, "api" | "origin">,
  assessmentId: Id,
  { id, ...voice }: Pick<Voice, "id" | "name" | "number">,
  renew = false,
): Promise<CopiedLink> {
  const { token } = await api.voices.link({ id: assessmentId, voiceId: id, body: { renew } });
  return { name: nameOf(voice), href: `${origin}${paths.voiceEntry(token)}` };
}

/** The links of several voices, in their order. @throws SessionOver */
export async function linksOf(
  { api, origin, requestId }: UserContext,
  assessmentId: Id,
  voices: readonly Pick<Voice, "id" | "name" | "number">[],
): Promise<Pick<VoicesReply, "links" | "problems">> {
  if (voices.length === 0) return { links: [], problems: [] };
  const names = new Map(voices.map((voice) => [String(voice.id), nameOf(voice)]));
  try {
    const { links } = await api.voices.links({ id: assessmentId, body: { voices: voices.map(({ id }) => id) } });
    const copied = links.map(({ voice, token }) => ({ name: names.get(String(voice)) ?? "", href: origin + paths.voiceEntry(token) }));
    return { links: copied, problems: [] };
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    const { messages } = failedForm(requestId, "links of voices", error);
    return { links: [], problems: [`${counted(voices.length, "link")} could not be made.`, ...messages] };
  }
}

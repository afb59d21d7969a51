/** What the client's own people say about an assessment (docs/rules/voices.md). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { VoiceAnswers, VoiceAnswersQuery, VoiceViews } from "#model/contract/voices.ts";
import { hasExtension } from "~/services/upstream/extensions.server";
import { mayChange } from "~/services/upstream/permissions.server";
import { nextTurn } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";

/** Whether voices may have said something. An upstream that does not tell may have some. */
const mayHaveVoices = async ({ hasVoices }: Pick<Assessment, "hasVoices">) => hasVoices !== false && (await hasExtension("voices"));

/**
 * Reads what voices say about the statements of an assessment. Undefined where the assessment or the upstream has no voices, and for people who only
 * read.
 * @param only this thread, practice or component, or no texts
 * @throws UpstreamFault, unless the caller lets a screen do without them
 */
export async function readVoiceAnswers(
  api: UserApi,
  assessment: Assessment,
  only: VoiceAnswersQuery = {},
): Promise<VoiceAnswers | undefined> {
  if (!mayChange(assessment) || !(await mayHaveVoices(assessment))) return undefined;
  return api.voices.answers({ id: assessment.id, ...only });
}

/** How many say what, as results may show it; undefined where the assessment or the upstream has no voices. @throws UpstreamFault */
export async function readVoiceViews(api: UserApi, assessment: Assessment): Promise<VoiceViews | undefined> {
  return (await mayHaveVoices(assessment)) ? api.voices.views({ id: assessment.id }) : undefined;
}

/**
 * The first texts for which there is room, and always the first one.
 * @param room for all of them together, in characters
 * @param lengthOf one of them, in characters
 */
export function withinRoom<T>(texts: readonly T[], room: number, lengthOf: (text: T) => number): T[] {
  let left = room;
  return texts.filter((text, index) => {
    left -= lengthOf(text);
    return index === 0 || left >= 0;
  });
}

/** The sheets of up to so many people are read at once. They have at most a million characters. */
const SHEETS_AT_ONCE = 25;

/**
 * Reads all that voices say, with its texts, in pieces of one or several places. Others have their turn in between, as two hundred full sheets are
 * eight million characters.
 * @param short the same without texts, of `readVoiceAnswers`
 * @throws UpstreamFault
 */
export async function* readVoiceTexts(api: UserApi, { id }: Assessment, short: VoiceAnswers | undefined): AsyncGenerator<VoiceAnswers> {
  const places = short?.places.filter((place) => place.asked > 0) ?? [];
  if (!short || places.length === 0) return;
  if (short.voices.length <= SHEETS_AT_ONCE) {
    yield await api.voices.answers({ id });
    return;
  }
  for (const { place } of places) {
    yield await api.voices.answers({ id, place });
    await nextTurn();
  }
}

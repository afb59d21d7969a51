/** What the client's own people say about an assessment (docs/rules/voices.md). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { VoiceAnswers, VoiceAnswersQuery, VoiceViews } from "#model/contract/voices.ts";
import { hasExtension } from "~/services/upstream/extensions.server";
import { mayChange } from "~/services/upstream/permissions.server";
import type { UserApi } from "~/services/upstream/user-api.server";

/** Whether voices may have said something. An upstream that does not tell may have some. */
const mayHaveVoices = async ({ hasVoices }: Pick<Assessment, "hasVoices">) => hasVoices !== false && (await hasExtension("voices"));

/**
 * Reads what voices say about the statements of an assessment. Undefined where the assessment or the upstream has no voices, and for people who only
 * read.
 * @param only this thread, practice or component, or no texts
 * @throws UpstreamFault, unless the caller lets a screen do without them
 */
export async function readVoiceAnswers(api: UserApi, found: Assessment, only: VoiceAnswersQuery = {}): Promise<VoiceAnswers | undefined> {
  if (!mayChange(found) || !(await mayHaveVoices(found))) return undefined;
  return api.voices.answers({ id: found.id, ...only });
}

/** How many say what, as results may show it; undefined where the assessment or the upstream has no voices. @throws UpstreamFault */
export async function readVoiceViews(api: UserApi, found: Assessment): Promise<VoiceViews | undefined> {
  return (await mayHaveVoices(found)) ? api.voices.views({ id: found.id }) : undefined;
}

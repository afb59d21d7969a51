/** What the client's own people say about an assessment (docs/rules/voices.md). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { VoiceAnswers, VoiceViews } from "#model/contract/voices.ts";
import { hasExtension } from "~/services/upstream/extensions.server";
import { mayChange } from "~/services/upstream/permissions.server";
import type { UserApi } from "~/services/upstream/user-api.server";

/**
 * Reads what voices say about the statements of an assessment; undefined where the upstream has none, and for those who only read.
 * @param place only this thread, practice or component
 * @throws UpstreamFault, unless the caller lets a screen do without them
 */
export async function readVoiceAnswers(api: UserApi, found: Assessment, place?: string): Promise<VoiceAnswers | undefined> {
  if (!mayChange(found) || !(await hasExtension("voices"))) return undefined;
  return api.voices.answers({ id: found.id, ...(place === undefined ? {} : { place }) });
}

/** How many say what, as results may show it; undefined where the upstream has no voices. @throws UpstreamFault */
export async function readVoiceViews(api: UserApi, found: Assessment): Promise<VoiceViews | undefined> {
  return (await hasExtension("voices")) ? api.voices.views({ id: found.id }) : undefined;
}

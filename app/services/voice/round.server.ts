/** Which round a sheet is in (docs/rules/voices.md#second-round). */
import type { VoiceRound } from "#model/contract/second-round.ts";
import type { RequestContext } from "~/services/context.server";
import { hasExtension } from "~/services/upstream/extensions.server";

/** The second round of the sheet; undefined in the first one, and where the upstream has no other. @throws UpstreamFault, SessionOver */
export async function readSecondRound({ api }: RequestContext): Promise<VoiceRound | undefined> {
  const round = (await hasExtension("second-round")) ? await api.voice.round() : undefined;
  return round?.second ? round : undefined;
}

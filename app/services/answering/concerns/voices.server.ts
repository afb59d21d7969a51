/** What voices say (docs/rules/voices.md#what-the-assessor-sees). */
import type { ConcernSource } from "~/services/answering/concerns/concern.server";
import { loadVoices, loadVoicesByPlace } from "~/services/answering/voices.server";
import { withTakenOver } from "~/views/answering/voices";

export const voices: ConcernSource<"voices"> = {
  asTyped: withTakenOver,
  async onQuestions({ context, assessment, place }) {
    const view = await loadVoices(context.api, assessment, place);
    return ({ statements }) => view(statements);
  },
  async rows({ context, assessment }) {
    const said = await loadVoicesByPlace(context.api, assessment);
    return { onPage: () => said.isAsked || undefined, inRow: ({ place }) => said.inRow(place) };
  },
};

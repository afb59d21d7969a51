/** What an upstream that knows the contract alone leaves out of its results, read by further calls of the contract. */
import type { Id } from "#model/contract/common.ts";
import type { ItilResults } from "#model/contract/itil.ts";
import type { P3m3Results } from "#model/contract/p3m3.ts";
import { type DescopedThread, descopedIn, type ResultsWithDescoped } from "~/services/results/sections/p3m3/descoped.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";

/** Adds the descoped threads, which the progress names too. */
export async function withDescoped(api: UserApi, assessmentId: Id, results: P3m3Results): Promise<ResultsWithDescoped> {
  if (results.descoped) return results;
  const progress = await api.assessments.progress({ id: assessmentId });
  const descoped: DescopedThread[] = "perspectivesProgress" in progress ? descopedIn(progress) : [];
  return { ...results, descoped };
}

/** Adds the notes of practices that have nothing to improve. One that cannot be read is left out, as on the questions screen. */
export async function withPracticeNotes(api: UserApi, assessmentId: Id, results: ItilResults): Promise<ItilResults> {
  if (results.notes.capability) return results;
  const others = results.capabilities.filter(({ id }) => !results.areasOfImprovement.some((area) => area.id === id));
  const capability = await Promise.all(
    others.map(async ({ id, name }) => {
      const note = await api.itil.notes.capability.get({ assessmentId, capabilityId: id }).catch(ignoreFault);
      return note === undefined ? [] : [{ capability: { id, name }, body: note.body }];
    }),
  );
  return { ...results, notes: { ...results.notes, capability: capability.flat() } };
}

/** Adds the decimals of perspectives, which the scores hold too. If they cannot be read, the whole scores take their place. */
export async function withDecimals<R extends Pick<P3m3Results, "perspectives">>(api: UserApi, assessmentId: Id, results: R): Promise<R> {
  if (results.perspectives.every(({ decimal }) => decimal !== undefined)) return results;
  const scores = await api.assessments.scores({ id: assessmentId }).catch(ignoreFault);
  if (!scores || !("perspectives" in scores)) return results;
  const decimals = new Map(scores.perspectives.map(({ id, score }) => [id, score]));
  const perspectives = results.perspectives.map((each) => ({ ...each, decimal: each.decimal ?? decimals.get(each.id) }));
  return { ...results, perspectives };
}

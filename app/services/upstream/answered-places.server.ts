import type { Assessment } from "#model/contract/assessments.ts";
import { placeOf } from "#model/contract/history.ts";
import { isComputed } from "#model/itil/explain.ts";
import { loadFor } from "~/services/faults.server";
import { getP3m3Progress, readItilProgress } from "~/services/upstream/assessments.server";
import type { UserApi } from "~/services/upstream/user-api.server";

/** The places that are answered in full; what is calculated is not answered by anybody. @throws LoadFailure */
export async function listAnsweredPlaces(api: UserApi, found: Assessment): Promise<ReadonlySet<string>> {
  if (found.assessmentType === "P3M3") {
    const { perspectivesProgress } = await getP3m3Progress(api, found.id);
    const idOf = (list: readonly { id: number; name: string }[] | null | undefined, item: { id?: number | undefined; name: string }) =>
      item.id ?? list?.find(({ name }) => name === item.name)?.id ?? 0;
    return new Set(
      perspectivesProgress.flatMap(({ id: perspectiveId, threads }) =>
        threads
          .filter(({ answered, descoped }) => answered && !descoped)
          .map((thread) => placeOf({ kind: "thread", perspectiveId, threadId: idOf(found.threads, thread) })),
      ),
    );
  }
  const { capabilityProgress, maturityProgress } = await loadFor("assessment", readItilProgress(api, found.id));
  return new Set([
    ...capabilityProgress.filter(({ complete }) => complete).map(({ id }) => placeOf({ kind: "capability", id })),
    ...maturityProgress.filter((item) => item.complete && !isComputed(item)).map(({ id }) => placeOf({ kind: "maturity", id })),
  ]);
}

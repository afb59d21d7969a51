/** The threads that a P3M3 result leaves out, with the reasons that were given (docs/rules/descoping.md#the-reason). */
import type { P3m3Progress, P3m3Results } from "#model/contract/p3m3.ts";
import { textCell, threadPlace } from "~/services/results/blocks/cells.server";
import { tableOf } from "~/services/results/blocks/columns.server";
import { section } from "~/services/results/blocks/section.server";
import { FINDINGS } from "~/views/action-links";
import type { ResultSection } from "~/views/result";

type Descoped = NonNullable<P3m3Results["descoped"]>[number];
/** The reason is empty when nobody gave one, and absent where the upstream keeps none. */
export type DescopedThread = Omit<Descoped, "reason"> & Partial<Descoped>;

/** The results as they are reported: with all descoped threads, also where the upstream keeps no reasons. */
export type ResultsWithDescoped = Omit<P3m3Results, "descoped"> & { descoped?: DescopedThread[] | undefined };

/** The descoped threads that the progress names, for an upstream that keeps no reasons. */
export function descopedIn({ perspectivesProgress }: P3m3Progress): DescopedThread[] {
  return perspectivesProgress.flatMap(({ id, name, threads }) =>
    threads
      .filter(({ descoped }) => descoped)
      .map((thread) => ({ perspective: { id, name }, thread: { id: thread.id ?? 0, name: thread.name } })),
  );
}

/** The text in place of a missing reason. */
const NO_REASON = "No reason was given.";

/** A client's report says in sentences what became of so many threads, and has a table of more. */
const IN_SENTENCES = 5;

/** What became of threads that were descoped, as cells and the scope say it. */
export function descopedVerb(descoped: readonly { reason?: string | null | undefined }[]): string {
  const isOne = descoped.length === 1;
  if (descoped.every(({ reason }) => reason)) return isOne ? "does not apply" : "do not apply";
  return isOne ? "was left out" : "were left out";
}

/** The table of all descoped threads, each with its reason; no section where nothing was descoped. */
export function descopedSections({ results: { descoped = [] } }: { results: ResultsWithDescoped }): ResultSection[] {
  if (descoped.length === 0) return [];
  const title = "Descoped threads";
  const keepsReasons = descoped.some(({ reason }) => reason !== undefined);
  const table = tableOf<DescopedThread>({
    id: "descoped-threads",
    title,
    columns: [
      { title: "Perspective", kind: "text", cell: ({ perspective }) => textCell(perspective.name) },
      {
        title: "Thread",
        kind: "text",
        names: true,
        cell: (each) => ({
          text: each.thread.name,
          of: each.perspective.name,
          begins: { of: FINDINGS.descoped, places: [threadPlace(each.perspective.id, each.thread.id)] },
        }),
      },
      ...(keepsReasons
        ? [{ title: "Reason", kind: "text", wide: true, cell: ({ reason }: DescopedThread) => textCell(reason || NO_REASON) } as const]
        : []),
    ],
    rows: descoped,
  });
  const sentence =
    descoped.length === 1
      ? "This thread was left out of the assessment and counts in no score."
      : "These threads were left out of the assessment and count in no score.";
  const reasons = descoped.map(
    ({ perspective, thread, reason }) =>
      `${thread.name} in ${perspective.name} ${descopedVerb([{ reason }])} and counts in no score${reason ? `: ${reason.trim().replace(/\.?$/, ".")}` : "."}`,
  );
  return [
    section("descoped", title, [sentence], [table], {
      forClients: descoped.length <= IN_SENTENCES ? { chapter: "scope", instead: { text: reasons, exhibits: [] } } : { chapter: "own" },
    }),
  ];
}

import { placeOf } from "#model/contract/history.ts";
import type { P3m3Overview } from "#model/contract/overview.ts";
import type { AssessmentRow } from "../access.ts";
import { readFlagsAndEvidence } from "../flags-and-evidence.ts";
import { notesByPlace } from "../notes.ts";
import { answeredPart, versionsByPlace } from "../versions.ts";
import type { Work } from "../work.ts";
import { describeThread, marksOf, threadParts, threadsWithContent } from "./questions.ts";
import { listThreads } from "./threads.ts";

/** Everything about the threads of an assessment, with one query for each table. @param perspectiveIds only these */
export async function p3m3Overview(work: Work, row: AssessmentRow, perspectiveIds?: readonly number[]): Promise<P3m3Overview> {
  const content = await work.catalogue.getP3m3(work.db, row.pack_seq);
  const places = threadsWithContent(row, content)
    .filter(({ perspective }) => perspectiveIds?.includes(perspective.id) ?? true)
    .map((item) => ({ ...item, subject: { kind: "thread", perspectiveId: item.perspective.id, threadId: item.thread.id } as const }));
  // Versions come before what they are versions of: see `versionsOf`.
  const versions = await versionsByPlace(
    work.db,
    places.flatMap(({ subject }) => [
      ...threadParts(row.id, subject.perspectiveId, subject.threadId),
      answeredPart("note", row.id, subject),
    ]),
  );
  const threads = new Map(
    (await listThreads(work.db, [row.id])).map((stored) => [placeOf({ kind: "thread", ...stored }), stored] as const),
  );
  const marks = await marksOf(work.db, row.id);
  const notes = await notesByPlace(work, row);
  const { flags, evidence } = await readFlagsAndEvidence(work.db, row.id);
  return {
    assessmentType: "P3M3",
    threads: places.map((item) => {
      const place = placeOf(item.subject);
      const { note, ...others } = versions.get(place) ?? {};
      const stored = threads.get(place);
      return {
        perspective: item.perspective,
        thread: item.thread,
        descoped: stored?.descoped ?? false,
        questions: describeThread(item, { thread: stored, marks, flagged: flags.has(place), versions: others }),
        note: { body: notes.get(place) ?? "", versions: { note } },
        evidence: evidence.get(place) ?? 0,
      };
    }),
  };
}

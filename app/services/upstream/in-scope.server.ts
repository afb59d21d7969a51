/** What of an assessment is answered: threads, practices and components, with names and addresses. */
import type { Assessment } from "#model/contract/assessments.ts";
import { placeOf, type Subject } from "#model/contract/history.ts";
import { type AnsweringPaths, paths } from "~/views/paths";

/** A thread, practice or component in scope, with its name and addresses. */
export interface InScope {
  subject: Subject;
  place: string;
  group: string;
  label: string;
  name: string;
  /** Of perspective and thread, or of the practice or component. */
  codes: readonly string[];
  to: string;
}

/** The answerable parts of an assessment, in the order of its scope. @param at to edit, or to view */
export function listInScope(found: Assessment, at: AnsweringPaths = paths): InScope[] {
  if (found.assessmentType === "P3M3")
    return (found.perspectives ?? []).flatMap((perspective) =>
      (found.threads ?? []).map((thread) => {
        const subject: Subject = { kind: "thread", perspectiveId: perspective.id, threadId: thread.id };
        return {
          subject,
          place: placeOf(subject),
          group: perspective.name,
          label: thread.name,
          name: `${perspective.name} / ${thread.name}`,
          codes: [perspective.code, thread.code],
          to: at.questions(found.id, perspective.code, thread.code),
        };
      }),
    );
  const item = (kind: "capability" | "maturity", group: string) => (each: { id: number; code: string; name: string }) => ({
    subject: { kind, id: each.id },
    place: placeOf({ kind, id: each.id }),
    group,
    label: each.name,
    name: each.name,
    codes: [each.code],
    to: at.practiceQuestions(found.id, each.code),
  });
  return [
    ...(found.capabilities ?? []).map(item("capability", "Practices")),
    ...(found.maturities ?? []).filter(({ isSelected }) => isSelected).map(item("maturity", "Maturity components")),
  ];
}

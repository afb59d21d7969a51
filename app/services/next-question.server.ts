/** Where answering goes on (design rules, "Both": row actions). */
import type { Id } from "#model/contract/common.ts";
import { paths } from "~/paths";
import { getAssessment, getP3M3Progress } from "~/services/assessments.server";
import { hasScope } from "~/services/wizard.server";
import type { AppContext } from "~/sessions.server";

/** The address of the first thread that is neither answered nor descoped, else of the summary; the set-up where there is no scope yet. */
export async function nextToAnswer(context: AppContext, assessmentId: Id): Promise<string> {
  const found = await getAssessment(context, assessmentId);
  if (!hasScope(found)) return paths.step("scope", found.id, found.assessmentType);
  if (found.assessmentType === "ITIL") {
    const open = found.capabilities?.find(({ answeredQuestions, totalQuestions }) => answeredQuestions < totalQuestions);
    return open ? paths.practiceQuestions(found.id, open.code) : paths.summary(found.id, "ITIL");
  }
  const { perspectivesProgress } = await getP3M3Progress(context, assessmentId);
  const [first] = perspectivesProgress.flatMap((perspective) =>
    perspective.threads.filter((thread) => !thread.answered && !thread.descoped).map((thread) => ({ perspective, thread })),
  );
  const codes = {
    perspective: first?.perspective.code ?? codeOf(found.perspectives, first?.perspective.id),
    thread: first?.thread.code ?? codeOf(found.threads, first?.thread.id),
  };
  return codes.perspective && codes.thread
    ? paths.questions(found.id, codes.perspective, codes.thread)
    : paths.summary(found.id, found.assessmentType);
}

function codeOf(items: readonly { id: number; code: string }[] | undefined, id: number | undefined): string | undefined {
  return items?.find((item) => item.id === id)?.code;
}

/** What the workbook of answers says of voices: counts, never a name (docs/rules/workbook.md#voices). */
import type { Assessment } from "#model/contract/assessments.ts";
import { CANNOT_TELL, countsInWords, countsOf, optionKey } from "#model/voices.ts";
import { counted } from "#model/words.ts";
import { isAsked } from "~/services/answering/voices.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { readVoiceAnswers } from "~/services/upstream/voices.server";
import type { WorkbookRows } from "~/views/answering/workbook";

/** The column of voices: how many say what, for each row of a block. */
export type VoicesColumn = (block: WorkbookRows) => string[];

/** Reads what the column says; undefined without voices, for those who only read, and where the upstream fails. */
export async function voicesColumn(api: UserApi, assessment: Assessment): Promise<VoicesColumn | undefined> {
  const answers = await readVoiceAnswers(api, assessment, { without: "texts" }).catch(ignoreFault);
  if (!isAsked(answers)) return undefined;
  const places = new Map(answers?.places.map(({ place, statements }) => [place, statements]));
  return ({ place, kind, questions, options }) => {
    const statements = places.get(place) ?? [];
    const saidOf = (id: number) => statements.find(({ questionId }) => questionId === id);
    if (kind !== "component")
      return questions.map(({ id }) => {
        const statement = saidOf(id);
        return statement ? countsInWords(statement.choices, countsOf(statement.said)) : "";
      });
    const statement = saidOf(questions[0]?.id ?? 0);
    const counts = countsOf(statement?.said ?? []);
    return options.map(({ level }, index) => {
      const chosen = level === undefined ? undefined : counts[optionKey({ level })];
      // The options of a component share what nobody could tell.
      const unsure = index === 0 && statement ? countsInWords([], { [CANNOT_TELL]: counts[CANNOT_TELL] ?? 0 }) : "";
      return [chosen ? counted(chosen, "voice") : "", unsure].filter(Boolean).join(", ");
    });
  };
}

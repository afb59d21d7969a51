/** What P3M3 assessments are where they are answered as a whole. */
import type { P3m3Assessment } from "#model/contract/assessments.ts";
import { placeOf } from "#model/contract/history.ts";
import type { P3m3Overview } from "#model/contract/overview.ts";
import { groupBy } from "#model/group-by.ts";
import { LEVEL_MEANINGS, LEVEL_NAMES, LEVELS, type Level } from "#model/p3m3/catalogue.ts";
import { type AnsweringModel, codeIn, type Item, noteIn } from "~/services/answering/answering-model.server";
import { readItemChange, saveItem } from "~/services/answering/items/save-item.server";
import { getThread, threadItem } from "~/services/answering/p3m3/item.server";
import { storedAnswers } from "~/services/answering/p3m3/questions.server";
import { p3m3ProgressView } from "~/services/answering/progress-view.server";
import { sentWith } from "~/services/saving/posted-form.server";
import { getP3m3Progress, readP3m3Progress } from "~/services/upstream/p3m3-assessments.server";
import { plainTextOf } from "~/services/upstream/rich-text.server";
import { paths } from "~/views/paths";

const DESCOPED = "Descoped, so it is not answered. Rescope it on its own screen first.";

export const p3m3Answering: AnsweringModel<P3m3Assessment, P3m3Overview> = {
  async save(context, store, assessmentId, [perspectiveCode = "", threadCode = ""], change, sent) {
    const thread = await getThread(store, { assessmentId, perspectiveCode, threadCode });
    return saveItem(context, threadItem(store, thread), change, sent);
  },

  async savePosted(context, store, { assessmentId = "", perspectiveCode = "", threadCode = "" }, posted) {
    const item = threadItem(store, await getThread(store, { assessmentId, perspectiveCode, threadCode }));
    return saveItem(context, item, readItemChange(posted, item.form), sentWith(posted));
  },

  readProgress: async (api, assessment, at) => p3m3ProgressView(assessment, await readP3m3Progress(api, assessment.id), at),

  async listToAnswer(api, assessment, at) {
    const { groups } = p3m3ProgressView(assessment, await getP3m3Progress(api, assessment.id), at);
    return groups.flatMap((group) =>
      group.items.map(({ code, state, href }) => ({
        href,
        isOpen: state !== "answered" && state !== "descoped",
        isAnswered: state === "answered",
        codes: [group.code, code],
      })),
    );
  },

  gridOf: async (_api, { id }, [perspective = "", thread], at) => at.grid(id, perspective, thread),

  listSearched(assessment, { threads }, at) {
    return threads.map(({ perspective, thread, questions, note }) => ({
      name: `${perspective.name} – ${thread.name}`,
      place: placeOf({ kind: "thread", perspectiveId: perspective.id, threadId: thread.id }),
      href: at.questions(assessment.id, codeIn(assessment.perspectives, perspective.id), codeIn(assessment.threads, thread.id)),
      texts: [
        ...questions
          .toSorted((a, b) => a.level - b.level)
          .flatMap(({ id, level, statement, diagnostics }) => [
            { kind: "Statement" as const, level, text: plainTextOf(statement), anchor: `level-${level}`, statementOf: id },
            ...diagnostics.map((each) => ({
              kind: "Diagnostic" as const,
              level,
              text: plainTextOf(each.statement),
              anchor: `diagnostic-${each.id}`,
            })),
          ]),
        noteIn(note),
      ],
    }));
  },

  listItems(assessment, { threads }) {
    const itemOf = ({ perspective, thread, descoped, questions, note }: P3m3Overview["threads"][number]): Item => {
      const inOrder = questions.toSorted((a, b) => a.level - b.level);
      const place = [codeIn(assessment.perspectives, perspective.id), codeIn(assessment.threads, thread.id)] as const;
      return {
        place: placeOf({ kind: "thread", perspectiveId: perspective.id, threadId: thread.id }),
        name: thread.name,
        kind: "thread",
        questions: inOrder.map(({ id, level, statement }) => ({ id, level, text: statement })),
        words: inOrder.map(({ level, statement, hint }) => ({
          label: `${level} ${LEVEL_NAMES[level as Level]}`,
          statement: plainTextOf(statement),
          hint: hint === undefined ? "" : plainTextOf(hint),
        })),
        options: [],
        optionStatements: [],
        closed: descoped ? DESCOPED : undefined,
        answers: storedAnswers(questions),
        note: note.body,
        href: paths.questions(assessment.id, ...place),
        codes: [...place],
        recorded: inOrder.map(({ id }) => id),
        versions: { answers: questions[0]?.versions?.answers, note: note.versions?.note },
      };
    };
    const groups = groupBy(threads, ({ perspective }) => perspective.id);
    return [...groups.values()].map((all) => ({ name: all[0]?.perspective.name ?? "", items: all.map(itemOf) }));
  },

  workbookFacts: ({ selectedLevel }) => (selectedLevel ? [{ label: "Selected level", value: String(selectedLevel) }] : []),
  levels: LEVELS.map((level) => `Level ${level} ${LEVEL_NAMES[level]}: ${LEVEL_MEANINGS[level]}`),
};

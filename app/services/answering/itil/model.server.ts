/** What ITIL assessments are where they are answered as a whole. */
import type { ItilAssessment } from "#model/contract/assessments.ts";
import { placeOf } from "#model/contract/history.ts";
import type { ItilOverview } from "#model/contract/overview.ts";
import { groupBy } from "#model/group-by.ts";
import { COMPONENTS, PRACTICE_GROUPS, PRACTICES } from "#model/itil/catalogue.ts";
import { isComputed } from "#model/itil/explain.ts";
import { type AnsweringModel, codeIn, type Item, noteIn } from "~/services/answering/answering-model.server";
import { readItemChange, saveItem } from "~/services/answering/items/save-item.server";
import { getItilItem } from "~/services/answering/itil/item.server";
import { listPracticeGroups, storedLetters, storedOption } from "~/services/answering/itil/questions.server";
import { itilProgressView } from "~/services/answering/progress-view.server";
import { sentWith } from "~/services/saving/posted-form.server";
import { readItilProgress } from "~/services/upstream/itil-assessments.server";
import { plainTextOf } from "~/services/upstream/rich-text.server";
import { paths } from "~/views/paths";

const COMPUTED = "Computed from the practices, so it cannot be answered.";

/** What the group of a practice is called. */
const groupName = (practiceCode: string): string => {
  const practice = PRACTICES.find(({ code }) => code === practiceCode);
  return PRACTICE_GROUPS.find(({ group }) => group === practice?.group)?.name ?? "Practices";
};

export const itilAnswering: AnsweringModel<ItilAssessment, ItilOverview> = {
  async save(context, store, assessmentId, [practiceCode = ""], change, sent) {
    return saveItem(context, await getItilItem(store, { assessmentId, practiceCode }), change, sent);
  },

  async savePosted(context, store, { assessmentId = "", practiceCode = "" }, posted) {
    const item = await getItilItem(store, { assessmentId, practiceCode });
    return saveItem(context, item, readItemChange(posted, item.form), sentWith(posted));
  },

  async readProgress(api, assessment, at) {
    return itilProgressView(assessment, await readItilProgress(api, assessment.id), await listPracticeGroups(api), at);
  },

  async listToAnswer(_api, { id, capabilities = [], maturities = [] }, at) {
    const components = maturities.filter((component) => component.isSelected && !isComputed(component));
    return [...capabilities, ...components].map(({ code, answeredQuestions, totalQuestions }) => ({
      href: at.practiceQuestions(id, code),
      isOpen: answeredQuestions < totalQuestions,
      isAnswered: answeredQuestions > 0,
      codes: [code],
    }));
  },

  async gridOf(api, { id, capabilities = [] }, [code], at) {
    const practice = capabilities.find((each) => each.code === code) ?? capabilities[0];
    if (!practice) return undefined;
    const group = (await listPracticeGroups(api)).find((each) => each.id === practice.id)?.group;
    return at.practiceGrid(id, group ?? "practices", practice.code);
  },

  listSearched(assessment, { capabilities, maturities }, at) {
    return [
      ...capabilities.map(({ capability, questions, note }) => ({
        name: capability.name,
        place: placeOf({ kind: "capability", id: capability.id }),
        href: at.practiceQuestions(assessment.id, codeIn(assessment.capabilities, capability.id)),
        texts: [
          ...questions
            .toSorted((a, b) => a.level - b.level)
            .map(({ id, level, statement }) => ({
              kind: "Criterion" as const,
              level,
              text: plainTextOf(statement),
              anchor: `level-${level}`,
              statementOf: id,
            })),
          noteIn(note),
        ],
      })),
      ...maturities.map(({ maturity, question, note }) => ({
        name: maturity.name,
        place: placeOf({ kind: "maturity", id: maturity.id }),
        href: at.practiceQuestions(assessment.id, codeIn(assessment.maturities, maturity.id)),
        texts: [
          ...question.options.map(({ id, level, statement }) => ({
            kind: "Option" as const,
            level,
            text: plainTextOf(statement),
            anchor: `option-${id}`,
            statementOf: id,
          })),
          noteIn(note),
        ],
      })),
    ];
  },

  listItems(assessment, { capabilities, maturities }) {
    const practices = capabilities.map(({ capability, questions, note }): Item => {
      const code = codeIn(assessment.capabilities, capability.id);
      const inOrder = questions.toSorted((a, b) => a.level - b.level);
      return {
        place: placeOf({ kind: "capability", id: capability.id }),
        name: capability.name,
        kind: "practice",
        questions: inOrder.map(({ id, level, statement }) => ({ id, level, text: statement })),
        words: inOrder.map(({ level, code, statement, hint, psf }) => ({
          label: `${level} ${code}`,
          statement: psf === undefined ? plainTextOf(statement) : `${plainTextOf(statement)}\n(${psf})`,
          hint: hint === undefined ? "" : plainTextOf(hint),
        })),
        options: [],
        optionStatements: [],
        answers: storedLetters(inOrder),
        note: note.body,
        href: paths.practiceQuestions(assessment.id, code),
        codes: [code],
        recorded: questions.map(({ id }) => id),
        versions: { answers: questions[0]?.versions?.answers, note: note.versions?.note },
      };
    });
    const components = maturities.map(({ maturity, question, note }): Item => {
      const { code } = question;
      const isComputed = question.computed ?? COMPONENTS.some((component) => component.code === code && component.computed);
      return {
        place: placeOf({ kind: "maturity", id: maturity.id }),
        name: maturity.name,
        kind: "component",
        questions: [{ id: question.id, level: 0, text: "" }],
        words: [],
        options: question.options.map(({ id, level, name }) => ({ id, level, name })),
        optionStatements: question.options.map(({ statement }) => plainTextOf(statement)),
        closed: isComputed ? COMPUTED : undefined,
        answers: storedOption(question),
        note: note.body,
        href: paths.practiceQuestions(assessment.id, codeIn(assessment.maturities, maturity.id) || code),
        codes: [codeIn(assessment.maturities, maturity.id) || code],
        recorded: [question.id],
        versions: { answers: question.versions?.answers, note: note.versions?.note },
      };
    });
    const groups = [...groupBy(practices, ({ codes: [code = ""] }) => groupName(code))].map(([name, items]) => ({ name, items }));
    return [...groups, ...(components.length > 0 ? [{ name: "Maturity components", items: components }] : [])];
  },

  workbookFacts: () => [],
  levels: [],
};

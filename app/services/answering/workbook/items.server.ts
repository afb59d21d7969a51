/** An assessment as the rows of its workbook, to write a workbook and to compare one that comes back. */
import type { Assessment, ItilAssessment, P3m3Assessment } from "#model/contract/assessments.ts";
import { placeOf } from "#model/contract/history.ts";
import type { ItilOverview, Overview, P3m3Overview } from "#model/contract/overview.ts";
import { howToRate, SCALE_SOURCE } from "#model/how-to-rate.ts";
import { COMPONENTS, PRACTICES } from "#model/itil/catalogue.ts";
import { type PracticeSelection, toPracticeLetters } from "#model/itil/gate.ts";
import { LEVEL_MEANINGS, LEVEL_NAMES, LEVELS, type Level } from "#model/p3m3/catalogue.ts";
import { toThreadLetters } from "#model/p3m3/gate.ts";
import { storedSelections } from "~/services/answering/p3m3/questions.server";
import { loadFor } from "~/services/faults.server";
import { withRichTexts, wordsOf } from "~/services/upstream/rich-text.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { AnswersWorkbook, WorkbookRows } from "~/views/answering/workbook";
import { paths } from "~/views/paths";

/** A thread, practice or component with where its questions are. */
export interface Item extends WorkbookRows {
  href: string;
  /** Where it is answered: codes of perspective and thread, or of the practice or component. */
  codes: string[];
  /** The versions of its parts (extension `versions`). */
  versions: { answers?: number | undefined; note?: number | undefined };
}

export interface ItemGroup {
  name: string;
  items: Item[];
}

/** Everything that can be answered, in the groups that become sheets. @throws LoadFailure, SessionOver */
export async function loadItems(api: UserApi, found: Assessment): Promise<ItemGroup[]> {
  const overview: Overview = await loadFor("assessment", api.assessments.overview({ id: found.id }).then(withRichTexts));
  if (found.assessmentType === "P3M3") return overview.assessmentType === "P3M3" ? threadGroups(found, overview) : [];
  return overview.assessmentType === "ITIL" ? itilGroups(found, overview) : [];
}

const DESCOPED = "Descoped, so it is not answered. Rescope it on its own screen first.";
const COMPUTED = "Computed from the practices, so it cannot be answered.";

function threadGroups(found: P3m3Assessment, { threads }: P3m3Overview): ItemGroup[] {
  const codes = (list: readonly { id: number; code: string }[] | undefined) => new Map(list?.map(({ id, code }) => [id, code]));
  const [perspectiveCodes, threadCodes] = [codes(found.perspectives), codes(found.threads)];
  const groups = new Map<number, ItemGroup>();
  for (const { perspective, thread, descoped, questions, note } of threads) {
    const group = groups.get(perspective.id) ?? { name: perspective.name, items: [] };
    groups.set(perspective.id, group);
    const inOrder = questions.toSorted((a, b) => a.level - b.level);
    const place = [perspectiveCodes.get(perspective.id) ?? "", threadCodes.get(thread.id) ?? ""] as const;
    group.items.push({
      place: placeOf({ kind: "thread", perspectiveId: perspective.id, threadId: thread.id }),
      name: thread.name,
      kind: "thread",
      questions: inOrder.map(({ id, level, statement }) => ({ id, level, text: statement })),
      words: inOrder.map(({ level, statement, hint }) => ({
        label: `${level} ${LEVEL_NAMES[level as Level]}`,
        statement: wordsOf(statement),
        hint: hint === undefined ? "" : wordsOf(hint),
      })),
      options: [],
      optionStatements: [],
      ...(descoped ? { closed: DESCOPED } : {}),
      answers: toThreadLetters(storedSelections(questions)),
      note: note.body,
      href: paths.questions(found.id, ...place),
      codes: [...place],
      versions: { answers: questions[0]?.versions?.answers, note: note.versions?.note },
    });
  }
  return [...groups.values()];
}

const GROUPS = {
  general: "General management",
  service: "Service management",
  technical: "Technical management",
  other: "Practices",
} as const;

function itilGroups(found: ItilAssessment, { capabilities, maturities }: ItilOverview): ItemGroup[] {
  const codeIn = (list: readonly { id: number; code: string }[] | undefined, id: number) =>
    list?.find((item) => item.id === id)?.code ?? "";
  const groups = new Map<string, ItemGroup>();
  for (const { capability, questions, note } of capabilities) {
    const code = codeIn(found.capabilities, capability.id);
    const name = GROUPS[PRACTICES.find((practice) => practice.code === code)?.group ?? "other"];
    const group = groups.get(name) ?? { name, items: [] };
    groups.set(name, group);
    const inOrder = questions.toSorted((a, b) => a.level - b.level);
    group.items.push({
      place: placeOf({ kind: "capability", id: capability.id }),
      name: capability.name,
      kind: "practice",
      questions: inOrder.map(({ id, level, statement }) => ({ id, level, text: statement })),
      words: inOrder.map(({ level, code, statement, hint, psf }) => ({
        label: `${level} ${code}`,
        statement: psf === undefined ? wordsOf(statement) : `${wordsOf(statement)}\n(${psf})`,
        hint: hint === undefined ? "" : wordsOf(hint),
      })),
      options: [],
      optionStatements: [],
      answers: toPracticeLetters(inOrder.map(({ answer }): PracticeSelection => answer?.selection ?? "N/A")),
      note: note.body,
      href: paths.practiceQuestions(found.id, code),
      codes: [code],
      versions: { answers: questions[0]?.versions?.answers, note: note.versions?.note },
    });
  }
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
      optionStatements: question.options.map(({ statement }) => wordsOf(statement)),
      ...(isComputed ? { closed: COMPUTED } : {}),
      answers: question.answer === null ? "" : String(question.answer.optionId),
      note: note.body,
      href: paths.practiceQuestions(found.id, codeIn(found.maturities, maturity.id) || code),
      codes: [codeIn(found.maturities, maturity.id) || code],
      versions: { answers: question.versions?.answers, note: note.versions?.note },
    };
  });
  return [...groups.values(), ...(components.length > 0 ? [{ name: "Maturity components", items: components }] : [])];
}

/**
 * The content of an assessment's workbook.
 * @param evidence by place; undefined where the upstream keeps none
 * @param downloaded the present moment
 */
export function workbookContent(
  found: Assessment,
  groups: readonly ItemGroup[],
  evidence: ReadonlyMap<string, string> | undefined,
  downloaded: Date,
): AnswersWorkbook {
  const { assessmentType: model } = found;
  return {
    assessmentId: String(found.id),
    name: found.name ?? "Not provided",
    model,
    facts: [
      { label: "Organization", value: found.organization?.name ?? "Not provided" },
      { label: "Model and scope", value: [model, found.selectedScope ?? ""].join(" ").trim() },
      ...(found.assessmentType === "P3M3" && found.selectedLevel ? [{ label: "Selected level", value: String(found.selectedLevel) }] : []),
    ],
    groups: groups.map(({ name, items }) => ({
      name,
      items: items.map((item) => (evidence ? { ...item, evidence: evidence.get(item.place) ?? "" } : item)),
    })),
    howToRate: [
      ...howToRate(model),
      ...(groups.some(({ items }) => items.some(isComponent)) ? howToRate("component").slice(0, 1) : []),
      SCALE_SOURCE,
    ],
    levels: model === "P3M3" ? LEVELS.map((level) => `Level ${level} ${LEVEL_NAMES[level]}: ${LEVEL_MEANINGS[level]}`) : [],
    downloaded: downloaded.toISOString(),
  };
}

const isComponent = ({ kind }: Item) => kind === "component";

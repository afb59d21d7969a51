/** What a draft says about what is still to answer (docs/rules/results-and-files.md#drafts). */

import type { ItilAssessment, P3m3Assessment } from "#model/contract/assessments.ts";
import type { ItilProgress, ItilProgressItem } from "#model/contract/itil.ts";
import type { P3m3Progress } from "#model/contract/p3m3.ts";
import { isComputed } from "#model/itil/explain.ts";
import { PRIMARY } from "#model/itil/scope.ts";
import { threadState } from "#model/p3m3/progress.ts";
import { counted } from "#model/words.ts";
import { type SharedColumn, sheetOf, tableOf, textColumn } from "~/services/results/blocks/columns.server";
import { section } from "~/services/results/blocks/section.server";
import { identify } from "~/services/upstream/p3m3-assessments.server";
import type { AnsweringPaths } from "~/views/paths";
import type { Result, ResultSection, Sheet } from "~/views/result";

/** A thread, practice or component that is not answered. */
interface OpenItem {
  group: string;
  name: string;
  started: boolean;
  /** Where it is answered or, for those who may only read it, shown. */
  href: string;
}

/** A perspective, the practices of a rank, or the components. */
export interface ToDoGroup {
  /** Part of the address of its image. */
  code: string;
  name: string;
  /** How many there are to answer in all. */
  total: number;
  open: OpenItem[];
}

/** The threads that are neither answered nor descoped, by perspective. */
export function p3m3ToDo(assessment: P3m3Assessment, { perspectivesProgress }: P3m3Progress, at: AnsweringPaths): ToDoGroup[] {
  return perspectivesProgress.map((perspective) => {
    const { code } = identify(assessment.perspectives, perspective);
    const threads = perspective.threads
      .map((thread) => ({ thread, state: threadState(thread) }))
      .filter(({ state }) => state !== "descoped");
    return {
      code,
      name: perspective.name,
      total: threads.length,
      open: threads.flatMap(({ thread, state }) => {
        if (state === "answered") return [];
        const href = at.questions(assessment.id, code, identify(assessment.threads, thread).code);
        return [{ group: perspective.name, name: thread.name, started: state === "started", href }];
      }),
    };
  });
}

/** The practices and components that are not complete. Computed components follow from practices, so nobody answers them. */
export function itilToDo(
  assessment: ItilAssessment,
  { capabilityProgress, maturityProgress }: ItilProgress,
  at: AnsweringPaths,
): ToDoGroup[] {
  const groups: [code: string, name: string, items: ItilProgressItem[]][] = [
    ["primary", "Primary capabilities", capabilityProgress.filter(({ mode }) => mode === PRIMARY)],
    ["supporting", "Supporting capabilities", capabilityProgress.filter(({ mode }) => mode !== PRIMARY)],
    ["components", "Maturity components", maturityProgress.filter((component) => !isComputed(component))],
  ];
  return groups
    .filter(([, , items]) => items.length > 0)
    .map(([code, group, items]) => ({
      code,
      name: group,
      total: items.length,
      open: items
        .filter(({ complete }) => !complete)
        .map(({ code, name, started }) => ({ group, name, started, href: at.practiceQuestions(assessment.id, code) })),
    }));
}

/** How many are still to answer, and how many there are in all. */
export const countToDo = (groups: readonly ToDoGroup[]) => ({
  open: groups.reduce((sum, { open }) => sum + open.length, 0),
  total: groups.reduce((sum, { total }) => sum + total, 0),
});

/** Tells whether something is still to answer, by its name and, for a thread, that of its perspective. */
export function isOpenIn(groups: readonly ToDoGroup[]): (name: string, perspective?: string) => boolean {
  const open = groups.flatMap((group) => group.open);
  return (name, perspective) => open.some((each) => each.name === name && (perspective === undefined || each.group === perspective));
}

const GROUP = textColumn("Part", 30, ({ group }: OpenItem) => group);
const NAME: SharedColumn<OpenItem> = {
  title: "To answer",
  kind: "text",
  names: true,
  width: 44,
  cell: ({ name, href, group }) => ({ text: name, href, of: group }),
};
const STATE = textColumn("State", 14, ({ started }: OpenItem) => (started ? "In progress" : "Not started"));

interface ToDoContext {
  /** None unless it is a draft. */
  toDo: readonly ToDoGroup[];
  /** What is counted, such as 'threads'. */
  unit: string;
  head: Pick<Result, "draftOf">;
}

/** The section of what is still to answer of a draft, folded by group, with a link to each. */
export function toDoSections({ toDo: groups, unit, head }: ToDoContext): ResultSection[] {
  if (head.draftOf === undefined) return [];
  const title = "Still to answer";
  const forClients = { chapter: "own" } as const;
  const { open, total } = countToDo(groups);
  if (open === 0) return [section("to-do", title, ["Everything is answered: the assessment can be submitted."], [], { forClients })];
  const left = groups.filter((group) => group.open.length > 0);
  const tables = left.map((group) =>
    tableOf({ id: `to-do-${group.code.toLowerCase()}`, title: `${title}: ${group.name}`, columns: [NAME, STATE], rows: group.open }),
  );
  const folded = left.map((group) => ({ title: group.name, holds: `${group.open.length} of ${group.total} to answer` }));
  const text = `${open} of ${total} ${unit} ${open === 1 ? "is" : "are"} still to answer.`;
  return [section("to-do", title, [text], tables, { folded, forClients })];
}

/** The same as a sheet of the Excel file; none when nothing is left. */
export function toDoSheets({ toDo }: Pick<ToDoContext, "toDo">): Sheet[] {
  const rows = toDo.flatMap(({ open }) => open);
  return rows.length === 0 ? [] : [sheetOf("Still to answer", [GROUP, NAME, STATE], rows)];
}

/** The headline figure of what is answered. @param unit what is counted, such as 'Threads' */
export function answeredFigure(groups: readonly ToDoGroup[], unit: string) {
  const { open, total } = countToDo(groups);
  const left = open === 0 ? "Nothing is left to answer" : `${counted(open, "is", "are")} still to answer`;
  return { ofDraft: "answered" as const, label: `${unit} complete`, value: `${total - open} of ${total}`, meaning: left };
}

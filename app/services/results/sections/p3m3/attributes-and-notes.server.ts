/** Diagnostic attributes and notes of a P3M3 result: tables for each, one sheet for both (docs/rules/notes-and-diagnostics.md). */

import { answerInWords } from "#model/answer-words.ts";
import type { P3m3Overview } from "#model/contract/overview.ts";
import { groupBy } from "#model/group-by.ts";
import { THREADS } from "#model/p3m3/catalogue.ts";
import { counted } from "#model/words.ts";
import { NONE, textCell, threadPlace } from "~/services/results/blocks/cells.server";
import { type SharedColumn, sheetOf, type TableColumn, tableOf, textColumn, wholeColumn } from "~/services/results/blocks/columns.server";
import { section, WITH_SUBJECTS, writtenNotes } from "~/services/results/blocks/section.server";
import type { ResultsWithDescoped } from "~/services/results/sections/p3m3/descoped.server";
import { IN_PERSPECTIVE, type Perspective, THREAD } from "~/services/results/sections/p3m3/perspectives.server";
import { plainTextOf } from "~/services/upstream/rich-text.server";
import { FINDINGS } from "~/views/action-links";
import type { ResultSection, ScoredPerspective, Sheet } from "~/views/result";

/** A marked attribute, or a note. */
interface Remark {
  perspective: string;
  thread: string;
  /** For an attribute, if the upstream sends it. */
  level?: number | undefined;
  kind: "positive" | "improvement" | "note";
  text: string;
  /** Of an attribute: the statement of its level and its answer, where they are known. */
  statement?: string | undefined;
  answer?: string | undefined;
  /** Where it is in the assessment. */
  place?: string;
}

/** One perspective with its marked attributes and its notes. */
export interface RemarkedPerspective {
  code: string;
  name: string;
  /** Ordered by thread and level. */
  attributes: Remark[];
  /** In the order of the upstream, without empty ones. */
  notes: Remark[];
}

/** Groups the marked attributes and the notes by perspective. @param overview has the statements */
export function remarksOf(
  perspectives: readonly Perspective[],
  { diagnostics, notes }: ResultsWithDescoped,
  overview?: P3m3Overview,
): RemarkedPerspective[] {
  const askedAt = questionsIn(overview);
  const order = (id: number) => THREADS.findIndex((thread) => thread.id === id);
  return perspectives.map(({ id: perspectiveId, code, name: perspective }) => {
    const marked = (["positive", "improvement"] as const).flatMap((kind) =>
      diagnostics[kind]
        .filter(({ id }) => id === perspectiveId)
        .flatMap(({ threads }) =>
          threads.flatMap(({ id, name: thread, items }) =>
            items.map(({ level, statement }) => ({
              ...{ perspective, threadId: id, thread, level, kind, text: statement },
              ...askedAt(perspectiveId, id, level),
              place: threadPlace(perspectiveId, id),
            })),
          ),
        ),
    );
    return {
      code,
      name: perspective,
      attributes: marked.sort((a, b) => order(a.threadId) - order(b.threadId) || (a.level ?? 0) - (b.level ?? 0)),
      notes: writtenNotes(notes.filter((note) => note.perspective.id === perspectiveId)).map(({ thread, body }) => ({
        perspective,
        thread: thread.name,
        kind: "note",
        text: body,
        place: threadPlace(perspectiveId, thread.id),
      })),
    };
  });
}

type AskedAt = (perspectiveId: number, threadId: number, level: number | undefined) => Pick<Remark, "statement" | "answer">;

function questionsIn(overview: P3m3Overview | undefined): AskedAt {
  const key = (...ids: (number | undefined)[]) => ids.join("/");
  const known = new Map(
    overview?.threads.flatMap(({ perspective, thread, questions }) =>
      questions.map(({ level, statement, answer }) => {
        const said = answer && answer.selection !== "N/A" ? { answer: answerInWords(answer.selection) } : {};
        return [key(perspective.id, thread.id, level), { statement: plainTextOf(statement), ...said }] as const;
      }),
    ),
  );
  return (...ids) => known.get(key(...ids)) ?? {};
}

const KIND_WORDS: Record<Remark["kind"], string> = { positive: "Positive", improvement: "To improve", note: "Note" };

const LEVEL = wholeColumn("Level", 8, ({ level }: Remark) => level);
const KIND: SharedColumn<Remark> = {
  title: "Kind",
  kind: "text",
  width: 14,
  cell: ({ kind }) => ({ text: KIND_WORDS[kind], ...(kind === "note" ? {} : { mark: kind }) }),
};
const TEXT = textColumn("Statement", 90, ({ text }: Remark) => text, { wide: true });

/** An attribute; something to improve may begin an action. */
const ATTRIBUTE: TableColumn<Remark> = {
  ...TEXT,
  title: "Attribute",
  cell: ({ kind, text, place }) => ({
    text,
    ...(kind === "improvement" && place ? { begins: { of: FINDINGS.statement(text), places: [place] } } : {}),
  }),
};
const NOTE: TableColumn<Remark> = {
  ...TEXT,
  title: "Note",
  cell: ({ text, place }) => ({ text, ...(place ? { noteAt: place } : {}) }),
};
const placeColumns = (attributes: readonly Remark[]) => [THREAD, ...(attributes.some(({ level }) => level !== undefined) ? [LEVEL] : [])];
const noteTable = ({ code, name, notes }: RemarkedPerspective) =>
  tableOf({
    id: `notes-${code.toLowerCase()}`,
    title: `Notes: ${name}`,
    columns: [THREAD, NOTE],
    rows: notes,
  });

/** What the assessors found in a thread, or at a level of it. */
interface Finding {
  thread: string;
  level?: number | undefined;
  statement?: string | undefined;
  answer?: string | undefined;
  strengths: string[];
  improvements: string[];
}

/** A column with each text on a line of its own, or `–`. */
const linesColumn = (title: string, textsOf: (finding: Finding) => readonly string[]): TableColumn<Finding> => ({
  title,
  kind: "text",
  wide: true,
  cell: (finding) => {
    const texts = textsOf(finding);
    return texts.length === 0 ? NONE : textCell(texts.join("\n"));
  },
});
/** Attributes are nouns, such as 'Deputies for people who approve': below these headings they say something. */
const IN_PLACE = linesColumn("In place", ({ strengths }) => strengths);
const NOT_YET = linesColumn("Not in place yet", ({ improvements }) => improvements);
/** What an attribute is a sign of: alone, 'Reply to the comment' does not say to which. */
const ASKED = textColumn(
  "What the level asks",
  60,
  ({ level, answer, statement = "" }: Finding) => `Level ${level}${answer ? `, ${answer}` : ""}: ${statement}`,
  { wide: true },
);
const FOUND = textColumn(
  "What was found",
  60,
  ({ strengths, improvements }: Finding) =>
    [...strengths.map((text) => `${IN_PLACE.title}: ${text}`), ...improvements.map((text) => `${NOT_YET.title}: ${text}`)].join("\n"),
  { wide: true },
);

/** What a client's report has of a perspective's remarks: what was found in each thread, at each level where the statements are known, and the notes. */
export function remarksForClients(remarked: RemarkedPerspective): Pick<ScoredPerspective, "findings" | "notes"> {
  const { code, name, attributes, notes } = remarked;
  const textsOf = (some: readonly Remark[], kind: Remark["kind"]) => some.flatMap((each) => (each.kind === kind ? each.text : []));
  const isKnown = attributes.every(({ statement }) => statement);
  const rows = [...groupBy(attributes, ({ thread, level }) => (isKnown ? `${thread} ${level}` : thread)).values()].flatMap((some) => {
    const [first] = some;
    const remarks = { strengths: textsOf(some, "positive"), improvements: textsOf(some, "improvement") };
    return first ? [{ ...first, ...remarks }] : [];
  });
  const title = `What is in place, and what is not: ${name}`;
  const columns = [THREAD, ...(isKnown ? [ASKED, FOUND] : [IN_PLACE, NOT_YET])];
  const findings = tableOf<Finding>({ id: `findings-${code.toLowerCase()}`, title, columns, rows });
  return {
    findings: rows.length === 0 ? undefined : findings,
    notes: notes.length === 0 ? undefined : noteTable(remarked),
  };
}

interface RemarkContext {
  remarks: readonly RemarkedPerspective[];
}

/** A folded table for each perspective with marked attributes; one sentence when nothing was marked. */
export function attributeSections({ remarks }: RemarkContext): ResultSection[] {
  const title = "Diagnostic attributes";
  const marked = remarks.filter(({ attributes }) => attributes.length > 0);
  if (marked.length === 0)
    return [section("diagnostics", title, ["No diagnostic attribute was marked in this assessment."], [], WITH_SUBJECTS)];
  const tables = marked.map(({ code, name, attributes }) =>
    tableOf({
      id: `diagnostics-${code.toLowerCase()}`,
      title: `Diagnostic attributes: ${name}`,
      columns: [...placeColumns(attributes), KIND, ATTRIBUTE],
      rows: attributes,
    }),
  );
  const folded = marked.map(({ name, attributes }) => {
    const positive = attributes.filter(({ kind }) => kind === "positive").length;
    return { title: name, holds: `${positive} positive, ${attributes.length - positive} to improve` };
  });
  const text = "What the assessors marked as a strength (positive), or as something that does not hold yet (to improve).";
  return [section("diagnostics", title, [text], tables, { folded, ...WITH_SUBJECTS })];
}

/** A folded table for each perspective with notes; no section when there are none. */
export function noteSections({ remarks }: RemarkContext): ResultSection[] {
  const noted = remarks.filter(({ notes }) => notes.length > 0);
  if (noted.length === 0) return [];
  const tables = noted.map(noteTable);
  const folded = noted.map(({ name, notes }) => ({ title: name, holds: counted(notes.length, "note") }));
  return [section("notes", "Notes", [], tables, { folded, ...WITH_SUBJECTS })];
}

/** The sheet `Diagnostics`: attributes and notes by perspective (docs/rules/results-and-files.md#excel). */
export function diagnosticSheets({ remarks }: RemarkContext): Sheet[] {
  const rows = remarks.flatMap(({ attributes, notes }) => [...attributes, ...notes]);
  return [sheetOf("Diagnostics", [IN_PERSPECTIVE, THREAD, LEVEL, KIND, TEXT], rows)];
}

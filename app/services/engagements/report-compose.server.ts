/** Puts the report of an engagement together: the document and the slides (docs/rules/engagements.md#the-report). */
import { ONE_BY_ONE } from "#model/engagement-report.ts";
import { coverFrom } from "#model/report-cover.ts";
import { listed } from "#model/words.ts";
import { profiled } from "~/services/engagements/profile.server";
import {
  agreedBlocks,
  type EngagementContent,
  engagementChoices,
  engagementDecisions,
  membersTable,
  methodBlocks,
  profileExhibits,
  type ReportMember,
  SECTIONS,
  stepsOfAll,
  stepTables,
  suggestedSummary,
} from "~/services/engagements/report-content.server";
import { choicesOf, composeDocument, contentOf, figures, signOff, summaryOf } from "~/services/results/files/client-report/compose.server";
import { blocksOf, paragraphs, readable, sectionOf, textFor } from "~/services/results/files/client-report/content.server";
import { DECISIONS } from "~/services/results/sections/decisions.server";
import {
  type About,
  type Block,
  type Chapter,
  type ReportDocument,
  type ReportSlides,
  type ReportWish,
  type Slide,
  SUMMARY_PART,
  type WrittenTexts,
} from "~/views/client-report";
import { shortDate } from "~/views/dates";
import { NO_COMMON_FIGURE } from "~/views/engagement-profile";
import type { Exhibit, ResultTable } from "~/views/result";

/** What a board's report has at most. */
export const BOARD_MOST = { pages: 8, slides: 10 } as const;

/** Which sections somebody wants; all if none is named. */
function wanted({ audience, sections }: ReportWish): (id: string) => boolean {
  const named = engagementChoices.filter(({ id }) => sections.includes(id));
  const chosen = (named.length > 0 ? named : engagementChoices).filter(({ board }) => audience === "full" || board);
  return (id) => chosen.some((each) => each.id === id);
}

/** The scopes of the members: 'Portfolio, Programme', with the names of both models where there are both. */
function scopesOf(members: readonly ReportMember[]): Pick<About, "model"> & { scope: string } {
  const models = [...new Set(members.map(({ result }) => result.model))];
  const of = (model: string) =>
    [...new Set(members.filter(({ result }) => result.model === model).map(({ result }) => result.assessment.scope))].join(", ");
  const [first = "P3M3", ...others] = models;
  return { model: first, scope: [of(first), ...others.map((model) => `${model} ${of(model)}`)].join("; ") };
}

/** That members are drafts, in a sentence; undefined where none is. */
export function draftsInWords(members: readonly ReportMember[]): string | undefined {
  const drafts = members.filter(({ result }) => result.draftOf !== undefined);
  return drafts.length === 0 ? undefined : `Not submitted yet: ${listed(drafts.map(({ label }) => label))}.`;
}

function aboutOf({ id, name, organization, members }: EngagementContent, written: WrittenTexts): About {
  const { model, scope } = scopesOf(members);
  const drafts = draftsInWords(members);
  const days = (which: "completed" | "started") => members.flatMap(({ result }) => result.assessment[which] ?? []).toSorted();
  const [completed, started] = [days("completed").at(-1), days("started")[0]];
  const draftOf = members.flatMap(({ result }) => result.draftOf ?? []).at(-1);
  return {
    model,
    assessment: {
      ...{ id, name, scope, test: members.some(({ result }) => result.assessment.test), createdBy: "" },
      ...(started ? { started } : {}),
      // The last of them is the day of the whole, once all are there.
      ...(completed && drafts === undefined ? { completed } : {}),
    },
    organization,
    figures: [],
    ...(drafts === undefined || draftOf === undefined ? {} : { draft: `As of ${shortDate(draftOf)}. ${drafts}` }),
    cover: coverFrom(written),
    ...(members.length > 1 ? { several: true } : {}),
  };
}

/** What tells the exhibits of a member from those of others: in their ids, and in their captions. */
interface Owner {
  prefix: string;
  label: string;
}

/** An exhibit with an id and a caption that no other member's has. */
const own = <Shown extends Exhibit>({ prefix, label }: Owner, exhibit: Shown): Shown => ({
  ...exhibit,
  id: `${prefix}-${exhibit.id}`,
  title: `${exhibit.title} (${label})`,
});
const ownAll = (owner: Owner, blocks: readonly Block[]): Block[] =>
  blocks.map((block) => (block.kind === "exhibit" ? { ...block, exhibit: own(owner, block.exhibit) } : block));

/** A chapter and its parts one after the other: headings have two levels, and the first is that of the assessment. */
const flattened = (owner: Owner, { id, title, blocks, parts = [] }: Chapter): Chapter[] => [
  ...(blocks.length > 0 ? [{ id: `${owner.prefix}-${id}`, title, blocks: ownAll(owner, blocks) }] : []),
  ...parts.flatMap((part) => flattened(owner, part)),
];

/** What the report of the engagement says once for all, instead of in each chapter. */
const SAID_ONCE: readonly string[] = ["summary", "steps", "scope", "versions", "sign-off", "further-agreed"];

/** The section of a single result that the table with the targets of all assessments replaces. */
const TARGETS = "targets";

/** The chapters of a single report that are left. @param elsewhere sections of results that another chapter has of all assessments */
function chaptersOf(owner: Owner, { result, written }: ReportMember, elsewhere: readonly string[]): Chapter[] {
  const sections = choicesOf(result)
    .filter(({ id, onlyIfTicked }) => !onlyIfTicked && !SAID_ONCE.includes(id))
    .map(({ id }) => id);
  const { chapters } = composeDocument(result, { audience: "full", sections }, written);
  const left = elsewhere.map((id) => `${owner.prefix}-${id}`);
  return chapters.flatMap((chapter) => flattened(owner, chapter)).filter(({ id }) => !left.includes(id));
}

/** What holds a result, and what would lift it. */
function holdBlocks({ result }: ReportMember): Block[] {
  const why = sectionOf(result, profiled(result).held.section);
  return why === undefined ? [] : [...why.text.flatMap(paragraphs), ...blocksOf(why.exhibits)];
}

/** The chapter of a member: its figures, its summary, what holds it, and in a full report what else its own report has. */
function memberChapter(
  member: ReportMember,
  index: number,
  { hasChapters, elsewhere }: { hasChapters: boolean; elsewhere: readonly string[] },
): Chapter {
  const { label, name, result, written } = member;
  const prefix = `member-${index + 1}`;
  const summary = textFor(written, SUMMARY_PART, summaryOf(contentOf(result)));
  const owner = { prefix, label };
  const parts = hasChapters ? chaptersOf(owner, member, elsewhere) : [];
  return {
    id: prefix,
    title: label.includes(name) ? label : `${label}: ${name}`,
    blocks: [figures(result), ...paragraphs(summary), ...(hasChapters ? [] : ownAll(owner, holdBlocks(member)))],
    ...(parts.length > 0 ? { parts, begins: true } : {}),
  };
}

/** Whether the summary says of each assessment what their table would: the suggested one of few. */
const saysAll = ({ members }: EngagementContent, wish: ReportWish, written: WrittenTexts): boolean =>
  wanted(wish)(SECTIONS.summary) && members.length <= ONE_BY_ONE && !written[SUMMARY_PART]?.trim();

/** The document: what the Word file is made from. */
export function composeEngagementDocument(content: EngagementContent, wish: ReportWish, written: WrittenTexts): ReportDocument {
  const { members } = content;
  const has = wanted(wish);
  const board = wish.audience === "board";
  const steps = has(SECTIONS.steps) ? stepsOfAll(members) : [];
  const agreed = has(SECTIONS.agreed) ? agreedBlocks(members) : [];
  const elsewhere = agreed.length > 0 ? [TARGETS] : [];
  const chapters: (Chapter | false)[] = [
    has(SECTIONS.summary) && {
      id: "summary",
      title: "Executive summary",
      blocks: paragraphs(textFor(written, SUMMARY_PART, suggestedSummary(content).suggestion)),
    },
    has(SECTIONS.profile) && {
      id: "profile",
      title: "Profile",
      // The summary says the same.
      blocks: [
        ...(has(SECTIONS.summary) ? [] : paragraphs(NO_COMMON_FIGURE)),
        ...blocksOf(profileExhibits(members, board).flatMap(readable).map(kept)),
      ],
    },
    has(SECTIONS.members) &&
      !saysAll(content, wish, written) && { id: "members", title: "Assessments", blocks: blocksOf([membersTable(members)]) },
    ...(board || !(has(SECTIONS.members) || has(SECTIONS.chapters))
      ? []
      : members.map((member, index) => memberChapter(member, index, { hasChapters: has(SECTIONS.chapters), elsewhere }))),
    steps.length > 0 && {
      id: "steps",
      title: "Recommended steps",
      blocks: blocksOf(stepTables(steps, board, has(SECTIONS.chapters) ? "beside chapters" : "document")),
    },
    agreed.length > 0 && { id: "agreed", title: "Targets and actions", blocks: agreed },
    // They rest on all that comes before.
    steps.length > 0 && { id: "decisions", title: DECISIONS, blocks: engagementDecisions(steps, members) },
    has(SECTIONS.method) && { id: "scope", title: "Scope and method", blocks: methodBlocks(content, board) },
    has(SECTIONS.signOff) &&
      draftsInWords(members) === undefined && { id: "sign-off", title: "Sign-off", blocks: blocksOf([signOff(coverFrom(written))]) },
  ];
  return { about: aboutOf(content, written), short: board, pages: BOARD_MOST.pages, chapters: chapters.filter((each) => each !== false) };
}

/** A table that keeps its rows in a board's report: each is an assessment, or a perspective of all of them. */
const kept = (exhibit: Exhibit): Exhibit => (exhibit.kind === "table" ? { ...exhibit, keepsRows: true } : exhibit);

/** The most rows of a slide: of assessments, of steps, and of steps where there is room to say how to begin with each. */
const ROWS = { members: 9, turned: 13, steps: 5, fewSteps: 4 };

/** A table as slides with so many rows each; the titles say which of how many. */
function inSlides(title: string, table: ResultTable, most: number, notes: readonly string[]): Slide[] {
  const count = Math.max(1, Math.ceil(table.rows.length / most));
  const each = Math.ceil(table.rows.length / count);
  return Array.from({ length: count }, (_, index): Slide => {
    const { total, hint, ...rest } = table;
    const isLast = index === count - 1;
    const rows = table.rows.slice(index * each, (index + 1) * each);
    const page = { ...rest, rows, ...(isLast && total ? { total } : {}), ...(isLast && hint ? { hint } : {}) };
    return { title: count === 1 ? title : `${title} (${index + 1} of ${count})`, blocks: blocksOf([page]), notes };
  });
}

/** The steps: all of them go on over as many slides as they need, a board's are on few. @param most how many rows a board's slide has */
const stepSlides = (tables: readonly ResultTable[], most: number | undefined, notes: readonly string[]): Slide[] =>
  tables.flatMap((table) =>
    most !== undefined && tables.length === 1
      ? inSlides("What to do first", table, most, notes)
      : [{ title: table.title, blocks: blocksOf([table]), notes }],
  );

/** The slides: what the presentation is made from. The chapters of single reports are in the Word file alone. */
export function composeEngagementSlides(content: EngagementContent, wish: ReportWish, written: WrittenTexts): ReportSlides {
  const { members } = content;
  const has = wanted(wish);
  const board = wish.audience === "board";
  const summary = textFor(written, SUMMARY_PART, suggestedSummary(content).suggestion);
  const method = methodBlocks(content, true).flatMap((block) => (block.kind === "text" ? [block.text] : []));
  const steps = has(SECTIONS.steps) ? stepsOfAll(members) : [];
  const agreed = has(SECTIONS.agreed) && !board ? agreedBlocks(members) : [];
  const profile = has(SECTIONS.profile) ? profileExhibits(members, true).map((exhibit) => profileSlides(exhibit)) : [];
  const says = saysAll(content, wish, written);
  const stepRows = says ? ROWS.fewSteps : ROWS.steps;
  const held =
    has(SECTIONS.members) && !says
      ? inSlides("What holds each assessment where it is", membersTable(members), ROWS.members, [NO_COMMON_FIGURE])
      : [];
  const composed: Slide[] = [
    ...(has(SECTIONS.summary)
      ? [{ title: "The assessments at a glance", blocks: paragraphs(summary), notes: [summary, NO_COMMON_FIGURE] }]
      : []),
    ...profile.flatMap(({ slides }) => slides),
    ...held,
    ...(board || !has(SECTIONS.members) ? [] : members.map(memberSlide)),
    ...(steps.length > 0 ? stepSlides(stepTables(steps, board, "slide"), board ? stepRows : undefined, method) : []),
    ...agreed.flatMap((block) => (block.kind === "exhibit" ? [{ title: block.exhibit.title, blocks: [block], notes: method }] : [])),
    ...(steps.length > 0 ? [{ title: DECISIONS, blocks: engagementDecisions(steps, members), notes: method, isWhole: true }] : []),
  ];
  // The cover is one more, and decisions may take two. Of few assessments, charts and the table of what holds them make way for it.
  const room = BOARD_MOST.slides - 2;
  const yielding = members.length > ONE_BY_ONE ? [] : [...profile.flatMap(({ isChart, slides }) => (isChart ? slides : [])), ...held];
  const dropped = board ? yielding.slice(0, Math.max(0, composed.length - room)) : [];
  const shown = composed.filter((slide) => !dropped.includes(slide));
  // Of many, it finds the method in the notes.
  const hasMethod = has(SECTIONS.method) && (!board || shown.length + 1 <= room);
  const slides = hasMethod
    ? [...shown, { title: "How scores are found, and what they rest on", blocks: method.flatMap(paragraphs), notes: method }]
    : shown;
  return { about: aboutOf(content, written), short: board, slides };
}

function profileSlides(exhibit: Exhibit): { isChart: boolean; slides: Slide[] } {
  const notes = [NO_COMMON_FIGURE];
  if (exhibit.kind === "table")
    return { isChart: false, slides: inSlides(`${exhibit.title} of each assessment`, exhibit, ROWS.turned, notes) };
  return { isChart: true, slides: [{ title: exhibit.title, blocks: blocksOf([exhibit]), notes }] };
}

/** The slide of a member: its figures and what its summary says. */
const memberSlide = (member: ReportMember): Slide => {
  const { label, result, written } = member;
  const content = contentOf(result);
  const summary = textFor(written, SUMMARY_PART, summaryOf(content));
  return { title: label, blocks: [figures(result), ...paragraphs(summary)], notes: [summary, ...content.method] };
};

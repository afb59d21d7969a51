/** The slides of a report for a client: a slide a message, which its title says (docs/rules/client-report.md#powerpoint). */
import { maturityMessage } from "#model/report-texts.ts";
import {
  aboutOf,
  contentOf,
  figures,
  forAudience,
  NOTES,
  paragraphs,
  readable,
  scopeBlocks,
  sectionsFor,
  summaryOf,
  textFor,
  wanted,
} from "~/services/results/client-report/compose.server";
import { blocksOf, type ModelContent, type SubjectContent } from "~/services/results/client-report/content.server";
import { answeredTitle } from "~/services/results/client-report/draft.server";
import { joinWithAnd } from "~/services/results/sentences.server";
import { type Block, type ReportSlides, type ReportWish, type Slide, SUMMARY_PART, type WrittenTexts } from "~/views/client-report";
import type { Exhibit, Result } from "~/views/result";

/** The slides: what the presentation is made from. */
export function composeSlides(result: Result, wish: ReportWish, written: WrittenTexts): ReportSlides {
  const content = contentOf(result);
  const has = wanted(result, content, wish);
  const board = wish.audience === "board";
  const summary = textFor(written, SUMMARY_PART, summaryOf(content));
  const messages = new Set(content.slides.map(({ title }) => title));
  const all: (Slide | false)[] = [
    has("summary") && {
      title: maturityMessage(result.figures),
      blocks: [figures(result), ...paragraphs(summary)],
      notes: [summary, ...content.method],
    },
    ...content.slides
      .filter((slide) => has(slide.section) && (slide.board || !board))
      .map(({ title, blocks, notes }) => ({
        title,
        blocks: blocks.flatMap((block): Block[] =>
          block.kind === "exhibit" ? readable(forAudience(block.exhibit, board)).map((exhibit) => ({ kind: "exhibit", exhibit })) : [block],
        ),
        notes,
      }))
      .filter(({ blocks }) => blocks.length > 0),
    ...(has("chapters") ? chapterSlides(content, written, { withNotes: has(NOTES), messages }) : []),
    ...sectionsFor(result, "own")
      .filter(({ id }) => has(`further-${id}`))
      .flatMap(({ text, exhibits }) =>
        exhibits.map(
          (exhibit): Slide => ({ title: exhibit.title, blocks: [{ kind: "exhibit", exhibit }], notes: [...text, ...hintOf(exhibit)] }),
        ),
      ),
    has("scope") && {
      title: answeredTitle(result) ?? assessedTitle(content),
      blocks: scopeBlocks(result, content),
      notes: content.method,
    },
  ];
  const slides = all.filter((slide) => slide !== false);
  // A slide without notes gets notes on how scores are calculated.
  const withNotes = slides.map((slide) => (slide.notes.some((note) => note !== "") ? slide : { ...slide, notes: content.method }));
  return { about: aboutOf(result), short: board, slides: withNotes };
}

/** Notes of the assessors that are no longer than this share a slide with what they are about. */
const SHORT_NOTE = 420;

/**
 * A slide for each perspective or practice, and for each of its tables. Subjects without anything more to say share one slide.
 * @param messages what other slides say already: where there is one practice, the results say of it what its chapter would
 */
function chapterSlides(
  { chapters, subjects, method }: ModelContent,
  written: WrittenTexts,
  { withNotes, messages }: { withNotes: boolean; messages: ReadonlySet<string> },
): Slide[] {
  const plain: SubjectContent[] = [];
  const slides = chapters.flatMap((chapter): Slide[] => {
    const { code, name, message, suggestion, shown, notes } = chapter;
    const opening = textFor(written, code, suggestion);
    const noted = withNotes ? notes : [];
    if (chapter.state && shown.length === 0 && noted.length === 0 && opening === `${message}.`) {
      plain.push(chapter);
      return [];
    }
    const texts = noted.flatMap((block) => (block.kind === "text" ? [block.text] : []));
    const beside = texts.join("").length <= SHORT_NOTE ? texts.flatMap((text) => paragraphs(`Note: ${text}`)) : [];
    const apart = [
      ...shown.slice(1).map(({ exhibit, message: title }) => ({ title, block: { kind: "exhibit", exhibit } as Block })),
      ...noted
        .filter(({ kind }) => kind !== "text" || beside.length === 0)
        .map((block) => ({ title: `What the assessors noted on ${name}`, block })),
    ];
    const [first] = shown;
    const title = messages.has(message) && first ? first.exhibit.title : message;
    return [
      { title, blocks: [...paragraphs(opening), ...beside, ...blocksOf([first?.exhibit])], notes: [opening, ...method] },
      ...apart.map(({ title, block }) => ({
        title,
        blocks: [block],
        notes: [opening, ...(block.kind === "exhibit" ? hintOf(block.exhibit) : []), ...method],
      })),
    ];
  });
  return [...slides, ...sharedSlides(plain, subjects.toLowerCase(), method)];
}

/** '9 practices are at level 5, the highest': one slide for all subjects with the same message, with their names. */
function sharedSlides(plain: readonly SubjectContent[], unit: string, method: readonly string[]): Slide[] {
  return [...new Set(plain.map(({ state }) => state?.one))].map((said) => {
    const alike = plain.filter(({ state }) => state?.one === said);
    const [only] = alike;
    return {
      title: only && alike.length === 1 ? only.message : `${alike.length} ${unit} ${only?.state?.many}`,
      blocks: paragraphs(`${joinWithAnd(alike.map(({ name }) => name))}.`),
      notes: method,
    };
  });
}

const hintOf = (exhibit: Exhibit): string[] => (exhibit.kind === "table" && exhibit.hint ? [exhibit.hint] : []);

/** '7 perspectives were assessed'. */
function assessedTitle({ chapters, subjects }: ModelContent): string {
  const [only] = chapters;
  return only && chapters.length === 1 ? `${only.name} was assessed` : `${chapters.length} ${subjects.toLowerCase()} were assessed`;
}

/** Profile and report of an engagement, made from results of each kind: every figure in them is one of a single result. */
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import type { ResultMember } from "~/services/engagements/members.server";
import { profileSections } from "~/services/engagements/profile.server";
import { composeEngagementDocument, composeEngagementSlides } from "~/services/engagements/report-compose.server";
import { contentFrom, type EngagementContent } from "~/services/engagements/report-content.server";
import { composeDocument } from "~/services/results/files/client-report/compose.server";
import type { Block, Chapter, ReportWish } from "~/views/client-report";
import { exhibitsOf, type Result, type ResultTable } from "~/views/result";
import { presentationFile } from "~/workers/client-report/presentation.server";
import { type DraftResults, draftResults } from "../support/draft-results.ts";
import { manyMembers, memberOf } from "../support/engagement-members.ts";
import { type SampleResults, sampleResults } from "../support/sample-results.ts";

let results: SampleResults & DraftResults;
beforeAll(async () => {
  results = { ...(await sampleResults()), ...(await draftResults()) };
});

type Name = keyof (SampleResults & DraftResults);

const membersOf = (...names: Name[]): ResultMember[] => names.map((name) => memberOf(results[name] as Result, name));

/** The figures of a result as its own screen, draft or report shows them, with the level of each perspective as a number. */
function figuresOf(result: Result): Set<string> {
  const cells = exhibitsOf(result).flatMap((exhibit) =>
    exhibit.kind === "table" ? [...exhibit.rows, ...(exhibit.total ? [exhibit.total] : [])].flat() : [],
  );
  return new Set([...cells.map(({ text }) => text), ...result.figures.map(({ value }) => value), "–"]);
}

const tablesIn = (members: readonly ResultMember[]): ResultTable[] =>
  profileSections(members).flatMap(({ exhibits }) => exhibits.flatMap((exhibit) => (exhibit.kind === "table" ? [exhibit] : [])));
const columnOf = ({ rows, total, columns }: ResultTable, heading: string) => {
  const index = columns.findIndex(({ title }) => title.startsWith(heading));
  return [...rows, ...(total ? [total] : [])].flatMap((row) => row[index] ?? []);
};

const MIXES: Name[][] = [
  ["p3m3Small", "p3m3Full"],
  ["p3m3Full", "itilFull", "itilSmall"],
  ["p3m3Draft", "p3m3Full", "itilDraft"],
  ["p3m3Corrected", "p3m3Again", "itilAgain"],
];

describe("the profile of an engagement", () => {
  test.each(MIXES)("of %s, %s, %s has no figure that the assessment's own result has not", (...names) => {
    const members = membersOf(...names.filter((name) => name !== undefined));
    const tables = tablesIn(members);
    for (const { label, result } of members) {
      const known = figuresOf(result);
      const own = tables.filter(({ id }) => id.startsWith(result.model.toLowerCase())).flatMap((table) => columnOf(table, label));
      expect(own.length).toBeGreaterThan(0);
      for (const { text, aside } of own) {
        expect([...known]).toContain(text);
        const level = aside?.match(/\d+(?:\.\d+)?$/)?.[0];
        if (level !== undefined) expect([...known]).toContain(level);
      }
    }
  });

  test("has a column for each assessment and none over several, and each model in tables of its own", () => {
    const members = membersOf("p3m3Small", "itilFull", "p3m3Full");
    const [p3m3, ...itil] = tablesIn(members);
    expect(p3m3?.columns.map(({ title }) => title)).toEqual([
      "Perspective",
      expect.stringMatching(/^p3m3Small/),
      expect.stringMatching(/^p3m3Full/),
    ]);
    for (const table of itil) expect(table.columns).toHaveLength(2);
    for (const table of [p3m3, ...itil]) for (const row of table?.rows ?? []) expect(row).toHaveLength(table?.columns.length ?? 0);
  });

  test("marks a draft, which has no level yet, and an assessment of a part of the model", () => {
    const [table] = tablesIn(membersOf("p3m3Draft", "p3m3Small"));
    const [, draft, partial] = table?.columns.map(({ title }) => title) ?? [];
    expect(draft).toMatch(/\(draft/);
    expect(partial).toBe("p3m3Small (partial scope)");
    expect(table && columnOf(table, "p3m3Draft").every(({ aside }) => aside === undefined)).toBe(true);
    const [{ text } = { text: [] }] = profileSections(membersOf("p3m3Draft", "p3m3Small"));
    expect(text.join(" ")).toMatch(
      /Not submitted yet, with scores so far: p3m3Draft\. Partial scope: .*p3m3Small covers \d+ of 7 perspectives/,
    );
  });
});

// --- the report -------------------------------------------------------------------------------------------------------

const PLAN: EngagementContent["plan"] = [
  ...Array.from({ length: 12 }, () => ({ kind: "interview", state: "done" }) as const),
  { kind: "interview", state: "open" },
  { kind: "workshop", state: "done" },
  { kind: "document", state: "received" },
  { kind: "document", state: "read" },
  { kind: "document", state: "requested" },
  { kind: "workshop", state: "dropped" },
];
const contentOf = (members: readonly ResultMember[]): EngagementContent =>
  contentFrom({ id: "7", name: "Three scopes of Harbour", organization: "Harbour", plan: PLAN }, members, new Map());
const wish = (audience: ReportWish["audience"], ...sections: string[]): ReportWish => ({ audience, sections });

const textsIn = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (block.kind === "text") return [block.text];
    if (block.kind === "facts") return block.facts.flat();
    const { exhibit } = block;
    if (exhibit.kind !== "table") return [];
    const rows = [...exhibit.rows, ...(exhibit.total ? [exhibit.total] : [])].flat();
    return [
      exhibit.title,
      exhibit.hint ?? "",
      ...exhibit.columns.map(({ title }) => title),
      ...rows.flatMap(({ text, aside }) => [text, aside ?? ""]),
    ];
  });
const inChapters = (chapters: readonly Chapter[]): string[] =>
  chapters.flatMap(({ title, blocks, parts = [] }) => [title, ...textsIn(blocks), ...inChapters(parts)]);

/** The figures of a text: numbers that are no part of a word. */
const numbersIn = (texts: readonly string[]): string[] => texts.flatMap((text) => text.match(/(?<![\w.])\d+(?:\.\d+)?(?![\w])/g) ?? []);

const many = (count: number, ...names: Name[]) =>
  manyMembers(
    count,
    names.map((name) => results[name] as Result),
  );

describe("the report of an engagement", () => {
  test.each(MIXES)("of %s, %s, %s has no figure that no single result has", (...names) => {
    const members = membersOf(...names.filter((name) => name !== undefined));
    const content = contentOf(members);
    const ofSingles = members.flatMap(({ result }) => [
      ...inChapters(composeDocument(result, wish("full"), {}).chapters),
      ...textsIn(result.sections.flatMap(({ exhibits }) => exhibits.map((exhibit): Block => ({ kind: "exhibit", exhibit })))),
      ...result.sections.flatMap(({ text }) => text),
      ...[...figuresOf(result)],
      ...result.figures.flatMap(({ meaning }) => meaning ?? []),
      result.assessment.extent ?? "",
    ]);
    // The numbers of the decisions and of the plan are of the engagement itself: 12 interviews that were done, and references to evidence.
    const references = members.reduce(
      (sum, { result }) => sum + (result.sheets.find(({ name }) => name === "Evidence")?.rows.length ?? 0),
      0,
    );
    const known = new Set([...numbersIn(ofSingles), "1", "2", "3", "4", "5", "6", "12", String(references)]);
    const document = ["full", "board"].flatMap((audience) =>
      inChapters(composeEngagementDocument(content, wish(audience as "full"), {}).chapters),
    );
    const slides = ["full", "board"].flatMap((audience) =>
      composeEngagementSlides(content, wish(audience as "full"), {}).slides.flatMap(({ title, blocks, notes }) => [
        title,
        ...textsIn(blocks),
        ...notes,
      ]),
    );
    for (const texts of [document, slides]) {
      const figures = numbersIn(texts);
      expect(figures.length).toBeGreaterThan(20);
      expect(figures.filter((figure) => !known.has(figure))).toEqual([]);
    }
  });

  test("counts what the plan says was done, and the evidence as a number of its own", () => {
    const members = membersOf("p3m3Full", "itilFull").map((member, index) => {
      const rows = Array.from({ length: index === 0 ? 90 : 6 }, () => ["Register"]);
      return { ...member, result: { ...member.result, sheets: [...member.result.sheets, { name: "Evidence", columns: [], rows }] } };
    });
    for (const audience of ["full", "board"] as const) {
      const texts = inChapters(composeEngagementDocument(contentOf(members), wish(audience), {}).chapters);
      expect(texts).toContain("Fieldwork of the whole engagement, by its plan: 12 interviews, one workshop and two documents.");
      expect(texts).toContain("Counted apart, the assessments have 96 references to evidence: p3m3Full 90; itilFull 6.");
    }
  });

  test("takes a board at most ten slides, with a row for each of 24 assessments and at most ten steps", async () => {
    for (const members of [
      many(24, "p3m3Full", "p3m3Small"),
      many(24, "p3m3Full", "itilFull"),
      many(24, "itilFull"),
      many(24, "itilSmall"),
    ]) {
      const content = contentOf(members);
      const document = composeEngagementDocument(content, wish("board"), {});
      const tableOf = (id: string) =>
        document.chapters
          .flatMap(({ blocks }) => blocks)
          .flatMap((block) =>
            block.kind === "exhibit" && block.exhibit.kind === "table" && block.exhibit.id === id ? [block.exhibit] : [],
          )[0];
      expect(tableOf("members")?.rows).toHaveLength(24);
      expect(tableOf("steps")?.rows).toHaveLength(10);
      expect(document.pages).toBe(8);
      const composed = composeEngagementSlides(content, wish("board"), {});
      const rows = composed.slides.flatMap(({ blocks }) =>
        blocks.flatMap((block) =>
          block.kind === "exhibit" && block.exhibit.id === "members" && block.exhibit.kind === "table" ? block.exhibit.rows : [],
        ),
      );
      expect(rows).toHaveLength(24);
      const files = Object.keys(unzipSync(await presentationFile(composed)));
      expect(files.filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name)).length).toBeLessThanOrEqual(10);
    }
  });

  test("has the steps of up to three assessments in tables of their own, at most ten of them for a board, and asks nothing of a draft", () => {
    const content = contentOf(membersOf("p3m3Full", "itilFull", "p3m3Draft"));
    const chapter = (audience: "full" | "board", id: string) =>
      composeEngagementDocument(content, wish(audience), {}).chapters.find((each) => each.id === id)?.blocks ?? [];
    const tables = (audience: "full" | "board") =>
      chapter(audience, "steps").flatMap((block) => (block.kind === "exhibit" && block.exhibit.kind === "table" ? [block.exhibit] : []));
    for (const audience of ["full", "board"] as const)
      expect(tables(audience).map(({ title }) => title.split(":")[0])).toEqual(expect.arrayContaining(["p3m3Full", "itilFull"]));
    expect(tables("board").reduce((sum, { rows }) => sum + rows.length, 0)).toBeLessThanOrEqual(10);
    const decisions = textsIn(chapter("board", "decisions")).join(" ");
    expect(decisions).toMatch(/\d\. p3m3Full: .*Agree on level \d as the next goal/);
    expect(decisions).not.toContain("p3m3Draft");
  });

  test("says of few assessments in the summary alone what holds them, and in its captions of which one an exhibit is", () => {
    const content = contentOf(membersOf("p3m3Full", "itilFull"));
    const chapters = (written = {}) => composeEngagementDocument(content, wish("full"), written).chapters;
    const captions = chapters().flatMap(({ parts = [] }) =>
      parts.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === "exhibit" ? [block.exhibit.title] : []))),
    );
    expect(captions.length).toBeGreaterThan(10);
    for (const caption of captions) expect(caption).toMatch(/ \((p3m3Full|itilFull)\)$/);
    const has = (written: Record<string, string>) => chapters(written).some(({ id }) => id === "members");
    expect([has({}), has({ summary: "Ours" })]).toEqual([false, true]);
  });

  test("has the targets of all assessments once, or in their chapters where that section is not wanted", () => {
    const content = contentOf(membersOf("p3m3Full"));
    const titles = (...sections: string[]) => {
      const { chapters } = composeEngagementDocument(content, wish("full", ...sections), {});
      return chapters.flatMap(({ title, blocks, parts = [] }) => [
        ...(textsIn(blocks).includes("Targets") ? [title] : []),
        ...parts.map((part) => part.title).filter((part) => part === "Targets"),
      ]);
    };
    expect([titles(), titles("chapters")]).toEqual([["Targets and actions"], ["Targets"]]);
  });

  test("says what moved only since before the engagement, and of the one member that has the scope", () => {
    const [again] = membersOf("p3m3Again");
    const { moved } = again?.result ?? {};
    const hasMoved = (day: string, ...others: ResultMember[]) => {
      const result = { ...again?.result, moved: { ...moved, day } } as Result;
      const content = contentOf([{ ...again, result } as ResultMember, ...others]);
      return inChapters(composeEngagementDocument(content, wish("full"), {}).chapters).includes("What moved");
    };
    expect(moved?.day).toBeDefined();
    expect([hasMoved("2001-02-03"), hasMoved("2999-02-03")]).toEqual([true, false]);
    expect(hasMoved("2001-02-03", ...membersOf("itilFull"))).toBe(true);
    expect(hasMoved("2001-02-03", { ...again, label: "Another unit" } as ResultMember)).toBe(false);
  });

  test("draws the profile of up to three assessments on a board's slides, unless there are too many slides", async () => {
    const charts = (slides: readonly { blocks: readonly Block[] }[]) =>
      slides.filter(({ blocks }) => blocks.some((block) => block.kind === "exhibit" && block.exhibit.kind === "matrix")).length;
    const few = composeEngagementSlides(contentOf(membersOf("p3m3Small", "p3m3Full", "p3m3Corrected")), wish("board"), {});
    expect(charts(few.slides)).toBe(1);
    for (const written of [{}, { summary: "Ours" }] as Record<string, string>[])
      for (const names of [
        ["p3m3Full", "p3m3Corrected", "itilFull"],
        ["p3m3Full", "itilFull", "itilAgain"],
      ] as Name[][]) {
        const composed = composeEngagementSlides(contentOf(membersOf(...names)), wish("board"), written);
        const files = Object.keys(unzipSync(await presentationFile(composed)));
        expect(files.filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name)).length).toBeLessThanOrEqual(10);
      }
  });

  test("shows levels of ITIL as whole numbers, and which edition was corrected", () => {
    const corrected = memberOf(results.p3m3Corrected, "Corrected");
    const edition = {
      ...corrected,
      member: { ...corrected.member, assessment: { ...corrected.member.assessment, edition: { number: 2 } } },
    };
    const members = [...membersOf("itilFull"), edition as ResultMember];
    const profile =
      composeEngagementDocument(contentOf(members), wish("full"), {}).chapters.find(({ id }) => id === "profile")?.blocks ?? [];
    const of = (id: string) => profile.filter((block) => block.kind === "exhibit" && block.exhibit.id === id);
    expect(textsIn(of("itil-profile")).filter((text) => /^\d\.00$/.test(text))).toEqual([]);
    expect(textsIn(of("p3m3-profile"))).toContainEqual(expect.stringMatching(/^Corrected \(.*edition 2\)$/));
  });

  test("has the chapters of the single reports, each exhibit once, only in a full document", () => {
    const members = membersOf("p3m3Full", "itilFull");
    const full = composeEngagementDocument(contentOf(members), wish("full"), {});
    const chapter = full.chapters.find(({ title }) => title.startsWith("p3m3Full"));
    const single = composeDocument(members[0]?.result as Result, wish("full", "chapters"), {});
    const names = single.chapters.find(({ id }) => id === "chapters")?.parts?.map(({ title }) => title) ?? [];
    expect(chapter?.parts?.map(({ title }) => title)).toEqual(expect.arrayContaining(names));
    const idsIn = (chapters: readonly Chapter[]): string[] =>
      chapters.flatMap(({ blocks, parts = [] }) => [
        ...blocks.flatMap((block) => (block.kind === "exhibit" && block.exhibit.kind !== "table" ? [block.exhibit.id] : [])),
        ...idsIn(parts),
      ]);
    const ids = idsIn(full.chapters);
    expect(new Set(ids).size).toBe(ids.length);
    expect(
      composeEngagementDocument(contentOf(members), wish("board"), {}).chapters.some(({ title }) => title.startsWith("p3m3Full")),
    ).toBe(false);
  });

  test("says what one has written in place of the summary, and of a draft that it is one", () => {
    const { about, chapters } = composeEngagementDocument(contentOf(membersOf("p3m3Full", "p3m3Draft")), wish("full"), {
      summary: "Ours",
      "cover-authors": "Sam",
    });
    expect(textsIn(chapters.find(({ id }) => id === "summary")?.blocks ?? [])).toEqual(["Ours"]);
    expect([about.draft, about.cover.authors]).toEqual([expect.stringContaining("Not submitted yet: p3m3Draft."), "Sam"]);
    expect(chapters.some(({ id }) => id === "sign-off")).toBe(false);
  });
});

/** Content packs: what the statements of a model say, as JSON files that a licensed operator may replace (docs/content.md#format). */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { COMPONENTS, CRITERION_LEVELS, DIMENSIONS, ITIL_SCOPES, PRACTICES } from "#model/itil/catalogue.ts";
import { LEVELS, P3M3_SCOPES, PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import { threadsOffered } from "#model/p3m3/scope.ts";

/** One line of prose, not empty. Mark-up in it is not interpreted. */
const prose = z.string().trim().min(1).max(2000);
/** What belongs to a thread or practice and what to its neighbours, so that two assessors file the same evidence in the same place. */
const belongs = z.string().trim().min(1).max(500).optional();
/** Wordings of earlier versions that ask the same as a statement (docs/content.md#other-words). */
const sameAs = z.array(prose).min(1).max(20).optional();
const codeOf = (items: readonly { code: string }[]) => z.enum(items.map(({ code }) => code) as [string, ...string[]]);

const heading = {
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,99}$/, "must be lower-case letters, digits, dots and hyphens"),
  version: z.string().regex(/^\d+\.\d+\.\d+$/, "must be like 1.0.0"),
  language: z.string().min(2),
  title: prose,
  licence: prose,
  tradeMark: prose.optional(),
};

const p3m3Heading = z.strictObject({
  ...heading,
  model: z.literal("P3M3"),
  scopes: z.tuple([z.literal(P3M3_SCOPES[0]), z.literal(P3M3_SCOPES[1]), z.literal(P3M3_SCOPES[2])]),
  threads: z.array(z.strictObject({ code: codeOf(THREADS), help: prose, belongs })),
  perspectives: z.array(z.strictObject({ code: codeOf(PERSPECTIVES), help: prose })),
});

const cell = z.strictObject({ statement: prose, sameAs, diagnostics: z.array(prose).max(9) });
const hasProject = (threadCode: string) => threadsOffered("Project").some(({ code }) => code === threadCode);
const levelOf = (threadCode: string) =>
  z.strictObject({
    hint: prose,
    Programme: cell,
    Portfolio: cell,
    Project: hasProject(threadCode) ? cell : z.never("the Project scope has no model integration").optional(),
  });
const threadOf = (threadCode: string) => z.strictObject(Object.fromEntries(LEVELS.map((level) => [String(level), levelOf(threadCode)])));
const perspectiveFile = z.strictObject({
  perspective: codeOf(PERSPECTIVES),
  threads: z.strictObject(Object.fromEntries(THREADS.map(({ code }) => [code, threadOf(code)]))),
});

/** The statement of one perspective, thread, level and model scope, with its diagnostic attributes. */
export interface P3m3Cell {
  statement: string;
  sameAs?: string[] | undefined;
  diagnostics: string[];
}
/** The texts of one perspective, thread and level. */
export type P3m3Level = { hint: string } & Partial<Record<(typeof P3M3_SCOPES)[number], P3m3Cell>>;
/** The content of a P3M3 pack. */
export interface P3m3PackContent {
  heading: z.infer<typeof p3m3Heading>;
  /** By perspective code; thread code; level "1" to "5". A perspective without a file is absent. */
  perspectives: Record<string, Record<string, Record<string, P3m3Level>>>;
}

const componentText = z.strictObject({
  code: codeOf(COMPONENTS),
  help: prose,
  /** Of the components that are answered: one option for each level 1 to 5. */
  options: z
    .array(z.strictObject({ level: z.union(LEVELS.map((level) => z.literal(level))), name: prose, statement: prose }))
    .length(LEVELS.length)
    .optional(),
  /** Of the components that are computed: what each level means. */
  levels: z
    .array(z.strictObject({ level: z.union(LEVELS.map((level) => z.literal(level))), statement: prose }))
    .length(LEVELS.length)
    .optional(),
});

const dimension = z.enum(DIMENSIONS.map(({ code }) => code));

const itilHeading = z.strictObject({
  ...heading,
  model: z.literal("ITIL"),
  scopes: z.tuple([z.literal(ITIL_SCOPES[0]), z.literal(ITIL_SCOPES[1]), z.literal(ITIL_SCOPES[2])]),
  dimensions: z.record(dimension, prose),
  components: z.array(componentText).superRefine((texts, context) => {
    for (const { code, computed } of COMPONENTS) {
      const index = texts.findIndex((text) => text.code === code);
      const text = texts[index];
      if (!text) context.addIssue({ code: "custom", path: [], message: `has no component ${code}` });
      else if (computed && !text.levels) context.addIssue({ code: "custom", path: [index], message: "a computed component needs levels" });
      else if (!computed && !text.options)
        context.addIssue({ code: "custom", path: [index], message: "an answered component needs options" });
    }
  }),
});

const practiceFile = z
  .strictObject({
    practice: codeOf(PRACTICES),
    help: prose,
    belongs,
    psfs: z
      .array(
        z.strictObject({ code: z.string().min(1), name: prose, hints: z.strictObject({ "2": prose, "3": prose, "4": prose, "5": prose }) }),
      )
      .min(1),
    criteria: z
      .array(
        z.strictObject({
          level: z.union(CRITERION_LEVELS.map((level) => z.literal(level))),
          psf: z.string(),
          dimension,
          statement: prose,
          sameAs,
        }),
      )
      .max(99),
  })
  .superRefine(({ psfs, criteria }, context) => {
    for (const level of CRITERION_LEVELS)
      if (!criteria.some((criterion) => criterion.level === level))
        context.addIssue({ code: "custom", path: ["criteria"], message: `no criterion at level ${level}` });
    criteria.forEach((criterion, index) => {
      if (!psfs.some(({ code }) => code === criterion.psf))
        context.addIssue({ code: "custom", path: ["criteria", index, "psf"], message: `${criterion.psf} is not among psfs` });
    });
  });
/** The texts of one practice. */
export type PracticeText = z.infer<typeof practiceFile>;

/** The code of each criterion of a practice, in their order: practice, level and number within the level, such as `INM-3.2`. */
export function criterionCodes({ practice, criteria }: PracticeText): string[] {
  const atLevel = new Map<number, number>();
  return criteria.map(({ level }) => {
    const number = (atLevel.get(level) ?? 0) + 1;
    atLevel.set(level, number);
    return `${practice}-${level}.${number}`;
  });
}

/** The content of an ITIL pack. */
export interface ItilPackContent {
  heading: z.infer<typeof itilHeading>;
  /** By practice code. A practice without a file is absent. */
  practices: Record<string, PracticeText>;
}

/** The content of a pack of either model. */
export type PackContent = P3m3PackContent | ItilPackContent;

/** Tells the packs of the two models apart. */
export function isP3m3Pack(content: PackContent): content is P3m3PackContent {
  return content.heading.model === "P3M3";
}

export interface Pack {
  content: PackContent;
  /** SHA-256 of the content, in hexadecimal. */
  hash: string;
}

/** A pack does not fit its schema. Each fault names the file and the place in it. */
export class PackError extends Error {
  override name = "PackError";
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The content pack has faults:\n${faults.join("\n")}`);
    this.faults = faults;
  }
}

/** Makes a pack of checked content. */
export function packOf(content: PackContent): Pack {
  return { content, hash: createHash("sha256").update(JSON.stringify(content)).digest("hex") };
}

/** Whether a folder holds a pack. */
export function hasPack(directory: string): boolean {
  return existsSync(join(directory, "pack.json"));
}

/**
 * Reads a folder: `pack.json`, and one file for each perspective (`MC.json`) or practice (`INM.json`).
 * @throws PackError naming every fault with its file and place
 */
export function loadPack(directory: string): Pack {
  const faults: string[] = [];
  const read = <S extends z.ZodType>(name: string, schema: S): z.output<S> | undefined => {
    let value: unknown;
    try {
      value = JSON.parse(readFileSync(join(directory, name), "utf8"));
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
    const result = schema.safeParse(value);
    if (!result.success)
      faults.push(...result.error.issues.map((issue) => `${name}: ${[...issue.path].join(".") || "(top)"}: ${issue.message}`));
    return result.data;
  };
  const heading = read("pack.json", z.discriminatedUnion("model", [p3m3Heading, itilHeading]));
  if (!heading) throw new PackError(faults);
  const codes: readonly { code: string }[] = heading.model === "P3M3" ? PERSPECTIVES : PRACTICES;
  const names = readdirSync(directory).filter((name) => name.endsWith(".json") && name !== "pack.json");
  for (const name of names)
    if (!codes.some(({ code }) => `${code}.json` === name))
      faults.push(`${name}: there is no such ${heading.model === "P3M3" ? "perspective" : "practice"}`);
  const files = <S extends z.ZodType>(schema: S, codeIn: (text: z.output<S>) => string) =>
    Object.fromEntries(
      codes.flatMap(({ code }) => {
        const text = names.includes(`${code}.json`) ? read(`${code}.json`, schema) : undefined;
        if (text !== undefined && codeIn(text) !== code) faults.push(`${code}.json: is about ${codeIn(text)}`);
        return text === undefined ? [] : [[code, text]];
      }),
    );
  const content: PackContent =
    heading.model === "P3M3"
      ? {
          heading,
          perspectives: Object.fromEntries(
            Object.entries(files(perspectiveFile, ({ perspective }) => perspective)).map(([code, file]) => [code, file.threads]),
          ),
        }
      : { heading, practices: files(practiceFile, ({ practice }) => practice) };
  if (faults.length > 0) throw new PackError(faults);
  return packOf(content);
}

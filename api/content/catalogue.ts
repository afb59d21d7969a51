/** Imported packs, and lookups in them. Parsed packs are kept in memory. An assessment keeps the pack it was created with. */

import type { Db } from "#api/store/open.ts";
import type { Role } from "#model/contract/common.ts";
import { COMPONENTS, type CriterionLevel, PRACTICES } from "#model/itil/catalogue.ts";
import { LEVELS, type Level, P3M3_SCOPES, type P3m3Scope, PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import {
  criterionCodes,
  type ItilPackContent,
  isP3m3Pack,
  type P3m3PackContent,
  type Pack,
  type PackContent,
  type PracticeText,
} from "./pack.ts";

/** Ids of a pack's questions start here, so that ids of two packs never meet. */
const IDS_PER_PACK = 100_000;
const DIAGNOSTICS_PER_QUESTION = 10;

/** Where in the model a question stands. */
export interface ThreadKey {
  scope: P3m3Scope;
  perspectiveId: number;
  threadId: number;
}

/** A statement of a thread, with its diagnostic attributes. */
export interface P3m3Statement {
  id: number;
  level: Level;
  statement: string;
  /** Former wordings that ask the same. */
  sameAs?: readonly string[] | undefined;
  hint: string;
  diagnostics: { id: number; code: string; statement: string }[];
}

/** One P3M3 pack, ready for lookups. */
export class P3m3Content {
  /** The same for all versions of a pack. */
  readonly packId: string;
  readonly pack: { title: string; version: string };
  /** The perspectives that the pack has statements for, in catalogue order. */
  readonly perspectives: { id: number; code: string; name: string; help?: string }[];
  readonly threads: { id: number; code: string; name: string; help?: string }[];
  readonly #statements = new Map<string, P3m3Statement[]>();
  readonly #questions = new Map<number, ThreadKey & { level: Level }>();
  readonly #diagnostics = new Map<number, ThreadKey & { level: Level; questionId: number; statement: string }>();

  constructor(seq: number, { heading, perspectives }: P3m3PackContent) {
    this.packId = heading.id;
    this.pack = { title: heading.title, version: heading.version };
    this.perspectives = PERSPECTIVES.filter(({ code }) => perspectives[code]).map((item) => withHelp(item, heading.perspectives));
    this.threads = THREADS.map((item) => withHelp(item, heading.threads));
    let index = 0;
    for (const scope of P3M3_SCOPES)
      for (const perspective of PERSPECTIVES)
        for (const thread of THREADS)
          for (const level of LEVELS) {
            // Counted even where the pack has no text, so that an id means the same whatever else the pack has.
            index += 1;
            const text = perspectives[perspective.code]?.[thread.code]?.[String(level)];
            const cell = text?.[scope];
            if (!text || !cell) continue;
            const place = { scope, perspectiveId: perspective.id, threadId: thread.id };
            const id = seq * IDS_PER_PACK + index;
            const firstDiagnostic = seq * IDS_PER_PACK + index * DIAGNOSTICS_PER_QUESTION;
            const diagnostics = cell.diagnostics.map((statement, position) => ({
              id: firstDiagnostic + position,
              code: `${perspective.code}-${thread.code}-${level}.${position + 1}`,
              statement,
            }));
            this.#questions.set(id, { ...place, level });
            for (const diagnostic of diagnostics)
              this.#diagnostics.set(diagnostic.id, { ...place, level, questionId: id, statement: diagnostic.statement });
            const key = placeKey(place);
            this.#statements.set(key, [
              ...(this.#statements.get(key) ?? []),
              { id, level, statement: cell.statement, sameAs: cell.sameAs, hint: text.hint, diagnostics },
            ]);
          }
  }

  /** The five statements of a thread, level 1 first; empty when the pack has none there. */
  statements(place: ThreadKey): readonly P3m3Statement[] {
    return this.#statements.get(placeKey(place)) ?? [];
  }

  /** Where a question stands, or undefined when it is not of this pack. */
  findQuestion(id: number) {
    return this.#questions.get(id);
  }

  /** Where a diagnostic attribute stands, or undefined when it is not of this pack. */
  findDiagnostic(id: number) {
    return this.#diagnostics.get(id);
  }
}

/** An item of the model with what the pack says it is about. */
function withHelp<T extends { code: string }>(item: T, helps: readonly { code: string; help: string }[]): T & { help?: string } {
  const help = helps.find(({ code }) => code === item.code)?.help;
  return help === undefined ? item : { ...item, help };
}

const placeKey = ({ scope, perspectiveId, threadId }: ThreadKey) => `${scope}/${perspectiveId}/${threadId}`;

/** Maturity questions and their options are numbered from here within a pack's ids; practices stay below. */
const FIRST_COMPONENT_ID = 50_000;
const IDS_PER_PRACTICE = 100;
const IDS_PER_COMPONENT = 10;

/** A criterion of a practice. */
export interface Criterion {
  id: number;
  code: string;
  level: CriterionLevel;
  statement: string;
  /** Former wordings that ask the same. */
  sameAs?: readonly string[] | undefined;
  /** The name, not the code. */
  dimension: string;
  /** Code and name of the success factor. */
  psf: string;
  hint: string;
}

/** An option of a maturity component, or what a level of a computed one means. */
export interface ComponentOption {
  id: number;
  level: Level;
  name: string;
  statement: string;
}

/** One ITIL pack, ready for lookups. */
export class ItilContent {
  /** The same for all versions of a pack. */
  readonly packId: string;
  readonly pack: { title: string; version: string };
  /** The practices that the pack has criteria for, in catalogue order. */
  readonly practices: ((typeof PRACTICES)[number] & { help?: string })[];
  readonly components: ((typeof COMPONENTS)[number] & { help?: string; questionId: number; options: readonly ComponentOption[] })[];
  readonly #criteria: ReadonlyMap<number, readonly Criterion[]>;

  constructor(seq: number, { heading, practices }: ItilPackContent) {
    this.packId = heading.id;
    this.pack = { title: heading.title, version: heading.version };
    const firstId = seq * IDS_PER_PACK;
    const withCriteria = PRACTICES.filter(({ code }) => practices[code]);
    const helps = Object.entries(practices).map(([code, { help }]) => ({ code, help }));
    this.practices = withCriteria.map((item) => withHelp(item, helps));
    this.components = COMPONENTS.map((item) => {
      const questionId = firstId + FIRST_COMPONENT_ID + item.id * IDS_PER_COMPONENT;
      const text = heading.components.find(({ code }) => code === item.code);
      const levels = text?.options ?? text?.levels?.map((described) => ({ ...described, name: `Level ${described.level}` })) ?? [];
      return {
        ...withHelp(item, heading.components),
        questionId,
        options: levels.map((option) => ({ id: questionId + option.level, ...option })),
      };
    });
    this.#criteria = new Map(
      withCriteria.flatMap(({ id, code }) => {
        const text = practices[code];
        return text ? [[id, criteriaIn(firstId + id * IDS_PER_PRACTICE, text, heading.dimensions)]] : [];
      }),
    );
  }

  /** The criteria of a practice in the pack's order; none when the pack has no such practice. */
  criteriaOf(practiceId: number): readonly Criterion[] {
    return this.#criteria.get(practiceId) ?? [];
  }

  /** The practice that a question belongs to, or undefined when it is not of this pack. */
  findPracticeOf(questionId: number): number | undefined {
    const practiceId = Math.floor((questionId % IDS_PER_PACK) / IDS_PER_PRACTICE);
    return this.criteriaOf(practiceId).some(({ id }) => id === questionId) ? practiceId : undefined;
  }
}

function criteriaIn(firstId: number, text: PracticeText, dimensions: Readonly<Record<string, string>>): Criterion[] {
  const codes = criterionCodes(text);
  return text.criteria.map(({ level, psf, dimension, statement, sameAs }, index) => {
    const factor = text.psfs.find(({ code }) => code === psf);
    return {
      id: firstId + index + 1,
      code: codes[index] ?? "",
      level,
      statement,
      sameAs,
      dimension: dimensions[dimension] ?? dimension,
      psf: factor ? `${factor.code} ${factor.name}` : psf,
      hint: factor?.hints[level] ?? "",
    };
  });
}

type Content = P3m3Content | ItilContent;

function contentOf(seq: number, content: PackContent): Content {
  return isP3m3Pack(content) ? new P3m3Content(seq, content) : new ItilContent(seq, content);
}

/** The packs of a store. */
export class Catalogue {
  readonly #parsed = new Map<number, Content>();

  /**
   * The P3M3 pack with this number.
   * @throws Error when the store has no such pack, or it is one for ITIL
   */
  async getP3m3(db: Db, seq: number): Promise<P3m3Content> {
    const content = await this.#getContent(db, seq);
    if (!(content instanceof P3m3Content)) throw new Error(`Content pack ${seq} is not one for P3M3.`);
    return content;
  }

  /**
   * The ITIL pack with this number.
   * @throws Error when the store has no such pack, or it is one for P3M3
   */
  async getItil(db: Db, seq: number): Promise<ItilContent> {
    const content = await this.#getContent(db, seq);
    if (!(content instanceof ItilContent)) throw new Error(`Content pack ${seq} is not one for ITIL.`);
    return content;
  }

  /** The id of the pack with this number: the same for all its versions. @throws Error when the store has no such pack */
  async packId(db: Db, seq: number): Promise<string> {
    return (await this.#getContent(db, seq)).packId;
  }

  /** The number of a model's newest pack, or undefined when none was imported. */
  async findNewest(db: Db, model: Role): Promise<number | undefined> {
    const row = await db
      .selectFrom("content_pack")
      .select("seq")
      .where("model", "=", model)
      .orderBy("seq", "desc")
      .limit(1)
      .executeTakeFirst();
    return row?.seq;
  }

  /** The newest P3M3 pack, or undefined when none was imported. */
  async findNewestP3m3(db: Db): Promise<P3m3Content | undefined> {
    const seq = await this.findNewest(db, "P3M3");
    return seq === undefined ? undefined : this.getP3m3(db, seq);
  }

  /** The newest ITIL pack, or undefined when none was imported. */
  async findNewestItil(db: Db): Promise<ItilContent | undefined> {
    const seq = await this.findNewest(db, "ITIL");
    return seq === undefined ? undefined : this.getItil(db, seq);
  }

  async #getContent(db: Db, seq: number): Promise<Content> {
    const known = this.#parsed.get(seq);
    if (known) return known;
    const { json } = await db.selectFrom("content_pack").select("json").where("seq", "=", seq).executeTakeFirstOrThrow();
    const content = contentOf(seq, JSON.parse(json));
    this.#parsed.set(seq, content);
    return content;
  }
}

/** What came of an import. */
export type ImportOutcome = "imported" | "known" | "changed";

/**
 * Imports a pack. Once imported, a version does not change, because assessments refer to its statements (docs/content.md#versions).
 * @param replaceChanged replaces a stored version that differs, for tests of content under construction
 * @returns "changed" when the store holds this id and version with other content, which is kept
 */
export async function importPack(db: Db, { content, hash }: Pack, now: Date, { replaceChanged = false } = {}): Promise<ImportOutcome> {
  const { id, version, model } = content.heading;
  const row = { id, version, model, json: JSON.stringify(content), hash, imported_at: now.toISOString() };
  const inserted = await db
    .insertInto("content_pack")
    .values(row)
    .onConflict((conflict) => conflict.columns(["id", "version"]).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows) return "imported";
  const stored = await db
    .selectFrom("content_pack")
    .select("hash")
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  if (stored.hash === hash) return "known";
  if (!replaceChanged) return "changed";
  await db.updateTable("content_pack").set(row).where("id", "=", id).where("version", "=", version).execute();
  return "imported";
}

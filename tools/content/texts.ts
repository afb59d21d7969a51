/** Every piece of prose in a pack, with the file and the place that it stands in. */

import { type ItilPackContent, isP3m3Pack, type P3m3PackContent, type PackContent } from "#api/content/pack.ts";
import { PRACTICES } from "#model/itil/catalogue.ts";
import { P3M3_SCOPES, type P3m3Scope } from "#model/p3m3/catalogue.ts";

export type TextKind = "statement" | "criterion" | "option" | "diagnostic" | "hint" | "help" | "belongs" | "name" | "title" | "trade mark";

export interface CatalogueText {
  /** The file within the pack's folder, such as `MC.json`. */
  file: string;
  /** The path within the file, such as `threads.AM.2.Programme.statement`. */
  place: string;
  kind: TextKind;
  text: string;
  /** Of statements and criteria: wordings of earlier versions that ask the same. */
  sameAs?: readonly string[] | undefined;
  /** Of statements, criteria, diagnostics and hints: the level that they stand at. */
  level?: number;
  /** Of P3M3 statements and diagnostics: the scope that they are for. */
  scope?: P3m3Scope;
}

/** Lists the prose of a pack in the order of its files. */
export function textsOf(content: PackContent): CatalogueText[] {
  return isP3m3Pack(content) ? p3m3Texts(content) : itilTexts(content);
}

/** Where a text stands, as fault messages name it: `MC.json: threads.AM.2.Programme.statement`. */
export function whereIs({ file, place }: CatalogueText): string {
  return `${file}: ${place}`;
}

/** The first words of a text, in small letters. */
export function openingOf({ text }: CatalogueText, words: number): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}'-]+/gu) ?? []).slice(0, words).join(" ");
}

function headingTexts({ heading }: PackContent): CatalogueText[] {
  const text = (place: string, kind: TextKind, words: string | undefined): CatalogueText[] =>
    words === undefined ? [] : [{ file: "pack.json", place, kind, text: words }];
  return [...text("title", "title", heading.title), ...text("tradeMark", "trade mark", heading.tradeMark)];
}

function p3m3Texts(content: P3m3PackContent): CatalogueText[] {
  const { heading, perspectives } = content;
  const helps = (["threads", "perspectives"] as const).flatMap((list) =>
    heading[list].map(
      ({ help }, index): CatalogueText => ({ file: "pack.json", place: `${list}.${index}.help`, kind: "help", text: help }),
    ),
  );
  const neighbours = heading.threads.flatMap(({ belongs }, index): CatalogueText[] =>
    belongs === undefined ? [] : [{ file: "pack.json", place: `threads.${index}.belongs`, kind: "belongs", text: belongs }],
  );
  const statements = Object.entries(perspectives).flatMap(([perspective, threads]) =>
    Object.entries(threads).flatMap(([thread, levels]) =>
      Object.entries(levels).flatMap(([level, texts]) => {
        const at = { file: `${perspective}.json`, level: Number(level) };
        const place = `threads.${thread}.${level}`;
        return [
          { ...at, place: `${place}.hint`, kind: "hint" as const, text: texts.hint },
          ...P3M3_SCOPES.flatMap((scope): CatalogueText[] => {
            const cell = texts[scope];
            if (!cell) return [];
            return [
              { ...at, scope, place: `${place}.${scope}.statement`, kind: "statement", text: cell.statement, sameAs: cell.sameAs },
              ...cell.diagnostics.map(
                (text, index): CatalogueText => ({
                  ...at,
                  scope,
                  place: `${place}.${scope}.diagnostics.${index}`,
                  kind: "diagnostic",
                  text,
                }),
              ),
            ];
          }),
        ];
      }),
    ),
  );
  return [...headingTexts(content), ...helps, ...neighbours, ...statements];
}

function itilTexts(content: ItilPackContent): CatalogueText[] {
  const components = content.heading.components.flatMap(({ help, options = [], levels = [] }, index): CatalogueText[] => {
    const at = { file: "pack.json" };
    const place = `components.${index}`;
    return [
      { ...at, place: `${place}.help`, kind: "help", text: help },
      ...options.flatMap(({ name, statement, level }, position): CatalogueText[] => [
        { ...at, place: `${place}.options.${position}.name`, kind: "name", text: name },
        { ...at, place: `${place}.options.${position}.statement`, kind: "option", level, text: statement },
      ]),
      ...levels.map(
        ({ statement, level }, position): CatalogueText => ({
          ...at,
          place: `${place}.levels.${position}.statement`,
          kind: "option",
          level,
          text: statement,
        }),
      ),
    ];
  });
  const practices = PRACTICES.flatMap(({ code }) => {
    const practice = content.practices[code];
    if (!practice) return [];
    const at = { file: `${code}.json` };
    return [
      { ...at, place: "help", kind: "help" as const, text: practice.help },
      ...(practice.belongs === undefined ? [] : [{ ...at, place: "belongs", kind: "belongs" as const, text: practice.belongs }]),
      ...practice.psfs.flatMap(({ name, hints }, index): CatalogueText[] => [
        { ...at, place: `psfs.${index}.name`, kind: "name", text: name },
        ...Object.entries(hints).map(
          ([level, text]): CatalogueText => ({ ...at, place: `psfs.${index}.hints.${level}`, kind: "hint", level: Number(level), text }),
        ),
      ]),
      ...practice.criteria.map(
        ({ level, statement, sameAs }, index): CatalogueText => ({
          ...at,
          place: `criteria.${index}.statement`,
          kind: "criterion",
          level,
          text: statement,
          sameAs,
        }),
      ),
    ];
  });
  return [...headingTexts(content), ...components, ...practices];
}

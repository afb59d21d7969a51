/** What changed between two versions of a pack. */
import { type CatalogueText, type TextKind, textsOf, whereIs } from "./catalogue-texts.ts";
import { criterionCodes, isP3m3Pack, type PackContent } from "./pack.ts";

/** A text that differs between two versions. */
export interface Change {
  /** `Project BM-PL-3` or `INM-3.2` for what is rated; file and place for everything else. */
  id: string;
  kind: TextKind;
  /** Undefined where the text is new. */
  before?: string;
  /** Undefined where the text is gone. */
  after?: string;
}

/**
 * The texts that differ, in the order of the newer version; those that are gone come last. A criterion is compared together with its
 * success factor and dimension.
 * @throws Error when the packs are of different models
 */
export function differenceOf(older: PackContent, newer: PackContent): Change[] {
  if (older.heading.model !== newer.heading.model) throw new Error("The packs are of different models.");
  const before = itemsOf(older);
  const after = itemsOf(newer);
  const changed = [...after].flatMap(([id, { kind, text }]): Change[] => {
    const old = before.get(id);
    if (!old) return [{ id, kind, after: text }];
    return old.text === text ? [] : [{ id, kind, before: old.text, after: text }];
  });
  const gone = [...before].flatMap(([id, { kind, text }]): Change[] => (after.has(id) ? [] : [{ id, kind, before: text }]));
  return [...changed, ...gone];
}

/** How many texts of a kind were changed, are new, are gone. */
export function countsOf(changes: readonly Change[]): { kind: TextKind; changed: number; added: number; removed: number }[] {
  return [...new Set(changes.map(({ kind }) => kind))].map((kind) => {
    const ofKind = changes.filter((change) => change.kind === kind);
    const added = ofKind.filter(({ before }) => before === undefined).length;
    const removed = ofKind.filter(({ after }) => after === undefined).length;
    return { kind, changed: ofKind.length - added - removed, added, removed };
  });
}

function itemsOf(content: PackContent): Map<string, { kind: TextKind; text: string }> {
  return new Map(
    textsOf(content).map((item): [string, { kind: TextKind; text: string }] => {
      const { kind, text } = item;
      if (kind === "statement") return [statementId(item), { kind, text }];
      if (kind !== "criterion" || isP3m3Pack(content)) return [whereIs(item), { kind, text }];
      const practice = content.practices[item.file.replace(".json", "")];
      const index = Number(item.place.split(".")[1]);
      const criterion = practice?.criteria[index];
      const code = practice && criterionCodes(practice)[index];
      return [code ?? whereIs(item), { kind, text: `${criterion?.psf}, ${criterion?.dimension}: ${text}` }];
    }),
  );
}

/** `threads.PL.3.Project.statement` in `BM.json` is `Project BM-PL-3`. */
function statementId({ file, place, scope }: CatalogueText): string {
  const [, thread, level] = place.split(".");
  return `${scope} ${file.replace(".json", "")}-${thread}-${level}`;
}

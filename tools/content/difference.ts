/** What changed between two versions of a pack. */

import { criterionCodes, isP3m3Pack, type PackContent } from "#api/content/pack.ts";
import { type CatalogueText, type TextKind, textsOf, whereIs } from "./texts.ts";

/** A text that differs between two versions. */
export interface Change {
  /** `Project BM-PL-3` or `INM-3.2` for what is rated; file and place for everything else. */
  id: string;
  kind: TextKind;
  /** Undefined where the text is new. */
  before?: string;
  /** Undefined where the text is gone. */
  after?: string;
  /** The newer version says that a statement or criterion asks the same in other words (docs/content.md#other-words). */
  asksTheSame?: {
    /** Earlier wordings that the older version named, and the newer does not: answers to them are no longer proposed. */
    lost: string[];
  };
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
  const changed = [...after].flatMap(([id, { kind, text, words, sameAs = [] }]): Change[] => {
    const old = before.get(id);
    if (!old) return [{ id, kind, after: text }];
    if (old.text === text) return [];
    const lost = old.sameAs?.filter((former) => former !== words && !sameAs.includes(former)) ?? [];
    return [{ id, kind, before: old.text, after: text, ...(sameAs.includes(old.words) ? { asksTheSame: { lost } } : {}) }];
  });
  const gone = [...before].flatMap(([id, { kind, text }]): Change[] => (after.has(id) ? [] : [{ id, kind, before: text }]));
  return [...changed, ...gone];
}

interface Counts {
  kind: TextKind;
  changed: number;
  /** How many of the changed ones ask the same in other words. */
  same: number;
  added: number;
  removed: number;
}

/** How many texts of a kind were changed, are new, are gone. */
export function countsOf(changes: readonly Change[]): Counts[] {
  return [...new Set(changes.map(({ kind }) => kind))].map((kind) => {
    const ofKind = changes.filter((change) => change.kind === kind);
    const added = ofKind.filter(({ before }) => before === undefined).length;
    const removed = ofKind.filter(({ after }) => after === undefined).length;
    const same = ofKind.filter(({ asksTheSame }) => asksTheSame).length;
    return { kind, changed: ofKind.length - added - removed, same, added, removed };
  });
}

interface Item extends Pick<CatalogueText, "kind" | "sameAs"> {
  /** What is compared. */
  text: string;
  /** The statement alone. */
  words: string;
}

function itemsOf(content: PackContent): Map<string, Item> {
  return new Map(
    textsOf(content).map((item): [string, Item] => {
      const { kind, text, sameAs } = item;
      const own = { kind, text, words: text, sameAs };
      if (kind === "statement") return [statementId(item), own];
      if (kind !== "criterion" || isP3m3Pack(content)) return [whereIs(item), own];
      const practice = content.practices[item.file.replace(".json", "")];
      const index = Number(item.place.split(".")[1]);
      const criterion = practice?.criteria[index];
      const code = practice && criterionCodes(practice)[index];
      return [code ?? whereIs(item), { ...own, text: `${criterion?.psf}, ${criterion?.dimension}: ${text}` }];
    }),
  );
}

/** `threads.PL.3.Project.statement` in `BM.json` is `Project BM-PL-3`. */
function statementId({ file, place, scope }: CatalogueText): string {
  const [, thread, level] = place.split(".");
  return `${scope} ${file.replace(".json", "")}-${thread}-${level}`;
}

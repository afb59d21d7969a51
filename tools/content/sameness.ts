/** Checks what a catalogue says about its earlier wordings (docs/content.md#other-words). A fault is a line that names file and place. */
import { type CatalogueText, whereIs } from "./texts.ts";

/** Earlier wordings that can belong to no statement, or to more than one: an answer to them would be proposed for the wrong one. */
export function samenessFaults(texts: readonly CatalogueText[]): string[] {
  const now = new Map(texts.filter(({ kind }) => kind === "statement" || kind === "criterion").map((text) => [text.text, text]));
  const claims = new Map<string, CatalogueText>();
  return texts.flatMap((text) =>
    (text.sameAs ?? []).flatMap((former, index) => {
      const [present, other] = [now.get(former), claims.get(former)];
      if (!other) claims.set(former, text);
      const where = whereIs({ ...text, place: text.place.replace(/statement$/, `sameAs.${index}`) });
      if (text.text === former) return [`${where}: is the statement itself`];
      if (present) return [`${where}: is what ${whereIs(present)} says now`];
      if (other) return [`${where}: is named twice${other === text ? "" : `, and by ${whereIs(other)}`}`];
      return [];
    }),
  );
}

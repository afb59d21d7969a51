/** How the practices of an ITIL scope travel in a form: a field for each practice, with its mode's number or N/A. */
import type { PracticeChoice } from "#model/itil/scope.ts";

export const NOT_CHOSEN = "N/A";

export function practiceField(id: number): string {
  return `practice-${id}`;
}

/** The choice that one value of a practice's field stands for; nothing for N/A. An unknown value becomes a mode that the rules refuse. */
export function choiceIn(id: number, value: string): PracticeChoice[] {
  return value === NOT_CHOSEN ? [] : [{ id, mode: Number(value) as PracticeChoice["mode"] }];
}

/** The practices chosen in the entries of a form. */
export function practicesIn(entries: Iterable<[name: string, value: unknown]>): PracticeChoice[] {
  return [...entries].flatMap(([name, value]) => {
    const id = /^practice-(\d+)$/.exec(name)?.[1];
    return id === undefined ? [] : choiceIn(Number(id), String(value));
  });
}

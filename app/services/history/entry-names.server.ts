/** The names for the numbers in a history by those of the catalogues. */
import { type Subject, subjectAt } from "#model/contract/history.ts";
import type { Names } from "~/services/history/describe-entry.server";

/** The names of the catalogues, by number. */
export interface Lists extends Pick<Names, "perspectives" | "threads" | "practices"> {
  components: ReadonlyMap<number, string>;
}

/** The name of what is out of scope by now, from the catalogue. */
export function outOfScope(subject: Subject | undefined, lists: Lists): string | undefined {
  return subject && (OUT_OF_SCOPE[subject.kind] as (subject: Subject, lists: Lists) => string | undefined)(subject, lists);
}

const OUT_OF_SCOPE = {
  thread({ perspectiveId, threadId }: Subject & { kind: "thread" }, { perspectives, threads }: Lists) {
    const [perspective, thread] = [perspectives.get(perspectiveId), threads.get(threadId)];
    return perspective && thread && `${perspective} / ${thread}`;
  },
  capability: ({ id }: Subject & { kind: "capability" }, { practices }: Lists) => practices.get(id),
  maturity: ({ id }: Subject & { kind: "maturity" }, { components }: Lists) => components.get(id),
};

/** The names for entries of any assessment: without the texts of questions. */
export const namesFrom = (lists: Lists): Names => ({
  ...lists,
  subject: (place) => outOfScope(subjectAt(place), lists),
  diagnostics: new Map(),
  criteria: new Map(),
});

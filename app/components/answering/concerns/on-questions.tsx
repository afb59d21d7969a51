/** How all concerns are drawn on a questions screen. */
import type { ReactNode } from "react";
import { useActions } from "~/components/answering/concerns/actions/on-questions";
import type {
  ConcernKey,
  EditedPart,
  OnQuestionsOf,
  QuestionsParts,
  QuestionsScreen,
  UseOnQuestions,
} from "~/components/answering/concerns/concern";
import { useEvidenceSection } from "~/components/answering/concerns/evidence/on-questions";
import { useFlag } from "~/components/answering/concerns/flags/on-questions";
import { useLastTime } from "~/components/answering/concerns/last-time/on-questions";
import { useRatings } from "~/components/answering/concerns/ratings/on-questions";
import { useReviewPoints } from "~/components/answering/concerns/review-points/on-questions";
import { together } from "~/components/answering/concerns/together";
import { useVoices } from "~/components/answering/concerns/voices/on-questions";
import type { ConcernName, OnQuestions } from "~/views/answering/concerns";

/** In the order in which they are shown. */
const CONCERNS: { [Name in ConcernName]?: OnQuestionsOf<Name> } = {
  flags: useFlag,
  evidence: useEvidenceSection,
  lastTime: useLastTime,
  actions: useActions,
  voices: useVoices,
  reviewPoints: useReviewPoints,
  ratings: useRatings,
};
/** The list does not know the types of what each concern gives. */
const ALL = Object.entries(CONCERNS) as unknown as [ConcernName, UseOnQuestions<unknown>][];

/** What concerns show on a questions screen, put together. */
export interface AllOnQuestions extends Record<"head" | "overall" | "section" | "end" | "fields", ReactNode> {
  statement(index: number): ReactNode;
  option(index: number): ReactNode;
  used: string | undefined;
  labels: NonNullable<QuestionsParts["labels"]>;
  forms: NonNullable<QuestionsParts["form"]>[];
  keys: ConcernKey<number>[];
  wrap(children: ReactNode): ReactNode;
  edited: EditedPart[];
}

/** A hook, called once for each questions screen. */
export function useOnQuestions(concerns: OnQuestions, screen: QuestionsScreen): AllOnQuestions {
  // The list never changes, so neither do the hooks.
  const parts = ALL.map(([name, use]): [ConcernName, QuestionsParts] => [name, use(concerns[name], screen)]);
  const all = (pick: (part: QuestionsParts) => ReactNode) => together(parts.map(([name, part]) => [name, pick(part)]));
  return {
    head: all(({ head }) => head),
    statement: (index) => all((part) => part.statement?.(index)),
    option: (index) => all((part) => part.option?.(index)),
    overall: all(({ overall }) => overall),
    section: all(({ section }) => section),
    end: all(({ end }) => end),
    fields: all(({ fields }) => fields),
    used: parts.flatMap(([, { used }]) => used ?? [])[0],
    labels: parts.flatMap(([, { labels = [] }]) => labels),
    forms: parts.flatMap(([, { form }]) => form ?? []),
    keys: parts.flatMap(([, { keys = [] }]) => keys),
    wrap: (children) => parts.reduce((inner, [, { wrap }]) => wrap?.(inner) ?? inner, children),
    edited: Object.values(screen.edited),
  };
}

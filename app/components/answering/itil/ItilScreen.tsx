import { ComponentScreen } from "~/components/answering/itil/ComponentScreen";
import { PracticeScreen } from "~/components/answering/itil/PracticeScreen";
import { QuestionsPage } from "~/components/answering/QuestionsPage";
import type { FormResult } from "~/views/answering";
import { type ComponentPage, gridOf, type PracticePage } from "~/views/answering/itil";

interface ItilScreenProps {
  questions: PracticePage | ComponentPage;
  result: FormResult | undefined;
}

/** The questions of a practice, or a maturity component (docs/rules/itil.md#questions-screen-of-itil). */
export function ItilScreen({ questions, result }: ItilScreenProps) {
  const { kind, assessment, place, progress } = questions;
  const { here } = questions.links;
  return (
    <QuestionsPage
      assessment={assessment}
      subtitle={`${assessment.scope} – ${kind === "practice" ? "Capability practice" : "Maturity component"}`}
      view={questions}
      of={here}
      place={place}
      unit={progress.unit}
      gridAt={(group, code) => gridOf(assessment.id, group, code)}
    >
      {(shown) =>
        questions.kind === "practice" ? (
          <PracticeScreen key={here} practice={questions} result={result} shown={shown} />
        ) : (
          <ComponentScreen key={here} component={questions} result={result} shown={shown} />
        )
      }
    </QuestionsPage>
  );
}

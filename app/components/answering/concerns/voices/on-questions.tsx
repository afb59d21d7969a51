/** What voices say, on a questions screen (docs/rules/voices.md#what-the-assessor-sees). */
import type { OnQuestionsOf } from "~/components/answering/concerns/concern";
import { hasAgreed, NoteTarget, takingOver } from "~/components/answering/concerns/voices/taking-over";
import { VoicesSay, VoicesSection } from "~/components/answering/concerns/voices/Voices";
import { VOICES_ID } from "~/views/answering/voices";

export const useVoices: OnQuestionsOf<"voices"> = (view, { item, editable, note }) => {
  if (!view) return {};
  const { editable: isAnswered, statements, isChoice } = item;
  /** The answer that voices agree on, where it can be given and is not given yet. */
  const agreedAt = (index: number) => {
    const [consensus, statement] = [view.statements?.[index]?.consensus, statements[index]];
    if (!consensus || !statement?.isOpen || !isAnswered) return undefined;
    return statement.options[consensus.choice]?.value === statement.chosen ? undefined : consensus;
  };
  const takeOver = (index: number) => {
    const consensus = agreedAt(index);
    if (consensus) item.answer(index, consensus.choice);
    return consensus !== undefined;
  };
  return {
    wrap: (children) => <NoteTarget.Provider value={editable ? note : undefined}>{children}</NoteTarget.Provider>,
    statement(index) {
      const { field = "", of = "", options = [] } = statements[index] ?? {};
      const onTake = () => takeOver(index) && item.lead(index);
      return (
        <VoicesSay
          {...(isChoice ? { id: VOICES_ID } : { about: of })}
          said={view.statements?.[index]}
          take={takingOver(agreedAt(index), options, { field, of, onTake })}
        />
      );
    },
    overall: <VoicesSection view={view} />,
    keys: hasAgreed(view) ? [{ key: "V", of: "statement", does: "take over what most voices say", joined: "about", press: takeOver }] : [],
  };
};

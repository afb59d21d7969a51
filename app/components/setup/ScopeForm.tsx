import { type ComponentType, type ReactNode, useState } from "react";
import { practiceRule } from "#model/itil/scope.ts";
import { LEVELS } from "#model/p3m3/catalogue.ts";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { Dismiss } from "~/components/setup/Dismiss";
import { LevelsAndThreads } from "~/components/setup/LevelsAndThreads";
import { PracticeChoices } from "~/components/setup/PracticeChoices";
import { StepForm } from "~/components/setup/StepForm";
import { EndingRatings } from "~/components/shell/EndingRatings";
import { Facts } from "~/components/shell/Facts";
import { Modal } from "~/components/shell/Modal";
import { Button, ButtonLink } from "~/components/shell/parts";
import { choiceLabels, type FieldLabels } from "~/views/form-labels";
import {
  DESCOPE_FIELD,
  descopeInWords,
  type ItilScopeStep,
  type P3m3ScopeStep,
  practiceField,
  type ScopeReply,
  type ScopeStep,
} from "~/views/setup";

interface ScopeFormProps {
  step: ScopeStep;
  /** The reply to a form that was not saved. */
  reply: ScopeReply | undefined;
  base: string;
  pageId: string | undefined;
  readOnly: string | undefined;
  back: string;
}

const FORM = "scope-form";
const FIELDS = { selectedLevel: "Level", perspectives: "Perspectives", threads: "Threads", capabilities: "Practices" };
/** The id of each field's element is the field's name. */
const IDS = Object.fromEntries(Object.keys(FIELDS).map((id) => [id, { id }]));

/** What differs between the models. */
interface ScopeModel<Step extends ScopeStep> {
  Parts: ComponentType<{ step: Step; errors: Readonly<Record<string, string[] | undefined>>; actions: ReactNode }>;
  /** The labels of the form. */
  labels(step: Step): FieldLabels[];
}

const named = (items: readonly { id: number; name: string }[]) => items.map(({ id, name }) => ({ value: String(id), label: name }));

const P3M3: ScopeModel<P3m3ScopeStep> = {
  Parts: LevelsAndThreads,
  labels: ({ perspectives, threads, descopedBefore }) => [
    choiceLabels(
      "selectedLevel",
      FIELDS.selectedLevel,
      LEVELS.map((level) => ({ value: String(level), label: `Level ${level}` })),
    ),
    choiceLabels("perspectives", FIELDS.perspectives, named(perspectives)),
    choiceLabels("threads", FIELDS.threads, named(threads)),
    ...(descopedBefore ? [choiceLabels(DESCOPE_FIELD, "Descope", [{ value: "again", label: descopeInWords(descopedBefore) }])] : []),
  ],
};

const ITIL: ScopeModel<ItilScopeStep> = {
  Parts: PracticeChoices,
  labels: ({ groups }) => {
    const practices = groups.flatMap((group) => group.practices);
    return [
      { ask: Object.fromEntries(practices.map(({ id, name }) => [practiceField(id), name])), values: { 1: "Primary", 2: "Supporting" } },
    ];
  },
};

const MODELS = { P3M3, ITIL };

/**
 * The scope of an assessment: one frame for both models (docs/rules/setup-and-scope.md#p3m3-scope,
 * docs/rules/setup-and-scope.md#itil-scope).
 */
export function ScopeForm({ step, reply, base, pageId, readOnly, back }: ScopeFormProps) {
  const current = { ...step, chosen: reply?.chosen ?? step.chosen } as ScopeStep;
  const { Parts, labels } = MODELS[step.model] as ScopeModel<ScopeStep>;
  const errors = reply?.errors ?? {};
  const actions = (
    <>
      <ButtonLink to={back} variant="soft">
        Go back
      </ButtonLink>
      <Button type="submit">Save & Continue</Button>
    </>
  );
  return (
    <>
      {reply ? <ScopeDialog key={reply.id} reply={reply} /> : null}
      <StepForm
        id={FORM}
        hidden={{ base: reply?.base ?? base, page: pageId }}
        labels={labels(step)}
        unsaved={reply?.unsaved}
        isRejected={reply !== undefined}
        readOnly={readOnly}
      >
        {reply?.tooMany !== undefined ? null : (
          <ErrorSummary key={reply?.id ?? ""} form={{ allErrors: errors }} fields={IDS} labels={FIELDS} />
        )}
        <Parts step={current} errors={errors} actions={actions} />
      </StepForm>
    </>
  );
}

/** A dialog with a question or a message of a reply. Its buttons submit the form next to it. Closing it goes back to that form. */
function ScopeDialog({ reply }: { reply: ScopeReply }) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  const dismiss = (label: string) => <Dismiss label={label} onDismiss={() => setOpen(false)} />;
  const dialog = (title: string, kind: "confirm" | "error" | "warning", children: ReactNode) => (
    <Modal title={title} kind={kind} onDismiss={() => setOpen(false)}>
      {children}
    </Modal>
  );
  if (reply.unsaved?.why === "failed")
    return dialog(
      "Sorry, something happened, try again...",
      "error",
      <>
        <p>
          {reply.unsaved.isUnknown ? "It is not known whether it was saved." : "Nothing was saved."} What you chose is still on the page.
        </p>
        <div className="row row-end">{dismiss("Continue")}</div>
      </>,
    );
  if (reply.tooMany !== undefined)
    return dialog(
      "Create a Comprehensive assessment instead?",
      "confirm",
      <>
        <p>
          You chose {reply.tooMany} practices, more than the Maturity scope takes. A Comprehensive assessment covers all of them, with the
          same maturity components. Nothing has been saved yet.
        </p>
        <Facts
          facts={[
            ["Maturity", practiceRule("Maturity")],
            ["Comprehensive", practiceRule("Comprehensive")],
          ]}
        />
        <div className="row row-end">
          {dismiss("Keep the Maturity scope")}
          <Button type="submit" form={FORM} name="confirm" value="comprehensive">
            Make it Comprehensive
          </Button>
        </div>
      </>,
    );
  if (reply.lost)
    return dialog(
      reply.lost.names.length > 0 ? "This scope leaves out parts that have answers" : "This scope ends second ratings",
      "warning",
      <>
        {reply.lost.names.length > 0 ? (
          <>
            <p>These answers would no longer count. They are kept, and come back when the scope is widened again:</p>
            <ul>
              {reply.lost.names.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </>
        ) : null}
        <EndingRatings ratings={reply.lost.ratings} />
        <div className="row row-end">
          {dismiss("Keep editing")}
          <Button type="submit" form={FORM} name="narrow" value={reply.lost.key} color="red" variant="soft">
            {reply.lost.names.length > 0 ? "Save the narrower scope" : "Save the scope"}
          </Button>
        </div>
      </>,
    );
  return null;
}

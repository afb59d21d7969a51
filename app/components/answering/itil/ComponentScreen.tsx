import { Link } from "@remix-run/react";
import { useRef } from "react";
import { UNANSWERED } from "#model/answer-words.ts";
import { upperFirst } from "#model/words.ts";
import { ComputedFrom } from "~/components/answering/itil/ComputedFrom";
import { keyRows } from "~/components/answering/keys";
import { ConfirmButton } from "~/components/answering/LastTime";
import levelsStyles from "~/components/answering/Levels.module.css";
import { QuestionsFrame } from "~/components/answering/QuestionsFrame";
import type { ShownProgress } from "~/components/answering/QuestionsPage";
import { useAnswering, useUndo } from "~/components/answering/useAnswering";
import { useAnswerKeys } from "~/components/answering/useAnswerKeys";
import { hasAgreed, takingOver, VoicesSay } from "~/components/answering/Voices";
import { Icon } from "~/components/shell/Icon";
import { Rich } from "~/components/shell/Rich";
import { Status } from "~/components/shell/Status";
import type { FormResult } from "~/views/answering";
import { type StatementSince, timeOf } from "~/views/answering/again";
import { type ComponentPage, type ItilProgressView, OPTION_FIELD } from "~/views/answering/itil";
import { VOICES_ID } from "~/views/answering/voices";
import { choiceLabels } from "~/views/form-labels";

interface ComponentScreenProps {
  component: ComponentPage;
  result: FormResult | undefined;
  shown: ShownProgress<ItilProgressView>;
}

/** One maturity component: a choice of five options, or computed and read-only (docs/rules/itil.md#maturity-components). */
export function ComponentScreen({ component, result, shown }: ComponentScreenProps) {
  const { assessment, item, computed, options, score } = component;
  const form = useRef<HTMLFormElement>(null);
  const editable = component.readOnly === undefined;
  const answering = useAnswering<ItilProgressView>({
    view: component,
    label: item.name,
    writable: editable,
    result,
    form,
    onProgress: shown.onProgress,
    earlyAnswers: (onForm) => (computed ? undefined : onForm(OPTION_FIELD)),
    answerAt: (option) => option,
  });
  const { answers } = answering;
  const undoable = useUndo(answering, undefined);
  // An option can be exchanged, but not taken away: no form could do so.
  const choose = answers.value === "" ? answers.change : undoable.change;
  const chosen = options.find(({ id }) => id === answers.value);
  const { lastTime: last, voices } = component;
  const said = voices?.statements?.[0];
  const agreed = editable && !computed && options[said?.agreed?.choice ?? -1]?.id !== answers.value ? said?.agreed : undefined;
  const then = options.find(({ id }) => id === last?.chosen);
  const confirm = () => {
    if (!then || !editable || computed || answers.value !== "") return false;
    answering.noteConfirmed({ letters: then.id, confirmed: [0] });
    choose(then.id);
    return true;
  };
  const takeOver = () => {
    const option = agreed && options[agreed.choice];
    if (option) choose(option.id);
    return option !== undefined;
  };
  const keys = useAnswerKeys({
    rows:
      editable && !computed
        ? keyRows({
            ...{ choices: [{}, {}, {}, {}, {}], item: undefined, next: "next screen", flags: false },
            confirms: last && then && timeOf(last),
            takesOver: hasAgreed(voices),
          })
        : undefined,
    choice: component.choices.keys,
    container: form,
    asked: 0,
    onAnswer: (_, choice) => {
      const option = options[choice];
      if (option) choose(option.id);
    },
    onNext: answering.next,
    onUndo: answering.takeBack,
    onConfirm: confirm,
    onTakeOver: takeOver,
  });
  const reached = computed ? score : (chosen?.level ?? null);
  const nameOf = (id: string) => options.find((option) => option.id === id)?.name ?? UNANSWERED.open;
  return (
    <QuestionsFrame
      assessment={assessment}
      view={component}
      answering={answering}
      shown={shown}
      editable={editable}
      result={result}
      what="component"
      labels={
        computed || !import.meta.env.SSR
          ? []
          : [
              choiceLabels(
                OPTION_FIELD,
                item.name,
                options.map(({ id, level, name }) => ({ value: id, label: inFull(level, name) })),
              ),
            ]
      }
      parts={
        computed
          ? []
          : [
              {
                part: "answers",
                draft: answers,
                compare: (stored, mine) => ({
                  what: "Component",
                  rows: [{ name: item.name, stored: nameOf(stored), mine: nameOf(mine) }],
                }),
              },
            ]
      }
      form={form}
      item={item}
      head={{
        word: reached !== null || chosen ? "Complete" : computed ? "In progress" : "Not started",
        score: reached === null ? undefined : { name: "Score", value: reached },
        howToRate: computed ? [] : component.howToRate,
        keys,
      }}
      unit={shown.progress.unit}
    >
      {computed ? (
        <section className="panel stack-tight" aria-labelledby="computed">
          <h3 id="computed">
            <Icon name="LockClosed" /> Calculated from the practices
          </h3>
          <ComputedFrom component={{ code: item.code, score, restsOn: component.restsOn }} />
          {chosen ? (
            <p>
              <strong>Level {chosen.level}.</strong> <Rich text={chosen.statement} />
            </p>
          ) : null}
        </section>
      ) : editable ? (
        <>
          <input type="hidden" name="base" value={result?.typed.answers?.base ?? component.answers} />
          {/* Not in the label of its option: there a click would choose it. */}
          {last && then && !chosen ? (
            <p className="small muted">
              {upperFirst(timeOf(last))}: {inFull(then.level, then.name)}.{" "}
              <ConfirmButton
                confirmation={{ index: 0, answers: then.id }}
                of={inFull(then.level, then.name)}
                onConfirm={() => confirm() && keys?.lead(0)}
              >
                Confirm
              </ConfirmButton>
            </p>
          ) : null}
          <VoicesSay
            id={VOICES_ID}
            said={said}
            take={takingOver(
              agreed,
              options.map(({ id }) => ({ value: id })),
              { field: OPTION_FIELD, of: "", onTake: () => takeOver() && keys?.lead(0) },
            )}
          />
          <div data-item={0}>
            <fieldset className={`panel ${levelsStyles.levels}`} data-answers>
              <legend className="visually-hidden">{item.name}</legend>
              {options.map(({ id, level: of, name, statement }, index) => (
                <label key={id} className={levelsStyles.option}>
                  <input
                    type="radio"
                    name={OPTION_FIELD}
                    value={id}
                    checked={answers.value === id}
                    onChange={() => choose(id)}
                    aria-describedby={`option-${id}`}
                  />
                  <strong>{inFull(of, name)}</strong>
                  <kbd className="needs-script" aria-hidden>
                    {index + 1}
                  </kbd>
                  <span className={levelsStyles.optionText} id={`option-${id}`}>
                    <Rich text={statement} />
                    <ChosenThen since={last?.statements[index]} />
                  </span>
                </label>
              ))}
            </fieldset>
          </div>
          {chosen ? null : <p className="small status-busy">Required: choose the option that describes the organization best.</p>}
        </>
      ) : (
        <>
          <VoicesSay id={VOICES_ID} said={said} />
          <ChosenOption component={component} />
        </>
      )}
      {computed && component.restsOn.length > 0 && editable ? (
        <p className="small muted">
          There is nothing to answer here. To change it, answer the practices that it is calculated from
          {component.restsOn.length === 1 ? ": " : "."}
          {component.restsOn.length === 1
            ? component.restsOn.map(({ name, href }) => (
                <Link key={href} to={href}>
                  {name}
                </Link>
              ))
            : null}
        </p>
      ) : null}
    </QuestionsFrame>
  );
}

/** Whether an option was the one that was chosen in the assessment before, or has changed since. */
function ChosenThen({ since }: { since: StatementSince | undefined }) {
  return !since || since.kind === "unanswered" ? null : <span className="block small muted">{since.words}</span>;
}

const inFull = (level: number | undefined, name: string) => (level === undefined ? name : `Level ${level}: ${name}`);

/** All options with the chosen one marked, when nothing can be changed. */
function ChosenOption({ component: { options, answers } }: { component: ComponentPage }) {
  return (
    <ol className={`plain-list panel ${levelsStyles.levels}`}>
      {options.map(({ id, level, name, statement }) => (
        <li key={id} className={id === answers ? `${levelsStyles.option} ${levelsStyles.optionChosen}` : levelsStyles.option}>
          <strong>{inFull(level, name)}</strong>
          {id === answers ? <Status word="Answered" /> : null}
          <span className={levelsStyles.optionText}>
            <Rich text={statement} />
          </span>
        </li>
      ))}
    </ol>
  );
}

import { Link } from "@remix-run/react";
import { useRef } from "react";
import { UNANSWERED } from "#model/answer-words.ts";
import { useEdited, useOnQuestions } from "~/components/answering/concerns";
import { ComputedFrom } from "~/components/answering/itil/ComputedFrom";
import { keyRows } from "~/components/answering/keys";
import levelsStyles from "~/components/answering/Levels.module.css";
import { QuestionsFrame } from "~/components/answering/QuestionsFrame";
import type { ShownProgress } from "~/components/answering/QuestionsPage";
import { useAnswering, useUndo } from "~/components/answering/useAnswering";
import { useAnswerKeys } from "~/components/answering/useAnswerKeys";
import { Icon } from "~/components/shell/Icon";
import { Rich } from "~/components/shell/Rich";
import { Status } from "~/components/shell/Status";
import type { FormResult } from "~/views/answering";
import { type ComponentPage, type ItilProgressView, OPTION_FIELD } from "~/views/answering/itil";
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
  const isAnswered = editable && !computed;
  const answer = (_: number, choice: number) => {
    const option = options[choice];
    if (option) choose(option.id);
  };
  const leads = useRef<(index: number) => void>();
  const edited = useEdited(component.concerns, answering);
  const concerns = useOnQuestions(component.concerns, {
    ...{ editable, readOnly: component.readOnly, pageId: component.pageId, here: component.links.here, result, form, edited },
    note: component.noteVersion === undefined ? undefined : answering.note,
    onProgress: (newest) => shown.onProgress(newest as ItilProgressView),
    item: {
      ...{ name: item.name, what: "component", editable: isAnswered, computed, isChoice: true, isStarted: answers.value !== "" },
      statements: [
        {
          ...{ of: "", field: OPTION_FIELD, chosen: chosen?.id, isOpen: !computed, isAsked: answers.value === "" },
          options: options.map(({ id, level, name }) => ({ value: id, name: inFull(level, name) })),
        },
      ],
      ...{ stored: component.answers, answers: answers.value, answer },
      confirm(confirmation) {
        if (!isAnswered || answers.value !== "") return false;
        answering.noteConfirmed({ answers: confirmation.answers, confirmed: [0] });
        choose(confirmation.answers);
        return true;
      },
      lead: (index) => leads.current?.(index),
    },
  });
  const keys = useAnswerKeys({
    rows: isAnswered
      ? keyRows({ choices: [{}, {}, {}, {}, {}], item: undefined, next: "next screen", concerns: concerns.keys })
      : undefined,
    choice: component.choices.keys,
    container: form,
    ...{ next: 0, concerns: concerns.keys, firstItem: 0 },
    onAnswer: answer,
    onNext: answering.next,
    onUndo: answering.takeBack,
  });
  leads.current = keys?.lead;
  const reached = computed ? score : (chosen?.level ?? null);
  const nameOf = (id: string) => options.find((option) => option.id === id)?.name ?? UNANSWERED.open;
  return (
    <QuestionsFrame
      assessment={assessment}
      view={component}
      answering={answering}
      concerns={concerns}
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
          {concerns.statement(0)}
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
                    {concerns.option(index)}
                  </span>
                </label>
              ))}
            </fieldset>
          </div>
          {chosen ? null : <p className="small status-busy">Required: choose the option that describes the organization best.</p>}
        </>
      ) : (
        <>
          {concerns.statement(0)}
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

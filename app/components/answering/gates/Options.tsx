/** A maturity component: a choice of five options, or computed and read-only (docs/rules/itil.md#maturity-components). */
import { Link } from "@remix-run/react";
import { type ComponentOption, options } from "#model/gates/options.ts";
import type { ItemFace, ItemOnScreen } from "~/components/answering/gates/face";
import { ComputedFrom } from "~/components/answering/itil/ComputedFrom";
import levelsStyles from "~/components/answering/Levels.module.css";
import { Icon } from "~/components/shell/Icon";
import { Rich } from "~/components/shell/Rich";
import { Status } from "~/components/shell/Status";
import { answerField, type ItemOf } from "~/views/answering/item";
import { choiceLabels } from "~/views/form-labels";
import { STATEMENTS_ID } from "~/views/shell";

const FIELD = answerField("options", 0);
const inFull = ({ level, name }: ComponentOption) => (level === undefined ? name : `Level ${level}: ${name}`);
const chosenOf = ({ gate }: Pick<ItemOf<"options">, "gate">, answers: string) => gate.options.find(({ id }) => id === answers);

/** The score: of a computed component as it is stored. */
const reachedBy = (item: ItemOf<"options">, answers: string) =>
  item.gate.computed ? item.extras.score : (chosenOf(item, answers)?.level ?? null);

export const OPTIONS: ItemFace<"options"> = {
  gateOf: ({ gate }) => options(gate.options, gate.computed),
  ...{ what: "component", asks: undefined, next: "next screen", choices: [{}, {}, {}, {}, {}], firstItem: 0, clearing: undefined },
  labelOf: ({ name }) => name,
  wordOf({ item, answers }) {
    if (reachedBy(item, answers) !== null || chosenOf(item, answers)) return "Complete";
    return item.gate.computed ? "In progress" : "Not started";
  },
  scoreOf({ item, answers }) {
    const value = reachedBy(item, answers);
    return value === null ? undefined : { name: "Score", value };
  },
  clearedInWords: () => undefined,
  compare:
    ({ name }, gate) =>
    (stored, mine) => ({ what: "Component", rows: [{ name, stored: gate.wordAt(stored, 0), mine: gate.wordAt(mine, 0) }] }),
  labels: ({ name, gate }) =>
    gate.computed
      ? []
      : [
          choiceLabels(
            FIELD,
            name,
            gate.options.map((option) => ({ value: option.id, label: inFull(option) })),
          ),
        ],
  nameOf: () => "",
  optionsOf: ({ gate }) => gate.options.map((option) => ({ value: option.id, name: inFull(option) })),

  useParts(shown) {
    const { item, editing, concerns } = shown;
    if (item.gate.computed) return { statements: <Computed shown={shown} /> };
    return {
      statements: (
        <>
          {concerns.statement(0)}
          {editing.editable ? <Choice shown={shown} /> : <ChosenOption item={item} />}
        </>
      ),
    };
  },
};

function Choice({ shown: { item, answers, concerns, onAnswer } }: { shown: ItemOnScreen<"options"> }) {
  return (
    <>
      <div id={STATEMENTS_ID} tabIndex={-1} data-item={0}>
        <fieldset className={`panel ${levelsStyles.levels}`} data-answers>
          <legend className="visually-hidden">{item.name}</legend>
          {item.gate.options.map((option, index) => (
            <label key={option.id} className={levelsStyles.option}>
              <input
                type="radio"
                name={FIELD}
                value={option.id}
                checked={answers === option.id}
                onChange={() => onAnswer(0, index)}
                aria-describedby={`option-${option.id}`}
              />
              <strong>{inFull(option)}</strong>
              <kbd className="needs-script" aria-hidden>
                {index + 1}
              </kbd>
              <span className={levelsStyles.optionText} id={`option-${option.id}`}>
                <Rich text={option.statement} />
                {concerns.option(index)}
              </span>
            </label>
          ))}
        </fieldset>
      </div>
      {chosenOf(item, answers) ? null : (
        <p className="small status-busy">Required: choose the option that describes the organization best.</p>
      )}
    </>
  );
}

/** How it is calculated, and from which practices. */
function Computed({ shown: { page, item, answers } }: { shown: ItemOnScreen<"options"> }) {
  const { restsOn, score } = item.extras;
  const chosen = chosenOf(item, answers);
  const [only] = restsOn.length === 1 ? restsOn : [];
  return (
    <>
      <section id={STATEMENTS_ID} tabIndex={-1} className="panel stack-tight" aria-labelledby="computed">
        <h3 id="computed">
          <Icon name="LockClosed" /> Calculated from the practices
        </h3>
        <ComputedFrom component={{ code: item.code, score, restsOn }} />
        {chosen ? (
          <p>
            <strong>Level {chosen.level}.</strong> <Rich text={chosen.statement} />
          </p>
        ) : null}
      </section>
      {restsOn.length > 0 && page.readOnly === undefined ? (
        <p className="small muted">
          There is nothing to answer here. To change it, answer the practices that it is calculated from
          {only ? ": " : "."}
          {only ? <Link to={only.href}>{only.name}</Link> : null}
        </p>
      ) : null}
    </>
  );
}

/** All options with the chosen one marked, when nothing can be changed. */
function ChosenOption({ item: { gate, answers } }: { item: ItemOf<"options"> }) {
  return (
    <ol id={STATEMENTS_ID} tabIndex={-1} className={`plain-list panel ${levelsStyles.levels}`}>
      {gate.options.map((option) => (
        <li key={option.id} className={option.id === answers ? `${levelsStyles.option} ${levelsStyles.optionChosen}` : levelsStyles.option}>
          <strong>{inFull(option)}</strong>
          {option.id === answers ? <Status word="Answered" /> : null}
          <span className={levelsStyles.optionText}>
            <Rich text={option.statement} />
          </span>
        </li>
      ))}
    </ol>
  );
}

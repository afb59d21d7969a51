import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { likelyOfPractices } from "#model/effort.ts";
import { assessesMaturity, type PracticeChoice, practiceRule } from "#model/itil/scope.ts";
import { FieldError } from "~/components/forms/FieldError";
import { countInWords, needInWords } from "~/components/setup/practice-count";
import { Icon } from "~/components/shell/Icon";
import { Button } from "~/components/shell/parts";
import { Rich } from "~/components/shell/Rich";
import { itilScopeSize, NOT_CHOSEN, practiceField, practicesIn, type ScopeStep } from "~/views/setup";
import styles from "./PracticeChoices.module.css";

type Step = Extract<ScopeStep, { model: "ITIL" }>;
type Group = Step["groups"][number];

interface PracticeChoicesProps {
  step: Step;
  errors: Readonly<Record<string, string[] | undefined>>;
  actions: ReactNode;
}

const MODES = [
  { value: "1", label: "Primary", key: "p" },
  { value: "2", label: "Supporting", key: "s" },
  { value: NOT_CHOSEN, label: "N/A", key: "n" },
] as const;

const MODES_EXPLAINED = {
  maturity:
    "Primary practices are those that the assessment is mainly about, Supporting practices are those that they rely on. Both are answered alike, but a Supporting practice may be one level behind: the Practices component takes the lowest level of the Primary practices, or the lowest level of the Supporting practices plus one if that is less. N/A leaves a practice out.",
  capability:
    "Primary practices are those that the assessment is mainly about, Supporting practices are those that they rely on. Both are answered alike and get a level of their own; the result lists them in two tables. N/A leaves a practice out.",
};

/** A choice of Primary, Supporting or N/A for each practice, in three groups (docs/rules/setup-and-scope.md#itil-scope). */
export function PracticeChoices({ step, errors, actions }: PracticeChoicesProps) {
  const { selectedScope, isStarted, groups, components, chosen } = step;
  const rows = useRef<HTMLFieldSetElement>(null);
  const [practices, setPractices] = useState<readonly PracticeChoice[]>(chosen.practices);
  const recount = () => {
    const form = rows.current?.closest("form");
    if (form) setPractices(practicesIn(new FormData(form)));
  };
  // The browser may have restored choices before hydration.
  useEffect(recount, []);
  // Practices that the scope adds are not choices, here or in the count below.
  const ofGroup = (group: Group) => group.practices.filter(({ locked }) => !locked);
  const inGroup = (group: Group) => practices.filter(({ id }) => ofGroup(group).some((practice) => practice.id === id)).length;
  const size = sizeOf(step, practices);
  const need = needInWords(selectedScope, practices, isStarted);
  return (
    <>
      <div className="stack-tight">
        <p>{practiceRule(selectedScope)}</p>
        <p className="field-hint">{MODES_EXPLAINED[assessesMaturity(selectedScope) ? "maturity" : "capability"]}</p>
      </div>
      {components.length > 0 ? <MandatoryComponents scope={selectedScope} components={components} /> : null}
      <fieldset
        className={`${styles.practices} stack`}
        id="capabilities"
        tabIndex={-1}
        aria-invalid={errors.capabilities ? true : undefined}
        aria-describedby={errors.capabilities ? "capabilities-error" : undefined}
        ref={rows}
        onChange={recount}
        onKeyDown={chooseByKey}
      >
        <legend className="visually-hidden">Practices</legend>
        <div className="row row-between">
          <p className="keys-hint field-hint needs-script">
            With the keyboard: <kbd>P</kbd>, <kbd>S</kbd> or <kbd>N</kbd> sets the row you are in and moves on to the next.
          </p>
          <label className="choice">
            {/* Without a name, because it changes what is shown, not what is chosen. */}
            <input type="checkbox" className={styles.practicesHelpSwitch} />
            <span>Show what each practice is for</span>
          </label>
        </div>
        {errors.capabilities ? <FieldError id="capabilities-error" messages={errors.capabilities} /> : null}
        {groups.map((group) => (
          <section key={group.id} aria-labelledby={`group-${group.id}`}>
            <div className={`row ${styles.practice} ${styles.practiceGroupHead}`}>
              <h2 id={`group-${group.id}`}>{group.name}</h2>
              <span className="muted small">
                {inGroup(group)} of {ofGroup(group).length} chosen
              </span>
              <SetGroup group={group} onSet={recount} />
            </div>
            {group.practices.map((practice) => (
              <PracticeRow key={practice.id} practice={practice} mode={modeOf(chosen.practices, practice.id)} />
            ))}
          </section>
        ))}
      </fieldset>
      <div className="practices-bar panel action-bar row row-between">
        <div role="status">
          <strong>{countInWords(selectedScope, practices)}</strong> {size ? <span className="muted small block">{size}</span> : null}{" "}
          <span className={need.isMet ? "status status-good" : "status status-busy"}>
            {need.isMet ? <Icon name="CheckCircled" /> : <Icon name="CrossCircled" />}
            {need.text}
          </span>
        </div>
        <noscript>
          <Button type="submit" name="count" value="yes" variant="soft">
            Update the count
          </Button>
        </noscript>
        <div className="row">{actions}</div>
      </div>
    </>
  );
}

/** How many statements the chosen practices and the components mean; nothing where the upstream does not tell. */
function sizeOf({ groups, components }: Step, chosen: readonly PracticeChoice[]): string | undefined {
  const practices = groups.flatMap((group) => group.practices).filter(({ id }) => chosen.some((choice) => choice.id === id));
  if (practices.length === 0 || practices.some(({ statements }) => statements === undefined)) return undefined;
  const statements = practices.reduce((sum, practice) => sum + (practice.statements ?? 0), 0);
  return `${itilScopeSize(statements, practices.length, components.filter(({ isComputed }) => !isComputed).length)}; about ${likelyOfPractices(statements)} are likely to be asked`;
}

const modeOf = (practices: readonly PracticeChoice[], id: number): string =>
  String(practices.find((practice) => practice.id === id)?.mode ?? NOT_CHOSEN);

function MandatoryComponents({ scope, components }: { scope: string; components: Step["components"] }) {
  return (
    <section className="panel stack-tight" id="maturities" tabIndex={-1} aria-labelledby="mandatory-components">
      <h2 id="mandatory-components">Mandatory maturity components</h2>
      <p className="field-hint">The {scope} scope always assesses these five. They cannot be taken out.</p>
      <ul className="row plain-list">
        {components.map(({ id, name }) => (
          <li key={id} className="row row-close">
            <Icon name="LockClosed" />
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Sets all practices of a group at once. Without script the buttons send the form, which comes back with them set. */
function SetGroup({ group, onSet }: { group: Group; onSet: () => void }) {
  const set = (event: MouseEvent<HTMLButtonElement>, value: string) => {
    event.preventDefault();
    const section = event.currentTarget.closest("section");
    for (const radio of section?.querySelectorAll<HTMLInputElement>("input[type=radio]:not(:disabled)") ?? []) {
      if (radio.value === value) radio.checked = true;
    }
    onSet();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would come between the group's heading and its rows
    <div className="row" role="group" aria-label={`Set all ${group.name.toLowerCase()}`}>
      <span className="muted small" aria-hidden>
        Set all
      </span>
      {MODES.map(({ value, label }) => (
        <Button
          key={value}
          type="submit"
          formNoValidate
          name="setGroup"
          value={`${group.id}:${value}`}
          size="1"
          variant="soft"
          aria-label={`Set all ${group.name.toLowerCase()} to ${label}`}
          onClick={(event) => set(event, value)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

function PracticeRow({ practice: { id, name, help, locked }, mode }: { practice: Group["practices"][number]; mode: string }) {
  const field = practiceField(id);
  return (
    <div
      className={`row ${styles.practice}`}
      role="radiogroup"
      aria-labelledby={`${field}-name`}
      aria-describedby={help ? `${field}-help` : undefined}
    >
      <span>
        <span id={`${field}-name`}>{name}</span>{" "}
        {locked ? (
          <span className="small muted">
            <Icon name="LockClosed" /> added, always Primary
          </span>
        ) : null}
        {help ? (
          <span className={`${styles.practiceHelp} field-hint`} id={`${field}-help`}>
            <Rich text={help} />
          </span>
        ) : null}
      </span>
      <span className={styles.practiceModes}>
        {MODES.map(({ value, label }) => (
          <label key={value} className="pick">
            <input type="radio" name={field} value={value} defaultChecked={mode === value} disabled={locked} />
            <span>{label}</span>
          </label>
        ))}
      </span>
      {locked ? <input type="hidden" name={field} value={mode} /> : null}
    </div>
  );
}

/** P, S and N set the focused row and move the focus to the next one, so that a list can be filled in by keyboard. */
function chooseByKey(event: KeyboardEvent<HTMLFieldSetElement>) {
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || target.type !== "radio" || event.ctrlKey || event.metaKey || event.altKey) return;
  const mode = MODES.find(({ key }) => key === event.key.toLowerCase());
  if (!mode) return;
  event.preventDefault();
  const radios = [...event.currentTarget.querySelectorAll<HTMLInputElement>("input[type=radio]:not(:disabled)")];
  radios.find(({ name, value }) => name === target.name && value === mode.value)?.click();
  const following = radios.slice(radios.findLastIndex(({ name }) => name === target.name) + 1);
  const next = following.find(({ checked }) => checked);
  (next ?? target).focus();
}

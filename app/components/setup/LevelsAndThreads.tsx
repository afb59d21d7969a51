import { type ReactNode, useEffect, useRef, useState } from "react";
import { LEVEL_MEANINGS, LEVEL_NAMES, LEVELS } from "#model/p3m3/catalogue.ts";
import { counted, lowerFirst } from "#model/words.ts";
import { ChoiceGroup } from "~/components/forms/ChoiceGroup";
import { Facts } from "~/components/shell/Facts";
import { Button } from "~/components/shell/parts";
import { DESCOPE_FIELD, type DescopedBefore, descopeInWords, likelySize, type ScopeStep, scopeSize } from "~/views/setup";

const NO_REASON_GIVEN = "No reason was given.";

interface LevelsAndThreadsProps {
  step: Extract<ScopeStep, { model: "P3M3" }>;
  errors: Readonly<Record<string, string[] | undefined>>;
  actions: ReactNode;
}

/** The perspectives and threads that are ticked, and how many statements that means. Without script a button asks the server. */
function ScopeSize({ step }: { step: LevelsAndThreadsProps["step"] }) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ perspectives: step.chosen.perspectiveIds.length, threads: step.chosen.threadIds.length });
  useEffect(() => {
    const form = box.current?.closest("form");
    const recount = () => {
      const ticked = (name: string) => form?.querySelectorAll(`input[type=checkbox][name=${name}]:checked`).length ?? 0;
      setSize({ perspectives: ticked("perspectives"), threads: ticked("threads") });
    };
    // The browser may have restored choices before hydration.
    recount();
    form?.addEventListener("change", recount);
    return () => form?.removeEventListener("change", recount);
  }, []);
  return (
    <div ref={box} className="stack-tight">
      <div className="row">
        <strong role="status">{scopeSize(size.perspectives, size.threads)}</strong>
        <noscript>
          <Button type="submit" formNoValidate name="count" value="yes" variant="soft">
            Update the count
          </Button>
        </noscript>
      </div>
      {size.perspectives * size.threads > 0 ? (
        <p className="field-hint">Likely to be asked: {lowerFirst(likelySize(size.perspectives * size.threads))}</p>
      ) : null}
    </div>
  );
}

/** One tick leaves out what the assessment before left out (docs/rules/assess-again.md#descoped-then). */
function DescopeAgain({ before, chosen }: { before: DescopedBefore; chosen: boolean }) {
  return (
    <div className="field">
      <label className="choice">
        <input type="checkbox" name={DESCOPE_FIELD} value="again" defaultChecked={chosen} aria-describedby="descope-again-hint" />
        <span>{descopeInWords(before)}</span>
      </label>
      <span className="field-hint" id="descope-again-hint">
        As far as this scope has them. Each can be brought back on its own screen.
      </span>
      <details className="small">
        <summary>{counted(before.threads.length, "thread")} and why</summary>
        <Facts facts={before.threads.map(({ name, reason }) => [name, reason || NO_REASON_GIVEN])} />
      </details>
    </div>
  );
}

/** Level, perspectives and threads of a P3M3 assessment (docs/rules/setup-and-scope.md#p3m3-scope). */
export function LevelsAndThreads({ step, errors, actions }: LevelsAndThreadsProps) {
  const { perspectives, threads, chosen } = step;
  const ticks = (name: "perspectives" | "threads", label: string, items: typeof perspectives, chosenIds: readonly number[]) => (
    <ChoiceGroup
      type="checkbox"
      name={name}
      label={label}
      options={items.map((item) => ({ value: String(item.id), label: item.name, isRequired: item.locked }))}
      chosen={chosenIds.map(String)}
      errors={errors[name]}
      selectAll={items.every(({ locked }) => locked) ? undefined : { name: "selectAll", value: name }}
    />
  );
  return (
    <>
      <ChoiceGroup
        type="radio"
        name="selectedLevel"
        label="At which level do you want to start?"
        hint="If you are unsure, pick Level 2. Once it is answered Fully, the statement of the next level opens. Answering goes on level by level, up or down. It ends where a level is not Fully and all below it are; the others are not asked."
        options={LEVELS.map((level) => ({
          value: String(level),
          label: `Level ${level} – ${LEVEL_NAMES[level]}`,
          hint: LEVEL_MEANINGS[level],
        }))}
        chosen={chosen.selectedLevel === null ? [] : [String(chosen.selectedLevel)]}
        errors={errors.selectedLevel}
        wide
      />
      {ticks("perspectives", "Perspectives", perspectives, chosen.perspectiveIds)}
      {ticks("threads", "Threads", threads, chosen.threadIds)}
      {step.descopedBefore ? <DescopeAgain before={step.descopedBefore} chosen={chosen.descopes === true} /> : null}
      <ScopeSize step={step} />
      <div className="row row-end">{actions}</div>
    </>
  );
}

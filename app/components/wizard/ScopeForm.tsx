import { Button } from "@radix-ui/themes";
import { Form, Link } from "@remix-run/react";
import { LEVEL_MEANINGS, LEVEL_NAMES, LEVELS } from "#model/p3m3/catalogue.ts";
import { ChoiceGroup } from "~/components/forms/ChoiceGroup";
import { Callout } from "~/components/shell/Callout";

interface ScopeItem {
  id: number;
  code: string;
  name: string;
  locked: boolean;
}

interface ScopeFormProps {
  scope: { perspectives: ScopeItem[]; threads: ScopeItem[]; selectedLevel: number | null; perspectiveIds: number[]; threadIds: number[] };
  errors: Record<string, string[] | undefined>;
  /** Threads whose answers a narrower scope would hide: asked first. */
  lost: string[];
  failed: boolean;
  readOnly: string | undefined;
  back: string;
}

const NAMES = { selectedLevel: "Level", perspectives: "Perspectives", threads: "Threads" } as const;

/** Level, perspectives and threads of a P3M3 assessment (specification B2). */
export function ScopeForm({ scope, errors, lost, failed, readOnly, back }: ScopeFormProps) {
  const faulty = (Object.keys(NAMES) as (keyof typeof NAMES)[]).filter((name) => errors[name]);
  const option = ({ id, name, locked }: ScopeItem) => ({ value: String(id), label: name, disabled: locked });
  return (
    <Form method="post" noValidate>
      <fieldset disabled={readOnly !== undefined} className="stack panel">
        {readOnly ? <Callout kind="info">{readOnly}</Callout> : null}
        {failed ? (
          <Callout kind="error" title="Sorry, something happened, try again...">
            Nothing was saved; what you chose is still below.{" "}
            <Button type="submit" size="1">
              Continue
            </Button>
          </Callout>
        ) : null}
        {faulty.length > 0 ? (
          <Callout kind="error" title="Please check what you entered:">
            <ul>
              {faulty.map((name) => (
                <li key={name}>
                  <a href={`#${name}`}>
                    {NAMES[name]}: {errors[name]?.join(" ")}
                  </a>
                </li>
              ))}
            </ul>
          </Callout>
        ) : null}
        {lost.length > 0 ? (
          <Callout kind="warning" title="This scope leaves out threads that have answers">
            <p>Their answers would no longer count. They are kept, and come back if you widen the scope again.</p>
            <ul>
              {lost.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
            <Button type="submit" name="confirm" value="narrow" color="red" variant="soft">
              Save the narrower scope
            </Button>
          </Callout>
        ) : null}
        <ChoiceGroup
          type="radio"
          name="selectedLevel"
          label="At which level do you want to start?"
          hint="If you are unsure, pick Level 2. Choosing a level below 5 also makes the next level's statement available, once the level is answered Fully."
          options={LEVELS.map((level) => ({
            value: String(level),
            label: `Level ${level} – ${LEVEL_NAMES[level]}`,
            hint: LEVEL_MEANINGS[level],
          }))}
          chosen={scope.selectedLevel === null ? [] : [String(scope.selectedLevel)]}
          errors={errors.selectedLevel}
          wide
        />
        <ChoiceGroup
          type="checkbox"
          name="perspectives"
          label="Perspectives"
          options={scope.perspectives.map(option)}
          chosen={scope.perspectiveIds.map(String)}
          errors={errors.perspectives}
          selectAll
        />
        <ChoiceGroup
          type="checkbox"
          name="threads"
          label="Threads"
          options={scope.threads.map(option)}
          chosen={scope.threadIds.map(String)}
          errors={errors.threads}
          selectAll
        />
        <div className="actions actions-end">
          <Button asChild variant="soft">
            <Link to={back}>Go back</Link>
          </Button>
          <Button type="submit">Save & Continue</Button>
        </div>
      </fieldset>
    </Form>
  );
}

import type { PracticeFacts } from "#model/itil/explain.ts";
import { counted } from "#model/words.ts";
import { AddActionHere } from "~/components/shell/AddAction";
import { Rich } from "~/components/shell/Rich";
import { FINDINGS } from "~/views/action-links";
import type { PracticeCriterion } from "~/views/answering/itil";
import { plainText } from "~/views/rich-text";

const countCriteria = (count: number) => counted(count, "criterion", "criteria");

interface PracticeExplainedProps {
  facts: PracticeFacts<Pick<PracticeCriterion, "level" | "code" | "statement" | "hint">>;
}

/** Which criteria hold a practice at its level, and what would raise it (docs/rules/itil.md#what-holds-a-level). */
export function PracticeExplained({ facts }: PracticeExplainedProps) {
  const { level, heldAt, holding, unanswered } = facts;
  if (heldAt === undefined) return <p>Every criterion of levels 2 to 5 is Fully: level 5, the highest.</p>;
  const below = heldAt === 2 ? "Level 1 needs no criterion." : `Every criterion up to level ${heldAt - 1} is Fully.`;
  return (
    <>
      <p>
        A practice is at the highest level where every criterion, and every one below it, is Fully. {below}{" "}
        {level === null
          ? `It has a level once ${countCriteria(unanswered.length)} of level ${heldAt} ${unanswered.length === 1 ? "is" : "are"} answered.`
          : `It is held at level ${level} by ${countCriteria(holding.length)} of level ${heldAt} answered Rarely/Never:`}
      </p>
      {holding.length > 0 ? (
        <ul>
          {holding.map(({ code, statement, hint }) => (
            <li key={code}>
              <Rich text={statement} /> <span className="muted">({code})</span>
              {hint ? (
                <>
                  <br />
                  <span className="muted">What to do:</span> <Rich text={hint} />
                </>
              ) : null}{" "}
              <AddActionHere of={FINDINGS.statement(plainText(statement))} about={code} />
            </li>
          ))}
        </ul>
      ) : null}
      {level === null ? null : (
        <p>
          The easiest next step: meet {holding.length === 1 ? "it" : `these ${holding.length}`}, and the practice reaches at least level{" "}
          {heldAt}.
        </p>
      )}
    </>
  );
}

/** A thread: a ladder of five levels, each with a statement and diagnostics (docs/rules/gate.md#questions-screen). */
import { useLocation } from "@remix-run/react";
import { useState } from "react";
import { UNANSWERED, unansweredWord } from "#model/answer-words.ts";
import type { GatedStatement } from "#model/gates/gate.ts";
import { LADDER_OPTIONS } from "#model/gates/ladder.ts";
import { listed } from "#model/words.ts";
import { useDescoping } from "~/components/answering/extras/useDescoping";
import { useMarks } from "~/components/answering/extras/useMarks";
import type { ItemFace, ItemOnScreen } from "~/components/answering/gates/face";
import { LevelCard } from "~/components/answering/gates/LevelCard";
import { sendChoice } from "~/components/answering/keys";
import levelsStyles from "~/components/answering/Levels.module.css";
import { clearedInWords, compareAnswers } from "~/components/answering/p3m3/describe-changes";
import { byScript } from "~/components/forms/by-script";
import { useHydrated } from "~/components/forms/useHydrated";
import { Facts } from "~/components/shell/Facts";
import { Rich } from "~/components/shell/Rich";
import { answerField, type ItemOf } from "~/views/answering/item";
import { diagnosticField, diagnosticsBefore, MARK_WORDS, markAt, REASON_LABEL, threadGate } from "~/views/answering/p3m3";
import type { FieldLabels } from "~/views/form-labels";
import { plainText } from "~/views/rich-text";
import { STATEMENTS_ID } from "~/views/shell";

export const LADDER: ItemFace<"ladder"> = {
  gateOf: threadGate,
  ...{ what: "thread", asks: "level", next: "next thread", choices: LADDER_OPTIONS, firstItem: 1 },
  clearing: {
    title: "Clear this thread's answers?",
    text: "The answers to all five levels are cleared. Diagnostics and the note stay as they are.",
  },
  labelOf: ({ name, group }) => `${group.name}, ${name}`,
  wordOf({ item, gate, answers }) {
    if (item.extras.descoped) return UNANSWERED.descoped;
    return gate.isFinished(answers) ? "Answered" : gate.isStarted(answers) ? "In progress" : "Not started";
  },
  scoreOf({ item, gate, answers }) {
    const value = item.extras.descoped ? null : gate.scoreOf(answers);
    return value === null ? undefined : { name: "Thread score", value };
  },
  clearedInWords,
  compare: (_, gate) => compareAnswers(gate),
  labels: ({ statements }) => [
    {
      ask: Object.fromEntries(
        statements.map(({ level, name, statement }, index) => [
          answerField("ladder", index),
          `Level ${level} ${name}: ${plainText(statement)}`,
        ]),
      ),
      values: Object.fromEntries(LADDER_OPTIONS.map(({ value, word }) => [value, word])),
    },
  ],
  nameOf: ({ statements }, index) => `level ${statements[index]?.level}`,
  optionsOf: () => LADDER_OPTIONS,

  useParts(shown) {
    const { page, item, editing } = shown;
    const { editable } = editing;
    const marks = useMarks(item, editing);
    const save = async () => (await Promise.all([editing.answers, marks.draft, editing.note].map((draft) => draft.flush()))).every(Boolean);
    const descoping = useDescoping(shown, save);
    const [areOpen, setOpen] = useState(page.choices.diagnostics === "open");
    return {
      ...descoping,
      parts: [marks.part, ...descoping.parts],
      fields: { marksBase: shown.result?.typed.marks?.base ?? item.extras.marks, diagnostics: marks.ids.join(" ") },
      labels: import.meta.env.SSR ? [...markLabels(item), { ask: { reason: REASON_LABEL } }] : [],
      head: {
        more: <AboutLevels page={page} item={item} />,
        also: editable && marks.ids.length > 0 ? <UnfoldButton areOpen={areOpen} onPress={() => setOpen(!areOpen)} /> : null,
      },
      statements: <Levels shown={shown} marks={marks} areOpen={areOpen} />,
    };
  },
};

/** A mark that was never made is not worth showing. */
function markLabels({ statements, extras }: ItemOf<"ladder">): FieldLabels[] {
  const diagnostics = statements.flatMap(({ level, diagnostics }) => diagnostics.map((each) => ({ level, ...each })));
  const labelsOf = (marked: boolean) =>
    Object.fromEntries(
      diagnostics.flatMap(({ level, id, statement }, index) =>
        (markAt(extras.marks, index) !== "none") === marked ? [[diagnosticField(id), `Level ${level}: ${plainText(statement)}`]] : [],
      ),
    );
  const { positive, improvement } = MARK_WORDS;
  return [
    { ask: labelsOf(true), values: MARK_WORDS },
    { ask: labelsOf(false), values: { positive, improvement } },
  ];
}

/** Without script the form is saved first, so that nothing typed is lost. */
function UnfoldButton({ areOpen, onPress }: { areOpen: boolean; onPress: () => void }) {
  const unfold = areOpen ? "marked" : "open";
  return (
    <button
      type="submit"
      className="link-button"
      name="unfold"
      value={unfold}
      onClick={byScript(() => {
        onPress();
        sendChoice({ unfold });
      })}
    >
      {areOpen ? "Fold the diagnostics again" : "Open all diagnostics"}
    </button>
  );
}

function AboutLevels({ page, item: { group, statements } }: Pick<ItemOnScreen<"ladder">, "page" | "item">) {
  return (
    <details className="small">
      <summary>About this perspective and the five levels</summary>
      <div className="stack-tight measure">
        {page.groupHelp ? (
          <p>
            <strong>{group.name}.</strong> <Rich text={page.groupHelp} />
          </p>
        ) : null}
        <Facts facts={statements.map(({ level, name, meaning }) => [`Level ${level} ${name}`, meaning])} />
      </div>
    </details>
  );
}

interface LevelsProps {
  shown: ItemOnScreen<"ladder">;
  marks: ReturnType<typeof useMarks>;
  /** All diagnostics are open, marked or not. */
  areOpen: boolean;
}

function Levels({ shown: { item, gate, answers, statements, editing, concerns, onAnswer }, marks, areOpen }: LevelsProps) {
  const { editable, effects } = editing;
  // A level that was just cleared has a message in it, so it is not folded.
  const early = editable ? earlyLocked(statements).filter((index) => !effects.some((effect) => effect.index === index)) : [];
  // A page load unfolds what its address names by `:target`, which script that follows a link does not move.
  const hash = useLocation().hash.slice(1);
  const hydrated = useHydrated();
  return (
    <div id={STATEMENTS_ID} tabIndex={-1} className={`panel ${levelsStyles.levels}`}>
      {early.length > 0 ? (
        <label className={`${levelsStyles.levelFold} small`}>
          <input type="checkbox" /> Show the locked {early.length === 1 ? "level" : "levels"} {listed(early.map((index) => index + 1))}
        </label>
      ) : null}
      {item.statements.map((question, index) => {
        const gated = statements[index];
        const from = diagnosticsBefore(item.statements, question.level);
        const isSought =
          hydrated && [`level-${question.level}`, ...question.diagnostics.map(({ id }) => diagnosticField(id))].includes(hash);
        return gated ? (
          <LevelCard
            key={question.level}
            question={question}
            concerns={concerns.statement(index)}
            gated={gated}
            editable={editable}
            missing={unansweredWord({ descoped: item.extras.descoped, finished: gate.isFinished(answers), locked: !gated.open })}
            isEarly={early.includes(index) && !isSought}
            unfolded={areOpen}
            effect={effects.find((effect) => effect.index === index)}
            onAnswer={(choice) => onAnswer(index, choice)}
            marks={marks.marks.slice(from, from + question.diagnostics.length)}
            onMark={(at, mark) => marks.mark(from + at, mark)}
          />
        ) : null;
      })}
    </div>
  );
}

/** The locked levels that come before the first that is open, by their numbers from 0. A phone folds them. */
function earlyLocked(statements: readonly GatedStatement[]): number[] {
  return statements
    .slice(
      0,
      statements.findIndex(({ open }) => open),
    )
    .map((_, index) => index);
}

import { Link } from "@remix-run/react";
import { type ReactNode, useRef, useState } from "react";
import { CANNOT_TELL_WORDS, NO_ANSWER, timeInWords } from "#model/voices.ts";
import { counted } from "#model/words.ts";
import { FieldError } from "~/components/forms/FieldError";
import { FormLabels } from "~/components/forms/FormLabels";
import { useHydrated } from "~/components/forms/useHydrated";
import { SaveStatus } from "~/components/saving/SaveStatus";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Page } from "~/components/shell/Page";
import { Button } from "~/components/shell/parts";
import { Rich } from "~/components/shell/Rich";
import { SheetTrouble } from "~/components/voice/SheetTrouble";
import { shortDate } from "~/views/dates";
import { paths } from "~/views/paths";
import {
  AGREES,
  CHECK_LEGEND,
  DONE,
  FIELD,
  type PageFaults,
  type PageReply,
  type PageScreen,
  pageLabels,
  statementIn,
  TO_SHEET,
  type TypedPage,
} from "~/views/voice-sheet";
import styles from "./Sheet.module.css";
import { useSheetPage } from "./useSheetPage";

interface SheetPageProps {
  screen: PageScreen;
  /** The form as it came back without script. */
  reply: PageReply | undefined;
}

/** A page of a sheet: its statements, each with an answer, a comment, and where it can be seen. */
export function SheetPage({ screen, reply }: SheetPageProps) {
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const { page, draft, faults, wasPressed, base, change, submit } = useSheetPage(screen, reply, form);
  const { sheet, name, within, help, number, pages, until, statements, next } = screen;
  return (
    <Page
      title={name}
      subtitle={
        <>
          {within ? `${within} · ` : ""}Page {number} of {pages} · {leftInWords(screen)} · until {shortDate(until)}
        </>
      }
    >
      {help ? (
        <details className="measure">
          <summary>What this is about</summary>
          <p>
            <Rich text={help} />
          </p>
        </details>
      ) : null}
      <form ref={form} method="post" noValidate className="stack" aria-label={name} autoComplete="off" onSubmit={submit}>
        {/* Enter presses the first button of a form, so the first one must only save. */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden />
        <HiddenFields fields={{ [FIELD.base]: base }} />
        <FormLabels labels={import.meta.env.SSR ? pageLabels(screen) : []} />
        <SheetTrouble {...{ screen, draft, faults, wasPressed }} />
        {screen.second ? (
          <SaidBefore statements={statements} />
        ) : (
          <p className="small muted">
            ‘{CANNOT_TELL_WORDS}’ is an answer. ‘{NO_ANSWER}’ leaves a statement open.
          </p>
        )}
        {statements.map((question, index) => {
          const said = page.statements[index];
          if (!said) return null;
          return (
            <Statement
              key={question.questionId}
              question={question}
              said={said}
              faults={faults}
              showsVerdict={screen.checksFacts}
              onChange={(part) => change({ statements: page.statements.with(index, { ...said, ...part }) })}
            />
          );
        })}
        {page.check ? <HiddenFields fields={{ [FIELD.verdicts]: page.check.verdicts }} /> : null}
        {page.check && !isChecked(screen, page.check) ? (
          <HiddenFields fields={{ [FIELD.agrees]: page.check.agrees, [FIELD.reason]: page.check.reason }} />
        ) : page.check ? (
          <Check
            check={page.check}
            faults={faults}
            here={paths.voicePage(sheet, screen.place)}
            onChange={(part) => change({ check: { ...page.check, ...part } as TypedPage["check"] })}
          />
        ) : null}
        <div className="action-bar panel row row-between no-print">
          <span>{hydrated ? <SaveStatus drafts={[draft]} /> : null}</span>
          <span className="row row-end">
            <Button type="submit" name={FIELD.go} value={TO_SHEET} variant={next ? "soft" : "solid"}>
              Save and back
            </Button>
            <Button type="submit" name={FIELD.go} value={DONE} variant="soft">
              I am done
            </Button>
            {next ? (
              <Button type="submit" name={FIELD.go} value={next}>
                Save and next
              </Button>
            ) : null}
          </span>
        </div>
      </form>
    </Page>
  );
}

const leftInWords = ({ left, second }: PageScreen) => {
  if (second) return left === 0 ? "everything is checked" : counted(left, "page to check", "pages to check");
  return left === 0 ? "everything is answered" : `${timeInWords(left)} left`;
};

/** In the second round: what the voice has said, beside the verdict (docs/rules/voices.md#second-round). */
const SaidBefore = ({ statements }: Pick<PageScreen, "statements">) => (
  <ol className="plain-list stack">
    {statements.map((question) => (
      <li key={question.questionId} className="panel stack-tight">
        <p>
          <Rich text={statementIn(question)} />
        </p>
        <Verdict words={question.verdict} />
        <p className="small">
          You said: <strong>{question.own?.answer ?? "nothing"}</strong>
        </p>
        {question.own?.comment ? <p className="note-text">{question.own.comment}</p> : null}
        {question.own?.seen ? (
          <p className="note-text">
            <span className="muted">Where it can be seen:</span> {question.own.seen}
          </p>
        ) : null}
      </li>
    ))}
  </ol>
);

/** Without a verdict there is nothing to agree with, unless somebody has done so before. */
const isChecked = ({ statements }: PageScreen, { agrees, reason }: NonNullable<TypedPage["check"]>) =>
  agrees !== "" || reason !== "" || statements.some(({ verdict }) => verdict !== undefined);

interface StatementProps {
  question: PageScreen["statements"][number];
  said: TypedPage["statements"][number];
  faults: PageFaults;
  showsVerdict: boolean;
  onChange(part: Partial<TypedPage["statements"][number]>): void;
}

function Statement({ question, said, faults, showsVerdict, onChange }: StatementProps) {
  const { questionId, choices, verdict } = question;
  const [comment, seen] = [FIELD.comment(questionId), FIELD.seen(questionId)];
  const isFilled = said.comment !== "" || said.seen !== "";
  // It closes on nobody who empties a field that they are in, or mends it.
  const isFaulty = faults[comment] !== undefined || faults[seen] !== undefined;
  const [unfolded, setUnfolded] = useState(isFilled || isFaulty);
  if (isFaulty && !unfolded) setUnfolded(true);
  return (
    <Group legend={<Rich text={statementIn(question)} />}>
      {showsVerdict ? <Verdict words={verdict} /> : null}
      <Choices name={FIELD.choice(questionId)} choices={choices} chosen={said.choice} onChoose={(choice) => onChange({ choice })} />
      <details className={styles.sheetTexts} open={unfolded}>
        <summary>Comment, and where it can be seen{isFilled ? <span className="muted"> (filled in)</span> : null}</summary>
        <div className="stack-tight">
          <Text
            name={comment}
            label="Comment"
            value={said.comment}
            fault={faults[comment]}
            onType={(text) => onChange({ comment: text })}
          />
          <Text
            name={seen}
            label="Where it can be seen"
            hint="Such as a document, a meeting, or somebody to ask."
            value={said.seen}
            fault={faults[seen]}
            onType={(text) => onChange({ seen: text })}
          />
        </div>
      </details>
    </Group>
  );
}

/** All about one statement. Screen readers name it with each of its controls. */
const Group = ({ legend, children }: { legend: ReactNode; children: ReactNode }) => (
  <div className="panel">
    <fieldset className="stack-tight">
      <legend className={styles.sheetLegend}>{legend}</legend>
      {children}
    </fieldset>
  </div>
);

const Verdict = ({ words }: { words: string | undefined }) => (
  <p className="small side-line">
    {words === undefined ? (
      "The assessor has given no verdict on this."
    ) : (
      <>
        The assessor's verdict: <strong>{words}</strong>
      </>
    )}
  </p>
);

interface ChoicesProps {
  name: string;
  choices: readonly { key: string; name: string; statement?: PageScreen["statements"][number]["choices"][number]["statement"] }[];
  chosen: string;
  onChoose(key: string): void;
}

/**
 * The answers of a statement side by side; those that say more below each other. One of them takes the answer back. It is chosen only by whoever
 * presses it, because Tab leads to what is chosen, and otherwise to the first answer.
 */
function Choices({ name, choices, chosen, onChoose }: ChoicesProps) {
  const [hasTakenBack, setTakenBack] = useState(false);
  const sayMore = choices.some(({ statement }) => statement);
  return (
    <div className={sayMore ? styles.sheetOptions : `row ${styles.sheetChoices}`}>
      {choices.map((choice) => (
        <label key={choice.key} className="pick">
          <input
            type="radio"
            name={name}
            value={choice.key}
            checked={choice.key === chosen && (chosen !== "" || hasTakenBack)}
            onChange={() => {
              setTakenBack(choice.key === "");
              onChoose(choice.key);
            }}
          />
          <span>
            {choice.name}
            {choice.statement ? (
              <span className="block small">
                <Rich text={choice.statement} />
              </span>
            ) : null}
          </span>
        </label>
      ))}
    </div>
  );
}

interface CheckProps {
  check: NonNullable<TypedPage["check"]>;
  faults: PageFaults;
  here: string;
  onChange(part: Partial<NonNullable<TypedPage["check"]>>): void;
}

/** Whether the verdict of the page is right, in a check of facts. */
function Check({ check, faults, here, onChange }: CheckProps) {
  const moved = faults[FIELD.agrees];
  return (
    <Group legend={<strong>{CHECK_LEGEND}</strong>}>
      <Choices name={FIELD.agrees} choices={AGREES} chosen={check.agrees} onChoose={(agrees) => onChange({ agrees })} />
      {moved ? (
        <p role="alert" data-fault tabIndex={-1}>
          <FieldError id={`${FIELD.agrees}-error`} messages={[moved]} />{" "}
          <Link to={here} reloadDocument>
            Load the page again
          </Link>
        </p>
      ) : null}
      <Text
        name={FIELD.reason}
        label="Why not"
        hint="Needed if you disagree."
        value={check.reason}
        fault={faults[FIELD.reason]}
        onType={(reason) => onChange({ reason })}
      />
    </Group>
  );
}

interface TextProps {
  name: string;
  label: string;
  hint?: ReactNode;
  value: string;
  fault: string | undefined;
  onType(text: string): void;
}

function Text({ name, label, hint, value, fault, onType }: TextProps) {
  const described = [fault ? `${name}-error` : "", hint ? `${name}-hint` : ""].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={name} className="field-label">
        {label}
      </label>
      {hint ? (
        <span className="field-hint" id={`${name}-hint`}>
          {hint}
        </span>
      ) : null}
      <textarea
        className="textarea"
        id={name}
        name={name}
        rows={2}
        value={value}
        aria-invalid={fault ? true : undefined}
        aria-describedby={described || undefined}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
      {fault ? <FieldError id={`${name}-error`} messages={[fault]} /> : null}
    </div>
  );
}

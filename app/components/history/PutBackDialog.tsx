import { Form, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { CancelLink, Modal } from "~/components/shell/Modal";
import { Moment } from "~/components/shell/Moment";
import { NamedTexts } from "~/components/shell/NamedTexts";
import { Button } from "~/components/shell/parts";
import { type Column, Table } from "~/components/shell/Table";
import type { PutBackQuestion, Side } from "~/views/history";

interface PutBackDialogProps {
  question: PutBackQuestion;
  /** Why it was not put back. */
  failure: { title: string; text: string } | undefined;
  /** The address without the question. */
  here: string;
}

const SIDE_WORDS: Readonly<Record<Side, string>> = { before: "Before this change", after: "After this change" };

/** Asks whether to put back what an entry tells of, and shows what it is now and what it would be. */
export function PutBackDialog({ question, failure, here }: PutBackDialogProps) {
  const { words, at, by, sides, refusal, remarks = [], base } = question;
  const { pathname, search } = useLocation();
  const isSending = useNavigation().state !== "idle";
  // The buttons may be far below it.
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) notice.current?.focus();
  }, [failure]);
  const canSend = refusal === undefined && sides.length > 0;
  return (
    <Modal title="Put back?" dismissTo={here}>
      {failure ? (
        <div ref={notice} tabIndex={-1}>
          <Callout kind="error" title={failure.title}>
            {failure.text}
          </Callout>
        </div>
      ) : null}
      <p>
        {words}
        <br />
        <span className="small muted">
          {by} · <Moment iso={at} />
        </span>
      </p>
      {refusal ? <p>{refusal}</p> : null}
      {!refusal && sides.length === 0 ? <p>It is as it was then, so there is nothing to put back.</p> : null}
      {canSend && remarks.length > 0 ? (
        <ul className="small">
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      ) : null}
      <Form method="post" action={`${pathname}${search}`} className="stack" preventScrollReset>
        <HiddenFields fields={base} />
        {canSend ? <Comparison question={question} /> : null}
        {canSend ? <Sides sides={sides} /> : null}
        <div className="row row-end">
          <CancelLink to={here} />
          {canSend ? (
            <Button type="submit" disabled={isSending}>
              Put back
            </Button>
          ) : null}
        </div>
      </Form>
    </Modal>
  );
}

function Sides({ sides }: { sides: readonly Side[] }) {
  const [first, second] = sides;
  if (!second) return <input type="hidden" name="side" value={first} />;
  return (
    <fieldset className="choices">
      <legend className="field-label">Put back what it was</legend>
      {sides.map((side, index) => (
        <label key={side} className="choice">
          <input type="radio" name="side" value={side} defaultChecked={index === 0} /> <span>{SIDE_WORDS[side]}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Comparison({ question: { sides, rows, texts } }: { question: PutBackQuestion }) {
  return (
    <>
      {rows.length > 0 ? (
        <Table
          className="versions-table"
          columns={[
            { title: "What", names: true, show: ({ name }) => name },
            { title: "Now", show: ({ now }) => now },
            ...sides.map((side): Column<PutBackQuestion["rows"][number]> => ({ title: SIDE_WORDS[side], show: (row) => row[side] })),
          ]}
          rows={rows}
          keyOf={({ name }) => name}
        />
      ) : null}
      {texts && sides.some((side) => texts[side] !== undefined && texts[side] !== texts.now) ? (
        <NamedTexts texts={[["Now", texts.now], ...sides.map((side) => [SIDE_WORDS[side], texts[side] ?? texts.now] as const)]} />
      ) : null}
    </>
  );
}

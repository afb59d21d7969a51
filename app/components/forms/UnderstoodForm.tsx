import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { counted, cutTo } from "#model/words.ts";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { LINE_SHOWN, LineReasons } from "~/components/forms/LineReasons";
import { useNavigation } from "~/components/shell/held-forms";
import { Button } from "~/components/shell/parts";
import { type Column, Table } from "~/components/shell/Table";
import { CHANGE_STEP, UNDERSTOOD, type Understood, type UnderstoodRow } from "~/views/understood";

interface UnderstoodFormProps {
  understood: Understood;
  /** What happens when the button is pressed, in a sentence. */
  summary: string;
  /** What the button says. */
  children: string;
}

/** Shows what pasted lines were understood to say, before anything is done (docs/rules/pasted-lines.md#the-page-between). */
export function UnderstoodForm({ understood: { columns, rows, wrong, fields, seen }, summary, children }: UnderstoodFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isSending = useNavigation().state === "submitting";
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown has changed
  useEffect(() => heading.current?.focus(), [seen]);
  const doubtful = rows.filter(({ doubts }) => doubts.length > 0).length;
  return (
    <Form method="post" ref={form} className="panel stack" aria-labelledby="understood">
      {fields.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may be there several times, and the list never changes
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name={UNDERSTOOD.seen} value={seen} />
      <h2 id="understood" ref={heading} tabIndex={-1}>
        Is this right?
      </h2>
      <p>
        {summary} Nothing has happened yet.
        {doubtful > 0 ? ` Please look at ${counted(doubtful, "line that is", "lines that are")} marked.` : ""}
      </p>
      <Table
        columns={[
          ...columns.map((title, index): Column<UnderstoodRow> => ({ title, names: index === 0, show: ({ cells }) => cells[index] })),
          { title: "Please check", show: ({ doubts, line }) => (doubts.length > 0 ? <Doubts doubts={doubts} line={line} /> : null) },
        ]}
        rows={rows}
        keyOf={(_, index) => index}
      />
      {wrong.length > 0 ? (
        <section className="stack-tight" aria-labelledby="not-understood">
          <h3 id="not-understood">{counted(wrong.length, "line is not taken", "lines are not taken")}</h3>
          <LineReasons lines={wrong} className="small" />
        </section>
      ) : null}
      <div className="row row-end">
        <Button type="submit" variant="soft" name={UNDERSTOOD.step} value={CHANGE_STEP} disabled={isSending}>
          Change it
        </Button>
        <Button type="submit" disabled={isSending}>
          {children}
        </Button>
      </div>
      <LeaveGuard form={form} isRejected />
    </Form>
  );
}

function Doubts({ doubts, line }: Pick<UnderstoodRow, "doubts" | "line">) {
  return (
    <div className="stack-tight">
      {doubts.map((doubt) => (
        <strong key={doubt}>{doubt}</strong>
      ))}
      <span className="small muted">{`From ‘${cutTo(line, LINE_SHOWN)}’`}</span>
    </div>
  );
}

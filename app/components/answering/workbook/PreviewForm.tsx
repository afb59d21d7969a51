import { Form, Link } from "@remix-run/react";
import { counted } from "#model/words.ts";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { NamedTexts } from "~/components/shell/NamedTexts";
import { Button } from "~/components/shell/parts";
import { Table } from "~/components/shell/Table";
import { type ChangeView, type Preview, SEALED_FIELD, TICK_FIELD } from "~/views/answering/workbook";

/** Every change that an uploaded workbook would make, with before and after, and what it holds that will not be applied. */
export function PreviewForm({ preview, apply, again }: { preview: Preview; apply: string; again: string }) {
  const { file, sealed, groups, open, faults, ticked } = preview;
  const isSending = useNavigation().state !== "idle";
  return (
    <>
      <section className="panel stack-tight" aria-label="Preview">
        <h2>{open === 0 ? "Nothing to apply" : `${counted(open, "change")} to apply`}</h2>
        <p>
          {`From ${file === "" ? "the workbook" : file}. `}
          {open === 0 ? "What it says is stored already, or cannot be applied." : "Nothing is stored yet."}
          {faults.length > 0 ? ` ${counted(faults.length + preview.moreFaults, "cell")} will be left out.` : ""}
        </p>
        <p className="small">
          <Link to={again}>Choose another file</Link>
        </p>
      </section>
      {faults.length > 0 ? <Faults preview={preview} /> : null}
      {groups.length > 0 ? (
        <Form method="post" action={apply} className="stack" aria-label="Changes">
          <HiddenFields fields={{ [SEALED_FIELD]: sealed, offered: open }} />
          {groups.map(({ name, changes: listed }) => (
            <section key={name} className="panel stack-tight" aria-label={name}>
              <h2>{name}</h2>
              <ul className="ruled plain-list">
                {listed.map((change) => (
                  <Change key={change.tick} change={change} group={name} isTicked={ticked.includes(change.tick)} />
                ))}
              </ul>
            </section>
          ))}
          {open > 0 ? (
            <div className="panel action-bar row">
              <Button type="submit" variant="soft" name="apply" value="ticked" disabled={isSending}>
                Apply what is ticked
              </Button>
              <Button type="submit" name="apply" value="all" disabled={isSending}>
                {open === 1 ? "Apply the change" : `Apply all ${open} changes`}
              </Button>
            </div>
          ) : null}
        </Form>
      ) : null}
    </>
  );
}

function Faults({ preview: { faults, moreFaults } }: { preview: Preview }) {
  return (
    <Callout kind="warning" title="These cells will be left out">
      <ul className="import-faults">
        {faults.map(({ address, typed, name, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
          <li key={index}>
            <strong>{address}</strong>
            {`${name === "" ? "" : ` (${name})`}, ${typed === "" ? "empty" : `“${typed}”`}: ${text}`}
          </li>
        ))}
        {moreFaults > 0 ? <li>{`and ${moreFaults} more.`}</li> : null}
      </ul>
      Everything else of a thread, practice or component is taken as far as its levels are open. Mend these cells in the workbook and upload
      it again, or go on without them.
    </Callout>
  );
}

function Change({ change, group, isTicked }: { change: ChangeView; group: string; isTicked: boolean }) {
  const { tick, name, part, href, rows, leftOut, texts, problem, isStored } = change;
  const what = `${name}, ${part === "note" ? "note" : "answers"}`;
  const canBeTicked = !problem && !isStored;
  return (
    <li>
      <div className="row row-between">
        {canBeTicked ? (
          <label className="choice">
            <input type="checkbox" name={TICK_FIELD} value={tick} defaultChecked={isTicked} aria-label={`${group}: ${what}`} />
            <span>{what}</span>
          </label>
        ) : (
          <strong>{what}</strong>
        )}
        {href === "" ? null : (
          <Link className="small" to={href} aria-label={`Open ${group}: ${name}`}>
            Open
          </Link>
        )}
      </div>
      {problem ? <p className="field-error">{problem}</p> : null}
      {isStored ? <p className="small muted">Stored already.</p> : null}
      {leftOut.length > 0 ? <p className="small">{`Left out here, for the reason above: ${leftOut.join(", ")}.`}</p> : null}
      {texts ? (
        <NamedTexts
          texts={[
            ["Before", texts.before],
            ["After", texts.after],
          ]}
        />
      ) : null}
      {rows.length > 0 && !isStored ? (
        <Table
          isCards={false}
          className="versions-table"
          columns={[
            { title: "Where", names: true, show: (row) => row.name },
            { title: "Before", show: ({ before }) => before },
            { title: "After", show: ({ after }) => after },
          ]}
          rows={rows}
          // Two criteria of a level may have one name.
          keyOf={(_, index) => index}
        />
      ) : null}
    </li>
  );
}

import { Form } from "@remix-run/react";
import { fingerprint } from "#model/note.ts";
import { focusSaveStatus } from "~/components/answering/SaveStatus";
import type { Draft } from "~/components/answering/useDraft";
import { byScript } from "~/components/forms/by-script";
import { FormLabels } from "~/components/forms/FormLabels";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Button, ButtonLink } from "~/components/shell/parts";
import { Table } from "~/components/shell/Table";
import type { SavedPart } from "~/views/answering";

/** The fields that a part of a screen is posted with. */
const fieldsOf = (part: SavedPart) => (part === "answers" ? { base: "base", value: "target" } : { base: `${part}Base`, value: part });

/** How two versions of a text are shown. */
interface TextVersions {
  /** What it is called: 'Note'. In small letters, the name of its field. */
  what: string;
  /** Shown in place of an empty text. */
  none: string;
  lines: number;
  writable: boolean;
}

export interface TroubledPart {
  part: SavedPart;
  draft: Draft;
  /** The version that a post without script was made from, if there was such a post. */
  base: string | undefined;
  /** What is shown of two versions, side by side. */
  compare(stored: string, mine: string): VersionTableProps | TextVersions;
}

export interface SaveTroubleProps {
  parts: readonly TroubledPart[];
  /** The address of the screen, and the id of the page that holds its lock. */
  here: string;
  pageId: string | undefined;
  /** The thing to answer, in a word such as 'thread'. */
  what: string;
  /** False when nothing can be saved any more. */
  writable: boolean;
  /** The name of a field in the form that is posted; its own, unless the form has several of a kind. */
  fieldName?: (name: string) => string;
}

interface BothVersionsProps extends Required<SaveTroubleProps> {
  conflicts: readonly TroubledPart[];
}

/**
 * The stored version and the entered one side by side. Nothing is overwritten until the user has chosen
 * (docs/rules/locks-and-saving.md#both-versions).
 */
export function BothVersions(props: BothVersionsProps) {
  const { parts, conflicts, here, pageId, what, writable, fieldName } = props;
  const each = (decide: (draft: Draft) => void) => () => {
    for (const { draft } of conflicts) decide(draft);
    focusSaveStatus();
  };
  return (
    <Callout
      kind="warning"
      title={writable ? `This ${what} was changed in the meantime` : `This ${what} can no longer be changed, but something was not saved`}
    >
      <Form method="post" action={here} className="stack-tight" onSubmit={byScript(each((draft) => draft.keepMine()))}>
        <p>
          {writable
            ? "Nothing was overwritten. Both versions are below: choose which to keep."
            : "This browser kept it. Both versions are below."}
        </p>
        <HiddenFields fields={{ page: pageId }} />
        <FormLabels labels={[{ ask: { note: "Your note", reason: "Your reason" } }]} />
        {parts.map(({ part, draft, base, compare }) => {
          const { base: baseField, value: valueField } = fieldsOf(part);
          const names = { base: fieldName(baseField), value: fieldName(valueField) };
          if (draft.state.kind !== "conflict") {
            return base === undefined ? null : (
              <div key={part} hidden>
                <HiddenFields fields={{ [names.base]: base, [names.value]: draft.value }} />
              </div>
            );
          }
          const { stored } = draft.state;
          const isText = part === "note" || part === "reason";
          return (
            <div key={part} className="stack-tight">
              <HiddenFields
                fields={isText ? { [names.base]: fingerprint(stored) } : { [names.base]: stored, [names.value]: draft.value }}
              />
              <Versions compared={compare(stored, draft.conflicting)} stored={stored} draft={draft} />
            </div>
          );
        })}
        <div className="row">
          <ButtonLink to={here} onClick={each((draft) => draft.keepStored())} replace preventScrollReset variant="soft">
            {writable ? "Keep the stored version" : "Discard what was not saved"}
          </ButtonLink>
          {writable ? <Button type="submit">Save mine instead</Button> : null}
        </div>
      </Form>
    </Callout>
  );
}

interface VersionsProps {
  compared: ReturnType<TroubledPart["compare"]>;
  stored: string;
  draft: Draft;
}

/** Two versions: of answers in a table, of a text side by side. The user's own text can still be edited, to take over parts of the other. */
function Versions({ compared, stored, draft }: VersionsProps) {
  if ("rows" in compared) return <VersionTable {...compared} />;
  const { what, none, lines, writable } = compared;
  return (
    <div className="form-grid">
      <div className="field">
        <span className="field-label">{what} stored now</span>
        <p className="panel note-text">{stored === "" ? none : stored}</p>
      </div>
      <label className="field">
        <span className="field-label">Your {what.toLowerCase()}</span>
        <textarea
          className="textarea"
          name={what.toLowerCase()}
          rows={lines}
          value={draft.conflicting}
          readOnly={!writable}
          onChange={({ currentTarget }) => draft.change(currentTarget.value)}
        />
      </label>
    </div>
  );
}

interface VersionTableProps {
  /** The heading of the first column, such as 'Level'. */
  what: string;
  rows: { name: string; stored: string; mine: string }[];
}

/** As many rows as a thread has levels; of more, those that are the same in both versions would hide the others. */
const MOST_ROWS = 5;

/** The stored and the entered version, row by row. */
function VersionTable({ what, rows }: VersionTableProps) {
  const differing = rows.filter(({ stored, mine }) => stored !== mine);
  const shown = rows.length > MOST_ROWS && differing.length > 0 ? differing : rows;
  const left = rows.length - shown.length;
  return (
    <>
      <Table
        isCards={false}
        className="versions-table"
        columns={[
          { title: what, names: true, show: ({ name }) => name },
          { title: "Stored now", show: ({ stored }) => stored },
          { title: "Yours", show: ({ mine }) => mine },
        ]}
        rows={shown}
        keyOf={({ name }) => name}
        attributes={({ stored, mine }) => (stored === mine ? {} : { className: "differs" })}
      />
      {left > 0 ? <p className="small muted">{left === 1 ? "The other one is" : `The other ${left} are`} the same in both.</p> : null}
    </>
  );
}

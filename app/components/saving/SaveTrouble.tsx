import { Form } from "@remix-run/react";
import { fingerprint } from "#model/note.ts";
import { byScript } from "~/components/forms/by-script";
import { FormLabels } from "~/components/forms/FormLabels";
import { useHydrated } from "~/components/forms/useHydrated";
import { focusSaveStatus } from "~/components/saving/SaveStatus";
import { type Draft, retryUnsent } from "~/components/saving/useDraft";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Button, ButtonLink } from "~/components/shell/parts";
import { Table } from "~/components/shell/Table";
import { TimeOfDay } from "~/components/shell/TimeOfDay";
import { paths } from "~/views/paths";
import { savedInWords } from "~/views/saved-in-words";
import { KEPT_IN_WORDS, type SavedPart } from "~/views/saving";

/** Which part was not saved and why, once the server has said so. A failed save is tried again, and only the state of saving shows it. */
export function SaveTrouble(props: SaveTroubleProps) {
  const hydrated = useHydrated();
  const drafts = props.parts.map(({ draft }) => draft);
  const isTold = drafts.some(({ state: { kind } }) =>
    kind === "failed" ? !hydrated : kind !== "idle" && kind !== "saving" && kind !== "saved",
  );
  if (isTold) return <TroubleMessage {...props} />;
  return drafts.some(({ hasGivenUp }) => hasGivenUp) ? <GivenUp drafts={drafts} /> : null;
}

function Retry({ drafts }: { drafts: readonly Draft[] }) {
  const retry = () => {
    focusSaveStatus();
    retryUnsent(drafts);
  };
  return (
    <div>
      <Button type="button" variant="soft" onClick={retry}>
        Retry
      </Button>
    </div>
  );
}

/** Says what to do when no more tries follow. */
function GivenUp({ drafts }: { drafts: readonly Draft[] }) {
  return (
    <div data-trouble tabIndex={-1}>
      <Callout kind="error" title="Saving has stopped">
        <div className="stack-tight">
          <p>
            It was tried several times without success. {KEPT_IN_WORDS} Check your connection, then retry. You may also leave: it is sent
            when you open this page again.
          </p>
          <Retry drafts={drafts} />
        </div>
      </Callout>
    </div>
  );
}

const ownName = (name: string) => name;

/** Tells why something was not saved and what to do; the entries stay. It is the same with and without script. */
function TroubleMessage(props: SaveTroubleProps) {
  // The state of saving leads here: on a long grid this message is out of sight.
  return (
    <div className="stack" data-trouble tabIndex={-1}>
      <Message {...props} />
    </div>
  );
}

function Message({ parts, here, pageId, what, writable, fieldName = ownName }: SaveTroubleProps) {
  const hydrated = useHydrated();
  const kept = hydrated ? KEPT_IN_WORDS : "What you entered is still on this page.";
  const conflicts = parts.filter(({ draft }) => draft.state.kind === "conflict");
  if (conflicts.length > 0) return <BothVersions {...{ parts, conflicts, here, pageId, what, writable, fieldName }} />;
  const states = parts.map(({ draft }) => draft.state);
  const retry = hydrated ? <Retry drafts={parts.map(({ draft }) => draft)} /> : null;
  const locked = states.find((state) => state.kind === "locked");
  if (locked) {
    return (
      <Callout kind="warning" isUrgent title="Locked for editing by another user">
        <div className="stack-tight">
          <p>
            {locked.by ? `${locked.by} is editing this assessment now` : "Somebody else is editing this assessment now"}
            {locked.until ? (
              <>
                , until <TimeOfDay iso={locked.until} /> unless they carry on or finish earlier
              </>
            ) : null}
            . {savedInWords(locked)} {kept} Try again when they have finished.
          </p>
          {retry}
        </div>
      </Callout>
    );
  }
  if (states.some(({ kind }) => kind === "signed-out")) {
    return (
      <Callout kind="warning" isUrgent title="Your session has ended">
        <div className="stack-tight">
          <p>
            {kept}{" "}
            <a href={paths.redirect()} target="_blank" rel="noreferrer">
              Log in again in a new tab
            </a>
            , then come back here and try again.
          </p>
          {retry}
        </div>
      </Callout>
    );
  }
  const refused = states.find((state) => state.kind === "refused");
  if (refused) {
    return (
      <Callout kind="error" title="Not saved">
        {refused.message} {refused.parts ? savedInWords(refused) : ""} {kept}
      </Callout>
    );
  }
  const failed = states.find((state) => state.kind === "failed");
  if (!hydrated && failed) {
    return (
      <Callout kind="error" title="Sorry, something went wrong...">
        {savedInWords(failed)} {kept} Please try again.
      </Callout>
    );
  }
  return null;
}

/** The fields that a part of a screen is posted with. */
const fieldsOf = (part: SavedPart) => (part === "answers" ? { base: "base", value: "target" } : { base: `${part}Base`, value: part });

/** How two versions of a text are shown. */
interface TextVersions {
  /** What it is called: 'Note'. */
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

interface SaveTroubleProps {
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
      isUrgent
      title={writable ? `This ${what} was changed in the meantime` : `This ${what} can no longer be changed, but something was not saved`}
    >
      <Form method="post" action={here} className="stack-tight" onSubmit={byScript(each((draft) => draft.keepMine()))}>
        <p>
          {writable
            ? "Nothing was overwritten. Both versions are below: choose which to keep."
            : "This browser kept it. Both versions are below."}
        </p>
        <HiddenFields fields={{ page: pageId }} />
        <FormLabels labels={[{ ask: { [fieldName("note")]: "Your note", [fieldName("reason")]: "Your reason" } }]} />
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
              <Versions compared={compare(stored, draft.conflicting)} stored={stored} draft={draft} name={names.value} />
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
  /** The field of the user's own text. */
  name: string;
}

/** Two versions: of answers in a table, of a text side by side. The user's own text can still be edited, to take over parts of the other. */
function Versions({ compared, stored, draft, name }: VersionsProps) {
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
          name={name}
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

import { Button } from "@radix-ui/themes";
import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { fingerprint } from "#model/note.ts";
import type { Draft } from "~/components/answering/useDraft";
import { FormWords } from "~/components/forms/FormWords";
import { useHydrated } from "~/components/forms/useHydrated";
import { Callout } from "~/components/shell/Callout";
import { TimeOfDay } from "~/components/shell/TimeOfDay";
import { savedInWords } from "~/views/answering";
import { paths } from "~/views/paths";

/** The fields that each part of a screen is posted with. */
const FIELDS = {
  answers: { base: "base", value: "target" },
  marks: { base: "marksBase", value: "marks" },
  note: { base: "noteBase", value: "note" },
  flag: { base: "flagBase", value: "flag" },
  reason: { base: "reasonBase", value: "reason" },
} as const;

const ownName = (name: string) => name;

export interface TroubledPart {
  part: keyof typeof FIELDS;
  draft: Draft;
  /** The version that a post without script was made from, if there was such a post. */
  base: string | undefined;
  /** Shows two versions side by side. */
  compare(stored: string, mine: string): ReactNode;
}

interface SaveTroubleProps {
  parts: readonly TroubledPart[];
  /** The address of the screen, and the id of the page that holds its lock. */
  here: string;
  pageId: string | undefined;
  /** What is asked, in a word such as 'thread'. */
  what: string;
  /** False when nothing can be saved any more. */
  writable: boolean;
  /** The name of a field in the form that is posted; its own, unless the form has several of a kind. */
  fieldName?: (name: string) => string;
}

/** Tells why something was not saved and what to do; the entries stay. It is the same with and without script. */
export function SaveTrouble({ parts, here, pageId, what, writable, fieldName = ownName }: SaveTroubleProps) {
  const hydrated = useHydrated();
  const kept = hydrated ? "What you entered is still on this page and kept in this browser." : "What you entered is still on this page.";
  const conflicts = parts.filter(({ draft }) => draft.state.kind === "conflict");
  if (conflicts.length > 0) return <BothVersions {...{ parts, conflicts, here, pageId, what, writable, fieldName }} />;
  const states = parts.map(({ draft }) => draft.state);
  const retryAll = () => {
    for (const { draft } of parts) if (draft.isUnsent()) draft.retry();
  };
  const retry = hydrated ? (
    <div>
      <Button type="button" variant="soft" onClick={retryAll}>
        Retry
      </Button>
    </div>
  ) : null;
  const locked = states.find((state) => state.kind === "locked");
  if (locked) {
    return (
      <Callout kind="warning" title="Locked for editing by another user">
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
      <Callout kind="warning" title="Your session has ended">
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

/**
 * The stored version and the entered one side by side. Nothing is overwritten until the user has chosen
 * (docs/rules/locks-and-saving.md#both-versions).
 */
function BothVersions(props: Required<SaveTroubleProps> & { conflicts: readonly TroubledPart[] }) {
  const { parts, conflicts, here, pageId, what, writable, fieldName } = props;
  const each = (decide: (draft: Draft) => void) => () => {
    for (const { draft } of conflicts) decide(draft);
  };
  return (
    <Callout
      kind="warning"
      title={writable ? `This ${what} was changed in the meantime` : `This ${what} can no longer be changed, but something was not saved`}
    >
      <Form
        method="post"
        action={here}
        className="stack-tight"
        onSubmit={(event) => {
          event.preventDefault();
          each((draft) => draft.keepMine())();
        }}
      >
        <p>
          {writable
            ? "Nothing was overwritten. Both versions are below: choose which to keep."
            : "This browser kept it. Both versions are below."}
        </p>
        {pageId ? <input type="hidden" name="page" value={pageId} /> : null}
        <FormWords words={[{ ask: { note: "Your note", reason: "Your reason" } }]} />
        {parts.map(({ part, draft, base, compare }) => {
          const names = { base: fieldName(FIELDS[part].base), value: fieldName(FIELDS[part].value) };
          if (draft.state.kind !== "conflict") {
            return base === undefined ? null : (
              <div key={part} hidden>
                <input type="hidden" name={names.base} value={base} />
                <input type="hidden" name={names.value} value={draft.value} />
              </div>
            );
          }
          const { stored } = draft.state;
          return (
            <div key={part} className="stack-tight">
              <input type="hidden" name={names.base} value={part === "note" || part === "reason" ? fingerprint(stored) : stored} />
              {part === "note" || part === "reason" ? null : <input type="hidden" name={names.value} value={draft.value} />}
              {compare(stored, draft.conflicting)}
            </div>
          );
        })}
        <div className="row">
          <Button asChild variant="soft">
            <Link to={here} onClick={each((draft) => draft.keepStored())} replace preventScrollReset>
              {writable ? "Keep the stored version" : "Discard what was not saved"}
            </Link>
          </Button>
          {writable ? <Button type="submit">Save mine instead</Button> : null}
        </div>
      </Form>
    </Callout>
  );
}

interface TextVersions {
  /** What it is called: 'Note'. In small letters, the name of its field. */
  what: string;
  /** What stands in the place of an empty one. */
  none: string;
  rows: number;
  writable?: boolean;
}

/** Two versions of a text. The user's own can still be edited, to take over parts of the other. */
export function compareTexts(draft: Draft, { what, none, rows, writable = true }: TextVersions) {
  return (stored: string, mine: string) => (
    <div className="versions">
      <div className="field">
        <span className="field-label">{what} stored now</span>
        <p className="note-text version">{stored === "" ? none : stored}</p>
      </div>
      <label className="field">
        <span className="field-label">Your {what.toLowerCase()}</span>
        <textarea
          className="textarea"
          name={what.toLowerCase()}
          rows={rows}
          value={mine}
          readOnly={!writable}
          onChange={({ currentTarget }) => draft.change(currentTarget.value)}
        />
      </label>
    </div>
  );
}

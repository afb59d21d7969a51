/** Clearing all answers, and undoing a change that cleared others (docs/rules/gate.md#nothing-is-cleared-silently). */

import { Form, Link, useNavigate } from "@remix-run/react";
import { byScript } from "~/components/forms/by-script";
import { useHydrated } from "~/components/forms/useHydrated";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { CancelLink, Modal } from "~/components/shell/Modal";
import { Button } from "~/components/shell/parts";
import { QUESTIONS_FORM } from "~/views/answering";

/** Leads to the confirmation that clears all answers. Without script the form is sent and saved first. @param what a word such as 'thread' */
export function ClearButton({ what }: { what: string }) {
  const navigate = useNavigate();
  return (
    <button
      type="submit"
      className="link-button"
      form={QUESTIONS_FORM}
      name="confirm"
      value="clear"
      onClick={byScript(() => navigate("?confirm=clear", { preventScrollReset: true }))}
    >
      Clear this {what}'s answers
    </button>
  );
}

interface ClearConfirmationProps {
  title: string;
  /** Tells what is cleared and what stays. */
  text: string;
  here: string;
  pageId: string | undefined;
  /** The answers as they are, and as they will be. */
  base: string;
  empty: string;
  onClear(): void;
}

/** Asks before all answers are cleared. */
export function ClearConfirmation({ title, text, here, pageId, base, empty, onClear }: ClearConfirmationProps) {
  const hydrated = useHydrated();
  return (
    <Modal title={title} dismissTo={here}>
      <p>{text}</p>
      <Form method="post" action={here} className="row row-end" onSubmit={byScript(onClear)}>
        <HiddenFields fields={{ base, page: pageId }} />
        <CancelLink to={here} />
        {/* Without script the page's form is sent, because something may have been typed beside the question. */}
        <Button type="submit" form={hydrated ? undefined : QUESTIONS_FORM} name="target" value={empty} color="red" variant="soft">
          Clear answers
        </Button>
      </Form>
    </Modal>
  );
}

/** Tells screen readers which other levels a change answered or opened; on the screen each level shows it. */
export const News = ({ children }: { children: string }) => (
  <span role="status" className="visually-hidden">
    {children}
  </span>
);

interface UndoOfferProps {
  /** The answers that the last change cleared in addition, in words; undefined when it cleared nothing. */
  cleared: string | undefined;
  /** The answers as they were before. */
  former: string | undefined;
  /** The history of the thread, practice or component, where there is one. */
  history: string | undefined;
  /** The field that brings them back; 'target' unless the form has several. */
  name?: string;
  onUndo(): void;
}

/** After a change that cleared other answers: tells what it cleared, and offers Undo. */
export function UndoOffer({ cleared, former, name = "target", history, onUndo }: UndoOfferProps) {
  if (cleared === undefined || former === undefined) return <span role="status" />;
  return (
    <span role="status" className="small undo">
      {cleared}{" "}
      <button className="link-button" type="submit" name={name} value={former} onClick={byScript(onUndo)}>
        Undo
      </button>{" "}
      {history ? <Link to={history}>History of these answers</Link> : null}
    </span>
  );
}

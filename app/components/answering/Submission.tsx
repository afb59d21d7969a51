/** Submitting from a summary (docs/rules/submission-and-certification.md#submission). */
import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { MessageDialog } from "~/components/shell/MessageDialog";
import { CancelLink, Modal } from "~/components/shell/Modal";
import { Button } from "~/components/shell/parts";
import { countPassing, type FilterItem, filtersFor, filterTexts, OPEN_AT_SUBMISSION, withFilter } from "~/views/answering/filters";
import type { SummaryPage } from "~/views/answering/summary";
import type { SaveOutcome } from "~/views/saving";

interface SubmitConfirmationProps {
  here: string;
  pageId: string | undefined;
  submit: string;
  /** What somebody may still want to do. */
  children: ReactNode;
}

export function SubmitConfirmation({ here, pageId, submit, children }: SubmitConfirmationProps) {
  return (
    <Modal title="Are you ready to Submit?" dismissTo={here}>
      <p>Once you have submitted this assessment you cannot make any changes but will have access to a read-only copy.</p>
      {children}
      <Form method="post" action={here} className="row">
        <HiddenFields fields={{ page: pageId }} />
        <CancelLink to={here} />
        <Button type="submit">{submit}</Button>
      </Form>
    </Modal>
  );
}

interface StillOpenProps {
  view: Pick<SummaryPage, "concerns" | "links">;
  items: readonly FilterItem[];
  /** What is counted, such as 'threads'. */
  unit: string;
}

/** Counts what is flagged, has no note or no evidence, and links each number to its list. The user can submit in any case. */
export function StillOpen({ view: { concerns, links }, items, unit }: StillOpenProps) {
  const open = OPEN_AT_SUBMISSION.filter((filter) => filtersFor(concerns).includes(filter)).flatMap((filter) => {
    const count = countPassing(filter, items);
    return count > 0 ? [{ filter, count }] : [];
  });
  if (open.length === 0) return null;
  return (
    <ul className="links">
      {open.map(({ filter, count }) => (
        <li key={filter}>
          <Link to={withFilter(links.here, filter)}>
            {filterTexts(filter).label}: {count} of {countPassing(undefined, items)} {unit}
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function SubmitFailure({ outcome, here }: { outcome: SaveOutcome; here: string }) {
  return (
    <MessageDialog title="Something happened, please try again..." here={here}>
      {outcome.kind === "locked" ? `${outcome.by ?? "Somebody else"} is editing this assessment now. ` : ""}
      {outcome.kind === "refused" ? `${outcome.message} ` : ""}
      The assessment was not submitted; all answers are as they were.
    </MessageDialog>
  );
}

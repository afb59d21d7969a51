import { isRouteErrorResponse, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { failurePage } from "~/components/shell/ErrorPage";
import { Notice } from "~/components/shell/Notice";
import { ButtonLink } from "~/components/shell/parts";
import { SendAgain } from "~/components/shell/SendAgain";
import type { KeptForm } from "~/views/shell";

interface SheetProblemProps {
  error: unknown;
  /** Shown where a page is gone for good. The root shows this component too, and is not to load what only sheets need. */
  whatBrowserKept?: ReactNode;
}

/** The message that a voice reads in place of a page. A voice has no home screen to go to. The message gives back the text that the voice typed. */
export function SheetProblem({ error, whatBrowserKept }: SheetProblemProps) {
  const { pathname } = useLocation();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const { title, description, kept, next, isOver } = failurePage(error);
  const isOwn = next.href.startsWith("/voice/");
  const mayRetry = !kept && (status >= 500 || status === 429);
  return (
    <Notice>
      <h1 tabIndex={-1}>{title}</h1>
      <p>{description}</p>
      {status >= 500 ? <p className="muted">What was saved before is safe.</p> : null}
      {kept ? (
        <>
          <p>{whatIsKept(kept, { isOver, needsLink: status === 401 || status === 409 })}</p>
          {isOver && !hasEntries(kept) ? null : <SendAgain form={kept} label={isOver ? undefined : "Send again"} />}
        </>
      ) : null}
      {isOver && !kept ? whatBrowserKept : null}
      {isOwn || mayRetry || kept ? null : <p>Please open the link that you were given once more.</p>}
      <div className="row">
        {mayRetry ? (
          <ButtonLink to={pathname} reloadDocument>
            Try again
          </ButtonLink>
        ) : null}
        {isOwn ? (
          <ButtonLink to={next.href} reloadDocument variant="soft">
            {next.label}
          </ButtonLink>
        ) : null}
      </div>
    </Notice>
  );
}

const hasEntries = ({ answers, texts }: KeptForm) => answers.length + texts.length > 0;

/** What became of what was sent, and what to do. A button alone has nothing to show. */
function whatIsKept(kept: KeptForm, { isOver, needsLink }: { isOver: true | undefined; needsLink: boolean }): string {
  const shows = hasEntries(kept);
  if (isOver) return shows ? "What you entered was not saved. It is below, so that you can copy it." : "Nothing was changed.";
  const became = kept.mayBeSaved
    ? "It is not known whether what you entered was saved."
    : shows
      ? "What you entered was not saved, but it is not lost: it is below."
      : "Nothing was changed yet.";
  if (needsLink) return `${became} Open your link in a new tab, then come back here and send it again.`;
  return `${became} You can send it again from here${kept.mayBeSaved ? ": what is stored already is not changed by that" : ""}.`;
}

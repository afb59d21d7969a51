import { isRouteErrorResponse, useLocation } from "@remix-run/react";
import { failurePage } from "~/components/shell/ErrorPage";
import { Notice } from "~/components/shell/Notice";
import { ButtonLink } from "~/components/shell/parts";
import { SendAgain } from "~/components/shell/SendAgain";

/** What a voice is told in place of a page. There is no home screen for it to go to, and what was typed is given back. */
export function SheetProblem({ error }: { error: unknown }) {
  const { pathname } = useLocation();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const { title, description, kept, next } = failurePage(error);
  const isOwn = next.href.startsWith("/voice/");
  const mayRetry = !kept && (status >= 500 || status === 429);
  return (
    <Notice>
      <h1 tabIndex={-1}>{title}</h1>
      <p>{description}</p>
      {status >= 500 ? <p className="muted">What was saved before is safe.</p> : null}
      {kept ? (
        <>
          <p>
            What you entered was not saved, but it is not lost: it is below.{" "}
            {status === 401 || status === 409
              ? "Open your link in a new tab, then come back here and send it again."
              : "You can send it again from here."}
          </p>
          <SendAgain form={kept} label="Send again" />
        </>
      ) : null}
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

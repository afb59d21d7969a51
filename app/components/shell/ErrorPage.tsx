import { isRouteErrorResponse, useLocation } from "@remix-run/react";
import { Icon } from "~/components/shell/Icon";
import type { IconName } from "~/components/shell/icon-names";
import { Modal } from "~/components/shell/Modal";
import { Notice } from "~/components/shell/Notice";
import { Button, ButtonLink, buttonLook } from "~/components/shell/parts";
import { SendAgain } from "~/components/shell/SendAgain";
import { paths } from "~/views/paths";
import type { FailurePage, KeptForm } from "~/views/shell";

type Text = Pick<FailurePage, "title" | "description">;

const GENERIC: Record<number, Text> = {
  400: { title: "That request could not be understood.", description: "Nothing was changed. Go back, reload the page and try again." },
  401: { title: "Sorry, your credentials has expired.", description: "Please try to login again..." },
  403: { title: "Sorry, access denied.", description: "Your account may not see this page." },
  404: {
    title: "Page not found.",
    description: "There is nothing at this address. It may have been mistyped, or the page no longer exists.",
  },
  405: { title: "That cannot be done here.", description: "Nothing was changed. Go back and use the buttons on the page." },
  409: { title: "Somebody else is editing this.", description: "Nothing was changed. Try again when they have finished." },
};
const OTHER: Text = { title: "Sorry, something went wrong...", description: "Please, try again later or get in touch." };

const ICONS: Record<number, IconName> = {
  401: "Person",
  403: "LockClosed",
  404: "MagnifyingGlass",
  409: "LockClosed",
  503: "MixerHorizontal",
};

/** Added to the fixed text: what a failure of the upstream means for the reader's work. */
const MORE: Record<number, string> = {
  500: "This is our fault, and it has been logged. What was saved before is safe.",
  502: "The service behind this page sent an answer that could not be used. What was saved before is safe.",
  503: "The service behind this page cannot be reached at the moment. What was saved before is safe; it may work again in a minute.",
};

/** The error page for every status. It always has a link to go on. */
export function ErrorPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const late = isRouteErrorResponse(error) ? lateFormOf(error.data) : undefined;
  if (late) return <LateFormPage form={late} />;
  const page = failurePage(error);
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (page.logOut) return page.kept ? <LateFormPage form={page.kept} /> : <SessionOver page={page} />;
  if (page.modal) return <FailureDialog page={page} />;
  // The home screen is its own way home, which tries again.
  const isWayOut = page.kept !== undefined || page.next.href !== pathname;
  const canRetry = !page.kept && (status >= 500 || page.mayRetry || !isWayOut);
  const retry = canRetry ? (
    <ButtonLink to={`${pathname}${search}`} reloadDocument variant={page.mayRetry || !isWayOut ? "solid" : "soft"}>
      Try again
    </ButtonLink>
  ) : null;
  const wayOut = page.kept || page.mayRetry ? "soft" : "solid";
  return (
    <Notice>
      <span className="round-mark">
        <Icon name={ICONS[status] ?? (status >= 500 ? "ExclamationTriangle" : "CrossCircled")} />
      </span>
      <h1 tabIndex={-1}>{page.title}</h1>
      <p>{page.description}</p>
      {MORE[status] ? <p className="muted">{MORE[status]}</p> : null}
      {page.kept ? (
        <>
          <p>
            {page.kept.mayBeSaved
              ? "It is not known whether what you entered was saved. You can send it again from this page: what is stored already is not changed by that."
              : "What you entered was not saved, but it is not lost: you can send it again from this page."}
          </p>
          <SendAgain form={page.kept} label="Try again" />
        </>
      ) : null}
      <div className="row">
        {page.mayRetry ? retry : null}
        {isWayOut ? (
          page.next.href.startsWith("/") ? (
            <ButtonLink to={page.next.href} reloadDocument={status >= 500} variant={wayOut}>
              {page.next.label}
            </ButtonLink>
          ) : (
            <a href={page.next.href} {...buttonLook({ variant: wayOut })}>
              {page.next.label}
            </a>
          )
        ) : null}
        {page.mayRetry ? null : retry}
      </div>
    </Notice>
  );
}

/** What the page shows for an error: the failure that was thrown, or a plain text for its status, each with the form that was not saved. */
export function failurePage(error: unknown): FailurePage {
  const { status, data } = isRouteErrorResponse(error) ? error : { status: 0, data: null };
  const own: Partial<FailurePage> = typeof data === "object" ? data : {};
  return { ...(GENERIC[status] ?? OTHER), next: { href: paths.home(), label: "Go to the home screen" }, ...own };
}

/** Everything that was typed, in a form that can be sent after signing in again (docs/rules/sign-in-and-session.md#when-a-session-ends). */
function LateFormPage({ form }: { form: KeptForm }) {
  const showsSomething = form.answers.length > 0 || form.texts.length > 0;
  return (
    <Notice>
      <h1 tabIndex={-1}>Your session has ended</h1>
      <p>
        {showsSomething ? "Nothing you typed is lost: it is in the form below." : "Nothing was changed yet, and nothing is lost."}{" "}
        <a href={paths.redirect()} target="_blank" rel="noreferrer">
          Log in again in a new tab
        </a>
        , then come back here and {showsSomething ? "save" : "send it again"}.
      </p>
      <SendAgain form={form} label={showsSomething ? "Save" : "Send again"} />
    </Notice>
  );
}

/** The form in an error that was posted after the session had ended, if there is one. */
function lateFormOf(data: unknown): KeptForm | undefined {
  return typeof data === "object" && data !== null && "lateForm" in data ? (data as { lateForm: KeptForm }).lateForm : undefined;
}

/** The form that an error page gives back, if there is one. */
export function keptFormOf(error: unknown): KeptForm | undefined {
  return isRouteErrorResponse(error) ? (lateFormOf(error.data) ?? failurePage(error).kept) : undefined;
}

/** The message about a session that has run out. Dismissing it in any way logs out. */
function SessionOver({ page }: { page: FailurePage }) {
  const leave = () => document.querySelector<HTMLFormElement>("#leave")?.submit();
  return (
    <Notice>
      <h1 className="visually-hidden">{page.title}</h1>
      <Modal kind="warning" title={page.title} onDismiss={leave}>
        <p>{page.description}</p>
        <form method="post" action={paths.signOut()} id="leave" className="row">
          <Button type="submit">{page.next.label}</Button>
        </form>
      </Modal>
    </Notice>
  );
}

/** The outcome of a change whose screen cannot be shown. Dismissing it opens the next page. */
function FailureDialog({ page: { title, description, next } }: { page: FailurePage }) {
  return (
    <Notice>
      <h1 className="visually-hidden">{title}</h1>
      <Modal kind="error" title={title} onDismiss={() => location.assign(next.href)}>
        <p>{description}</p>
        <div className="row">
          <ButtonLink to={next.href} reloadDocument>
            {next.label}
          </ButtonLink>
        </div>
      </Modal>
    </Notice>
  );
}

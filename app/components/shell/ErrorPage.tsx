import { Button } from "@radix-ui/themes";
import { isRouteErrorResponse, Link } from "@remix-run/react";
import { paths } from "~/paths";
import type { FailurePage, KeptForm } from "~/view";

interface LateForm {
  lateForm: KeptForm;
}

const GENERIC: Record<number, Omit<FailurePage, "next">> = {
  400: { title: "That request could not be understood.", description: "Nothing was changed. Go back, reload the page and try again." },
  401: { title: "Sorry, your credentials has expired.", description: "Please try to login again..." },
  403: { title: "Sorry, access denied.", description: "Your account may not see this page." },
  404: { title: "Page not found.", description: "There is nothing at this address. It may have been mistyped, or what it showed is gone." },
  405: { title: "That cannot be done here.", description: "Nothing was changed. Go back and use the buttons on the page." },
  409: { title: "Somebody else is editing this.", description: "Nothing was changed. Try again when they have finished." },
};
const OTHER = { title: "Sorry, something went wrong...", description: "Please, try again later or get in touch." };

/** One error page for every status, each with a way on. */
export function ErrorPage({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && isLateForm(error.data)) return <LateFormPage lateForm={error.data.lateForm} />;
  const page = failurePage(error);
  return (
    <main className="notice" id="content">
      <h1>{page.title}</h1>
      <p>{page.description}</p>
      {page.kept ? (
        <>
          <p>What you entered was not saved, but it is not lost either: this page keeps it, and sends it again.</p>
          <SendAgain form={page.kept} label="Try again" />
        </>
      ) : null}
      <p>
        <Button asChild variant={page.kept ? "soft" : "solid"}>
          {page.next.href.startsWith("/") ? (
            <Link to={page.next.href}>{page.next.label}</Link>
          ) : (
            <a href={page.next.href}>{page.next.label}</a>
          )}
        </Button>
      </p>
    </main>
  );
}

/** What the page says of an error: the failure that a loader described, or a plain text for its status. */
export function failurePage(error: unknown): FailurePage {
  if (isRouteErrorResponse(error) && isFailurePage(error.data)) return error.data;
  const text = (isRouteErrorResponse(error) && GENERIC[error.status]) || OTHER;
  return { ...text, next: { href: paths.home(), label: "Go to the home screen" } };
}

/** Everything that was typed, in a form that can be sent once the reader has signed in again. */
function LateFormPage({ lateForm }: LateForm) {
  return (
    <main className="notice" id="content">
      <h1>Your session has ended</h1>
      <p>
        Nothing you typed is lost: it is in the form below.{" "}
        <a href={paths.redirect()} target="_blank" rel="noreferrer">
          Sign in again in a new tab
        </a>
        , then come back here and save.
      </p>
      <SendAgain form={lateForm} label="Save" />
    </main>
  );
}

/** A form that was not accepted, with everything that was typed into it. */
function SendAgain({ form: { action, fields }, label }: { form: KeptForm; label: string }) {
  return (
    <form method="post" action={action} className="stack">
      {fields.map(([name, value]) =>
        value.length > 60 || value.includes("\n") ? (
          <label key={`${name}=${value}`} className="field">
            <span className="field-label">{name}</span>
            <textarea className="textarea" name={name} defaultValue={value} rows={8} />
          </label>
        ) : (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ),
      )}
      <p>
        <Button type="submit">{label}</Button>
      </p>
    </form>
  );
}

function isFailurePage(value: unknown): value is FailurePage {
  return typeof value === "object" && value !== null && "title" in value && "next" in value;
}

function isLateForm(value: unknown): value is LateForm {
  return typeof value === "object" && value !== null && "lateForm" in value;
}

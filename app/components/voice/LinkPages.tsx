import { Notice } from "~/components/shell/Notice";
import { Button } from "~/components/shell/parts";

/**
 * Asks whether to open the sheet of a link. It names nobody, because whoever looks ahead sees it too. The form has no action: it is sent to the
 * link itself, and works without script.
 */
export function LinkQuestion() {
  return (
    <Notice>
      <h1 tabIndex={-1}>Your view is asked for</h1>
      <p>
        This link opens your sheet: a few pages of statements about how your organization works. You need no account and no password. It
        works as often as you like, on any device, until the sheet is closed.
      </p>
      <p>The link is yours alone. Whoever has it can read and change your answers, so please do not pass it on.</p>
      <form method="post" className="row">
        <Button type="submit">Open my sheet</Button>
      </form>
    </Notice>
  );
}

/** Says that a link opens no sheet. */
export function LinkIsOver() {
  return (
    <Notice>
      <h1 tabIndex={-1}>This link does not open a sheet</h1>
      <p>
        It may be incomplete, or a newer one has taken its place, or you are no longer asked. Please look for the newest mail or message
        with a link, and open all of the link.
      </p>
      <p>If that does not help, please ask whoever gave it to you. Whatever you saved before is kept.</p>
    </Notice>
  );
}

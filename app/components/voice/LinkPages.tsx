import { useEffect } from "react";
import { discardAllUnsent } from "~/components/saving/discardAllUnsent";
import { Notice } from "~/components/shell/Notice";
import { Button, ButtonLink } from "~/components/shell/parts";
import { paths } from "~/views/paths";
import { ownerOf } from "~/views/voice-sheet";

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

/** Asks once before mails about sheets end (docs/rules/voices.md#mails). The form has no action: it is sent to this address. */
export function NoMailQuestion({ sheet }: { sheet: string }) {
  return (
    <Notice>
      <h1 tabIndex={-1}>Get no more mails about sheets?</h1>
      <p>No team here can mail you a sheet then, nor remind you of one. Your link goes on working.</p>
      <form method="post" className="row">
        <Button type="submit">Do not write to me again</Button>
        <ButtonLink to={paths.voiceSheet(sheet)} variant="soft">
          Go Back
        </ButtonLink>
      </form>
    </Notice>
  );
}

export const FORGET = "Forget my sheet on this device";

/** Asks whether this device shall forget a sheet. The form has no action: it is sent to this address. */
export function ForgetQuestion() {
  return (
    <Notice>
      <h1 tabIndex={-1}>Forget your sheet on this device?</h1>
      <p>What you saved is kept, and your link goes on working. What this browser keeps because it could not be saved is deleted.</p>
      <form method="post" className="row">
        <Button type="submit">{FORGET}</Button>
      </form>
    </Notice>
  );
}

/** Says that this device has forgotten a sheet, and removes what script has kept of it. */
export function SheetForgotten({ sheet }: { sheet: string }) {
  useEffect(() => discardAllUnsent(ownerOf(sheet)), [sheet]);
  return (
    <Notice>
      <h1 tabIndex={-1}>This device has forgotten your sheet</h1>
      <p>What you saved is kept. To go on, open the link that you were given once more, on any device.</p>
      <p>If you opened the link here, the history of this browser still has it. If others use this device, delete it there, too.</p>
    </Notice>
  );
}

import { Notice } from "~/components/shell/Notice";
import { Button, ButtonLink } from "~/components/shell/parts";
import { paths } from "~/views/paths";

/**
 * Asks whether to sign in by the link that was opened. The form has no action: it is sent to the link itself, and works without script.
 * @param signedInAs who is signed in here already
 */
export function EntryQuestion({ signedInAs }: { signedInAs: string | undefined }) {
  return (
    <Notice>
      <h1 tabIndex={-1}>Sign in with this link?</h1>
      {signedInAs ? (
        <p>
          You are signed in as <strong>{signedInAs}</strong>. If you sign in with this link, {signedInAs} is signed out in this browser.
          Everything that was saved is safe.
        </p>
      ) : (
        <p>This link signs you in. It works once, and only for a short time.</p>
      )}
      <form method="post" className="row">
        <Button type="submit">Sign in</Button>
        {signedInAs ? (
          <ButtonLink to={paths.home()} variant="soft">
            Stay signed in as {signedInAs}
          </ButtonLink>
        ) : null}
      </form>
    </Notice>
  );
}

import { Notice } from "~/components/shell/Notice";
import { Button, ButtonLink, buttonLook } from "~/components/shell/parts";
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
        <Stay as={signedInAs} />
      </form>
    </Notice>
  );
}

/**
 * Says that an entry link has expired, and where new ones come from.
 * @param signedInAs who is signed in here already
 * @param homeSite the address of the site that makes links
 */
export function EntryExpired({ signedInAs, homeSite }: { signedInAs: string | undefined; homeSite: string }) {
  return (
    <Notice>
      <h1 tabIndex={-1}>This link has expired</h1>
      <p>A link to sign in works once, and only for a short time. Please ask for a new one where you got this one.</p>
      {signedInAs ? (
        <p>
          You are still signed in as <strong>{signedInAs}</strong>.
        </p>
      ) : null}
      <div className="row">
        <a href={homeSite} {...buttonLook()}>
          {homeSite === paths.signIn() ? "Sign in by mail" : "Go to the home site"}
        </a>
        <Stay as={signedInAs} />
      </div>
    </Notice>
  );
}

/** The way back for somebody who is signed in already. */
export function Stay({ as }: { as: string | undefined }) {
  if (as === undefined) return null;
  return (
    <ButtonLink to={paths.home()} variant="soft">
      Stay signed in as {as}
    </ButtonLink>
  );
}

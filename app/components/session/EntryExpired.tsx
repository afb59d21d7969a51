import { Notice } from "~/components/shell/Notice";
import { ButtonLink, buttonLook } from "~/components/shell/parts";
import { paths } from "~/views/paths";

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
          Go to the home site
        </a>
        {signedInAs ? (
          <ButtonLink to={paths.home()} variant="soft">
            Stay signed in as {signedInAs}
          </ButtonLink>
        ) : null}
      </div>
    </Notice>
  );
}

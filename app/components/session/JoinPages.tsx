import { joiningMessages } from "#model/joining.ts";
import { Stay } from "~/components/session/EntryPages";
import { Moment } from "~/components/shell/Moment";
import { Notice } from "~/components/shell/Notice";
import { Button, buttonLook } from "~/components/shell/parts";
import type { JoinPage } from "~/views/joining";
import { paths } from "~/views/paths";

/** Asks whether to join by the link that was opened (docs/rules/people.md#copied-links). The form is sent to the link itself. */
export function JoinQuestion({ page: { offer, signedInAs, homeSite } }: { page: JoinPage }) {
  if (!offer) return <LinkIsOver signedInAs={signedInAs} homeSite={homeSite} />;
  const { team, by, email, until } = offer;
  return (
    <Notice>
      <h1 tabIndex={-1}>Join {team}?</h1>
      <p>
        {by} has invited you. You join with the address <strong>{email}</strong>, and are signed in.
      </p>
      <p>
        This link works once, until <Moment iso={until} />. If the address is not yours, do not join, and tell who gave you the link.
      </p>
      {signedInAs ? (
        <p>
          You are signed in as <strong>{signedInAs}</strong>. If you join, {signedInAs} is signed out in this browser. Everything that was
          saved is safe.
        </p>
      ) : null}
      <form method="post" className="row">
        <Button type="submit">Join</Button>
        <Stay as={signedInAs} />
      </form>
    </Notice>
  );
}

/** The same whether a link was used, has ended, or somebody has the address. */
function LinkIsOver({ signedInAs, homeSite }: Pick<JoinPage, "signedInAs" | "homeSite">) {
  return (
    <Notice>
      <h1 tabIndex={-1}>{joiningMessages.linkIsOver}</h1>
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

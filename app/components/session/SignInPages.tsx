import { Form, Link } from "@remix-run/react";
import { inHalves } from "#model/mailed-code.ts";
import { FieldError } from "~/components/forms/FieldError";
import { Stay } from "~/components/session/EntryPages";
import { Notice } from "~/components/shell/Notice";
import { Button, ButtonLink } from "~/components/shell/parts";
import { paths } from "~/views/paths";
import type { MailReply } from "~/views/session";

/** Asks for an address. @param reply what was wrong with the one that was sent */
export function MailQuestion({ reply }: { reply: MailReply | undefined }) {
  return (
    <Notice>
      <h1 tabIndex={-1}>Sign in</h1>
      <p>You need no password. We send a link and a code to your e-mail address.</p>
      <Form method="post" noValidate className="stack" reloadDocument>
        <div className="field">
          <label htmlFor="address">
            <span className="field-label">E-mail address</span>
          </label>
          <input
            className="input"
            id="address"
            name="address"
            type="email"
            autoComplete="email"
            required
            defaultValue={reply?.typed}
            aria-invalid={reply ? true : undefined}
            aria-describedby={reply ? "address-error" : undefined}
          />
          {reply ? <FieldError id="address-error" messages={[reply.error]} /> : null}
        </div>
        <div className="row">
          <Button type="submit">Send me a link</Button>
        </div>
      </Form>
    </Notice>
  );
}

/**
 * What follows, the same for every address: the field for the code.
 * @param wrongCode as it was typed
 */
export function CodeQuestion({ address, wrongCode }: { address: string; wrongCode: string | undefined }) {
  const isWrong = wrongCode !== undefined;
  return (
    <Notice>
      <h1 tabIndex={-1}>Check your mail</h1>
      <p>
        We have sent a mail to <strong>{address}</strong>, if somebody here has this address. Its link and its code work once, for 15
        minutes.
      </p>
      <p>Open the link in this browser, or type the code here.</p>
      <Form method="post" noValidate className="stack" reloadDocument>
        <div className="field">
          <label htmlFor="code">
            <span className="field-label">Code from the mail</span>
          </label>
          <span className="field-hint" id="code-hint">
            Eight letters and digits, from the newest mail.
          </span>
          <input
            className="input"
            id="code"
            name="code"
            type="text"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            required
            defaultValue={wrongCode}
            aria-invalid={isWrong ? true : undefined}
            aria-describedby={isWrong ? "code-error code-hint" : "code-hint"}
          />
          {isWrong ? (
            <FieldError id="code-error" messages={["This code is not right. After five wrong ones you need a new mail."]} />
          ) : null}
        </div>
        <div className="row">
          <Button type="submit">Sign in</Button>
        </div>
      </Form>
      <p className="small muted">
        No mail? Look in the folder for spam, or <Link to={paths.signIn()}>ask again</Link>. Some mails take a few minutes.
      </p>
    </Notice>
  );
}

/** The code of a link that was opened in a browser that has not asked for it. @param signedInAs who is signed in here already */
export function CodeElsewhere({ code, signedInAs }: { code: string; signedInAs: string | undefined }) {
  return (
    <Notice>
      <h1 tabIndex={-1}>Your code is {inHalves(code)}</h1>
      <p>Type it in the browser in which you asked for the mail. This link signs you in only there.</p>
      <p>Give the code to nobody else. If you did not ask for a mail, close this page.</p>
      <div className="row">
        <Stay as={signedInAs} />
      </div>
    </Notice>
  );
}

/** Says that link or code serve no more, and offers to ask again. @param signedInAs who is signed in here already */
export function MailIsOver({ signedInAs }: { signedInAs: string | undefined }) {
  return (
    <Notice>
      <h1 tabIndex={-1}>Please ask for a new mail</h1>
      <p>Link and code work once, for 15 minutes, and end after five wrong codes. This one is over.</p>
      {signedInAs ? (
        <p>
          You are still signed in as <strong>{signedInAs}</strong>.
        </p>
      ) : null}
      <div className="row">
        {signedInAs === undefined ? <ButtonLink to={paths.signIn()}>Ask for a new mail</ButtonLink> : null}
        <Stay as={signedInAs} />
      </div>
    </Notice>
  );
}

/** Says that signing in needs cookies, in a browser that refuses them. */
export function NoCookies() {
  return (
    <Notice>
      <h1 tabIndex={-1}>This browser keeps no cookies</h1>
      <p>Signing in needs them, so the mail that you asked for signs nobody in here.</p>
      <p>Please allow cookies for this site in the settings of the browser, then ask for a new mail. Or sign in with another browser.</p>
      <div className="row">
        <ButtonLink to={paths.signIn()}>Ask for a new mail</ButtonLink>
      </div>
    </Notice>
  );
}

import { Form, Link } from "@remix-run/react";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormEnd } from "~/components/forms/FormEnd";
import { FormLabels } from "~/components/forms/FormLabels";
import { TextField } from "~/components/forms/fields";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Moment } from "~/components/shell/Moment";
import { Notice } from "~/components/shell/Notice";
import { Page } from "~/components/shell/Page";
import { Button, ButtonLink, buttonLook } from "~/components/shell/parts";
import { shortDate } from "~/views/dates";
import {
  codesRules,
  type FormReply,
  joiningPaths,
  OWN_ADDRESS,
  OWN_ADDRESS_LABELS,
  OWN_ADDRESS_RULES,
  OWN_NAME_LABELS,
  OWN_NAME_RULES,
  type OwnAddressPage,
  type UndoPage,
} from "~/views/joining";
import { paths } from "~/views/paths";

/** One's own name (docs/rules/people.md#your-account). */
export function OwnNameScreen({ firstName, reply }: { firstName: string; reply: FormReply | undefined }) {
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<{ firstName: string }>({ rules: OWN_NAME_RULES, lastResult, defaultValue: { firstName } });
  return (
    <Page title="Your name" subtitle="As colleagues read it, and people whom you ask or invite">
      <Form method="post" id={form.id} noValidate className="panel stack measure" aria-label="Your name" {...live}>
        <FormLabels labels={[{ ask: OWN_NAME_LABELS }]} />
        <ErrorSummary form={form} fields={fields} labels={OWN_NAME_LABELS} refusal={lastResult} />
        <TextField field={fields.firstName} label={OWN_NAME_LABELS.firstName} optional />
        <FormEnd back={paths.me()}>Save the name</FormEnd>
        <LeaveGuard form={live.ref} isRejected={reply !== undefined} />
      </Form>
    </Page>
  );
}

/** One's own address: the form for another one, or for its codes (docs/rules/people.md#another-address). */
export function OwnAddressScreen({ page, reply }: { page: OwnAddressPage; reply: FormReply | undefined }) {
  const { email, fixed, pending, former } = page;
  return (
    <Page
      title="Your address"
      subtitle={email}
      actions={
        <ButtonLink to={paths.me()} variant="soft">
          Your account
        </ButtonLink>
      }
    >
      <div className="stack measure">
        {fixed ? (
          <Callout kind="info">{fixed}</Callout>
        ) : pending ? (
          <CodesForm pending={pending} reply={reply} />
        ) : (
          <AddressForm reply={reply} />
        )}
        {former.length > 0 ? (
          <section className="panel stack-tight" aria-labelledby="former">
            <h2 id="former">Former addresses</h2>
            <ul className="plain-list">
              {former.map((each) => (
                <li key={`${each.email} ${each.until}`}>
                  {each.email} serves for entry links until {shortDate(each.until)}.
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </Page>
  );
}

function AddressForm({ reply }: { reply: FormReply | undefined }) {
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<{ email: string }>({ rules: OWN_ADDRESS_RULES, lastResult, defaultValue: { email: "" } });
  return (
    <Form
      method="post"
      action={joiningPaths.ownAddress("again")}
      id={form.id}
      noValidate
      className="panel stack"
      aria-label="Another address"
      {...live}
    >
      <FormLabels labels={[{ ask: { email: OWN_ADDRESS_LABELS.email } }]} />
      <ErrorSummary form={form} fields={fields} labels={OWN_ADDRESS_LABELS} refusal={lastResult} />
      <TextField
        field={fields.email}
        label={OWN_ADDRESS_LABELS.email}
        hint="It gets a mail with a code. Unless you have signed in within the last ten minutes, your present address gets one, too."
        required
      />
      <FormEnd back={paths.me()}>Send the codes</FormEnd>
      <LeaveGuard form={live.ref} isRejected={reply !== undefined} />
    </Form>
  );
}

function CodesForm({
  pending: { email, until, needsOldCode },
  reply,
}: {
  pending: NonNullable<OwnAddressPage["pending"]>;
  reply: FormReply | undefined;
}) {
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<{ code: string; oldCode: string }>({
    rules: codesRules(needsOldCode),
    lastResult,
    defaultValue: { code: "", oldCode: "" },
  });
  return (
    <Form method="post" id={form.id} noValidate className="panel stack" aria-label="Codes" {...live}>
      <p>
        We have sent a code to <strong>{email}</strong>, if this address can be used
        {needsOldCode ? ", and another one to your present address" : ""}. Codes work until <Moment iso={until} />.
      </p>
      <HiddenFields fields={{ [OWN_ADDRESS.intent]: "codes" }} />
      <FormLabels labels={[{ ask: { code: OWN_ADDRESS_LABELS.code, oldCode: OWN_ADDRESS_LABELS.oldCode } }]} />
      <ErrorSummary form={form} fields={fields} labels={OWN_ADDRESS_LABELS} refusal={lastResult} />
      <TextField field={fields.code} label={OWN_ADDRESS_LABELS.code} hint="Eight letters and digits." required />
      {needsOldCode ? (
        <TextField field={fields.oldCode} label={OWN_ADDRESS_LABELS.oldCode} hint="Eight letters and digits." required />
      ) : null}
      <p className="small muted">
        From then on you sign in with the new address, and your other devices are signed out. Both addresses get a mail; the one to the
        present address can undo it within seven days. <Link to={joiningPaths.ownAddress("again")}>Use another address, or ask again</Link>
      </p>
      <FormEnd back={paths.me()}>Change the address</FormEnd>
    </Form>
  );
}

/** Asks whether to undo a change of address. The form is sent to the link itself. */
export function UndoQuestion({ page: { offer, homeSite } }: { page: UndoPage }) {
  if (!offer)
    return (
      <Notice>
        <h1 tabIndex={-1}>This link does not serve any more</h1>
        <p>
          It works once, for seven days. If somebody else uses your address, please tell a lead of your team, or whoever runs this service.
        </p>
        <div className="row">
          <a href={homeSite} {...buttonLook()}>
            {homeSite === paths.signIn() ? "Sign in by mail" : "Go to the home site"}
          </a>
        </div>
      </Notice>
    );
  return (
    <Notice>
      <h1 tabIndex={-1}>Bring {offer.email} back?</h1>
      <p>
        <strong>{offer.newEmail}</strong> has taken its place. If you bring it back, everybody is signed out who is signed in as you, and
        you sign in with {offer.email} again. Everything that was saved is safe.
      </p>
      <form method="post" className="row">
        <Button type="submit">Bring it back</Button>
      </form>
    </Notice>
  );
}

import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { counted } from "#model/words.ts";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormLabels } from "~/components/forms/FormLabels";
import { CheckboxListField, RadioField, TextField } from "~/components/forms/fields";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { Facts } from "~/components/shell/Facts";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { Moment } from "~/components/shell/Moment";
import { Page } from "~/components/shell/Page";
import { Button, ButtonLink } from "~/components/shell/parts";
import { Question } from "~/components/shell/Question";
import { StateMark } from "~/components/team/PeopleScreen";
import { paths } from "~/views/paths";
import {
  HAND_OVER,
  PERSON,
  PERSON_INTENTS,
  PERSON_LABELS,
  PERSON_RULES,
  type PersonPage,
  type PersonReply,
  permissionOptions,
  personFormLabels,
} from "~/views/people";

/** One person of the team, as a lead manages them (docs/rules/people.md#one-person). */
export function PersonScreen({ page, reply }: { page: PersonPage; reply: PersonReply | undefined }) {
  const { name, email, suspendedAt, lastSeenAt, devices, locks, isSelf, confirm, unseen } = page;
  const made = `${page.id} ${page.version} ${reply?.changedTo}`;
  return (
    <Page
      title={name}
      subtitle={name === email ? "Person of your team" : email}
      actions={
        <ButtonLink to={paths.people()} variant="soft">
          All people
        </ButtonLink>
      }
    >
      <div className="stack measure">
        <section className="panel" aria-label="At the moment">
          <Facts
            facts={[
              ["State", <StateMark key="state" state={suspendedAt ? "suspended" : "active"} />],
              ...(suspendedAt ? [["Suspended since", <Moment key="since" iso={suspendedAt} />] as const] : []),
              ["Last seen", lastSeenAt ? <Moment key="seen" iso={lastSeenAt} /> : "Not known"],
              ["Signed in on", devices === 0 ? "No device" : counted(devices, "device")],
              ["Edits", locks === 0 ? (unseen ? "Nothing that you see" : "Nothing") : counted(locks, "assessment")],
            ]}
          />
          {unseen ? <p className="small muted">{unseen}</p> : null}
        </section>
        {/* The key gives the fields what is stored now. */}
        <PersonForm key={made} page={page} reply={reply} />
        {isSelf ? (
          <section className="panel stack-tight" aria-labelledby="own-access">
            <h2 id="own-access">Your own access</h2>
            <p>
              Nobody suspends or removes themselves. Another lead can do it, or you <Link to={paths.me()}>leave the team</Link>.
            </p>
          </section>
        ) : (
          <Access page={page} />
        )}
      </div>
      {confirm === "suspend" ? <SuspendQuestion page={page} /> : null}
      {confirm === "remove" ? <RemoveQuestion page={page} /> : null}
    </Page>
  );
}

interface PersonFormProps {
  page: PersonPage;
  reply: PersonReply | undefined;
}

function PersonForm({ page, reply }: PersonFormProps) {
  const { firstName, permission, roles, models, version, base, isSelf, staysLead } = page;
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<{ firstName: string; permission: string; roles: string[]; version: string; base: string }>({
    rules: PERSON_RULES,
    lastResult,
    defaultValue: { firstName, permission, roles: [...roles] },
  });
  const isSaving = useNavigation().state === "submitting";
  const fixed = models.filter(({ isFixed }) => isFixed).map(({ model }) => model);
  return (
    <Form method="post" id={form.id} noValidate className="panel stack" aria-labelledby="person-form" preventScrollReset {...live}>
      <h2 id="person-form">Name and rights</h2>
      {/* What the user has seen: the loader may have read what another lead saved since. */}
      <input type="hidden" name={PERSON.version} defaultValue={reply?.changedTo ?? fields.version.initialValue ?? version ?? ""} />
      <input type="hidden" name={PERSON.base} defaultValue={fields.base.initialValue ?? base} />
      <FormLabels labels={personFormLabels(models.map(({ model }) => model))} />
      <ErrorSummary form={form} fields={fields} labels={PERSON_LABELS} refusal={lastResult} />
      <TextField field={fields.firstName} label={PERSON_LABELS.firstName} optional />
      <RadioField
        field={fields.permission}
        label={PERSON_LABELS.permission}
        hint={staysLead ?? (isSelf ? "This is you. As an assessor or a viewer you no longer manage people." : undefined)}
        options={permissionOptions.map((option) => ({ ...option, disabled: staysLead !== undefined }))}
        wide
      />
      <CheckboxListField
        field={fields.roles}
        label={PERSON_LABELS.roles}
        hint={fixed.length > 0 ? `You do not work with ${fixed.join(" and ")} yourself, so this stays as it is.` : undefined}
        options={models.map(({ model, isFixed }) => ({ value: model, label: model, disabled: isFixed }))}
        inline
      />
      <p className="small muted">
        A change takes effect at once. Whoever becomes a viewer, or loses a model, gives their edit locks back; what they have saved stays.
        Open invitations of somebody who leads no more end.
      </p>
      <div className="row">
        <Button type="submit" disabled={isSaving}>
          Save changes
        </Button>
      </div>
      <LeaveGuard form={live.ref} isRejected={reply !== undefined} />
    </Form>
  );
}

function Access({ page: { id, name, suspendedAt, version } }: { page: PersonPage }) {
  const isSending = useNavigation().state !== "idle";
  return (
    <section className="panel stack" aria-labelledby="access">
      <h2 id="access">Access</h2>
      {suspendedAt ? (
        <>
          <p>{name} cannot sign in at the moment. What they assessed is as it was.</p>
          <Form method="post" action={paths.person(id)} preventScrollReset className="row">
            <HiddenFields fields={{ intent: PERSON_INTENTS.readmit, [PERSON.version]: version }} />
            <Button type="submit" variant="soft" disabled={isSending}>
              Let {name} in again
            </Button>
          </Form>
        </>
      ) : (
        <div className="row row-between">
          <p>Suspending keeps somebody out until you let them in again.</p>
          <ButtonLink to={paths.person(id, { confirm: "suspend" })} preventScrollReset variant="soft">
            Suspend
          </ButtonLink>
        </div>
      )}
      <div className="row row-between">
        <p>Removing forgets who somebody is. This cannot be undone.</p>
        <ButtonLink to={paths.person(id, { confirm: "remove" })} preventScrollReset variant="soft">
          Remove
        </ButtonLink>
      </div>
    </section>
  );
}

/** What ends at once, of what somebody has now. */
function endingOf({ devices, locks }: PersonPage): string {
  const ending = [
    ...(devices > 0 ? [`is signed out on ${counted(devices, "device")}`] : []),
    ...(locks > 0 ? [`stops editing ${counted(locks, "assessment")}`] : []),
  ];
  return ending.length === 0 ? "" : ` This person ${ending.join(" and ")}; what they have saved is safe.`;
}

function SuspendQuestion({ page }: { page: PersonPage }) {
  const { name } = page;
  return (
    <PersonQuestion page={page} title={`Suspend ${name}?`} intent="suspend" submit="Suspend">
      {name} can no longer sign in, from now on and everywhere.{endingOf(page)} You can let them in again at any time.
    </PersonQuestion>
  );
}

function RemoveQuestion({ page }: { page: PersonPage }) {
  const { name, email } = page;
  return (
    <PersonQuestion page={page} title={`Remove ${name}?`} intent="remove" submit="Remove">
      {name === email ? "" : `${email}: `}name, address and models are forgotten. Nobody can bring them back; the person can be invited
      anew.
      {endingOf(page)} What they assessed stays with the team, as that of a removed person.
    </PersonQuestion>
  );
}

interface PersonQuestionProps {
  page: PersonPage;
  title: string;
  intent: "suspend" | "remove";
  submit: string;
  children: ReactNode;
}

/** Says what waits for answers, and asks who takes it over. */
function HandOver({ open: { sheets, colleagues } }: { open: NonNullable<PersonPage["open"]> }) {
  const waiting = `${counted(sheets, "sheet that this person asked for is", "sheets that this person asked for are")} open.`;
  if (colleagues.length === 0)
    return <p>{waiting} Nobody else of the team can take them over. They stay open, and name your team alone.</p>;
  return (
    <div className="field">
      <label htmlFor="hand-over">
        <span className="field-label">Who takes over</span>
      </label>
      <span className="field-hint" id="hand-over-hint">
        {waiting} Whoever takes them over is named on them as the one who asks. The others stay open, and name your team.
      </span>
      <select className="input" id="hand-over" name={HAND_OVER} aria-describedby="hand-over-hint" defaultValue={String(colleagues[0]?.id)}>
        {colleagues.map(({ id, name, sheets: taken }) => (
          <option key={id} value={String(id)}>
            {taken === sheets ? name : `${name} (${taken} of ${sheets})`}
          </option>
        ))}
        <option value="">Nobody</option>
      </select>
    </div>
  );
}

/** Asks before somebody is kept out. */
function PersonQuestion({ page: { id, name, email, version, open, unseen, ends }, intent, ...question }: PersonQuestionProps) {
  return (
    <Question
      kind="warning"
      at={paths.person(id)}
      fields={{ intent: PERSON_INTENTS[intent], [PERSON.version]: version, name, email }}
      more={
        <>
          {[...ends, ...(unseen ? [unseen] : [])].map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {open ? <HandOver open={open} /> : null}
        </>
      }
      {...question}
    />
  );
}

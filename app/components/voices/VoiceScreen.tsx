import { Form } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { timeInWords } from "#model/voices.ts";
import { counted } from "#model/words.ts";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormEnd } from "~/components/forms/FormEnd";
import { FormLabels } from "~/components/forms/FormLabels";
import { SelectField, TextField } from "~/components/forms/fields";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { Callout } from "~/components/shell/Callout";
import { DeliveryNote } from "~/components/shell/DeliveryNote";
import { Facts } from "~/components/shell/Facts";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { Links, LinksHeading } from "~/components/shell/Links";
import { Moment } from "~/components/shell/Moment";
import { Page } from "~/components/shell/Page";
import { Button, ButtonLink } from "~/components/shell/parts";
import { Question } from "~/components/shell/Question";
import { SheetFields } from "~/components/voices/SheetFields";
import { VoiceStateMark } from "~/components/voices/VoiceState";
import { shortDate } from "~/views/dates";
import { paths } from "~/views/paths";
import {
  VOICE,
  VOICE_INTENTS,
  VOICE_LABELS,
  VOICE_LINKS_NOTE,
  VOICE_RULES,
  type VoicePage,
  type VoiceReply,
  voiceFormLabels,
} from "~/views/voices";

/** One voice: its places, its link, and how its sheet ends (docs/rules/voices.md). */
export function VoiceScreen({ page, reply }: { page: VoicePage; reply: VoiceReply | undefined }) {
  const { name, called, role, state, facts, form, readOnly, screens, assessment, back } = page;
  const hasLink = reply !== undefined && (reply.link !== undefined || reply.problems !== undefined);
  const formReply = useFormReply(hasLink ? undefined : reply, form?.base);
  return (
    <Page
      title={name}
      subtitle={`${[called && `${called}, `, role].filter(Boolean).join("")} – ${assessment.name}`}
      screens={screens}
      actions={
        <ButtonLink to={back} variant="soft">
          All voices
        </ButtonLink>
      }
    >
      <div className="stack measure">
        {readOnly ? <Callout kind="info">{readOnly}</Callout> : null}
        <section className="panel" aria-label="At the moment">
          <Facts facts={factsOf(page)} />
        </section>
        {form ? <LinkPart page={page} reply={hasLink ? reply : undefined} /> : null}
        {/* The key gives the fields what is stored now. Asking for the link leaves it, and so what is typed, as it is. */}
        {form ? (
          <VoiceForm key={`${form.base} ${formReply?.id}`} {...{ form, back, reply: formReply, isSecond: facts.second !== undefined }} />
        ) : null}
        {page.form || state === "closed" ? <Ending page={page} /> : null}
        <Questions page={page} answered={facts.answered} />
      </div>
    </Page>
  );
}

/** The last answer to the form, also once the link was asked for since; undefined once something else is stored. */
function useFormReply(reply: VoiceReply | undefined, base: string | undefined): VoiceReply | undefined {
  const [last, setLast] = useState({ reply, base });
  if (reply && (reply.id !== last.reply?.id || base !== last.base)) setLast({ reply, base });
  return reply ?? (last.base === base ? last.reply : undefined);
}

const moment = (label: string, iso: string | null) => (iso === null ? [] : [[label, <Moment key={label} iso={iso} />] as const]);

function factsOf({ state, form, facts }: VoicePage): (readonly [string, ReactNode])[] {
  const { answered, total, firstAnsweredAt, lastAnsweredAt, doneAt, askedAt, askedBy, mailedAt, remindedAt, refusesMail, mails, levels } =
    facts;
  const { second } = facts;
  return [
    ["State", <VoiceStateMark key="state" state={state} doneAt={doneAt} />],
    ["Answered", `${answered} of ${total} statements`],
    ...(total > 0 ? [["Takes", timeInWords(total)] as const] : []),
    ...moment("First answered", firstAnsweredAt),
    ...moment("Last answered", lastAnsweredAt),
    ...moment("Said that it is done", doneAt),
    [
      "Asked",
      <span key="asked">
        <Moment iso={askedAt} />, by {askedBy}
      </span>,
    ],
    ...(second
      ? ([
          [
            "Second round",
            <span key="second">
              {second.checked} of {counted(second.total, "page")} checked; asked <Moment iso={second.askedAt} />
            </span>,
          ],
        ] as const)
      : []),
    ...(mails.length > 0
      ? mails.map((mail) => [mail.isReminder ? "Reminder" : "Mail", <DeliveryNote key={`${mail.isReminder}`} mail={mail} />] as const)
      : [...moment("Mailed", mailedAt), ...moment("Reminded", remindedAt)]),
    ...(refusesMail ? [["Mails", "This person wants no more mails. Give them their link in another way."] as const] : []),
    ...(form
      ? []
      : ([
          ["What about", facts.about],
          ...(levels ? [["Levels", levels] as const] : []),
          ["Last day", shortDate(facts.until)],
          ["Check of facts", second ? "After answering" : facts.checksFacts ? "Yes" : "No"],
          ...(facts.email ? [["E-mail address", facts.email] as const] : []),
          ...(facts.message ? [["Message", facts.message] as const] : []),
        ] as const)),
  ];
}

function LinkPart({ page, reply }: { page: VoicePage; reply: VoiceReply | undefined }) {
  const { assessment, id, maySendMail, mayRepeatMail, state } = page;
  const isSending = useNavigation().state !== "idle";
  const at = paths.voice(assessment.id, id);
  const button = (intent: string, label: string) => (
    <Form method="post" action={at} preventScrollReset>
      <HiddenFields fields={{ [VOICE.intent]: intent }} />
      <Button type="submit" variant="soft" disabled={isSending}>
        {label}
      </Button>
    </Form>
  );
  return (
    <section className="panel stack" aria-labelledby="link">
      <LinksHeading id="link" shown={reply?.id}>
        Link
      </LinksHeading>
      {reply ? <Links key={reply.id} note={VOICE_LINKS_NOTE} links={reply.link ? [reply.link] : []} problems={reply.problems} /> : null}
      <div className="row">
        {reply?.link ? null : button(VOICE_INTENTS.link, "Show the link")}
        <ButtonLink to={paths.voice(assessment.id, id, { confirm: "renew" })} preventScrollReset variant="soft">
          Make a new link
        </ButtonLink>
        {mayRepeatMail ? button(VOICE_INTENTS.again, "Send again") : null}
        {maySendMail ? button(VOICE_INTENTS.remind, "Mail the reminder") : null}
      </div>
      {maySendMail ? <p className="small muted">Each voice can be reminded once.</p> : null}
      {state === "closed" ? <p className="small muted">The sheet is closed: its link only says so.</p> : null}
    </section>
  );
}

interface VoiceFormProps {
  form: NonNullable<VoicePage["form"]>;
  back: string;
  reply: VoiceReply | undefined;
  /** Whether answers are over, and facts are checked. */
  isSecond: boolean;
}

function VoiceForm({ form: { fields: offered, texts, base, kept }, back, reply, isSecond }: VoiceFormProps) {
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<typeof texts & { base: string }>({
    rules: VOICE_RULES,
    lastResult,
    defaultValue: texts,
  });
  const isSaving = useNavigation().state === "submitting";
  return (
    <Form method="post" id={form.id} noValidate className="panel stack" aria-labelledby="voice-form" preventScrollReset {...live}>
      <h2 id="voice-form">What is asked</h2>
      {/* What the user has seen: the loader may have read what a colleague saved since. */}
      <HiddenFields fields={{ [VOICE.base]: reply?.changedTo ?? String(fields.base.initialValue ?? base) }} />
      {/* What was asked about and is not in scope now: it returns with its answers. */}
      {kept.map((place) => (
        <input key={place} type="hidden" name={VOICE.places} value={place} />
      ))}
      {/* What Enter in a field presses: it saves, and ticks nothing. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden disabled={isSaving} />
      <FormLabels labels={import.meta.env.SSR ? voiceFormLabels(offered) : []} />
      <ErrorSummary form={form} fields={fields} labels={VOICE_LABELS} refusal={lastResult} />
      <TextField field={fields.name} label={VOICE_LABELS.name} required />
      <SelectField
        field={fields.role}
        label={VOICE_LABELS.role}
        options={offered.roles.map((value) => ({ value, label: value }))}
        placeholder="Select one"
        required
      />
      {offered.mails ? (
        <TextField
          field={fields.email}
          label={VOICE_LABELS.email}
          hint="Another address gets a mail with a new link. The links that were given before end."
          optional
        />
      ) : null}
      {isSecond ? (
        <p>
          This voice checks facts now: its sheet has what it answered in the first round. Nothing that you add here is asked of it any more.
        </p>
      ) : null}
      <SheetFields fields={fields} labels={VOICE_LABELS} offered={offered} isStored isSecond={isSecond} />
      <FormEnd back={back}>Save changes</FormEnd>
      <LeaveGuard form={live.ref} isRejected={reply !== undefined} />
    </Form>
  );
}

function Ending({ page: { assessment, id, state, readOnly } }: { page: VoicePage }) {
  if (state === "takenBack" || (readOnly !== undefined && state !== "open")) return null;
  return (
    <section className="panel ruled" aria-labelledby="ending">
      <h2 id="ending">Ending it</h2>
      {state === "open" ? (
        <div className="row row-between">
          <p>A closed sheet can no longer be filled in. Its answers count.</p>
          <ButtonLink to={paths.voice(assessment.id, id, { confirm: "close" })} preventScrollReset variant="soft">
            Close the sheet
          </ButtonLink>
        </div>
      ) : null}
      <div className="row row-between">
        <p>Taking a sheet back ends its link, and its answers count nowhere.</p>
        <ButtonLink to={paths.voice(assessment.id, id, { confirm: "take-back" })} preventScrollReset variant="soft">
          Take it back
        </ButtonLink>
      </div>
    </section>
  );
}

function Questions({ page: { assessment, id, name, version, confirm }, answered }: { page: VoicePage; answered: number }) {
  const at = paths.voice(assessment.id, id);
  const isEmpty = answered === 0;
  if (confirm === "close")
    return (
      <Question
        title={`Close the sheet of ${name}?`}
        kind="warning"
        at={at}
        fields={{ [VOICE.intent]: VOICE_INTENTS.close, [VOICE.version]: version }}
        submit="Close the sheet"
      >
        It can no longer be filled in. {isEmpty ? "Nothing is answered yet." : `What was answered (${answered}) is kept and counts.`} A
        later last day opens it again.
      </Question>
    );
  if (confirm === "take-back")
    return (
      <Question
        title={`Take the sheet of ${name} back?`}
        kind="warning"
        at={at}
        fields={{ [VOICE.intent]: VOICE_INTENTS.takeBack, [VOICE.version]: version }}
        submit="Take it back"
      >
        The link ends at once, and nobody can make it work again.{" "}
        {isEmpty ? "Nothing is answered yet." : `What was answered (${answered}) is kept, but no longer counts.`}
      </Question>
    );
  if (confirm === "renew")
    return (
      <Question
        title={`Make a new link for ${name}?`}
        kind="warning"
        at={at}
        fields={{ [VOICE.intent]: VOICE_INTENTS.renew }}
        submit="Make a new link"
      >
        The links that were given before end at once, also where the sheet is open now. You get the new one to copy.
      </Question>
    );
  return null;
}

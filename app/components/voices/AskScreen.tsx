import { Form, Link } from "@remix-run/react";
import { LONG_SHEET_MINUTES, lengthInWords, minutesFor } from "#model/voices.ts";
import { counted } from "#model/words.ts";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormEnd } from "~/components/forms/FormEnd";
import { FormLabels } from "~/components/forms/FormLabels";
import { SelectField, TextAreaField } from "~/components/forms/fields";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { LineReasons } from "~/components/forms/LineReasons";
import { UnderstoodForm } from "~/components/forms/UnderstoodForm";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { Links } from "~/components/shell/Links";
import { Outcome } from "~/components/shell/Outcome";
import { Page } from "~/components/shell/Page";
import { ButtonLink } from "~/components/shell/parts";
import { longSheet, SheetFields } from "~/components/voices/SheetFields";
import { morePaths } from "~/views/more-paths";
import { ASK, ASK_LABELS, ASK_RULES, type AskPage, type AskReply, askFormLabels, VOICE_LINKS_NOTE } from "~/views/voices";

/** Characters of a line that its reason names. */
const LINE_SHOWN = 80;

/** Asks several people at once, a line for each (docs/rules/voices.md#asking). */
export function AskScreen({ page, reply }: { page: AskPage; reply: AskReply | undefined }) {
  const { assessment, screens, readOnly, back, left } = page;
  const isDone = reply !== undefined && reply.result === undefined;
  const links = reply?.links ?? [];
  return (
    <Page title={assessment.name} subtitle="Voices – ask people" screens={screens}>
      <div className="stack measure">
        {reply?.sentence ? (
          <Outcome key={reply.id} shown={reply.id} label="What was done">
            <Callout kind="success" title={reply.sentence} isAnnounced={false}>
              {links.length > 0 ? "Give those below their links: they got no mail." : null}
              {isDone ? null : " What is left is in the form below, each line with its reason."}
            </Callout>
            {links.length > 0 || reply.problems?.length ? (
              <section className="panel stack" aria-labelledby="links">
                <h2 id="links">Links to copy</h2>
                <Links note={VOICE_LINKS_NOTE} links={links} problems={reply.problems} />
              </section>
            ) : null}
          </Outcome>
        ) : null}
        {readOnly !== undefined || left === 0 ? (
          <Callout kind="info">{readOnly ?? "This assessment has as many voices as it can."}</Callout>
        ) : null}
        {isDone || readOnly !== undefined || left === 0 ? (
          <div className="row">
            <ButtonLink to={back}>See all voices</ButtonLink>
            {isDone && left > 0 ? (
              <Link to={morePaths.voicesAsk(assessment.id)} reloadDocument>
                Ask more people
              </Link>
            ) : null}
          </div>
        ) : (
          // The key renews the fields, because people who got their sheet are no longer in the form.
          <AskOrShow key={reply?.id} page={page} reply={reply} />
        )}
      </div>
    </Page>
  );
}

/** The form, or what it was understood to say. */
function AskOrShow({ page, reply }: { page: AskPage; reply: AskReply | undefined }) {
  const understood = reply?.understood;
  if (!understood) return <AskForm page={page} reply={reply} />;
  const { rows, statements } = understood;
  const { length } = rows;
  const who = length === 1 ? `${rows[0]?.cells[0]}: ` : "Each of them: ";
  const says = [
    `${counted(length, "person is", "people are")} asked when you press the button below.`,
    `${who}${lengthInWords(statements)}.`,
    ...(minutesFor(statements) > LONG_SHEET_MINUTES ? [longSheet(page.fields.levels.length > 0)] : []),
  ];
  return (
    <UnderstoodForm understood={understood} summary={says.join(" ")}>
      {`Ask ${counted(length, "person", "people")}`}
    </UnderstoodForm>
  );
}

function AskForm({ page: { fields: offered, formId, until, back, left }, reply }: { page: AskPage; reply: AskReply | undefined }) {
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<{
    lines: string;
    role: string;
    places: string[];
    levels: string;
    until: string;
    message: string;
    checksFacts: string;
    formId: string;
  }>({ rules: ASK_RULES, lastResult, defaultValue: { until, formId } });
  const isSending = useNavigation().state === "submitting";
  const wrong = reply?.wrong ?? [];
  return (
    <Form method="post" id={form.id} noValidate className="panel stack" aria-label="Ask people" preventScrollReset {...live}>
      <HiddenFields fields={{ [ASK.formId]: reply?.sentence === undefined ? String(fields.formId.initialValue ?? formId) : reply.id }} />
      {/* What Enter in a field presses: it asks, and ticks nothing. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden disabled={isSending} />
      <FormLabels labels={import.meta.env.SSR ? askFormLabels(offered) : []} />
      {/* What is left stands with its reasons below the field: where somebody was asked, that comes first. */}
      <ErrorSummary form={form} fields={fields} labels={ASK_LABELS} refusal={reply?.sentence === undefined ? lastResult : null} />
      <TextAreaField
        field={fields.lines}
        label={ASK_LABELS.lines}
        hint={`One person in a line, as in ‘Jane Doe <jane@example.org>; Manager’. ${offered.mails ? "Without an address you get a link to copy." : "This service sends no mails: you get links to copy, and addresses are not kept."} Columns of a spreadsheet fit, too. ${counted(left, "more person", "more people")} can be asked.`}
        rows={6}
        required
        describedBy={wrong.length > 0 ? `${form.id}-wrong` : undefined}
      />
      {wrong.length > 0 ? (
        <LineReasons lines={wrong} shown={LINE_SHOWN} id={`${form.id}-wrong`} className="small" aria-label="Lines that ask nobody" />
      ) : null}
      <SelectField
        field={fields.role}
        label={ASK_LABELS.role}
        hint="For lines that name none. Results can show how the views of roles differ."
        options={offered.roles.map((value) => ({ value, label: value }))}
        placeholder="None: each line names a role"
        optional
      />
      <SheetFields fields={fields} labels={ASK_LABELS} offered={offered} />
      <p className="small muted">
        The sheet says who reads it: everybody who edits this assessment sees each answer with its name. Answers count in no score.
      </p>
      <FormEnd back={back}>{offered.mails ? "Ask them" : "Ask them and show the links"}</FormEnd>
      <LeaveGuard
        form={live.ref}
        isRejected={reply !== undefined}
        left={reply?.sentence && `${counted(wrong.length, "line has", "lines have")} asked nobody. Everybody else is asked.`}
      />
    </Form>
  );
}

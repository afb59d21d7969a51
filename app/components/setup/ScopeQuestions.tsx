import { useForm } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { CheckboxField, CheckboxListField, RadioField, SelectField, TextField, TrueFalseField } from "~/components/forms/fields";
import { Callout } from "~/components/shell/Callout";
import { Facts } from "~/components/shell/Facts";
import { Icon } from "~/components/shell/Icon";
import { Page } from "~/components/shell/Page";
import { Button, ButtonLink } from "~/components/shell/parts";
import type { ScopeQuestionsPage } from "~/views/setup";

const LABELS = {
  organization: "Which organization is it for?",
  purpose: "What should the result tell you?",
  wantsRating: "Do you need a single maturity rating for the whole?",
  breadth: "How many practices should be assessed?",
  practices: "Which practices are certain to be included?",
  wantsCertificate: "The result will be put forward for independent validation",
  name: "Assessment name",
};

const PURPOSES = [
  {
    value: "practices",
    label: "How well particular practices work",
    hint: "Each practice gets a capability level, and the steps that would raise it.",
  },
  {
    value: "organization",
    label: "How mature service management is as a whole",
    hint: "Principles, governance, value chain, practices and continual improvement together give one rating.",
  },
  { value: "both", label: "Both", hint: "The whole, and the practices behind it." },
];

const BREADTHS = [
  { value: "few", label: "Up to five" },
  { value: "many", label: "Six or more" },
  { value: "unknown", label: "I do not know yet" },
];

type Questions = Record<Exclude<keyof typeof LABELS, "practices">, string> & { practices: string[] };

/** Questions that lead to one of the three ITIL scopes, and the advice with its reasons. */
export function ScopeQuestions(page: ScopeQuestionsPage) {
  const { organizations, rejected, advice, links } = page;
  return (
    <Page title="Find the right scope" subtitle="A few questions lead to a recommendation for an ITIL assessment, with reasons">
      <div className="stack">
        {advice ? <AdvicePanel advice={advice} /> : null}
        {organizations.length === 0 ? (
          <Callout kind="info" title="You have no organization yet">
            <Link to={links.createOrganization}>Create an organization profile</Link> first: an assessment belongs to one.
          </Callout>
        ) : null}
        {/* A new form after each result, so that no message stays after its answer was changed. */}
        <QuestionsForm key={rejected ? "rejected" : "accepted"} {...page} />
      </div>
    </Page>
  );
}

function QuestionsForm({ organizations, further, practices, given, rejected, links }: ScopeQuestionsPage) {
  const [form, fields] = useForm<Questions>({ lastResult: rejected ?? null, defaultValue: given });
  const of = (name: keyof Questions) => ({ field: fields[name], label: LABELS[name] });
  return (
    <Form method="get" action={links.here} id={form.id} noValidate className="stack panel">
      {/* Enter presses the first button of a form: it must ask for the recommendation. */}
      <button type="submit" name="ask" value="scope" className="visually-hidden" tabIndex={-1} aria-hidden />
      <ErrorSummary form={form} fields={fields} labels={LABELS} />
      <SelectField
        {...of("organization")}
        hint={further > 0 ? `${further} more are not listed. Open yours on the home screen first, and come back.` : undefined}
        placeholder="Select an organization"
        options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
        required
        isMarked
      />
      <RadioField {...of("purpose")} options={PURPOSES} wide required isMarked />
      <TrueFalseField {...of("wantsRating")} hint="For example for the board, or to compare with an earlier year." required isMarked />
      <SelectField
        {...of("breadth")}
        hint="Do not count Continual improvement: it is always assessed when the whole is rated."
        placeholder="Select one"
        options={BREADTHS}
        required
        isMarked
      />
      <CheckboxListField
        {...of("practices")}
        hint="Leave out what you do not know yet. The final choice is made when the assessment is set up."
        optional
        options={practices.map(({ id, name }) => ({ value: String(id), label: name }))}
        selectAll={{ name: "selectAll", value: "practices" }}
      />
      <CheckboxField
        isSwitch
        {...of("wantsCertificate")}
        hint="An external body checks it for an additional fee. The end customer must consent to sharing the data with that body. Independent validation is valid for three years."
      />
      <TextField {...of("name")} hint="You can still change it in the set-up." optional />
      <div className="row row-end">
        <Button type="submit" name="ask" value="scope">
          Recommend a scope
        </Button>
      </div>
    </Form>
  );
}

function AdvicePanel({ advice }: { advice: NonNullable<ScopeQuestionsPage["advice"]> }) {
  const { scope, reasons, remarks, instead, practices, organization, create } = advice;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves to the heading of every new recommendation
  useEffect(() => heading.current?.focus(), [advice]);
  return (
    <section className="panel stack" aria-labelledby="advice">
      <div className="stack-tight">
        <p className="muted">We recommend for {organization}</p>
        {/* biome-ignore lint/a11y/noAutofocus: without script nothing else leads the reader to the answer */}
        <h2 id="advice" ref={heading} tabIndex={-1} autoFocus>
          {scope}
        </h2>
      </div>
      <ul className="measure">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <Facts
        facts={[
          ...instead.map((other) => [`Why not ${other.scope}?`, other.reason] as const),
          ...(practices.length > 0 ? [["Chosen already", practices.join(", ")] as const] : []),
        ]}
      />
      {remarks.length > 0 ? (
        <ul className="small measure">
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      ) : null}
      <div className="row">
        <ButtonLink to={create}>
          Create assessment <Icon name="ArrowRight" />
        </ButtonLink>
        <span className="muted small">Nothing is saved until you save the first step of the set-up.</span>
      </div>
    </section>
  );
}

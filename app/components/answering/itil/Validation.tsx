import { Form } from "@remix-run/react";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { MessageDialog } from "~/components/shell/MessageDialog";
import { Button } from "~/components/shell/parts";
import { FILTER_FIELD, type Filter } from "~/views/answering/filters";
import type { SummaryPage } from "~/views/answering/summary";

/**
 * 'Certify assessment' for the scope Comprehensive, 'Request statement' for the others
 * (docs/rules/submission-and-certification.md#itil-summary).
 */
export function Validation({ summary, filter }: { summary: SummaryPage<"ITIL">; filter: Filter | undefined }) {
  const { assessment, own, links } = summary;
  const { validation } = own;
  if (!validation.offered && !validation.words) return null;
  const isComprehensive = assessment.scope === "Comprehensive";
  const title = isComprehensive ? "Certify assessment" : "Request statement";
  return (
    <section className="panel stack-tight" aria-labelledby="validation">
      <h2 id="validation">{title}</h2>
      {validation.words ? (
        <p className="small">{validation.words}</p>
      ) : (
        <>
          <p className="small">
            An external body{" "}
            {isComprehensive ? "validates the assessment independently" : "checks the assessment and issues a statement of results"}. That
            is subject to a fee and needs the end customer's consent to share the data with that body.{" "}
            {isComprehensive ? "Independent validation is" : "Statements of results are"} valid for three years.
          </p>
          <Form method="get" action={links.here} preventScrollReset>
            <HiddenFields fields={{ [FILTER_FIELD]: filter }} />
            <Button type="submit" name="confirm" value="validate" variant="soft">
              {title}
            </Button>
          </Form>
        </>
      )}
    </section>
  );
}

/** Why validation was not requested. */
export function ValidationFailure({ why, here }: { why: string | undefined; here: string }) {
  return (
    <MessageDialog title="Something went wrong, please try again later" here={here}>
      {why} Validation was not requested; the assessment is unchanged.
    </MessageDialog>
  );
}

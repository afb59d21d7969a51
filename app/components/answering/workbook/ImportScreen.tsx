import { Form, Link, useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { PreviewForm } from "~/components/answering/workbook/PreviewForm";
import { FieldError } from "~/components/forms/FieldError";
import { Callout } from "~/components/shell/Callout";
import { Icon } from "~/components/shell/Icon";
import { Page } from "~/components/shell/Page";
import { Button, buttonLook } from "~/components/shell/parts";
import { FILE_FIELD, type ImportPage, type ImportResult, UPLOAD_MAX, UPLOAD_TOO_LARGE } from "~/views/answering/workbook";

interface ImportScreenProps {
  page: ImportPage;
  /** The outcome of a form. */
  result: ImportResult | undefined;
}

/** Takes an assessment out as a workbook, and brings it back (docs/rules/workbook.md). */
export function ImportScreen({ page: { assessment, readOnly, links }, result }: ImportScreenProps) {
  const preview = result?.preview;
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result && !result.fileError) told.current?.focus();
  }, [result]);
  return (
    <Page title={assessment.name} subtitle="Work in Excel">
      <div className="stack import-screen">
        {result?.problem ? (
          <Callout kind="error" title={result.problem.title}>
            {result.problem.text}
          </Callout>
        ) : null}
        {preview ? (
          <div ref={told} tabIndex={-1} className="stack">
            <PreviewForm preview={preview} apply={links.apply} again={links.here} />
          </div>
        ) : (
          <>
            {readOnly ? <Callout kind="info">{readOnly}</Callout> : null}
            <section className="panel stack-tight" aria-labelledby="out">
              <h2 id="out">1. Take it out</h2>
              <p>
                The workbook has a sheet for each perspective or group of practices, with every statement, lists to choose answers from, and
                room for notes. It can be filled in without a connection, or printed as interview sheets.
              </p>
              <div className="row">
                <a href={links.workbook} download {...buttonLook({ variant: "soft" })}>
                  <Icon name="Download" inButton />
                  Download the workbook
                </a>
              </div>
            </section>
            {readOnly ? null : <Upload action={links.here} error={result?.fileError} />}
            <p className="small">
              <Link to={links.summary}>Summary</Link>
            </p>
          </>
        )}
      </div>
    </Page>
  );
}

function Upload({ action, error }: { action: string; error: string | undefined }) {
  const [early, setEarly] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const isSending = useNavigation().state === "submitting";
  const shown = early ?? error;
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  const check = (event: FormEvent) => {
    const size = field.current?.files?.[0]?.size ?? 0;
    const tooLarge = size > UPLOAD_MAX ? UPLOAD_TOO_LARGE : undefined;
    setEarly(tooLarge);
    if (tooLarge) event.preventDefault();
  };
  return (
    <section className="panel stack-tight" aria-labelledby="back">
      <h2 id="back">2. Bring it back</h2>
      <Form method="post" action={action} encType="multipart/form-data" className="stack-tight" onSubmit={check} preventScrollReset>
        <div className="field">
          <label className="field-label" htmlFor="workbook">
            The workbook, filled in (.xlsx, at most 5 MB)
          </label>
          <input
            ref={field}
            id="workbook"
            className="input"
            type="file"
            name={FILE_FIELD}
            accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            required
            aria-invalid={shown ? true : undefined}
            aria-describedby={shown ? "workbook-error" : undefined}
            onChange={() => setEarly(undefined)}
          />
          {shown ? <FieldError id="workbook-error" messages={[shown]} /> : null}
        </div>
        <p className="small muted">You will see every change before anything is stored.</p>
        <div className="row">
          <Button type="submit" disabled={isSending}>
            Show what would change
          </Button>
        </div>
      </Form>
    </section>
  );
}

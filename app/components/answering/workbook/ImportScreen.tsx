import { useEffect, useRef } from "react";
import { PreviewForm } from "~/components/answering/workbook/PreviewForm";
import { FileForm } from "~/components/forms/FileForm";
import { Callout } from "~/components/shell/Callout";
import { Icon } from "~/components/shell/Icon";
import { Page } from "~/components/shell/Page";
import { buttonLook } from "~/components/shell/parts";
import { FILE_FIELD, type ImportPage, type ImportResult, UPLOAD_MAX, UPLOAD_TOO_LARGE } from "~/views/answering/workbook";

interface ImportScreenProps {
  page: ImportPage;
  /** The outcome of a form. */
  result: ImportResult | undefined;
}

/** Takes an assessment out as a workbook, and brings it back (docs/rules/workbook.md). */
export function ImportScreen({ page: { assessment, readOnly, screens, links }, result }: ImportScreenProps) {
  const preview = result?.preview;
  const report = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result && !result.fileError) report.current?.focus();
  }, [result]);
  return (
    <Page title={assessment.name} subtitle="Work in Excel" screens={screens}>
      <div className="stack import-screen">
        {result?.problem ? (
          <Callout kind="error" title={result.problem.title}>
            {result.problem.text}
          </Callout>
        ) : null}
        {preview ? (
          <div ref={report} tabIndex={-1} className="stack">
            <PreviewForm preview={preview} apply={links.apply} again={links.here} />
          </div>
        ) : (
          <>
            {readOnly ? <Callout kind="info">{readOnly}</Callout> : null}
            <section className="panel stack-tight" aria-labelledby="out">
              <h2 id="out">1. Take it out</h2>
              <p>
                The workbook has every statement of the scope, lists to choose answers from, and room for notes. It can be filled in without
                a connection, or printed as interview sheets.
              </p>
              <div className="row">
                <a href={links.workbook} download {...buttonLook({ variant: "soft" })}>
                  <Icon name="Download" inButton />
                  Download the workbook
                </a>
              </div>
            </section>
            {readOnly ? null : <Upload action={links.here} error={result?.fileError} />}
          </>
        )}
      </div>
    </Page>
  );
}

function Upload({ action, error }: { action: string; error: string | undefined }) {
  return (
    <section className="panel stack-tight" aria-labelledby="back">
      <h2 id="back">2. Bring it back</h2>
      <FileForm
        action={action}
        id="workbook"
        name={FILE_FIELD}
        label="The workbook, filled in (.xlsx, at most 5 MB)"
        accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        max={UPLOAD_MAX}
        tooLarge={UPLOAD_TOO_LARGE}
        error={error}
        submit="Show what would change"
      >
        <p className="small muted">You will see every change before anything is stored.</p>
      </FileForm>
    </section>
  );
}

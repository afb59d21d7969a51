import { Link } from "@remix-run/react";
import { counted } from "#model/words.ts";
import { Callout } from "~/components/shell/Callout";
import { Page } from "~/components/shell/Page";
import { ButtonLink } from "~/components/shell/parts";
import { type Column, Table } from "~/components/shell/Table";
import type { AppliedPage } from "~/views/answering/workbook";

const PUT_BACK: Column<AppliedPage["applied"][number]> = {
  title: "Put back",
  show: ({ name, history }) =>
    history ? (
      <Link to={history} aria-label={`Put back: ${name}`}>
        Put back
      </Link>
    ) : null,
};

/** What was applied from a workbook, with the way to put it back. */
export function AppliedScreen({ page }: { page: AppliedPage }) {
  const { assessment, applied, history, putBack, leftOut, moreLeftOut, screens, links } = page;
  return (
    <Page title={assessment.name} subtitle="Work in Excel" screens={screens}>
      <div className="stack import-screen">
        <Callout kind="success" title={applied.length === 1 ? "The change is applied." : "The changes are applied."}>
          {putBack
            ? "They are one entry in the history, and can be put back all at once or one by one."
            : history
              ? "Each can be put back from the history."
              : "What is listed here is stored now."}
        </Callout>
        {leftOut.length > 0 ? (
          <p>
            {`Left out, as the preview said: ${leftOut.join(", ")}`}
            {moreLeftOut > 0 ? `, and ${counted(moreLeftOut, "more cell")}` : ""}.
          </p>
        ) : null}
        <div className="row">
          <ButtonLink to={links.summary}>View summary</ButtonLink>
          {putBack ? (
            <ButtonLink to={putBack} variant="soft">
              Put everything back
            </ButtonLink>
          ) : null}
          {history ? (
            <ButtonLink to={history} variant="soft">
              History
            </ButtonLink>
          ) : null}
          <ButtonLink to={links.again} variant="soft">
            Work in Excel
          </ButtonLink>
        </div>
        <Table
          caption="What was applied"
          columns={[
            { title: "Where", names: true, show: ({ name, href }) => <Link to={href}>{name}</Link> },
            { title: "What", show: ({ parts }) => parts },
            ...(history ? [PUT_BACK] : []),
          ]}
          rows={applied}
          keyOf={({ href }) => href}
        />
      </div>
    </Page>
  );
}

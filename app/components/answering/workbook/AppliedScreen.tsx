import { Link } from "@remix-run/react";
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
export function AppliedScreen({ page: { assessment, applied, history, screens, links } }: { page: AppliedPage }) {
  return (
    <Page title={assessment.name} subtitle="Work in Excel" screens={screens}>
      <div className="stack import-screen">
        <Callout kind="success" title={applied.length === 1 ? "The change is applied." : "The changes are applied."}>
          {history ? "Each can be put back from the history." : "What is listed here is stored now."}
        </Callout>
        <div className="row">
          <ButtonLink to={links.summary}>View summary</ButtonLink>
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

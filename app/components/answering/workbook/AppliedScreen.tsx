import { Link } from "@remix-run/react";
import { Callout } from "~/components/shell/Callout";
import { Page } from "~/components/shell/Page";
import { ButtonLink } from "~/components/shell/parts";
import type { AppliedPage } from "~/views/answering/workbook";

/** What was applied from a workbook, with the way to put it back. */
export function AppliedScreen({ page: { assessment, applied, history, links } }: { page: AppliedPage }) {
  return (
    <Page title={assessment.name} subtitle="Work in Excel">
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
        <table className="table cards">
          <caption className="visually-hidden">What was applied</caption>
          <thead>
            <tr>
              <th scope="col">Where</th>
              <th scope="col">What</th>
              {history ? <th scope="col">Put back</th> : null}
            </tr>
          </thead>
          <tbody>
            {applied.map(({ name, parts, href, history: past }) => (
              <tr key={href}>
                <th scope="row">
                  <Link to={href}>{name}</Link>
                </th>
                <td data-label="What">{parts}</td>
                {past ? (
                  <td data-label="Put back">
                    <Link to={past} aria-label={`Put back: ${name}`}>
                      Put back
                    </Link>
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Page>
  );
}

import { Form, Link } from "@remix-run/react";
import { downloadClicked } from "~/components/shell/DownloadLink";
import { Icon } from "~/components/shell/Icon";
import { Page } from "~/components/shell/Page";
import { Badge, Button, buttonLook } from "~/components/shell/parts";
import { ServerMarkup } from "~/components/shell/ServerMarkup";
import type { ShownComparison } from "~/views/comparison";
import { COMPARE_WITH } from "~/views/paths";
import styles from "./Result.module.css";

// Exhibits come from the server as HTML: no script of this page asks for the styles of their tables.
import "./ExhibitTable.module.css";

/** What moved since an earlier assessment (docs/rules/comparison.md). */
export function ComparisonScreen({ page, html }: { page: ShownComparison; html: string | undefined }) {
  const { name, subtitle, isDraft, choices, chosen, links, screens } = page;
  return (
    <Page
      title="Comparison"
      subtitle={`${name}, ${subtitle}`}
      actions={isDraft ? <Badge color="amber">Draft</Badge> : undefined}
      screens={screens}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is clicked are the links within, which work without this */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      <div className="stack" onClick={downloadClicked}>
        <div className="row row-wide no-print">
          <Form method="get" action={links.here} className="row" preventScrollReset>
            <label className="field" htmlFor="compare-with">
              <span className="field-label">Compare with</span>
              <select id="compare-with" className="select" name={COMPARE_WITH} defaultValue={chosen} key={chosen}>
                {choices.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
            <Button type="submit" variant="soft">
              Compare
            </Button>
          </Form>
          <a href={links.workbook} data-download {...buttonLook({ variant: "soft" })}>
            <Icon name="Download" inButton />
            Export to Excel
            <span role="status" />
          </a>
          {links.trend ? <a href={links.trend}>Trend</a> : null}
          <Button type="button" variant="outline" className="needs-script" onClick={() => window.print()}>
            <Icon name="FileText" inButton />
            Print or save as PDF
          </Button>
        </div>
        {links.earlierScores ? (
          <p className="no-print">
            <Link to={links.earlierScores.to}>
              {links.earlierScores.mayEnter
                ? "Enter scores of an assessment made elsewhere"
                : "Earlier scores, from assessments made elsewhere"}
            </Link>
          </p>
        ) : null}
        <ServerMarkup id="comparison-body" className={`stack ${styles.reportBody}`} html={html} />
      </div>
    </Page>
  );
}

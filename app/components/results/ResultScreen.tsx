import { FileTextIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { Link } from "@remix-run/react";
import { BenchmarkPanel } from "~/components/results/BenchmarkPanel";
import { ContentsLink, OpenAll } from "~/components/results/Contents";
import { downloadClicked, FormatLink, ImagesLink, WorkbookLink } from "~/components/results/DownloadLink";
import { Findings } from "~/components/results/Findings";
import { Callout } from "~/components/shell/Callout";
import { Page } from "~/components/shell/Page";
import { ServerMarkup } from "~/components/shell/ServerMarkup";
import { shortDate } from "~/views/dates";
import { resultPaths } from "~/views/paths";
import { factsOf } from "~/views/report";
import type { ReportOutline, ResultPage } from "~/views/results";

interface ShownResult extends Omit<ResultPage, "report"> {
  outline: ReportOutline;
  /** Whether what is folded is open. */
  opened: boolean;
}

const stateInWords = ({ assessment: { completed }, draftOf }: ReportOutline) =>
  completed ? `, completed ${shortDate(completed)}` : draftOf ? `, draft of ${shortDate(draftOf)}` : "";

/** The result of a completed assessment, or the draft of one in progress, of either model (docs/rules/results-and-files.md#opening-a-result). */
export function ResultScreen({ page, html }: { page: ShownResult; html: string | undefined }) {
  const { outline: report, benchmark, links, query, tab, opened } = page;
  const { assessment, organization } = report;
  const files = resultPaths(report.draftOf !== undefined);
  return (
    <Page
      title={assessment.name}
      subtitle={`${organization.name} – ${report.model} ${assessment.scope}${stateInWords(report)}`}
      actions={<Badges report={report} />}
    >
      {report.draftOf ? <DraftNotice toDo={`${tab === report.tabs[0]?.id ? "" : links.result}#to-do`} /> : null}
      <Figures report={report} shown={tab === report.tabs[0]?.id} />
      <Findings findings={report.findings} shown={tab === report.tabs[0]?.id} result={links.result} />
      <Cover report={report} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is clicked are the links within, which work without this */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      <div className="with-aside result" onClick={downloadClicked}>
        <aside className="panel stack no-print" aria-label="About this result">
          <div className="stack-tight">
            <Link to={links.full}>View full assessment</Link> {links.evidence ? <Link to={links.evidence}>Evidence</Link> : null}{" "}
            {links.history ? <Link to={links.history}>History</Link> : null} <WorkbookLink href={links.workbook} />{" "}
            {links.report ? <Link to={links.report}>Report for the client</Link> : null}
            <p className="row small all-images">
              <ImagesLink href={files.resultImages(assessment.id, query)} />
              <FormatLink href={files.resultImages(assessment.id, query, "png")} label="PNG" of="all images" />
              <FormatLink href={files.resultImages(assessment.id, query, "svg")} label="SVG" of="all images" />
            </p>
            <Button type="button" variant="outline" className="needs-script" onClick={() => window.print()}>
              <FileTextIcon aria-hidden />
              Print or save as PDF
            </Button>
          </div>
          {benchmark ? <BenchmarkPanel panel={benchmark} result={links.result} /> : null}
          <nav aria-label="On this page" className="contents small">
            <ul>
              {report.contents.map(({ id, title }) => (
                <li key={id}>
                  <ContentsLink id={id}>{title}</ContentsLink>
                </li>
              ))}
            </ul>
          </nav>
          {report.folds ? <OpenAll opened={opened} /> : null}
          <Link to={links.home}>Go to the home screen</Link>
        </aside>
        <div className="stack result-body">
          {report.tabs.length > 1 ? (
            <nav className="tabs no-print" aria-label="Result">
              {report.tabs.map(({ id, title }) => (
                <Link key={id} to={`${links.result}?tab=${id}`} aria-current={id === tab ? "page" : undefined} preventScrollReset>
                  {title}
                </Link>
              ))}
            </nav>
          ) : null}
          <ServerMarkup id="report-body" className="stack report-body" html={html} />
        </div>
      </div>
    </Page>
  );
}

/** Says what a draft is, and marks each page of paper. */
function DraftNotice({ toDo }: { toDo: string }) {
  return (
    <>
      <p className="draft-mark print-only" aria-hidden>
        Draft
      </p>
      <Callout kind="info" title="This is a draft.">
        The assessment has not been submitted: its scores can still change.{" "}
        <a href={toDo} className="no-print">
          What is still to answer
        </a>
      </Callout>
    </>
  );
}

function Badges({ report: { assessment, draftOf } }: { report: ReportOutline }) {
  return (
    <p className="row">
      {draftOf ? <span className="badge badge-draft no-print">Draft</span> : null}
      {assessment.badge ? <span className="badge badge-good">{assessment.badge}</span> : null}
      {assessment.test ? <span className="badge">Test assessment</span> : null}
    </p>
  );
}

/** What the report is about: a block of details on screen, the head of the first page in print. */
function Cover({ report }: { report: ReportOutline }) {
  return (
    <section className="cover" aria-label="About this assessment">
      <dl className="facts cover-facts small">
        {factsOf(report).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Figures({ report, shown }: { report: ReportOutline; shown: boolean }) {
  return (
    <section className={`scores ${shown ? "" : "print-only"}`} aria-label="Overall">
      {report.figures.map(({ label, value, meaning }) => (
        <p key={label} className="score">
          {label} <strong>{value}</strong> <span className="small muted">{meaning}</span>
        </p>
      ))}
    </section>
  );
}

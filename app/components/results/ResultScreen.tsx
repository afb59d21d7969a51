import { FileTextIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { Link } from "@remix-run/react";
import { BenchmarkPanel } from "~/components/results/BenchmarkPanel";
import { FormatLink, ImagesLink, WorkbookLink } from "~/components/results/DownloadLink";
import { Exhibit, isBroad } from "~/components/results/Exhibit";
import { Findings } from "~/components/results/Findings";
import { Callout } from "~/components/shell/Callout";
import { Page } from "~/components/shell/Page";
import { shortDate } from "~/views/dates";
import { type ResultPaths, resultPaths } from "~/views/paths";
import { factsOf, type PageReport, type ReportSection } from "~/views/report";
import type { ResultPage } from "~/views/results";

export type Drawings = Record<string, { wide: string; narrow: string }>;

const stateInWords = ({ assessment: { completed }, draftOf }: PageReport) =>
  completed ? `, completed ${shortDate(completed)}` : draftOf ? `, draft of ${shortDate(draftOf)}` : "";

/** The result of a completed assessment, or the draft of one in progress, of either model (docs/rules/results-and-files.md#opening-a-result). */
export function ResultScreen({ page, drawings }: { page: ResultPage; drawings: Drawings }) {
  const { report, benchmark, links, query, tab } = page;
  const { assessment, organization } = report;
  const files = resultPaths(report.draftOf !== undefined);
  const sections = report.sections.filter((section) => section.tab === tab);
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
      <div className="with-aside result">
        <aside className="panel stack no-print" aria-label="About this result">
          <div className="stack-tight">
            <Link to={links.full}>View full assessment</Link> {links.evidence ? <Link to={links.evidence}>Evidence</Link> : null}{" "}
            {links.history ? <Link to={links.history}>History</Link> : null} <WorkbookLink href={links.workbook} />
            <p className="row small">
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
              {sections.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
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
          {report.sections.map((section) => (
            <ResultSection
              key={section.id}
              section={section}
              shown={section.tab === tab}
              drawings={drawings}
              files={files}
              assessmentId={assessment.id}
              query={query}
            />
          ))}
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

function Badges({ report: { assessment, draftOf } }: { report: PageReport }) {
  return (
    <p className="row">
      {draftOf ? <span className="badge badge-draft no-print">Draft</span> : null}
      {assessment.badge ? <span className="badge badge-good">{assessment.badge}</span> : null}
      {assessment.test ? <span className="badge">Test assessment</span> : null}
    </p>
  );
}

/** What the report is about: a block of details on screen, the head of the first page in print. */
function Cover({ report }: { report: PageReport }) {
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

function Figures({ report, shown }: { report: PageReport; shown: boolean }) {
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

interface ResultSectionProps {
  section: ReportSection;
  /** False for a section on another tab, which is still printed. */
  shown: boolean;
  drawings: Drawings;
  files: ResultPaths;
  assessmentId: string;
  query: string;
}

function ResultSection({ section, shown, drawings, files, assessmentId, query }: ResultSectionProps) {
  const { id, title, text, exhibits, folded } = section;
  const oneNarrow = exhibits.filter((exhibit) => !isBroad(exhibit)).length === 1;
  const show = (exhibit: (typeof exhibits)[number], titled: boolean) => (
    <Exhibit
      key={exhibit.id}
      exhibit={exhibit}
      drawing={drawings[exhibit.id]}
      titled={titled}
      broad={oneNarrow || isBroad(exhibit)}
      files={files}
      assessmentId={assessmentId}
      query={query}
    />
  );
  // A table is a landmark because it scrolls, and two landmarks of one name could not be told apart.
  const isNamedByTable = exhibits.some((exhibit) => exhibit.kind === "table" && exhibit.title === title);
  return (
    <section
      id={id}
      className={`result-section ${shown ? "" : "print-only"}`}
      aria-labelledby={isNamedByTable ? undefined : `${id}-heading`}
    >
      <h2 id={`${id}-heading`}>{title}</h2>
      {text.map((paragraph) => (
        <p key={paragraph} className="measure">
          {paragraph}
        </p>
      ))}
      {folded ? (
        exhibits.map((exhibit, index) => (
          <details key={exhibit.id} className="folded">
            <summary>
              {folded[index]?.title} <span className="muted small">{folded[index]?.holds}</span>
            </summary>
            {show(exhibit, true)}
          </details>
        ))
      ) : exhibits.length > 0 ? (
        <div className="exhibits">{exhibits.map((exhibit) => show(exhibit, exhibit.title === title))}</div>
      ) : null}
    </section>
  );
}

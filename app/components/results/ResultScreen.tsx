import { Link, useLocation } from "@remix-run/react";
import { useState } from "react";
import { byScript } from "~/components/forms/by-script";
import { BenchmarkPanel } from "~/components/results/BenchmarkPanel";
import { Switch } from "~/components/results/Switch";
import { Callout } from "~/components/shell/Callout";
import { Checks } from "~/components/shell/Checks";
import { downloadClicked, FileLink } from "~/components/shell/DownloadLink";
import { EditionLink, EditionNotice } from "~/components/shell/Edition";
import { Facts } from "~/components/shell/Facts";
import { Icon } from "~/components/shell/Icon";
import { Page } from "~/components/shell/Page";
import { Badge, Button, buttonLook } from "~/components/shell/parts";
import { ServerMarkup } from "~/components/shell/ServerMarkup";
import type { CheckView } from "~/views/checks";
import { shortDate } from "~/views/dates";
import { FACTS_FIRST, factsOf, subtitleOf } from "~/views/facts";
import { BELOW_TARGET, FURTHER_FORMATS, type FurtherFormat, IMAGES_FIELD, resultPaths } from "~/views/paths";
import type { Finding } from "~/views/result";
import type { PrintedStyle, ResultOutline, ResultPage } from "~/views/result-page";
import styles from "./Result.module.css";

// Exhibits come from the server as HTML: no script of this page asks for the styles of their tables.
import "./ExhibitTable.module.css";

interface ShownResult extends Omit<ResultPage, "result"> {
  /** What of a draft contradicts itself or is missing (docs/rules/checks.md). */
  checks: CheckView[];
  outline: ResultOutline;
  /** Whether what is folded is open. */
  opened: boolean;
}

const stateInWords = ({ assessment: { completed }, draftOf }: ResultOutline) =>
  completed ? `, completed ${shortDate(completed)}` : draftOf ? `, draft of ${shortDate(draftOf)}` : "";

/** The result of a completed assessment, or the draft of one in progress, of either model (docs/rules/results-and-files.md#opening-a-result). */
export function ResultScreen({ page, html }: { page: ShownResult; html: string | undefined }) {
  const { outline: result, benchmark, links, query, tab, opened, style, images } = page;
  const { assessment } = result;
  const files = resultPaths(result.draftOf !== undefined);
  const further = { ...(page.belowTarget ? BELOW : {}), ...(images ? { [IMAGES_FIELD]: images } : {}) };
  const isFirst = tab === result.tabs[0]?.id;
  return (
    <Page
      title={assessment.name}
      subtitle={`${subtitleOf(result)}${stateInWords(result)}`}
      actions={<Badges result={result} />}
      screens={page.screens}
    >
      {style ? <HouseStyleInPrint style={style} /> : null}
      {page.archived ? (
        <div className="no-print">
          <Callout kind="info">{page.archived}</Callout>
        </div>
      ) : null}
      <EditionNotice edition={page.edition} />
      {result.draftOf ? <DraftNotice elsewhere={isFirst ? undefined : links.result} /> : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is clicked are the links within, which work without this */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      <div className={`with-aside ${styles.result}`} onClick={downloadClicked}>
        <div className={`stack-tight ${styles.first} ${result.draftOf ? styles.figuresInRow : styles.figuresBeside}`}>
          <Figures result={result} shown={isFirst} />
          <Findings findings={result.findings} shown={isFirst} result={links.result} isDraft={result.draftOf !== undefined} />
        </div>
        <Cover result={result} />
        <aside className="panel stack no-print" aria-label="About this result">
          <div className="stack-tight">
            <Link to={links.full}>View full assessment</Link> <Link to={links.whatIf}>What if</Link>{" "}
            {links.again ? <Link to={links.again}>Assess again</Link> : null}{" "}
            {links.targets ? <Link to={links.targets}>Targets of the organization</Link> : null}{" "}
            <a href={links.workbook} data-download {...buttonLook({ variant: "soft" })}>
              <Icon name="Download" inButton />
              Export to Excel
              <span role="status" />
            </a>
            <p className="row small links">
              <a href={files.resultImages(assessment.id, query)} data-download>
                <Icon name="Download" />
                Download all images
                <span role="status" />
              </a>
              {images ? (
                <FileLink href={files.resultImages(assessment.id, query, images)} label={images.toUpperCase()} of="all images" />
              ) : null}
            </p>
            <ImagesChoice chosen={images} />
            <EditionLink edition={page.edition} />
            <Button type="button" variant="outline" className="needs-script" onClick={() => window.print()}>
              <Icon name="FileText" inButton />
              Print or save as PDF
            </Button>
          </div>
          {benchmark ? <BenchmarkPanel panel={benchmark} result={links.result} further={further} /> : null}
          {page.belowTarget === undefined ? null : <BelowTarget on={page.belowTarget} />}
          <Checks checks={page.checks} />
          {/* On a narrow screen it folds the list that follows, by its state alone: the same list, with and without script. */}
          <details className={styles.contentsFold}>
            <summary>On this page</summary>
          </details>
          <nav aria-label="On this page" className={`${styles.contents} small`}>
            <ul className="plain-list stack-close links">
              {result.contents.map(({ id, title }) => (
                <li key={id}>
                  <ContentsLink id={id}>{title}</ContentsLink>
                </li>
              ))}
            </ul>
          </nav>
          {result.folds ? <OpenAll opened={opened} /> : null}
          <Link to={links.home}>Go to the home screen</Link>
        </aside>
        <div className={`stack ${result.draftOf ? styles.draftBody : ""} ${style?.foot ? styles.footedBody : ""}`}>
          {result.tabs.length > 1 ? (
            <nav className="tabs no-print" aria-label="Result">
              {result.tabs.map(({ id, title }) => (
                <Link
                  key={id}
                  to={`${links.result}?${new URLSearchParams([...new URLSearchParams(query), ...(images ? [[IMAGES_FIELD, images]] : []), ["tab", id]])}`}
                  aria-current={id === tab ? "page" : undefined}
                  preventScrollReset
                >
                  {title}
                </Link>
              ))}
            </nav>
          ) : null}
          {page.lacks ? (
            <Callout kind="info">
              Sorry, {page.lacks} could not be read, so the result is shown without. Load the page again to try once more.
            </Callout>
          ) : null}
          <ServerMarkup id="result-body" className={`stack ${styles.reportBody}`} html={html} />
        </div>
      </div>
    </Page>
  );
}

const BELOW = { [BELOW_TARGET.name]: BELOW_TARGET.value };

/** Whether images are offered as PNG or SVG, too: a choice of the page, in the address. Everything else of the address stays. */
function ImagesChoice({ chosen }: { chosen: FurtherFormat | undefined }) {
  const { pathname, search } = useLocation();
  const at = (format: FurtherFormat | undefined) => {
    const query = new URLSearchParams(search);
    query.delete(IMAGES_FIELD);
    if (format) query.set(IMAGES_FIELD, format);
    return `${pathname}?${query}`;
  };
  return (
    <p className="row small">
      Images also as:
      {FURTHER_FORMATS.map((format) => (
        <Link
          key={format}
          to={at(format === chosen ? undefined : format)}
          preventScrollReset
          aria-label={`${format === chosen ? "Images no longer as" : "Images also as"} ${format.toUpperCase()}`}
        >
          {format === chosen ? `${format.toUpperCase()} ✓` : format.toUpperCase()}
        </Link>
      ))}
    </p>
  );
}

/** The filter `Below target`. Everything else of the address stays. */
function BelowTarget({ on }: { on: boolean }) {
  const { pathname, search } = useLocation();
  const kept = Object.fromEntries(new URLSearchParams(search));
  return <Switch words="Below target" name={BELOW_TARGET.name} on={on} values={{ on: BELOW_TARGET.value }} kept={kept} result={pathname} />;
}

/** The team's logo and name on the first page of paper, and its line at the foot of each. */
function HouseStyleInPrint({ style: { name, logo, foot } }: { style: PrintedStyle }) {
  return (
    <div data-house-style className={styles.printOnly} aria-hidden>
      <p className={styles.printedHead}>
        {logo ? <img src={logo} alt="" /> : null} {name}
      </p>
      {foot ? <p className={styles.printedFoot}>{foot}</p> : null}
    </div>
  );
}

const TO_DO = { id: "to-do", label: "What is still to answer" };

/** Says what a draft is, and marks each page of paper. @param elsewhere the page that lists what is still to answer, unless it is this one */
function DraftNotice({ elsewhere }: { elsewhere: string | undefined }) {
  return (
    <>
      <p className={`${styles.draftMark} ${styles.printOnly}`} aria-hidden>
        Draft
      </p>
      <Callout kind="info">
        <strong>This is a draft.</strong> The assessment has not been submitted: its scores can still change.{" "}
        <span className="no-print">
          {elsewhere ? (
            <Link to={`${elsewhere}#${TO_DO.id}`}>{TO_DO.label}</Link>
          ) : (
            <ContentsLink id={TO_DO.id}>{TO_DO.label}</ContentsLink>
          )}
        </span>
      </Callout>
    </>
  );
}

function Badges({ result: { assessment, draftOf } }: { result: ResultOutline }) {
  if (!draftOf && !assessment.badge && !assessment.test) return null;
  return (
    <p className="row">
      {draftOf ? (
        <Badge color="amber" className="no-print">
          Draft
        </Badge>
      ) : null}
      {assessment.badge ? <Badge color="amber">{assessment.badge}</Badge> : null}
      {assessment.test ? <Badge color="gray">Test assessment</Badge> : null}
    </p>
  );
}

/** What the result is about. On screen all but its id, and whether it is a test, is folded; paper has everything. */
function Cover({ result }: { result: ResultOutline }) {
  const facts = factsOf(result, "result");
  const first = facts.filter(([label]) => FACTS_FIRST.includes(label));
  return (
    <section className={styles.cover} aria-label="About this assessment">
      <Facts inBlocks className={`small ${styles.ids}`} facts={first} />
      <Fold words="Organization, dates and more" />
      <Facts inBlocks className="form-grid form-grid-close small" facts={facts.filter((each) => !first.includes(each))} />
    </section>
  );
}

/** Folds what follows it, by its state alone: paper has that in any case, and so has a browser without script. */
function Fold({ words }: { words: string }) {
  return (
    <details className={`small no-print ${styles.fold}`}>
      <summary>{words}</summary>
    </details>
  );
}

function Figures({ result, shown }: { result: ResultOutline; shown: boolean }) {
  return (
    <section className={`row ${styles.scores} ${shown ? "" : styles.printOnly}`} aria-label="Overall">
      {result.figures.map(({ label, value, meaning }, index) => (
        <p key={label} className="panel score">
          {label} <strong>{value}</strong> <span className="small muted">{meaning}</span>{" "}
          {index === 0 && result.assessment.extent ? <span className="small block">{result.assessment.extent}</span> : null}
        </p>
      ))}
    </section>
  );
}

interface FindingsProps {
  findings: readonly Finding[];
  shown: boolean;
  result: string;
  isDraft: boolean;
}

/**
 * What the result says, in a few sentences (docs/rules/results-and-files.md#at-a-glance): on screen first what holds it and what would lift
 * it, with the rest folded; of a draft all is folded, so that its chart is seen first. @param shown false on another tab; paper has it
 */
function Findings({ findings, shown, result, isDraft }: FindingsProps) {
  if (findings.length === 0) return null;
  const first = findings.filter((each) => each.first);
  const rest = findings.filter((each) => !first.includes(each));
  const fold = isDraft ? "Strongest and weakest so far" : first.length > 0 ? "What it means, strongest and weakest" : undefined;
  const show = (some: readonly Finding[]) =>
    some.map(({ title, text, more }) => (
      <div key={title}>
        <h2>{title}</h2>
        <p>
          {text.join(" ")}{" "}
          {more ? (
            <span className="small no-print">
              {more.href.startsWith("#") ? (
                <ContentsLink id={more.href.slice(1)}>{more.label}</ContentsLink>
              ) : (
                <Link to={`${result}${more.href}`}>{more.label}</Link>
              )}
            </span>
          ) : null}
        </p>
      </div>
    ));
  return (
    <section className={`stack-close ${styles.findings} ${shown ? "" : styles.printOnly}`} aria-label="At a glance">
      {show(first)}
      {rest.length > 0 && fold ? <Fold words={fold} /> : null}
      {rest.length > 0 ? <div className={`form-grid ${styles.further}`}>{show(rest)}</div> : null}
    </section>
  );
}

/** A link to a section of this page. It scrolls there each time that it is followed, and the keyboard goes on from there. */
function ContentsLink({ id, children }: { id: string; children: string }) {
  const { pathname, search } = useLocation();
  return (
    <Link to={{ pathname, search, hash: id }} onClick={() => document.getElementById(id)?.focus({ preventScroll: true })}>
      {children}
    </Link>
  );
}

/** Opens or folds everything: by an address without script, at once with it. */
function OpenAll({ opened }: { opened: boolean }) {
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(opened);
  const query = new URLSearchParams(search);
  if (open) query.delete("open");
  else query.set("open", "all");
  const toggle = byScript(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>("details[data-folds]")) details.open = !open;
    setOpen(!open);
  });
  return (
    <p className="open-all no-print">
      <a href={`${pathname}${query.size > 0 ? `?${query}` : ""}`} onClick={toggle}>
        {open ? "Close all" : "Open all"}
      </a>
    </p>
  );
}

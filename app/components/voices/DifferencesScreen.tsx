import { Link } from "@remix-run/react";
import { CANNOT_TELL_WORDS } from "#model/voices.ts";
import { counted } from "#model/words.ts";
import { FilterChoice, FilterForm, NameOptions, PlaceOptions } from "~/components/forms/FilterForm";
import { downloadClicked } from "~/components/shell/DownloadLink";
import { Page } from "~/components/shell/Page";
import { Pager } from "~/components/shell/Pager";
import { ButtonLink } from "~/components/shell/parts";
import { Rich } from "~/components/shell/Rich";
import { type Column, Table } from "~/components/shell/Table";
import { paths } from "~/views/paths";
import {
  DIFFERENCES,
  type Difference,
  type DifferencesPage,
  type FactCheck,
  type OpinionRow,
  type OpinionWords,
  stepsInWords,
} from "~/views/voices";
import styles from "./DifferencesScreen.module.css";

/** Where views differ: the agenda of the next interview (docs/rules/voices.md#differences). */
export function DifferencesScreen({ page }: { page: DifferencesPage }) {
  const { assessment, screens, items, checks, counts, query, shown, isFiltered, links } = page;
  return (
    <Page
      title={assessment.name}
      subtitle="Voices – where views differ"
      screens={screens}
      actions={
        <span className="no-print">
          <ButtonLink to={links.back} variant="soft">
            All voices
          </ButtonLink>
        </span>
      }
    >
      <div className="stack">
        <p role="status">
          {shown === "checks" && query.statement === undefined
            ? `${DIFFERENCES.checks}: ${counted(counts.checks, "place")} in which somebody disagrees. `
            : `${query.statement === undefined ? DIFFERENCES[shown] : "One statement"}: ${counted(counts.fitting, "statement")} of ${counts.answered} that somebody answered, the largest difference first. `}
          {isFiltered ? <Link to={links.here}>Show all places and roles</Link> : null}
        </p>
        <details className="panel filters no-print" open={isFiltered || undefined}>
          <summary>Filter</summary>
          <DifferencesFilter page={page} />
        </details>
        {checks.length > 0 ? <Checks checks={checks} page={page} /> : null}
        {items.length === 0 && shown !== "checks" ? (
          <p className="panel muted">
            {counts.answered === 0 ? "Nobody has answered anything here yet." : "There is no such difference in what was answered."}
          </p>
        ) : null}
        <ol className="plain-list stack">
          {items.map((item) => (
            <li key={item.key} className="panel stack-tight">
              <Item item={item} page={page} />
            </li>
          ))}
        </ol>
        <div className="no-print stack">
          <Pager
            page={page.page}
            pages={page.pages}
            matches={page.matches}
            noun={page.noun}
            at={(number) => paths.differences(assessment.id, { ...query, page: String(number) })}
          />
          {items.length + checks.length > 0 ? (
            // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
            <p onClick={downloadClicked}>
              <a href={links.workbook} data-download>
                Export to Excel{isFiltered ? " (what is shown)" : ""}
              </a>{" "}
              <span className="small muted">It names nobody. To print this page, use your browser.</span>
            </p>
          ) : null}
        </div>
      </div>
    </Page>
  );
}

const headingOf = ({ where, level }: Difference) => (level === null ? where : `${where}, level ${level}`);

function Item({ item, page: { assessment, query } }: { item: Difference; page: DifferencesPage }) {
  const { to, statement, span, lowest, highest, given, verdict, unanswered, fromVerdict, consensus, comments, commented, more } = item;
  const heading = headingOf(item);
  return (
    <>
      <h2>{to ? <Link to={to}>{heading}</Link> : heading}</h2>
      {statement === "" ? null : (
        <p className="measure">
          <Rich text={statement} />
        </p>
      )}
      <p>
        {given === 0 ? (
          "Nobody could tell. "
        ) : (
          <>
            <strong>{given === 1 ? "1 voice" : stepsInWords(span)}</strong>
            {span > 0 ? `: from ${lowest} to ${highest}. ` : ` on ${lowest}. `}
          </>
        )}
        {verdict || unanswered ? `Verdict: ${verdict ?? unanswered}` : "There is no verdict yet"}
        {fromVerdict && given > 0
          ? `; ${fromVerdict.voices === 0 ? "nobody says something else" : `${fromVerdict.voices} of ${given} ${fromVerdict.voices === 1 ? "says" : "say"} something else`}. `
          : ". "}
        {consensus && consensus !== verdict && span > 0 ? `Most say ${consensus}.` : null}
      </p>
      <Counts item={item} heading={heading} />
      {comments.length > 0 ? (
        <details className={styles.comments} open={query.statement !== undefined || undefined}>
          <summary>{counted(commented, "comment")}</summary>
          <ul className="plain-list stack-tight">
            {comments.map(({ answer, comment, seen, ...speaker }) => (
              <li key={speaker.who}>
                <p className="small muted">
                  <Speaker {...speaker} />
                  {answer ? `: ${answer}` : ""}
                </p>
                {comment ? <p className="note-text">{comment}</p> : null}
                {seen ? <p className="note-text">Can be seen: {seen}</p> : null}
              </li>
            ))}
          </ul>
          {more > 0 ? (
            <p>
              <Link to={paths.differences(assessment.id, { role: query.role, place: item.place, statement: String(item.questionId) })}>
                and {more} more
              </Link>
            </p>
          ) : null}
        </details>
      ) : null}
    </>
  );
}

/** Who said something. A name is on the screen only. */
const Speaker = ({ who, name }: OpinionWords) => (
  <>
    {who}
    {name === null ? null : <span className="no-print"> ({name})</span>}
  </>
);

/** A cell with how many there are; a phone leaves out what nobody says. */
const countColumn = (title: string, countIn: (row: OpinionRow) => number): Column<OpinionRow> => ({
  title,
  isNumber: true,
  attributes: (row) => (countIn(row) === 0 ? { className: `number ${styles.unsaid}` } : {}),
  show: (row) => countIn(row) || "–",
});

function Counts({ item: { answers, verdict, said }, heading }: { item: Difference; heading: string }) {
  return (
    <div className="table-scroll">
      <Table
        caption={`Who said what: ${heading}`}
        className={styles.said}
        columns={[
          { title: "Who", names: true, show: ({ who }) => who },
          ...answers.map((name, index) => countColumn(name === verdict ? `${name} (verdict)` : name, ({ counts }) => counts[index] ?? 0)),
          countColumn(CANNOT_TELL_WORDS, ({ cannotTell }) => cannotTell),
          ...(said.some(({ notAsked }) => notAsked > 0) ? [countColumn("Not asked", ({ notAsked }) => notAsked)] : []),
          { title: "Steps apart", isNumber: true, show: ({ span }) => span },
        ]}
        rows={said}
        keyOf={({ who }, index) => `${index} ${who}`}
      />
    </div>
  );
}

function Checks({ checks, page }: { checks: readonly FactCheck[]; page: DifferencesPage }) {
  const { assessment, query, moreChecks } = page;
  const at = (place: string | undefined) => paths.differences(assessment.id, { role: query.role, show: "checks", place });
  return (
    <section className="panel stack" aria-labelledby="checks">
      <h2 id="checks">Checks of facts</h2>
      <ul className="plain-list stack">
        {checks.map(({ place, where, to, agree, disagree, disagreeing, more }) => (
          <li key={place} className="stack-tight">
            <h3>{to ? <Link to={to}>{where}</Link> : where}</h3>
            <p>
              {agree === 0 ? "Nobody agrees" : agree === 1 ? "1 agrees" : `${agree} agree`}, {disagreeInWords(disagreeing)}.
            </p>
            {disagree.map(({ reason, ...speaker }) => (
              <div key={speaker.who}>
                <p className="small muted">
                  <Speaker {...speaker} />
                </p>
                <p className="note-text">{reason}</p>
              </div>
            ))}
            {more > 0 ? (
              <p>
                <Link to={at(place)}>and {more} more</Link>
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      {moreChecks > 0 ? (
        <p>
          <Link to={at(query.place)}>and {counted(moreChecks, "more place")}</Link>
        </p>
      ) : null}
    </section>
  );
}

const disagreeInWords = (people: number) => (people === 0 ? "nobody disagrees" : people === 1 ? "1 disagrees" : `${people} disagree`);

function DifferencesFilter({ page: { query, roles, places } }: { page: DifferencesPage }) {
  return (
    <FilterForm query={query} label="Filter the differences">
      <FilterChoice id="differences-show" name="show" label="Show" value={query.show} none={DIFFERENCES.voices}>
        {Object.entries(DIFFERENCES)
          .filter(([value]) => value !== "voices")
          .map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
      </FilterChoice>
      <FilterChoice id="differences-role" name="role" label="Role" value={query.role} none="Every role">
        <NameOptions names={roles} value={query.role} />
      </FilterChoice>
      <FilterChoice id="differences-place" name="place" label="About" value={query.place} none="Everything">
        <PlaceOptions places={places} />
      </FilterChoice>
    </FilterForm>
  );
}

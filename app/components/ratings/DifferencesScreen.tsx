import { Form, Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { counted } from "#model/words.ts";
import { FieldError } from "~/components/forms/FieldError";
import { FilterChoice, FilterForm } from "~/components/forms/FilterForm";
import { downloadClicked } from "~/components/shell/DownloadLink";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { Page } from "~/components/shell/Page";
import { Button, ButtonLink } from "~/components/shell/parts";
import { type Column, Table } from "~/components/shell/Table";
import {
  DEPARTURE_HINT,
  DEPARTURE_LABEL,
  type DepartureReply,
  type DifferentPlace,
  type RatingAtPlace,
  type RatingDifferencesPage,
  SHOWN,
  USE,
  USE_INTENTS,
} from "~/views/rating-differences";

interface DifferencesProps {
  page: RatingDifferencesPage;
  /** A reason that was not stored. */
  reply: DepartureReply | undefined;
}

/** Ratings next to the verdict, the largest difference first (docs/rules/second-ratings.md#differences). */
export function DifferencesScreen({ page, reply }: DifferencesProps) {
  const { assessment, screens, raters, places, counts, isFiltered, looking, links } = page;
  return (
    <Page
      title={assessment.name}
      subtitle={`Where ratings differ – ${assessment.scope}`}
      screens={screens}
      actions={
        links.back ? (
          <span className="no-print">
            <ButtonLink to={links.back} variant="soft">
              All ratings
            </ButtonLink>
          </span>
        ) : null
      }
    >
      <div className="stack">
        <Agreement page={page} />
        {looking ? <Settle key={looking.place} place={looking} page={page} reply={reply} /> : null}
        <Groups page={page} />
        <section className="panel stack" aria-labelledby="places">
          <h2 id="places">Places</h2>
          <p role="status">
            {raters.length === 0
              ? page.nobody
              : `${isFiltered ? `${counts.shown} of ${counted(counts.all, "place")}` : counted(counts.all, "place")}, the largest difference first. `}
            {isFiltered ? <Link to={links.all}>Show all places</Link> : null}
          </p>
          <details className="filters no-print" open={isFiltered || undefined}>
            <summary>Filter</summary>
            <Filter page={page} />
          </details>
          {places.length === 0 ? (
            <p className="muted">{isFiltered ? "Nothing fits what you chose." : "There is nothing to compare."}</p>
          ) : null}
          {places.length > 0 ? (
            <div className="table-scroll">
              <Table
                caption="Scores of the verdict and of each rating"
                columns={columnsOf(page)}
                rows={places}
                keyOf={({ place }) => place}
              />
            </div>
          ) : null}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
          <p className="no-print" onClick={downloadClicked}>
            <a href={links.workbook} data-download>
              Export to Excel{isFiltered ? " (what is shown)" : ""}
            </a>{" "}
            <span className="small muted">To print this page, use your browser.</span>
          </p>
        </section>
      </div>
    </Page>
  );
}

function columnsOf({ raters, mayUse }: RatingDifferencesPage): Column<DifferentPlace>[] {
  return [
    { title: "Place", names: true, show: ({ name, to }) => (to ? <Link to={to}>{name}</Link> : name) },
    { title: "Verdict", isNumber: true, show: ({ verdict }) => verdict.score },
    ...raters.map(
      ({ number, name }): Column<DifferentPlace> => ({
        title: name,
        isNumber: true,
        show: ({ ratings }) => {
          const rating = ratings.find((each) => each.number === number);
          return rating ? scoreOf(rating) : "–";
        },
      }),
    ),
    { title: "Difference", isNumber: true, show: ({ difference }) => difference ?? "–" },
    { title: "Why the verdict departs", show: ({ departure }) => departure?.text ?? "" },
    {
      title: "Look at it",
      isUntitled: true,
      show: ({ name, look, isOpen }) => (
        <span className="no-print">
          <Link to={look}>
            {mayUse && isOpen ? "Settle" : "Look"}
            <span className="visually-hidden"> {name}</span>
          </Link>
        </span>
      ),
    },
  ];
}

/** `1.50 (blind 0.00)` where it was changed after the group was done. */
const scoreOf = ({ score, blind }: { score: string; blind?: string | undefined }) => (blind ? `${score} (blind ${blind})` : score);

function Agreement({ page: { agreement, counted: why, raters } }: { page: RatingDifferencesPage }) {
  return (
    <section className="panel stack" aria-labelledby="agreement">
      <h2 id="agreement">Agreement</h2>
      {raters.length > 0 ? (
        <ul>
          {raters.map(({ number, name, words }) => (
            <li key={number}>
              {name}: {words}
            </li>
          ))}
        </ul>
      ) : null}
      {agreement ? (
        <>
          {agreement.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <Table
            caption="Agreement by group"
            columns={[
              { title: "Group", names: true, show: ({ name }) => name },
              { title: "Places", isNumber: true, show: ({ count }) => count },
              { title: "Same level", isNumber: true, show: ({ sameLevel }) => sameLevel },
              { title: "Within half a point", isNumber: true, show: ({ withinHalf }) => withinHalf },
              { title: "Kappa", isNumber: true, show: ({ kappa }) => kappa },
            ]}
            rows={agreement.groups}
            keyOf={({ name }) => name}
          />
        </>
      ) : (
        <p className="muted">{why}</p>
      )}
    </section>
  );
}

function Filter({ page: { filter, groupOptions } }: { page: RatingDifferencesPage }) {
  return (
    <FilterForm query={filter} label="Filter the places" after={null}>
      <FilterChoice id="places-group" name="group" label="Group" value={filter.group} none="All groups">
        {groupOptions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </FilterChoice>
      <FilterChoice id="places-show" name="show" label="Which places" value={filter.show} none="All places">
        {Object.entries(SHOWN).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </FilterChoice>
    </FilterForm>
  );
}

/** Whole groups of somebody in charge, as far as there is no verdict. */
function Groups({ page: { groups, links } }: { page: RatingDifferencesPage }) {
  const isSending = useNavigation().state !== "idle";
  if (groups.length === 0) return null;
  return (
    <section className="panel stack no-print" aria-labelledby="whole-groups">
      <h2 id="whole-groups">Use a whole group</h2>
      <p className="muted">Only places without a verdict are filled. Nothing is written over.</p>
      {groups.map(({ number, name, group, groupName, count }) => (
        <Form
          key={`${number} ${group}`}
          method="post"
          action={links.here}
          className="row"
          aria-label={`${name}, ${groupName}`}
          preventScrollReset
        >
          <HiddenFields fields={{ [USE.intent]: USE_INTENTS.useGroup, [USE.number]: number, [USE.group]: group }} />
          <span>
            {name}, {groupName}: {counted(count, "place")} without a verdict
          </span>
          <label className="choice">
            <input type="checkbox" name={USE.note} value="on" /> <span>With the notes</span>
          </label>
          <Button type="submit" variant="soft" disabled={isSending}>
            Use this group
          </Button>
        </Form>
      ))}
    </section>
  );
}

/** One place: what everybody answered, and what whoever edits does about it. */
function Settle({ place, page, reply }: { place: DifferentPlace; page: RatingDifferencesPage; reply: DepartureReply | undefined }) {
  const { verdict, ratings, departure } = place;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (window.location.hash === "#settle") section.current?.focus();
  }, []);
  const everybody = [{ number: 0, name: "Verdict", note: "", use: undefined, ...verdict }, ...ratings];
  return (
    <section className="panel stack" aria-labelledby="settle-heading" id="settle" tabIndex={-1} ref={section}>
      <h2 id="settle-heading">{place.name}</h2>
      {page.mayUse && page.editor ? <p>{page.editor} is editing this assessment. You can settle this once they are done.</p> : null}
      <Table
        caption="What everybody answered"
        columns={[
          { title: "Who", names: true, show: ({ name }) => name },
          { title: "Score", isNumber: true, show: (each) => scoreOf(each) },
          { title: "Answers, statement by statement", show: ({ answers }) => answers },
        ]}
        rows={everybody}
        keyOf={({ number }) => number}
      />
      {ratings.map((rating) => (
        <Rating key={rating.number} rating={rating} place={place} here={page.links.here} />
      ))}
      {departure && !page.mayUse ? (
        <p>
          {DEPARTURE_LABEL}: {departure.text} <span className="muted">({departure.words})</span>
        </p>
      ) : null}
      {page.mayUse ? <Departure place={place} reply={reply} /> : null}
      <p className="row no-print">
        {place.to ? <Link to={place.to}>Its statements and notes</Link> : null}
        {page.next ? (
          <Link to={page.next.to} preventScrollReset>
            Next to settle: {page.next.name}
          </Link>
        ) : null}
      </p>
    </section>
  );
}

function Rating({ rating: { number, name, note, use }, place, here }: { rating: RatingAtPlace; place: DifferentPlace; here: string }) {
  const isSending = useNavigation().state !== "idle";
  return (
    <div className="stack-tight">
      {note === "" ? null : (
        <details open>
          <summary>Note of {name}</summary>
          <p className="note-text">{note}</p>
        </details>
      )}
      {use ? (
        <Form method="post" action={atPlace(here, place)} className="row no-print" aria-label={`Rating of ${name}`} preventScrollReset>
          <HiddenFields
            fields={{
              ...{ [USE.intent]: USE_INTENTS.use, [USE.number]: number, [USE.place]: place.place },
              ...{ [USE.rating]: use.rating, [USE.verdict]: use.verdict },
            }}
          />
          {note === "" ? null : (
            <label className="choice">
              <input type="checkbox" name={USE.note} value="on" /> <span>With the note</span>
            </label>
          )}
          <Button type="submit" disabled={isSending}>
            Use this rating<span className="visually-hidden"> of {name}</span>
          </Button>
        </Form>
      ) : null}
    </div>
  );
}

const atPlace = (here: string, { place }: DifferentPlace) => `${here}${here.includes("?") ? "&" : "?"}${new URLSearchParams({ place })}`;

function Departure({ place, reply }: { place: DifferentPlace; reply: DepartureReply | undefined }) {
  const isSending = useNavigation().state !== "idle";
  const { departure } = place;
  return (
    <Form method="post" className="stack-tight no-print" aria-label={DEPARTURE_LABEL} preventScrollReset>
      <HiddenFields fields={{ [USE.intent]: USE_INTENTS.depart, [USE.place]: place.place, [USE.version]: departure?.version ?? 0 }} />
      <div className="field">
        <label htmlFor="departure">
          <span className="field-label">
            {DEPARTURE_LABEL} <span className="muted">(optional)</span>
          </span>
        </label>
        <span className="field-hint" id="departure-hint">
          {DEPARTURE_HINT}
        </span>
        <textarea
          className="textarea"
          id="departure"
          name={USE.text}
          rows={3}
          defaultValue={reply?.typed ?? departure?.text ?? ""}
          aria-invalid={reply ? true : undefined}
          aria-describedby={reply ? "departure-error departure-hint" : "departure-hint"}
        />
        {reply ? <FieldError id="departure-error" messages={[reply.message]} /> : null}
      </div>
      <div className="row">
        <Button type="submit" variant="soft" disabled={isSending}>
          Store the reason
        </Button>
      </div>
    </Form>
  );
}

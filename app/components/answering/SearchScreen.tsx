import { Link } from "@remix-run/react";
import { type Piece, SEARCH_MAX } from "#model/search.ts";
import { Page } from "~/components/shell/Page";
import { SearchForm } from "~/components/shell/SearchForm";
import { type HitGroup, SEARCH_FIELD, type SearchPage } from "~/views/answering/search";

/** The search in all texts of an assessment (docs/rules/notes-and-diagnostics.md#search). */
export function SearchScreen({ search: { assessment, query, searched, problem, hits, screens, links } }: { search: SearchPage }) {
  return (
    <Page title={assessment.name} subtitle="Search" screens={screens}>
      <div className="stack">
        <section className="panel stack-tight" aria-label="Search">
          <SearchForm
            label={searched}
            field={SEARCH_FIELD}
            value={query.slice(0, SEARCH_MAX)}
            action={links.here}
            kept={{}}
            clearAt={links.here}
            clear="Clear"
          />
          <p role="status" className={problem ? "field-error" : "small muted"}>
            {problem ?? (hits ? sentenceOf(query, hits) : "Type one or more words: all of them have to occur in one text.")}
          </p>
        </section>
        {hits?.groups.map((group) => (
          <Group key={group.href} group={group} />
        ))}
      </div>
    </Page>
  );
}

const counted = (count: number, one: string) => `${count.toLocaleString("en-GB")} ${one}${count === 1 ? "" : "s"}`;

function sentenceOf(query: string, { total, places, groups }: NonNullable<SearchPage["hits"]>): string {
  if (total === 0) return `Nothing was found for “${query}”. Try fewer words, or another one.`;
  const shown = groups.reduce((sum, { hits }) => sum + hits.length, 0);
  const rest = shown < total ? ` The first ${shown} are shown; another word narrows it down.` : "";
  return `“${query}” was found in ${counted(total, "text")} in ${counted(places, "place")}.${rest}`;
}

function Group({ group: { name, href, hits } }: { group: HitGroup }) {
  return (
    <section className="panel stack-tight" aria-label={name}>
      <h2>
        <Link to={href}>{name}</Link>
      </h2>
      <ul className="plain-list stack-tight">
        {hits.map(({ kind, level, pieces, since, href: to }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
          <li key={index}>
            <Link to={to} className="small">
              {level === undefined ? kind : `Level ${level} – ${kind}`}
            </Link>{" "}
            {since ? <span className="small muted">{since}</span> : null}
            <p className="note-text">
              <Marked pieces={pieces} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Marked({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <>
      {pieces.map(({ text, isMatch }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text are never reordered
        isMatch ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
      )}
    </>
  );
}

import { Link } from "@remix-run/react";
import { Icon } from "~/components/shell/Icon";

interface PagerProps {
  page: number;
  pages: number;
  /** The number of entries on all pages. */
  found: number;
  noun: string;
  at: (page: number) => string;
}

/** Links to the pages of a long list; nothing when there is one page. */
export function Pager({ page, pages, found, noun, at }: PagerProps) {
  if (pages <= 1) return null;
  return (
    <nav className="row row-between small" aria-label={`Pages of ${noun}`}>
      <span className="muted">
        Page {page} of {pages} · {found.toLocaleString("en-GB")} {noun}
      </span>
      <span className="row">
        {page > 1 ? (
          <Link to={at(page - 1)} preventScrollReset rel="prev" className="nav-link">
            <Icon name="ChevronLeft" />
            Previous
          </Link>
        ) : null}
        {page < pages ? (
          <Link to={at(page + 1)} preventScrollReset rel="next" className="nav-link">
            Next
            <Icon name="ChevronRight" />
          </Link>
        ) : null}
      </span>
    </nav>
  );
}

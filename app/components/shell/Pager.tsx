import { Link } from "@remix-run/react";
import { Icon } from "~/components/shell/Icon";

interface PagerProps {
  page: number;
  pages: number;
  /** The number of entries on all pages. */
  matches: number;
  noun: string;
  at: (page: number) => string;
}

/** Links to the pages of a long list; nothing when there is one page. */
export function Pager({ page, pages, matches, noun, at }: PagerProps) {
  if (pages <= 1) return null;
  return (
    <nav className="row row-between small" aria-label={`Pages of ${noun}`}>
      <span className="muted">
        Page {page} of {pages} · {matches.toLocaleString("en-GB")} {noun}
      </span>
      <span className="row">
        {page > 1 ? <Step rel="prev" to={at(page - 1)} words="Previous" preventScrollReset /> : null}
        {page < pages ? <Step rel="next" to={at(page + 1)} words="Next" preventScrollReset /> : null}
      </span>
    </nav>
  );
}

interface StepProps {
  rel: "prev" | "next";
  to: string;
  words: string;
  preventScrollReset?: boolean;
}

/** A link to the page before or after this one. */
export function Step({ words, ...link }: StepProps) {
  return (
    <Link {...link} className="nav-link">
      {link.rel === "prev" ? <Icon name="ChevronLeft" /> : null}
      {words}
      {link.rel === "next" ? <Icon name="ChevronRight" /> : null}
    </Link>
  );
}

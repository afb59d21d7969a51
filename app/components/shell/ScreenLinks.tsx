import { Link } from "@remix-run/react";
import type { ScreenLink, Screens } from "~/views/screens";
import styles from "./ScreenLinks.module.css";

/**
 * The row below the title with the screens of an assessment, and a second one on those about its result
 * (docs/rules/navigation-and-home.md#the-screens-of-an-assessment). A narrow screen names the current one, and `More` unfolds all.
 */
export function ScreenLinks({ screens: { current, links, more, moreLabel, ofResult } }: { screens: Screens }) {
  const items = (all: readonly ScreenLink[]) =>
    all.map(({ name, href, label }) => (
      <li key={name}>
        <Link to={href} aria-current={name === current ? "page" : undefined}>
          {label}
        </Link>
      </li>
    ));
  return (
    <nav className={`${styles.screens} no-print`} aria-label="This assessment">
      {/* Both fold the list that follows, by their state alone: the same list, with and without script. */}
      <details>
        <summary>
          {current ? <strong>{current}</strong> : null} {moreLabel}
        </summary>
      </details>
      <ul className="tabs plain-list">
        {items(links)}
        {more.length > 0 ? (
          <li className={styles.more}>
            <details open={more.some(({ name }) => name === current)}>
              <summary>{moreLabel}</summary>
            </details>
            <ul className="plain-list">{items(more)}</ul>
          </li>
        ) : null}
      </ul>
      {ofResult.length > 0 ? <ul className={`plain-list row ${styles.ofResult}`}>{items(ofResult)}</ul> : null}
    </nav>
  );
}

import { Link } from "@remix-run/react";
import type { Screens } from "~/views/screens";
import styles from "./ScreenLinks.module.css";

/** The row below the title with the screens of an assessment. A narrow screen names the current one, and `More` unfolds all. */
export function ScreenLinks({ screens: { current, links } }: { screens: Screens }) {
  return (
    <nav className={`${styles.screens} no-print`} aria-label="This assessment">
      {/* It folds the list that follows, by its state alone: the same list, with and without script. */}
      <details>
        <summary>{current ? <strong>{current}</strong> : null} More</summary>
      </details>
      <ul className="tabs plain-list">
        {links.map(({ name, href }) => (
          <li key={name}>
            <Link to={href} aria-current={name === current ? "page" : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

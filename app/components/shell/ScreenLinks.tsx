import { Link } from "@remix-run/react";
import type { Screens } from "~/views/screens";
import styles from "./ScreenLinks.module.css";

/** The row below the title with the screens of an assessment. On a narrow screen `More` unfolds all but the current one. */
export function ScreenLinks({ screens: { current, links } }: { screens: Screens }) {
  return (
    <nav className={`${styles.screens} no-print`} aria-label="This assessment">
      {/* It folds the list that follows, by its state alone: the same list, with and without script. */}
      <details>
        <summary>More</summary>
      </details>
      <ul className="tabs plain-list">
        {links.map(({ name, href }) => (
          <li key={name} data-current={name === current || undefined}>
            <Link to={href} aria-current={name === current ? "page" : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

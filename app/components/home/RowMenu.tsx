import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "~/components/shell/Icon";
import styles from "./RowActions.module.css";

/** The menu of a row. It opens without script; with script it also closes on Escape, or when the focus or a click goes elsewhere. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const { current } = menu;
    if (!current) return;
    const close = (event: Event) => {
      if (current.open && !current.contains(event.target as Node)) current.open = false;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !current.open) return;
      current.open = false;
      current.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("focusin", close);
    current.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("focusin", close);
      current.removeEventListener("keydown", onKey);
    };
  }, []);
  return (
    <details className={styles.rowMenu} ref={menu}>
      <summary className="icon-button" aria-label={label} title="More actions">
        <Icon name="DotsHorizontal" />
      </summary>
      <div className={`panel menu ${styles.rowMenuItems}`}>{children}</div>
    </details>
  );
}

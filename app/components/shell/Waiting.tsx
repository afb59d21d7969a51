import { useNavigation } from "~/components/shell/held-forms";
import styles from "./Waiting.module.css";

/**
 * Shows that the next page is being loaded: nothing for the first half second, then a moving line and a word for screen readers. Without
 * script the browser shows its own indicator.
 */
export function Waiting() {
  const busy = useNavigation().state !== "idle";
  return (
    <div role="status" className="no-print">
      {busy ? (
        <>
          <progress className={styles.waitingLine} aria-hidden />
          <span className="visually-hidden">Loading…</span>
        </>
      ) : null}
    </div>
  );
}

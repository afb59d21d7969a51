import { useNavigation } from "@remix-run/react";

/**
 * Shows that the next page is on its way: nothing for the first half second, then a moving line and, for those who listen,
 * a word. Without script the browser shows its own.
 */
export function Waiting() {
  const busy = useNavigation().state !== "idle";
  return (
    <div role="status" className="waiting no-print">
      {busy ? (
        <div className="waiting-line">
          <span className="visually-hidden">Loading…</span>
        </div>
      ) : null}
    </div>
  );
}

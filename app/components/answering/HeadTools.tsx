/** What the heads of questions screens and grids explain: how to rate, and that there are keys. */

import { Shown } from "~/components/answering/KeyList";
import type { AnswerKeys } from "~/components/answering/keys";
import { byScript } from "~/components/forms/by-script";

/** How to choose an answer, a line for each; nothing where nothing is chosen. */
export function HowToRate({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>How to rate</summary>
      <ul className="measure">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}

/** Names the keys to somebody who has answered something and never used one. */
export function KeysHint({ keys }: { keys: AnswerKeys }) {
  if (keys.choice !== undefined) return null;
  return (
    <p className="keys-hint small needs-script">
      Quicker by keyboard: <Shown keys={keys.rows[0]?.keys ?? []} /> answer what is asked next, <Shown keys={["?"]} /> lists all keys.{" "}
      <button type="submit" className="link-button" name="keys" value="on" onClick={byScript(() => keys.choose("on"))}>
        Got it
      </button>
    </p>
  );
}

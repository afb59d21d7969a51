import { Fragment, useRef } from "react";
import { ENOUGH_FOR_AN_INTERVIEW } from "#model/how-to-rate.ts";
import { type AnswerKeys, KEYS_ID, useResume } from "~/components/answering/keys";
import { byScript } from "~/components/forms/by-script";
import styles from "./Keys.module.css";

/** Opens the list of keys. */
export function KeysButton() {
  return (
    <button type="button" className="link-button needs-script" {...{ popovertarget: KEYS_ID }}>
      Keys
    </button>
  );
}

/** Keys as they are printed. */
export const Shown = ({ keys }: { keys: readonly string[] }) => (
  <>
    {keys.map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </>
);

/** The list of keys, and the one place where they are switched off (docs/rules/gate.md#keys). */
export function KeyList({ keys: { rows, choice, choose, resume } }: { keys: AnswerKeys }) {
  const list = useRef<HTMLElement>(null);
  useResume(list, resume);
  const isOff = choice === "off";
  const other = isOff ? "on" : "off";
  return (
    <section
      ref={list}
      id={KEYS_ID}
      className={`${styles.keys} ${isOff ? styles.keysOff : ""} panel floating`}
      aria-labelledby="keys-head"
      {...{ popover: "auto" }}
    >
      <div className="stack-tight">
        <h2 id="keys-head" tabIndex={-1}>
          Keys
        </h2>
        <dl className="facts">
          {rows.map(({ keys, does }) => (
            <Fragment key={keys[0]}>
              <dt>
                <Shown keys={keys} />
              </dt>
              <dd>{does}</dd>
            </Fragment>
          ))}
        </dl>
        <p role="status">The keys are {isOff ? "off" : "on"} in this browser. They rest while you type.</p>
        <p className="row">
          <button type="submit" className="link-button" name="keys" value={other} onClick={byScript(() => choose(other))}>
            Switch the keys {other}
          </button>{" "}
          <button type="button" className="link-button" {...{ popovertarget: KEYS_ID, popovertargetaction: "hide" }}>
            Close
          </button>
        </p>
      </div>
    </section>
  );
}

const Sentences = ({ lines }: { lines: readonly string[] }) => (
  <ul className="measure">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

/** How to choose an answer: what is enough for an interview, and folded what to do in doubt. Nothing where nothing is chosen. */
export function HowToRate({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>How to rate</summary>
      <Sentences lines={lines.slice(0, ENOUGH_FOR_AN_INTERVIEW)} />
      <details>
        <summary>When in doubt</summary>
        <Sentences lines={lines.slice(ENOUGH_FOR_AN_INTERVIEW)} />
      </details>
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

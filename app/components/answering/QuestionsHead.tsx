import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { formatScore } from "#model/rounding.ts";
import { HowToRate, KeyList, KeysButton, KeysHint } from "~/components/answering/KeyList";
import type { AnswerKeys } from "~/components/answering/keys";
import { ProgressButton } from "~/components/answering/ProgressSidebar";
import { useHydrated } from "~/components/forms/useHydrated";
import { Rich } from "~/components/shell/Rich";
import { Status, type StatusWord } from "~/components/shell/Status";
import type { ProgressView } from "~/views/answering";
import type { ItemPage } from "~/views/answering/item";
import styles from "./QuestionsFrame.module.css";

/** What the head of a questions screen says of a thread, practice or component. */
export interface HeadProps {
  /** Its state, and its score once there is one. */
  word: StatusWord;
  score: { name: string; value: number } | undefined;
  /** Explanations that unfold. */
  more?: ReactNode;
  /** Buttons next to them. */
  also?: ReactNode;
  /** How to choose an answer, a line for each; empty where nothing is chosen. */
  howToRate: readonly string[];
  /** The keys that work on this screen; none when nothing can be answered. */
  keys?: AnswerKeys | undefined;
}

interface QuestionsHeadProps extends HeadProps {
  page: ItemPage;
  /** What concerns show next to the name. */
  concerns: ReactNode;
  progress: ProgressView;
}

/** The head of a questions screen: name, state, help, how to rate, and keys. */
export function QuestionsHead({ page, word, score, progress, concerns, more, also, howToRate, keys }: QuestionsHeadProps) {
  const { help } = page;
  const { name, code } = page.item;
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, hash } = useLocation();
  const isLoaded = !useHydrated();
  const loaded = useRef(isLoaded ? key : undefined);
  // After a navigation within the product the heading takes the focus, and screen readers announce it, unless the address names a level or
  // the like. A page load leaves the focus alone, so that the arrows scroll.
  useEffect(() => {
    if (key !== loaded.current && hash === "") heading.current?.focus({ preventScroll: true });
  }, [key, hash]);
  return (
    <header className="thread-head stack-tight">
      <div className="row row-between">
        <h2 ref={heading} tabIndex={-1}>
          {name} <span className="muted">({code})</span>
        </h2>
        <span className="row">
          <Status word={word} />{" "}
          {score ? (
            <span>
              {score.name} <strong className="number">{formatScore(score.value)}</strong>
            </span>
          ) : null}
          {concerns}
          <ProgressButton view={progress} unit={progress.unit} />
        </span>
      </div>
      {help ? (
        <p className="small muted measure">
          <Rich text={help} />
        </p>
      ) : null}
      <div className={`${styles.threadMore} row row-wide baseline small`}>
        {more}
        <HowToRate lines={howToRate} />
        {also}
        {keys ? <KeysButton /> : null}
      </div>
      {keys ? <KeyList keys={keys} /> : null}
      {keys?.rows[0]?.act === "answer" && progress.answered > 0 ? <KeysHint keys={keys} /> : null}
    </header>
  );
}

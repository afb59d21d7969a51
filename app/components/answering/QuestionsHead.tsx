import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { ProgressButton, type SidebarView } from "~/components/answering/ProgressSidebar";
import { Rich } from "~/components/shell/Rich";
import type { RichText } from "~/views/rich-text";

interface QuestionsHeadProps {
  name: string;
  code: string;
  /** The help text, if the upstream has one. */
  help: RichText | undefined;
  /** The state and score of what is asked. */
  state: ReactNode;
  view: SidebarView;
  unit: string;
  /** Explanations that unfold. */
  more?: ReactNode;
  /** The keys that work on this screen; none when nothing can be answered. */
  keys?: readonly { keys: readonly string[]; does: string }[] | undefined;
}

/** The head of a questions screen: name, state, help and keys. */
export function QuestionsHead({ name, code, help, state, view, unit, more, keys }: QuestionsHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  // After a navigation within the product the heading takes the focus: screen readers announce it, and the keys work. A first page load
  // leaves the focus alone.
  useEffect(() => {
    if (key !== "default") heading.current?.focus({ preventScroll: true });
  }, [key]);
  return (
    <header className="thread-head">
      <div className="row row-between">
        <h2 ref={heading} tabIndex={-1}>
          {name} <span className="muted">({code})</span>
        </h2>
        <span className="row">
          {state}
          <ProgressButton view={view} unit={unit} />
        </span>
      </div>
      {help ? (
        <p className="muted">
          <Rich text={help} />
        </p>
      ) : null}
      {more}
      {keys ? (
        <p className="keys small muted">
          <span>Keys:</span>
          {keys.map(({ keys: pressed, does }) => (
            <span key={does}>
              {pressed.map((each) => (
                <kbd key={each}>{each}</kbd>
              ))}{" "}
              {does}
            </span>
          ))}
        </p>
      ) : null}
    </header>
  );
}

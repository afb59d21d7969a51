import { useEffect, useRef } from "react";

/**
 * A question above the buttons of a form that was sent, with what speaks against it. The form keeps what was typed, and its button then goes
 * through. It takes the focus, with and without script.
 */
export function AskFirst({ title, lines }: { title: string; lines: readonly string[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="stack-tight">
      {/* biome-ignore lint/a11y/noAutofocus: without script nothing else leads to the question */}
      <h3 ref={heading} tabIndex={-1} autoFocus>
        {title}
      </h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

import { createContext, useContext, useState } from "react";

const MarkupContext = createContext<string | undefined>(undefined);

/** Gives markup that was rendered apart from the page to the part that shows it, while the server renders. */
export const ServerMarkupProvider = MarkupContext.Provider;

interface ServerMarkupProps {
  /** Of one element on the page. */
  id: string;
  className: string;
  /** Made on the server by our own components. Absent for the page that a browser loads: that holds it already. */
  html: string | undefined;
}

/**
 * A part of a page that needs no script. It is sent once, as HTML, and not again as data: when the page comes alive, the part stays as it is
 * (docs/decisions/0015-results.md). A client navigation brings it as `html`.
 */
export function ServerMarkup({ id, className, html }: ServerMarkupProps) {
  const rendered = useContext(MarkupContext);
  const [first] = useState(() => html ?? rendered ?? document.getElementById(id)?.innerHTML ?? "");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React, which escapes every text
  return <div id={id} className={className} dangerouslySetInnerHTML={{ __html: html ?? first }} suppressHydrationWarning />;
}

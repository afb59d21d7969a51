import { createContext, type SelectHTMLAttributes, useContext, useState } from "react";

const MarkupContext = createContext<Readonly<Record<string, string>>>({});

/** Gives markup that was rendered apart from the page to the parts that show it, by their ids, while the server renders. */
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
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React, which escapes every text
  return <div id={id} className={className} dangerouslySetInnerHTML={useMarkup(id, html)} suppressHydrationWarning />;
}

/** A select whose options are sent like that; the markup says which is chosen. */
export function ServerSelect({ id, html, ...props }: SelectHTMLAttributes<HTMLSelectElement> & Pick<ServerMarkupProps, "id" | "html">) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React, which escapes every text
  return <select {...props} id={id} dangerouslySetInnerHTML={useMarkup(id, html)} suppressHydrationWarning />;
}

function useMarkup(id: string, html: string | undefined) {
  const rendered = useContext(MarkupContext)[id];
  const [first] = useState(() => html ?? rendered ?? document.getElementById(id)?.innerHTML ?? "");
  return { __html: html ?? first };
}

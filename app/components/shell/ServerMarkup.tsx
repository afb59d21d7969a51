import { useState } from "react";
import { useServerPage } from "~/components/shell/server-page";

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
  const { markup } = useServerPage();
  const [first] = useState(() => html ?? markup ?? document.getElementById(id)?.innerHTML ?? "");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React, which escapes every text
  return <div id={id} className={className} dangerouslySetInnerHTML={{ __html: html ?? first }} suppressHydrationWarning />;
}

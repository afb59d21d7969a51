import { Link } from "@remix-run/react";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { useHydrated } from "~/components/forms/useHydrated";

const loading: Promise<void>[] = [];

/** On the server: waits until all parts can be rendered. */
export const partsLoaded = () => Promise.all(loading);

const NotLoaded = () => (
  <p className="field-error" role="alert">
    This part of the page could not be loaded.{" "}
    <Link to="" reloadDocument>
      Load the page again
    </Link>
  </p>
);

/**
 * A part whose script the browser loads after the page. The server renders the part with the page, so people can use it at once. Its fields must be
 * uncontrolled (`defaultValue`): they keep what people type meanwhile.
 * @param id of its element on the page
 */
export function late<Props extends object>(id: string, load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined;
  const ready = () =>
    load()
      .catch(() => NotLoaded)
      .then((loaded) => {
        Part = loaded;
      });
  if (import.meta.env.SSR) loading.push(ready());
  // Once the page is there, so that the part also opens without a connection. If loading fails now, showing the part tries again.
  else {
    const fetched = () => void load().catch(() => undefined);
    if (document.readyState === "complete") fetched();
    else addEventListener("load", fetched, { once: true });
  }
  return function Late(props) {
    const hydrated = useHydrated();
    const [Shown, show] = useState(() => Part);
    // As the server sent it, until the script is there.
    const [markup] = useState(() => (import.meta.env.SSR || hydrated ? "" : (document.getElementById(id)?.innerHTML ?? "")));
    const part = useRef<HTMLDivElement>(null);
    const again = useRef<(part: HTMLElement | null) => void>();
    useEffect(() => {
      if (Shown) {
        again.current?.(part.current);
        return;
      }
      let isGone = false;
      const typing = import("~/components/forms/typed-again").catch(() => undefined);
      void Promise.all([typing, ready()]).then(([typed]) => {
        if (isGone) return;
        again.current = typed?.typedIn(part.current);
        show(() => Part);
      });
      return () => {
        isGone = true;
      };
    }, [Shown]);
    return Shown ? (
      <div id={id} ref={part} key="alive">
        <Shown {...props} />
      </div>
    ) : (
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React, which escapes every text
      <div id={id} ref={part} key="sent" dangerouslySetInnerHTML={{ __html: markup }} suppressHydrationWarning />
    );
  };
}

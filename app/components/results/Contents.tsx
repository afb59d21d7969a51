import { Link, useLocation } from "@remix-run/react";
import { useState } from "react";
import { byScript } from "~/components/forms/by-script";

/** A link to a section of this page. It scrolls there each time that it is followed, and the keyboard goes on from there. */
export function ContentsLink({ id, children }: { id: string; children: string }) {
  const { pathname, search } = useLocation();
  return (
    <Link to={{ pathname, search, hash: id }} onClick={() => document.getElementById(id)?.focus({ preventScroll: true })}>
      {children}
    </Link>
  );
}

/** Opens or folds everything: by an address without script, at once with it. */
export function OpenAll({ opened }: { opened: boolean }) {
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(opened);
  const query = new URLSearchParams(search);
  if (open) query.delete("open");
  else query.set("open", "all");
  const toggle = byScript(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>("details[data-folds]")) details.open = !open;
    setOpen(!open);
  });
  return (
    <p className="open-all no-print">
      <a href={`${pathname}${query.size > 0 ? `?${query}` : ""}`} onClick={toggle}>
        {open ? "Close all" : "Open all"}
      </a>
    </p>
  );
}

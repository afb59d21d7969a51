import { useEffect, useRef, useState } from "react";
import { useHydrated } from "~/components/forms/useHydrated";
import { Callout } from "~/components/shell/Callout";
import { Button } from "~/components/shell/parts";
import type { CopiedLink } from "~/views/shell";

interface LinksProps {
  /** What a link opens, and whom to give it to. */
  note: string;
  links: readonly CopiedLink[];
  problems?: readonly string[] | undefined;
}

/** Personal links to be copied, each next to whom it belongs to. */
export function Links({ note, links, problems = [] }: LinksProps) {
  return (
    <div className="stack">
      {problems.length > 0 ? (
        <Callout kind="error" title={problems[0] ?? ""}>
          {problems.slice(1).join(" ")}
        </Callout>
      ) : null}
      {links.length > 0 ? <p className="measure">{note}</p> : null}
      <ul className="plain-list stack">
        {links.map((link, index) => (
          <li key={link.href}>
            <LinkField link={link} id={`link-${index}`} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface LinksHeadingProps {
  id: string;
  /** The answer whose links are shown. Each takes the focus once. */
  shown: string | undefined;
  children: string;
}

/** The heading of links. They stand away from the button that was pressed for them. */
export function LinksHeading({ id, shown, children }: LinksHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (shown !== undefined) heading.current?.focus();
  }, [shown]);
  return (
    <h2 id={id} ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}

function LinkField({ link: { name, href }, id }: { link: CopiedLink; id: string }) {
  const [copied, setCopied] = useState<"yes" | "no">();
  const hydrated = useHydrated();
  return (
    <div className="field">
      <label htmlFor={id}>
        <span className="field-label">Link for {name}</span>
      </label>
      <div className="row">
        <input
          className="input measure"
          id={id}
          readOnly
          autoComplete="off"
          value={href}
          onFocus={(event) => event.currentTarget.select()}
        />
        {hydrated && "clipboard" in navigator ? (
          <Button
            type="button"
            variant="soft"
            aria-label={`Copy the link for ${name}`}
            onClick={() => {
              navigator.clipboard.writeText(href).then(
                () => setCopied("yes"),
                () => setCopied("no"),
              );
            }}
          >
            Copy
          </Button>
        ) : null}
        <span role="status" className="small">
          {copied === "yes" ? "Copied." : copied === "no" ? "It could not be copied: select it and copy it by hand." : null}
        </span>
      </div>
    </div>
  );
}

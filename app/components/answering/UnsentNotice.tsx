import { Link } from "@remix-run/react";
import { useEffect, useState } from "react";
import { listUnsent } from "~/components/answering/unsent";
import { Callout } from "~/components/shell/Callout";

interface UnsentNoticeProps {
  /** Stands for the user in the browser's storage. */
  owner: string;
  /** The path of this screen, which sends its own unsent work. */
  here: string;
}

/** Names other screens with work that is kept in this browser and was never sent. */
export function UnsentNotice({ owner, here }: UnsentNoticeProps) {
  const [unsent, setUnsent] = useState<{ href: string; label: string }[]>([]);
  useEffect(() => setUnsent(listUnsent(owner).filter(({ href }) => href !== here)), [owner, here]);
  if (unsent.length === 0) return null;
  return (
    <Callout kind="warning" title="This browser keeps work that was not sent">
      <p>It is sent when you open the page that it belongs to:</p>
      <ul>
        {unsent.map(({ href, label }) => (
          <li key={href}>
            <Link to={href}>{label}</Link>
          </li>
        ))}
      </ul>
    </Callout>
  );
}

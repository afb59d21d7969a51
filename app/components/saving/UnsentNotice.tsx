import { Link } from "@remix-run/react";
import { useEffect, useState } from "react";
import { listUnsent, type UnsentPart } from "~/components/saving/unsent";
import { Callout } from "~/components/shell/Callout";

interface UnsentNoticeProps {
  /** Identifies the user in the browser's storage. */
  owner: string;
  /** The path of this screen, which sends its own unsent work. */
  here: string;
  /** Paths of screens whose work this one sends too. */
  sends?: readonly string[];
}

/** Names other screens with work that is kept in this browser and was never sent. */
export function UnsentNotice({ owner, here, sends }: UnsentNoticeProps) {
  const [unsent, setUnsent] = useState<{ href: string; label: string }[]>([]);
  const sentToo = sends?.join(" ") ?? "";
  useEffect(() => {
    const others = sentToo.split(" ");
    const isSentHere = ({ href }: UnsentPart) => href === here || others.includes(href);
    const kept = listUnsent(owner).filter((each) => !isSentHere(each));
    setUnsent([...new Map(kept.map(({ href, label }) => [href, { href, label }])).values()]);
  }, [owner, here, sentToo]);
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

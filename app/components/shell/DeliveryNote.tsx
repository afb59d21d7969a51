import { Moment } from "~/components/shell/Moment";
import { StatusIcon } from "~/components/shell/Status";
import type { Delivery } from "~/views/joining";

const LOOK = {
  sent: { icon: "CheckCircled", words: "Mail sent" },
  waiting: { icon: "Timer", words: "Mail waits since" },
  refused: { icon: "CrossCircled", words: "Mail refused" },
} as const;

/** What became of a mail, with the server's reply. */
export function DeliveryNote({ mail: { state, at, reply } }: { mail: Delivery }) {
  const { icon, words } = LOOK[state];
  return (
    <span className="small block">
      <StatusIcon icon={icon} {...(state === "refused" ? { tone: "bad" } : {})}>
        {words}
      </StatusIcon>{" "}
      <Moment iso={at} />
      {reply === null ? null : <span className="muted block">The mail server says: ‘{reply}’</span>}
    </span>
  );
}

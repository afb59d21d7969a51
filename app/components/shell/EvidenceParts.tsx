import { Icon } from "~/components/shell/Icon";
import type { EvidenceItem } from "~/views/answering/evidence";
import { shortDate } from "~/views/dates";

/** Where an entry is found: an address to follow, or words. */
export function EvidenceWhere({ entry: { where, href } }: { entry: Pick<EvidenceItem, "where" | "href"> }) {
  if (href === undefined) return <>{where}</>;
  return (
    // The other site learns nothing of this one, and cannot reach back.
    <a href={href} target="_blank" rel="noreferrer noopener">
      {where}
      <Icon name="ExternalLink" />
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}

/** The mark of an entry that no longer counts. */
export function PastDate({ entry }: { entry: Pick<EvidenceItem, "isPast"> }) {
  return entry.isPast ? <span className="status status-busy">Past its date</span> : null;
}

/** Where an entry is found, by whom and when, in a line or two. */
export function EvidenceFound({ entry }: { entry: EvidenceItem }) {
  const { who, date, goodUntil, where } = entry;
  const facts = [who, date ? shortDate(date) : "", goodUntil ? `good until ${shortDate(goodUntil)}` : ""].filter(Boolean);
  return (
    <>
      {where ? (
        <p className="small evidence-where">
          <EvidenceWhere entry={entry} />
        </p>
      ) : null}
      {facts.length > 0 ? <p className="small muted">{facts.join(" · ")}</p> : null}
    </>
  );
}

import { StatusIcon } from "~/components/shell/Status";

/** The word for an item that is flagged for later. */
export function Flagged() {
  return (
    <StatusIcon tone="busy" icon="BookmarkFilled">
      <span>Flagged</span>
    </StatusIcon>
  );
}
